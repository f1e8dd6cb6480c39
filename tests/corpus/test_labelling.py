"""Labels taken out of texts and put back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.labels import FINE_LABELS, LABEL_ALIASES
from turnscope.corpus.labelling import KNOWN_LABELS, join_label, split_label
from turnscope.errors import CorpusError

LABELS = st.one_of(
    st.sampled_from(sorted(KNOWN_LABELS)),
    st.text(st.characters(exclude_characters="]\n\r"), max_size=12),
)
TEXTS = st.text(st.sampled_from("[] \nab,ü"), max_size=12)


@pytest.mark.parametrize(
    ("body", "label", "text"),
    [
        ("[Normal Turn] so I said", "Normal Turn", "so I said"),
        ("[Speech, Non-Linguistic] hm", "Speech, Non-Linguistic", "hm"),
        ("[Laughter]", "Laughter", ""),
        ("[Laughter] ", "Laughter", ""),
        ("[Laughter]ha", "Laughter", "ha"),
        ("[Filler]  uh", "Filler", " uh"),
        ("[Filler]\nuh\num", "Filler", "uh\num"),
        ("[] [laughs] so", "", "[laughs] so"),
        ("so [Laughter] I", "", "so [Laughter] I"),
        (" [Laughter] I", "Laughter", "I"),
        ("[never closed", "", "[never closed"),
        ("[over\ntwo] lines", "", "[over\ntwo] lines"),
        ("[Normal Turn", "", "[Normal Turn"),
        ("", "", ""),
    ],
)
def test_bodies_in_the_wild(body: str, label: str, text: str) -> None:
    assert split_label(body) == (label, text)


def test_only_labels_of_the_inventory_where_brackets_may_be_speech() -> None:
    assert split_label("[laughs] so", brackets="known") == ("", "[laughs] so")
    assert split_label("[normal turn] so", brackets="known") == ("", "[normal turn] so")
    assert split_label("[Regular Turn] so", brackets="known") == ("Regular Turn", "so")
    assert split_label("[Filler] so", brackets="none") == ("", "[Filler] so")


def test_every_spelling_is_known() -> None:
    assert {fine.spelling for fine in FINE_LABELS} | set(LABEL_ALIASES) == KNOWN_LABELS


@given(LABELS, TEXTS)
def test_joining_is_undone_by_splitting(label: str, text: str) -> None:
    assert split_label(join_label(label, text)) == (label, text)


@given(st.sampled_from(["", *sorted(KNOWN_LABELS)]), TEXTS)
def test_also_where_only_known_labels_count(label: str, text: str) -> None:
    assert split_label(join_label(label, text), brackets="known") == (label, text)


@pytest.mark.parametrize("label", ["a]b", "a\nb", "a\rb"])
def test_labels_that_a_bracket_cannot_hold(label: str) -> None:
    with pytest.raises(CorpusError, match="without ]"):
        join_label(label, "x")
