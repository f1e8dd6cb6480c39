"""What a run brought, put together by hand."""

import math

import numpy as np
import pytest

from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import Fault
from turnscope.study.jobs import Done, Failed
from turnscope.study.run_result import Entry, Run
from turnscope.systems.pace import Pace
from turnscope.systems.runner import Heard

EOT, INT = Task.EOT, Task.INTERRUPTION


def entry(eot: list[float], *, compute_s: float = 1.0, peak: int | None = 10) -> Entry:
    commits = {s: {EOT: eot if s == 1 else [], INT: []} for s in (1, 2)}
    answered = {s: {t: [x + 0.5 for x in ts] for t, ts in c.items()} for s, c in commits.items()}
    track = np.array([0.25, 0.75])
    pace = Pace(answered, {EOT: (track, track * 0)}, 0.1, compute_s, 10.0)
    heard = Heard(commits, {EOT: (track, track)}, pace, (Fault("w", f"odd {len(eot)}"),))
    return Entry(Done(heard, 2.0, 1.5, peak), ("h", "h"), False, {"engine": "here"})


def run_of(entries: dict[str, Entry], failures: dict[str, Failed] | None = None) -> Run:
    said = Predictions.of({i: e.done.heard.commits for i, e in entries.items()}, system="s")
    return Run(
        "s",
        {"name": "s"},
        True,
        (*entries, *(failures or {})),
        entries,
        failures or {},
        said,
        2.0,
        (Fault("run", "odd"),),
    )


def test_parts_add_up() -> None:
    found = run_of(
        {"a": entry([1.0, 2.0]), "b": entry([3.0], compute_s=4.0, peak=30)},
        {"c": Failed((Fault("c", "bad"), Fault("c", "worse")))},
    )
    assert found.real_time_factor == pytest.approx(5.0 / 20.0)
    assert found.peak_memory_bytes == 30
    assert [str(w) for w in found.warnings] == ["run: odd.", "w: odd 2.", "w: odd 1."]
    assert [str(f) for f in found.faults] == ["c: bad.", "c: worse."]
    assert not found.is_complete
    assert list(found.scores) == [EOT]
    assert list(found.scores[EOT].tracks) == ["a", "b"]
    assert found.answered.eot.time_s.tolist() == [1.5, 2.5, 3.5]
    assert found.predictions.eot.time_s.tolist() == [1.0, 2.0, 3.0]


def test_scores_alone_are_no_predictions() -> None:
    assert run_of({"a": entry([])}).only_scores
    assert not run_of({"a": entry([1.0])}).only_scores


def test_of_nothing_the_factor_is_undefined() -> None:
    found = run_of({})
    assert math.isnan(found.real_time_factor)
    assert found.peak_memory_bytes is None
    assert not found.only_scores
