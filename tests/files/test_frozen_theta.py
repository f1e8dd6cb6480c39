"""The threshold a sweep froze, read back."""

import json
from pathlib import Path

import pytest

from turnscope.core.commit_rule import CommitRule
from turnscope.core.protocol import Task
from turnscope.errors import FormatError, SubmissionError
from turnscope.files.frozen_theta import FrozenTheta, read_frozen_theta


def document() -> dict[str, object]:
    return {
        "task": "int",
        "frame_rate_hz": 12.5,
        "operating_point": {"theta": 0.25, "recall": 0.9},
        "protocol": {"commit_rule": CommitRule(recommit=True).stamp()},
    }


def written(place: Path, **changes: object) -> Path:
    path = place / "sweep.json"
    path.write_text(json.dumps(document() | changes))
    return path


def test_it_comes_back_with_its_rule(tmp_path: Path) -> None:
    found = read_frozen_theta(written(tmp_path))
    assert found == FrozenTheta(Task.INTERRUPTION, 0.25, 12.5, CommitRule(recommit=True))


def test_where_nothing_fitted_there_is_nothing_to_freeze(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="no threshold fitted"):
        read_frozen_theta(written(tmp_path, operating_point=None))


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("task", "both", "task: 'both'"),
        ("frame_rate_hz", "fast", "frame_rate_hz: 'fast'"),
        ("frame_rate_hz", 0, "frame_rate_hz: 0"),
        ("frame_rate_hz", -5.0, "frame_rate_hz: -5"),
        ("operating_point", {"theta": 9}, "operating_point/theta: 9"),
        ("operating_point", {"theta": True}, "operating_point/theta: True"),
        ("operating_point", 3, "operating_point/theta: None"),
        ("protocol", {}, "commit_rule"),
        ("protocol", {"commit_rule": {"refractory_s": -1.0}}, "commit_rule"),
        ("protocol", {"commit_rule": {"unheard": 1}}, "commit_rule"),
    ],
)
def test_faults_are_told_with_their_place(
    tmp_path: Path, key: str, value: object, told: str
) -> None:
    with pytest.raises(FormatError, match=told):
        read_frozen_theta(written(tmp_path, **{key: value}))


def test_another_file_is_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"schema_version": 1, "predictions": []}')
    with pytest.raises(FormatError, match="turnscope sweep --json"):
        read_frozen_theta(path)
