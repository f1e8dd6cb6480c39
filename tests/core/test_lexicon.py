"""Which texts count as backchannels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.lexicon import BACKCHANNELS, is_backchannel, n_beyond, words_of


@pytest.mark.parametrize(
    "text",
    [
        "mm-hmm",
        "Yeah, yeah. Right!",
        "Oh my God!",
        "That\N{RIGHT SINGLE QUOTATION MARK}s right",
        "oh, is that right",
        "UH-HUH",
    ],
)
def test_listening_sounds_are_backchannels(text: str) -> None:
    assert is_backchannel(text)


@pytest.mark.parametrize(
    "text", ["", "...", "yeah but", "right turn", "I know him", "42", "that is right of you"]
)
def test_anything_else_is_not(text: str) -> None:
    assert not is_backchannel(text)


def test_the_list_is_normalised() -> None:
    assert all(phrase == " ".join(phrase.lower().split()) for phrase in BACKCHANNELS)
    assert all(is_backchannel(phrase) for phrase in BACKCHANNELS)


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("", 0),
        ("42, ...", 0),
        ("yeah yeah right", 0),
        ("Oh, that's right, but no.", 1),
        ("wait, I know a man", 2),  # wait, a: "i know" and "man" are phrases
        ("that is right of you", 4),  # only "right" is one
        ("my goodness my", 1),
    ],
)
def test_the_fewest_words_are_left_over(text: str, n: int) -> None:
    assert n_beyond(text) == n


@given(st.lists(st.sampled_from(["oh", "my", "god", "is", "that", "right", "but", "no"])))
def test_no_cover_leaves_fewer(words: list[str]) -> None:
    def fewest(rest: list[str]) -> int:
        if not rest:
            return 0
        ways = [1 + fewest(rest[1:])]
        ways += [
            fewest(rest[k:]) for k in range(1, len(rest) + 1) if " ".join(rest[:k]) in BACKCHANNELS
        ]
        return min(ways)

    words = words[:9]
    assert n_beyond(" ".join(words)) == fewest(words)
    assert words_of(", ".join(words)) == words
