"""The run record: both columns of times, whole milliseconds rounded up, nothing that is no JSON."""

import json
from dataclasses import replace

import numpy as np

from tests.study.test_run_result import entry, run_of
from turnscope.core.protocol import Task
from turnscope.errors import Fault
from turnscope.study.jobs import Failed
from turnscope.study.run_record import run_record


def test_what_it_tells() -> None:
    failures = {"c": Failed((Fault("c", "bad"),), "Traceback")}
    record = run_record(run_of({"a": entry([1.0, 2.0])}, failures), extra={"command": ["x"]})
    told = json.loads(json.dumps(record, allow_nan=False))
    assert (told["complete"], told["n_asked"], told["n_predicted"]) == (False, 2, 1)
    assert told["command"] == ["x"]
    assert told["failures"] == {"c": {"faults": ["c: bad."], "details": "Traceback"}}
    assert told["warnings"] == ["run: odd.", "w: odd 2."]
    one = told["conversations"]["a"]
    assert one["audio_sha256"] == ["h", "h"]
    assert one["real_time_factor"] == 0.1
    assert one["peak_memory_bytes"] == 10
    assert one["speaker_1"]["commits"]["eot"] == {"heard_s": [1.0, 2.0], "answered_s": [1.5, 2.5]}
    assert one["speaker_1"]["score_delay_ms"] == {"eot": [250, 750]}
    assert one["speaker_2"]["score_delay_ms"] == {"eot": [0, 0]}
    delays = told["totals"]["delay_ms"]
    assert delays["eot"]["commits"] == {"n": 2, "p50": 500, "p90": 500, "p99": 500, "max": 500}
    assert delays["eot"]["frames"]["n"] == 4
    assert delays["int"] == {"commits": None, "frames": None}


def test_delays_are_rounded_up() -> None:
    made = entry([])
    tracks = (np.array([0.0, 0.0001]), np.array([0.0010001, 2.0]))
    pace = replace(made.done.heard.pace, delay_s={Task.EOT: tracks})
    heard = replace(made.done.heard, pace=pace)
    told = run_record(run_of({"a": replace(made, done=replace(made.done, heard=heard))}))
    one = json.loads(json.dumps(told))["conversations"]["a"]
    assert one["speaker_1"]["score_delay_ms"]["eot"] == [0, 1]
    assert one["speaker_2"]["score_delay_ms"]["eot"] == [2, 2000]


def test_of_nothing_it_is_still_json() -> None:
    told = json.loads(json.dumps(run_record(run_of({})), allow_nan=False))
    assert told["totals"]["real_time_factor"] is None
    assert told["conversations"] == {}
