"""A commit every so many seconds."""

import pytest

from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import ProtocolError
from turnscope.systems.metronome import Metronome
from turnscope.systems.runner import hear


@pytest.mark.parametrize("period_s", [0.3, 5.0, 7.77])
def test_beats_are_exact_multiples(period_s: float) -> None:
    recording = open_corpus("mini").recording("1")
    heard = hear(Metronome(period_s), recording)
    expected = [k * period_s for k in range(1, int(recording.duration_s / period_s) + 1)]
    for speaker in (1, 2):
        for task in Task:
            assert heard.commits[speaker][task] == pytest.approx(expected, abs=1e-3)


@pytest.mark.parametrize("period_s", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_periods_are_refused(period_s: float) -> None:
    with pytest.raises(ProtocolError, match="metronome: period_s"):
        Metronome(period_s)
