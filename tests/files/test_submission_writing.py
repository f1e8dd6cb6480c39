"""Predictions written and read are the same, to the last bit."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.columns import Points
from turnscope.core.conversation import Metadata, id_fault
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import SubmissionError
from turnscope.files.submission import parse_predictions_file, read_predictions
from turnscope.files.submission_writing import (
    predictions_csv,
    predictions_json,
    write_predictions,
)

TIMES = st.lists(st.floats(0, 1e6), unique=True, max_size=6).map(sorted)
IDS = st.text(st.characters(codec="utf-8"), min_size=1).filter(lambda i: id_fault(i, "") is None)
EVENTS = st.dictionaries(
    IDS.filter(lambda i: i == i.strip()),
    st.fixed_dictionaries({s: st.fixed_dictionaries(dict.fromkeys(Task, TIMES)) for s in (1, 2)}),
    max_size=5,
)


def same(a: Predictions, b: Predictions) -> bool:
    return (
        a.ids == b.ids
        and a.supported == b.supported
        and all(
            a.task(t).time_s.tobytes() == b.task(t).time_s.tobytes()
            and a.task(t).group.tolist() == b.task(t).group.tolist()
            for t in Task
        )
    )


@given(EVENTS)
@settings(deadline=None)
def test_round_trip(events: dict[str, dict[int, dict[Task, list[float]]]]) -> None:
    predictions = Predictions.of(events)
    text = predictions_json(predictions).encode()
    assert same(predictions, parse_predictions_file(text, None, "p.json"))
    n = len(predictions.ids)
    roster = Roster(predictions.ids, np.full(n, np.nan), (Metadata(),) * n)
    table = predictions_csv(predictions).encode()
    assert same(predictions, parse_predictions_file(table, roster, "p.csv"))


def test_the_json_has_no_other_keys_and_the_shortest_times(tmp_path: Path) -> None:
    predictions = Predictions.of({"20": {1: {Task.EOT: [0.1, 12.84]}}}, system="mine")
    write_predictions(tmp_path / "named.json", predictions)
    text = (tmp_path / "named.json").read_text()
    assert "[0.1, 12.84]" in text
    assert json.loads(text) == {
        "schema_version": 1,
        "predictions": [
            {
                "conversation_id": "20",
                "speaker_1": {"eot": [0.1, 12.84], "interruption": []},
                "speaker_2": {"eot": [], "interruption": []},
            }
        ],
    }
    assert read_predictions(tmp_path / "named.json").system == "named"


def test_the_csv(tmp_path: Path) -> None:
    predictions = Predictions.of({"a,b": {2: {Task.INTERRUPTION: [3.5]}}, "c": {}})
    write_predictions(tmp_path / "p.csv", predictions)
    assert (tmp_path / "p.csv").read_bytes() == (
        b'conversation_id,speaker,task,time_s\n"a,b",2,interruption,3.5\n'
    )


def test_chosen_ids_in_their_order() -> None:
    predictions = Predictions.of({"a": {1: {Task.EOT: [1.0]}}, "b": {1: {Task.EOT: [2.0]}}})
    read = parse_predictions_file(predictions_json(predictions, ids=["b", "z"]).encode(), None, "p")
    assert read.ids == ("b", "z")
    assert read.eot.time_s.tolist() == [2.0]


def test_what_breaks_the_rules_is_not_written(tmp_path: Path) -> None:
    for times in ([-1.0], [2.0, 2.0]):
        predictions = Predictions.of({"20": {1: {Task.EOT: times}}})
        with pytest.raises(SubmissionError, match=r"20/speaker_1/eot\["):
            write_predictions(tmp_path / "p.json", predictions)
    for odd in ("", "\ud800"):
        with pytest.raises(SubmissionError, match="a name without"):
            predictions_json(Predictions.of({odd: {}}))
    for odd in (" a", "a "):
        with pytest.raises(SubmissionError, match="Write JSON instead"):
            predictions_csv(Predictions.of({odd: {}}))
    assert not list(tmp_path.iterdir())


def test_times_that_are_no_numbers_are_not_written() -> None:
    points = Points(np.array([0]), np.array([float("nan")]))
    with pytest.raises(SubmissionError, match=r"20/speaker_1/eot\[0\]"):
        predictions_json(Predictions(("20",), points, Points.empty()))
