"""truth.json: exact round trips, and every fault of a damaged one."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from tests.simulate.truths import random_truth
from turnscope.core.conversation import Metadata
from turnscope.errors import FormatError
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.truth_file import parse_truth, read_truth, truth_bytes


def same(first: Truth, second: Truth) -> bool:
    def told(truth: Truth) -> object:
        return [
            (
                h.speaker,
                h.start_s,
                h.end_s,
                h.label,
                h.text,
                h.complete,
                h.cut,
                h.words,
                h.spoken and (h.spoken.text, h.spoken.duration_s, h.spoken.words),
            )
            for h in truth.happenings
        ]

    return told(first) == told(second) and all(
        getattr(first, each.name) == getattr(second, each.name)
        for each in fields(Truth)
        if each.name not in ("happenings", "metadata")
    )


@pytest.mark.parametrize("seed", range(4))
def test_what_is_written_is_read(seed: int, tmp_path: Path) -> None:
    truth = random_truth(seed)
    path = tmp_path / "truth.json"
    path.write_bytes(truth_bytes(truth, {"numpy": "2.0", "annotators": ["a"]}))
    again = read_truth(path)
    assert same(again.truth, truth)
    assert again.truth.metadata == truth.metadata
    assert again.made_with == {"numpy": "2.0", "annotators": ["a"]}
    assert truth_bytes(again.truth, again.made_with) == path.read_bytes()


def test_odd_texts_times_and_cuts_survive() -> None:
    third = 1 / 3
    said = Spoken('é "q"\n\u2028 wort', 2 + third, (SpokenWord("é", third, 0.1 + 0.2 + third),))
    truth = Truth(
        "x y",
        9.0,
        (
            Happening(2, third, 1.5, "Normal Turn", "é", said),
            Happening(1, 2.0, 8.999, "Speech, Non-Linguistic", "(hums)"),
        ),
        Metadata("Instructional", ("A", None), (None, "male"), "clean", {"task": "7"}),
        2**53 - 1,
    )
    again = parse_truth(truth_bytes(truth), "t").truth
    assert same(again, truth)
    assert again.happenings[0].cut
    assert dict(again.metadata.extra) == {"task": "7"}


def test_sound_is_not_kept() -> None:
    sounding = Spoken("a", 0.5, (), np.zeros(500, np.float32), 1000)
    truth = Truth("x", 1.0, (Happening(1, 0.0, 0.5, "Filler", "a", sounding),))
    spoken = parse_truth(truth_bytes(truth), "t").truth.happenings[0].spoken
    assert spoken is not None
    assert spoken.samples is None


def test_a_conversation_without_events_is_one() -> None:
    assert parse_truth(truth_bytes(Truth("x", 1.0, ())), "t").truth.happenings == ()


def document() -> dict[str, object]:
    made: dict[str, object] = json.loads(truth_bytes(random_truth(0, 0.5)))
    return made


def listed(damaged: dict[str, object]) -> list[dict[str, object]]:
    found = damaged["happenings"]
    assert isinstance(found, list)
    return found


def told(damaged: object) -> str:
    with pytest.raises(FormatError) as error:
        parse_truth(json.dumps(damaged).encode(), "t.json")
    return str(error.value)


def test_all_faults_at_once() -> None:
    damaged = document()
    damaged["duration_s"] = 20.0
    damaged["seed"] = "x"
    listed(damaged)[0]["speaker"] = 3
    listed(damaged)[1]["start_s"] = None
    listed(damaged)[2]["cut"] = not listed(damaged)[2]["cut"]
    listed(damaged)[3]["labell"] = listed(damaged)[3].pop("label")
    found = told(damaged)
    for part in (
        "seed",
        "happenings[0]: speaker 3",
        "happenings[1]/start_s",
        "happenings[2]/cut",
        "happenings[3]",
        "none after 20.0 s",
    ):
        assert part in found


@pytest.mark.parametrize(
    ("key", "value", "part"),
    [
        ("schema_version", 2, "schema_version"),
        ("happenings", {}, "a list"),
        ("made_with", 3, "made_with"),
        ("metadata", [], "metadata"),
        ("duration_s", True, "duration_s"),
        ("conversation_id", 5, "text"),
        ("conversation_id", " ", "a name"),
        ("schema_version", True, "schema_version"),
        ("duration_s", 10**400, "a finite number"),
        ("duration_s", 0, "seconds above 0"),
        ("duration_s", -3.5, "seconds above 0"),
        ("seed", -1, "seed"),
        ("seed", 2**53, "seed"),
    ],
)
def test_tops_that_are_wrong(key: str, value: object, part: str) -> None:
    damaged = document()
    damaged[key] = value
    assert part in told(damaged)


@pytest.mark.parametrize("words", [[["a", 0.0]], [["a", 0.5, 0.1]], 5, [["a", "0", 1.0]]])
def test_words_that_are_wrong(words: object) -> None:
    damaged = document()
    first = next(k for k, each in enumerate(listed(damaged)) if each["spoken"])
    spoken = listed(damaged)[first]["spoken"]
    assert isinstance(spoken, dict)
    spoken["words"] = words
    assert f"happenings[{first}]/spoken" in told(damaged)


def test_a_file_cut_short_is_told() -> None:
    whole = truth_bytes(random_truth(0, 0.5))
    with pytest.raises(FormatError, match="ends in the middle"):
        parse_truth(whole[: len(whole) // 2], "t.json")


def test_numbers_past_any_float_are_told() -> None:
    content = json.dumps(document()).replace('"duration_s": 30.0', '"duration_s": 1e999', 1)
    assert "1e999" in content
    with pytest.raises(FormatError, match=r"duration_s.*a finite number"):
        parse_truth(content.encode(), "t.json")
    damaged = document()
    listed(damaged)[0]["end_s"] = 10**400
    assert "happenings[0]/end_s" in told(damaged)


def test_happenings_out_of_order_are_told() -> None:
    damaged = document()
    listed(damaged).reverse()
    assert "the start of the one above" in told(damaged)
