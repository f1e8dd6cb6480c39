"""Which texts count as backchannels."""

import pytest

from turnscope.core.lexicon import BACKCHANNELS, is_backchannel


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
