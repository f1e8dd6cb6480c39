"""Random cues and files for the tests of formats."""

from __future__ import annotations

from hypothesis import strategies as st

from turnscope.corpus.formats.base import Cue, Format

SNIPPETS = (
    "so I said no",
    "[Normal Turn] yes",
    "\n",
    "\n\n",
    " ",
    "\t",
    ",",
    ";",
    "|",
    '"',
    '""',
    "'",
    "-->",
    "00:00:01,000 --> 00:00:02,000",
    "0:00:01.000,0:00:02.000",
    "1\n",
    "42",
    "&",
    "&amp;",
    "&#10;",
    "<",
    ">",
    "<v Bob>",
    "</v>",
    "<laugh>",
    "<i>",
    "NOTE",
    "WEBVTT",
    "STYLE",
    "#",
    "\\",
    "\\\t",
    "{}",
    "é",
    "你好",
    "🙂",
    "\u2028",
    "\x85",
    "\xa0",
    "\x0b",
    "1.5,2.5,a,b",
    "1.5\t2.5\ta\tb",
    "start_s",
)
"""What gives readers trouble."""

nasty_texts = st.lists(st.sampled_from(SNIPPETS), max_size=5).map("".join)
any_texts = st.one_of(nasty_texts, st.text(max_size=12))
plain_texts = st.lists(
    st.sampled_from(("so", "I", "said", "no", "mm-hm", "it's", "naïve", "你好", "?")),
    min_size=1,
    max_size=5,
).map(" ".join)
plain_names = st.sampled_from(("A", "B", "speaker_1", "Jane Doe", "Zoë"))
times = st.one_of(
    st.integers(0, 5_000_000).map(lambda ms: ms / 1000),
    st.floats(0, 1e5, allow_nan=False),
)


def any_cues(one: Format) -> st.SearchStrategy[list[Cue]]:
    """Cues with anything in their texts and names; names only where the format has them."""
    nothing = st.just("")
    return st.lists(
        st.builds(
            Cue,
            times,
            times,
            tier=any_texts if one.carries_tiers else nothing,
            text=any_texts,
            label=st.one_of(nothing, any_texts) if one.carries_recordings else nothing,
            recording=any_texts if one.carries_recordings else nothing,
        ),
        max_size=4,
    )
