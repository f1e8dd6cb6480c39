"""From a file to its chance."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analysis.planted_corpus import gold
from turnscope.analysis.chance import chance
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.files.submission_writing import write_predictions
from turnscope.simulate.planted import Behaviour, planted
from turnscope.study.chance import chance_of_file

TRUTH = gold(4, n_events=4)


def test_a_file_gets_what_its_predictions_get(tmp_path: Path) -> None:
    predictions = planted(TRUTH, Behaviour(), seed=1).predictions
    path = tmp_path / "mine.json"
    write_predictions(path, predictions)
    found = chance_of_file(path, TRUTH, ids=["c0", "c2"], n_moves=20, seed=3)
    part = TRUTH.subset(["c0", "c2"])
    assert found.found == chance(part, predictions, n_moves=20, seed=3)
    assert found.document["system"] == "mine"
    assert found.document["seed"] == 3
    assert found.found[Task.EOT].n_positives == 16


def test_what_cannot_be_meant_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError) as caught:
        chance_of_file(tmp_path / "none.json", TRUTH, n_moves=5, seed=-1)
    assert len(caught.value.faults) == 2
