"""The run record: all there is to tell of a run beside its events, as one JSON object."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.files.entries import speaker_key
from turnscope.study.content import library_versions
from turnscope.study.run_result import Entry, Run

__all__ = ["run_record"]

_VERSION = 1


def run_record(run: Run, *, extra: Mapping[str, object] | None = None) -> dict[str, object]:
    """The record of a run.

    Returns:
        ``system`` (its card) and ``causal``; ``complete``, ``n_asked``, ``failures``,
        ``warnings``; ``versions``; ``totals`` and ``conversations`` with the real-time factor,
        seconds of computing, peak memory in bytes and the hashes of the audio. For each speaker
        and task, ``commits`` has two columns: ``heard_s``, the official stamps, and
        ``answered_s``, when the answer would have been there in a playback in real time.
        ``score_delay_ms`` has a value for each frame of the score track: by how much its score
        would have been later than its stamp, in whole milliseconds, rounded up.
    """
    return {
        "schema_version": _VERSION,
        "system": dict(run.stamp),
        "causal": run.is_causal,
        "complete": run.is_complete,
        "n_asked": len(run.ids),
        "n_predicted": len(run.predictions.ids),
        "n_kept_from_before": sum(entry.is_kept for entry in run.entries.values()),
        **(extra or {}),
        "versions": dict(library_versions()),
        "failures": {
            i: {"faults": [str(fault) for fault in failed.faults], "details": failed.details}
            for i, failed in run.failures.items()
        },
        "warnings": [str(fault) for fault in run.warnings],
        "totals": _totals(run),
        "conversations": {i: _conversation(entry) for i, entry in run.entries.items()},
    }


def _totals(run: Run) -> dict[str, object]:
    paces = [entry.done.heard.pace for entry in run.entries.values()]
    delays: dict[str, object] = {}
    for task in Task:
        commits = [
            np.subtract(pace.answered_s[s][task], entry.done.heard.commits[s][task])
            for pace, entry in zip(paces, run.entries.values(), strict=True)
            for s in SPEAKERS
        ]
        frames = [track for pace in paces for track in pace.delay_s.get(task, ())]
        delays[task.value] = {"commits": _spread_ms(commits), "frames": _spread_ms(frames)}
    return {
        "audio_s": sum(pace.audio_s for pace in paces),
        "opening_s": sum(pace.opening_s for pace in paces),
        "compute_s": sum(pace.compute_s for pace in paces),
        "wall_s": sum(entry.done.wall_s for entry in run.entries.values()),
        "real_time_factor": _number(run.real_time_factor),
        "peak_memory_bytes": run.peak_memory_bytes,
        "delay_ms": delays,
    }


def _spread_ms(columns: Sequence[Floats]) -> dict[str, object] | None:
    values = np.concatenate(columns) * 1000.0 if columns else np.empty(0)
    if not len(values):
        return None
    p50, p90, p99 = np.percentile(values, [50, 90, 99])
    return {"n": len(values), "p50": p50, "p90": p90, "p99": p99, "max": float(values.max())}


def _conversation(entry: Entry) -> dict[str, object]:
    done, pace = entry.done, entry.done.heard.pace
    speakers: dict[str, Any] = {}
    for speaker in SPEAKERS:
        speakers[speaker_key(speaker)] = {
            "commits": {
                task.value: {
                    "heard_s": list(done.heard.commits[speaker][task]),
                    "answered_s": [round(t, 6) for t in pace.answered_s[speaker][task]],
                }
                for task in Task
            },
            "score_delay_ms": {
                task.value: _whole_ms(pair[speaker - 1]) for task, pair in pace.delay_s.items()
            },
        }
    return {
        "audio_sha256": list(entry.audio_sha256),
        "kept_from_before": entry.is_kept,
        "heard_by": dict(entry.circumstances),
        "audio_s": pace.audio_s,
        "opening_s": pace.opening_s,
        "compute_s": pace.compute_s,
        "wall_s": done.wall_s,
        "cpu_s": done.cpu_s,
        "real_time_factor": _number(pace.real_time_factor),
        "peak_memory_bytes": done.peak_memory_bytes,
        **speakers,
    }


def _whole_ms(delay_s: Floats) -> list[int]:
    whole: list[int] = np.ceil(delay_s * 1000.0).astype(np.int64).tolist()
    return whole


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
