"""Kept conversations: what comes back is what was kept, and damage is no error."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.errors import Fault
from turnscope.study.heard_cache import keep_heard, kept_heard
from turnscope.study.jobs import Done
from turnscope.systems.pace import Pace
from turnscope.systems.runner import Heard

EOT, INT = Task.EOT, Task.INTERRUPTION
WHERE = {"engine": "here", "jobs": 1}


def done() -> Done:
    times = {1: {EOT: [0.1, 0.30000000000000004], INT: []}, 2: {EOT: [], INT: [2.0]}}
    later = {1: {EOT: [0.2, 0.5], INT: []}, 2: {EOT: [], INT: [2.5]}}
    tracks = {EOT: (np.array([0.0, 0.5]), np.array([1.0, 1 / 3]))}
    delays = {EOT: (np.array([0.0, 0.01]), np.array([0.02, 0.03]))}
    warnings = (Fault("ü/speaker_1", "odd", "even", "Or not"), Fault("elsewhere", "odd"))
    return Done(Heard(times, tracks, Pace(later, delays, 1.5, 2.5, 3.5), warnings), 4.0, 5.0, 6)


def test_everything_comes_back(tmp_path: Path) -> None:
    assert keep_heard(tmp_path / "new", "k", "ü", done(), WHERE)
    kept = kept_heard(tmp_path / "new", "k", "ü")
    assert kept is not None
    made, found = done(), kept.done
    assert kept.circumstances == WHERE
    assert found.heard.commits == made.heard.commits
    assert found.heard.warnings == made.heard.warnings
    for one, two in (
        (found.heard.scores, made.heard.scores),
        (found.heard.pace.delay_s, made.heard.pace.delay_s),
    ):
        assert list(one) == list(two) == [EOT]
        assert [t.tolist() for t in one[EOT]] == [t.tolist() for t in two[EOT]]
    assert replace(found.heard.pace, delay_s={}) == replace(made.heard.pace, delay_s={})
    assert (found.wall_s, found.cpu_s, found.peak_memory_bytes) == (4.0, 5.0, 6)


def test_warnings_name_the_conversation_as_it_is_called_now(tmp_path: Path) -> None:
    keep_heard(tmp_path, "k", "ü", done(), WHERE)
    kept = kept_heard(tmp_path, "k", "call 7")
    assert kept is not None
    assert [w.where for w in kept.done.heard.warnings] == ["call 7/speaker_1", "elsewhere"]


@pytest.mark.parametrize("damage", ["absent", "empty", "cut", "text", "flipped"])
def test_damage_means_hearing_again(tmp_path: Path, damage: str) -> None:
    keep_heard(tmp_path, "k", "c", done(), WHERE)
    path = tmp_path / "k.npz"
    content = path.read_bytes()
    middle = len(content) // 2
    if damage == "absent":
        path.unlink()
    else:
        flipped = bytearray(content)
        flipped[200] ^= 0xFF
        path.write_bytes(
            {
                "empty": b"",
                "cut": content[:middle],
                "text": b"not a cache",
                "flipped": bytes(flipped),
            }[damage]
        )
    assert kept_heard(tmp_path, "k", "c") is None


def test_a_place_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not keep_heard(tmp_path / "file" / "below", "k", "c", done(), WHERE)
    assert kept_heard(tmp_path / "file" / "below", "k", "c") is None
