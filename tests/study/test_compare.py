"""From predictions files to a comparison: names, parts, clusters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.analysis.planted_corpus import gold, outcomes
from turnscope.analysis.resampling import Resampling
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError, SubmissionError
from turnscope.files.submission_writing import write_predictions
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted
from turnscope.study.compare import compare_files, compare_outcomes, type_parts

FEW = Resampling(n_resamples=100)
TYPES = ("Casual/Spontaneous", "Argumentative/Deliberative", "")


def typed(n: int) -> Gold:
    bare = gold(n, n_events=4, n_pairs=n // 2)
    metadata = tuple(
        replace(m, conversation_type=TYPES[k % 3]) for k, m in enumerate(bare.roster.metadata)
    )
    return replace(bare, roster=replace(bare.roster, metadata=metadata))


def send(path: Path, truth: Gold, seed: int) -> Path:
    path.parent.mkdir(exist_ok=True)
    write_predictions(path, planted(truth, Behaviour(miss_rate=0.3), seed=seed).predictions)
    return path


def test_files_are_scored_and_compared(tmp_path: Path) -> None:
    truth = typed(12)
    a, b = send(tmp_path / "a.json", truth, 1), send(tmp_path / "b.csv", truth, 2)
    found = compare_files([a, b], truth, resampling=FEW)
    assert found.names == ("a", "b")
    assert (found.clusters.unit, found.clusters.n) == ("speakers", 6)
    standing = found.parts["all"].rankings[Task.EOT]["recall"].standings[0]
    alone = score(truth, planted(truth, Behaviour(miss_rate=0.3), seed=1).predictions)
    assert standing.value == summarise(alone)["all"][Task.EOT].recall
    assert found.document["systems"] == ["a", "b"]
    protocol = found.document["protocol"]
    assert isinstance(protocol, dict)
    assert set(protocol["hashes"]) == {"a", "b"}
    by_conversation = compare_files([a, b], truth, clusters="conversations", resampling=FEW)
    assert by_conversation.clusters.n == 12


def test_systems_are_told_apart_by_what_differs(tmp_path: Path) -> None:
    truth = gold(6, n_events=2)
    one = send(tmp_path / "x" / "predictions.json", truth, 1)
    two = send(tmp_path / "y" / "predictions.json", truth, 2)
    assert compare_files([one, two], truth, resampling=FEW).names == (str(one), str(two))
    assert compare_files([one, one], truth, resampling=FEW).names == (
        f"{one} (1)",
        f"{one} (2)",
    )


def test_types_are_parts_in_the_order_of_the_paper() -> None:
    truth = typed(12)
    tables = [
        score(truth, planted(truth, Behaviour(miss_rate=0.3), seed=k).predictions) for k in (1, 2)
    ]
    assert type_parts(tables[0]) == {
        "Argumentative": [1, 4, 7, 10],
        "Casual": [0, 3, 6, 9],
        "(no type)": [2, 5, 8, 11],
    }
    found = compare_outcomes(tables, ["a", "b"], by_type=True, resampling=FEW)
    assert list(found.parts) == ["all", "Argumentative", "Casual", "(no type)"]
    assert [part.n_tests for part in found.parts.values()] == [1, 3, 3, 3]
    alone = compare_outcomes(tables, ["a", "b"], resampling=FEW)
    assert alone.parts["all"] == found.parts["all"]


def test_no_types_no_parts() -> None:
    tables = [outcomes(6, seed=k) for k in (1, 2)]
    assert list(compare_outcomes(tables, "ab", by_type=True, resampling=FEW).parts) == ["all"]


def test_one_file_is_no_comparison(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="two or more"):
        compare_files([tmp_path / "a.json"], gold(3))


def test_faults_of_a_file_are_told(tmp_path: Path) -> None:
    truth = gold(6, n_events=2)
    a = send(tmp_path / "a.json", truth, 1)
    b = send(tmp_path / "b.json", gold(5, n_events=2), 1)
    with pytest.raises(SubmissionError, match="c5"):
        compare_files([a, b], truth)
