"""Simulated conversations take turns as the published corpus does."""

from __future__ import annotations

import pytest

from turnscope.errors import ProtocolError
from turnscope.report.calibration import compared
from turnscope.simulate.parameters import KINDS
from turnscope.study.calibration import calibration


def test_a_few_conversations_come_near() -> None:
    found = calibration(n_conversations=4, seed=2)
    assert list(found.dynamics) == [*KINDS, "all"]
    rows = compared({"all": found.dynamics["all"]}, found.timing, minutes=found.minutes)
    assert [(row.measure, row.ratio) for row in rows if abs(row.ratio - 1.0) > 0.3] == []


def test_the_same_seed_measures_the_same() -> None:
    first = calibration(n_conversations=1, minutes=3.0, seed=5)
    assert first == calibration(n_conversations=1, minutes=3.0, seed=5)
    assert first != calibration(n_conversations=1, minutes=3.0, seed=6)


def test_progress_is_told() -> None:
    told: list[float] = []
    calibration(n_conversations=2, minutes=0.5, progress=told.append)
    assert told == [1.0] * 12


@pytest.mark.parametrize(("n", "minutes"), [(0, 1.0), (1, -1.0)])
def test_what_cannot_be_meant(n: int, minutes: float) -> None:
    with pytest.raises(ProtocolError):
        calibration(n_conversations=n, minutes=minutes)


@pytest.mark.slow
def test_all_agree_with_the_paper() -> None:
    found = calibration(seed=1)  # held out from the fit
    rows = compared(found.dynamics, found.timing, minutes=found.minutes)
    assert [(r.kind, r.measure, r.published, r.simulated) for r in rows if not r.agrees] == []
