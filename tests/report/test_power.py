"""The power table as a person reads it, and as JSON."""

from __future__ import annotations

import json
import math

from turnscope.core.protocol import Task
from turnscope.report.power import power_document, power_lines

NEEDED = {(Task.EOT, "recall"): (9.2, 464.0), (Task.INTERRUPTION, "recall"): (math.inf, 98.0)}
POWER = {key: {38: (0.1, 0.34), 116: (0.5, 1.0)} for key in NEEDED}
EVENTS = {(Task.EOT, "recall"): 54.66, (Task.INTERRUPTION, "recall"): 7.1}


def test_lines() -> None:
    lines = power_lines((0.01, 0.025), NEEDED, POWER, EVENTS, aim=0.8)
    assert lines[:4] == [
        "conversations          events     1 pt  2.5 pt",
        "end of turn    recall    54.7       10     470",
        "interruption   recall     7.1  > 20000      98",
        "",
    ]
    assert "end of turn   recall             38  0.10    0.34" in lines
    assert max(map(len, lines)) <= 80


def test_document_is_plain_json() -> None:
    document = json.loads(json.dumps(power_document((0.01, 0.025), NEEDED, POWER, EVENTS)))
    assert document["rows"][1]["conversations"] == [None, 98.0]
    assert document["rows"][0]["power"]["116"] == [0.5, 1.0]
