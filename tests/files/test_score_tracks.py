"""Probability files: JSON and parquet say the same, and every broken rule is told."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import Metadata
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks
from turnscope.errors import FormatError, SubmissionError
from turnscope.files.score_tracks import parse_scores, read_scores, scores_json, write_scores

ROSTER = Roster(("20", "21"), np.array([1.01, 0.5]), (Metadata(),) * 2)
GOOD: dict[str, Any] = {
    "schema_version": 1,
    "task": "int",
    "frame_rate_hz": 4,
    "probs": [
        {
            "conversation_id": "20",
            "speaker_1": {"prob": [0, 1, 0.5, 0.25]},
            "speaker_2": {"prob": [0.1, 0.2, 0.3, 1e-9]},
        },
        {
            "conversation_id": "21",
            "speaker_1": {"prob": [0.5, 0.5]},
            "speaker_2": {"prob": [0.0, 0.0]},
        },
    ],
}


def faults(document: object, roster: Roster | None = ROSTER) -> list[str]:
    with pytest.raises(SubmissionError) as caught:
        parse_scores(document, roster, "s.json")
    return [str(fault) for fault in caught.value.faults]


def with_track(values: object) -> dict[str, Any]:
    document = copy.deepcopy(GOOD)
    document["probs"][0]["speaker_2"]["prob"] = values
    return document


def test_a_good_file() -> None:
    scores = parse_scores(GOOD, ROSTER, "s.json")
    assert scores.task is Task.INTERRUPTION
    assert scores.frame_rate_hz == 4.0
    assert scores.tracks["20"][1].tolist() == [0.1, 0.2, 0.3, 1e-9]
    assert list(scores.tracks) == ["20", "21"]


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (
            [0.1, 0.2, 0.3, 1.5],
            "20/speaker_2/prob[3]: 1.5; expected a probability from 0 to 1. Per cent? "
            "Divide by 100.",
        ),
        (
            [0.1, -2.5, 0.3, 0.5],
            "20/speaker_2/prob[1]: -2.5; expected a probability from 0 to 1. Logits or "
            "log-probabilities?",
        ),
        ([0, None, 0, 0], "20/speaker_2/prob[1]: null"),
        ([0, True, 0, 0], "20/speaker_2/prob[1]: true"),
        ([0, "0.5", 0, 0], "20/speaker_2/prob[1]: the text '0.5'"),
        ([0, float("nan"), 0, 0], "20/speaker_2/prob[1]: NaN"),
        (
            [0, 0, 0],
            "20/speaker_2/prob: 3 values; expected 4, floor(1.01 s * 4.0 Hz). Frames lost",
        ),
        ([0] * 5, "20/speaker_2/prob: 5 values; expected 4, floor(1.01 s * 4.0 Hz). Rounded up?"),
        ([0] * 12, "20/speaker_2/prob: 12 values; expected 4, floor(1.01 s * 4.0 Hz). They would"),
        ([], "20/speaker_2/prob: 0 values"),
        (0.5, "20/speaker_2/prob: 0.5; expected a list"),
    ],
)
def test_each_fault_names_its_frame(values: object, told: str) -> None:
    found = faults(with_track(values))
    assert len(found) == 1
    assert found[0].startswith(told)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("task", "interruption", "s.json: task: the text 'interruption'; expected eot or int. Did"),
        ("task", None, "s.json: task: null; expected eot or int."),
        ("frame_rate_hz", "25", "s.json: frame_rate_hz: the text '25'"),
        ("frame_rate_hz", 0, "s.json: frame_rate_hz: 0; expected"),
        ("frame_rate_hz", 1e308, "s.json: frame_rate_hz: 1e+308; expected"),
        ("frame_rate_hz", True, "s.json: frame_rate_hz: true"),
        ("schema_version", 2, "s.json: schema_version: 2"),
        ("model", "x", "s.json: the unknown key model"),
    ],
)
def test_the_head(key: str, value: object, told: str) -> None:
    assert [fault.startswith(told) for fault in faults({**GOOD, key: value})] == [True]


def test_missing_and_unknown_parts_come_together() -> None:
    document = copy.deepcopy(GOOD)
    del document["probs"][0]["speaker_1"]["prob"]
    document["probs"][1]["conversation_id"] = "22"
    del document["task"]
    told = faults(document)
    assert len(told) == 4
    assert "missing from s.json" in told[-1]


def test_without_a_roster_both_speakers_have_as_many_frames() -> None:
    assert faults(with_track([0.5]), None) == [
        "20: 4 (speaker 1) and 1 (speaker 2) values; expected as many for both speakers."
    ]


@pytest.mark.parametrize("name", ["s.json", "s.parquet"])
@given(
    tracks=st.lists(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), max_size=5), max_size=3),
    rate_hz=st.floats(0.1, 1000),
    task=st.sampled_from(tuple(Task)),
)
@settings(deadline=None, max_examples=30)
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    name: str,
    tracks: list[list[tuple[float, float]]],
    rate_hz: float,
    task: Task,
) -> None:
    pairs = {
        f"ü{k}": (np.array([a for a, _ in track]), np.array([b for _, b in track]))
        for k, track in enumerate(tracks)
    }
    path = tmp_path_factory.mktemp("scores") / name
    write_scores(path, ScoreTracks(task, rate_hz, pairs))
    read = read_scores(path)
    assert (read.task, read.frame_rate_hz, list(read.tracks)) == (task, rate_hz, list(pairs))
    for conversation_id, pair in pairs.items():
        for a, b in zip(read.tracks[conversation_id], pair, strict=True):
            assert a.tobytes() == b.tobytes()


def test_duplicate_keys_join_the_other_faults(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text(json.dumps(with_track([0, 2, 0, 0])).replace("{", '{"task": "eot", ', 1))
    with pytest.raises(SubmissionError) as caught:
        read_scores(path, roster=ROSTER)
    assert len(caught.value.faults) == 2
    path.write_text(
        scores_json(parse_scores(GOOD, ROSTER, "s")).replace("{", '{"task": "eot", ', 1)
    )
    with pytest.raises(SubmissionError, match="again"):
        read_scores(path, roster=ROSTER)
    path.write_text("")
    with pytest.raises(FormatError, match="empty"):
        read_scores(path)
