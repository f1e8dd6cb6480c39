"""SmolLM2: what it is shown, and that whole messages end more than halves; where it is here."""

from __future__ import annotations

import pytest

from tests.models.weights_here import need
from turnscope.errors import ModelError
from turnscope.models.smollm import SMOLLM, SmolLm, as_heard, smollm_mark


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("I would like to, uh, book a flight to--", "i would like to uh book a flight to"),
        ("It's $5.50 at twenty-one!", "it's $5 50 at twenty-one"),
        (" ... ?", ""),
        ("", ""),
    ],
)
def test_words_come_as_a_recogniser_gives_them(text: str, heard: str) -> None:
    assert as_heard(text) == heard


def test_only_the_last_words_count() -> None:
    assert as_heard("a " * 500 + "b").split() == ["a"] * 119 + ["b"]


def test_without_torch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnscope.models.packages.find_spec", lambda _: None)
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[llm\]'"):
        SmolLm()


def test_the_version_names_the_weights() -> None:
    assert smollm_mark().startswith("smollm2-135m-instruct ")


@pytest.mark.slow
def test_whole_messages_end_more_than_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    need(SMOLLM, monkeypatch, "torch")
    need(SMOLLM, monkeypatch, "transformers")
    model = SmolLm()
    whole = ["I would like to book a flight to Boston on Friday.", "what time does the store close"]
    halves = ["I would like to book a flight to", "what time does the"]
    assert min(map(model, whole)) > 10 * max(map(model, halves))
    assert model("...") == 0.0
