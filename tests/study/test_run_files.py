"""The files of a run, and which of them there are."""

import json
from pathlib import Path

import pytest

from tests.study.test_run_result import entry, run_of
from turnscope.core.protocol import Task
from turnscope.errors import Fault
from turnscope.files.score_tracks import read_scores
from turnscope.files.submission import read_predictions
from turnscope.study.jobs import Failed
from turnscope.study.run_files import ScoreForm, write_run


@pytest.mark.parametrize("form", ["parquet", "json"])
def test_predictions_scores_and_record_lie_together(tmp_path: Path, form: ScoreForm) -> None:
    found = run_of({"a": entry([1.0]), "b": entry([2.0])})
    written = write_run(tmp_path / "my.system.csv", found, scores=form, extra={"jobs": 3})
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(
        ["my.system.csv", f"my.system.eot.scores.{form}", "my.system.run.json"]
    )
    assert read_predictions(written.predictions or "").eot.time_s.tolist() == [1.0, 2.0]
    scores = read_scores(written.scores[0])
    assert (scores.task, scores.frame_rate_hz) == (Task.EOT, 2.0)
    assert scores.tracks["b"][1].tolist() == [0.25, 0.75]
    assert written.record is not None
    record = json.loads(written.record.read_text())
    assert record["jobs"] == 3
    assert record["files"]["predictions"] == "my.system.csv"


def test_who_only_scores_has_no_predictions(tmp_path: Path) -> None:
    written = write_run(tmp_path / "p.json", run_of({"a": entry([])}))
    assert written.predictions is None
    assert sorted(p.name for p in tmp_path.iterdir()) == ["p.eot.scores.parquet", "p.run.json"]


def test_where_all_failed_only_the_record_is_left(tmp_path: Path) -> None:
    written = write_run(tmp_path / "p.json", run_of({}, {"a": Failed((Fault("a", "bad"),))}))
    assert written.predictions is None
    assert [p.name for p in tmp_path.iterdir()] == ["p.run.json"]


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no such stream here")
def test_a_stream_has_no_neighbours(capfd: pytest.CaptureFixture[str]) -> None:
    written = write_run(Path("/dev/stdout"), run_of({"a": entry([1.0])}))
    assert (written.scores, written.record) == ((), None)
    assert '"conversation_id": "a"' in capfd.readouterr().out
