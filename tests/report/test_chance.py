"""How chance is written."""

from __future__ import annotations

import json
import math

from turnscope.analysis.chance import Chance
from turnscope.core.protocol import Task
from turnscope.report.chance import chance_document, chance_table
from turnscope.report.layouts import laid_out
from turnscope.report.tables import WIDTH

NAN = math.nan
FOUND = {
    Task.EOT: Chance(0.9, 0.3, 0.25, 0.35, 0.6 / 0.7, 0.005, 0.05, 0.2, 100, 199),
    Task.INTERRUPTION: Chance(NAN, NAN, NAN, NAN, NAN, NAN, 0.1, 0.1, 0, 199),
}


def test_the_official_recall_stands_first() -> None:
    lines = laid_out([chance_table("mine", FOUND)], "text")
    assert max(map(len, lines)) <= WIDTH
    assert lines[0] == "mine: recall beyond chance"
    assert lines[2].split()[3:] == [
        "0.900",
        "0.300",
        "0.250",
        "0.350",
        "0.857",
        "0.0050",
        "0.050",
        "0.200",
    ]
    assert lines[3].split()[1:7] == ["—"] * 6
    assert "199 times" in " ".join(lines[4:])


def test_json_has_null_where_undefined() -> None:
    told = json.loads(json.dumps(chance_document(FOUND), allow_nan=False))
    assert told["int"]["skill"] is None
    assert told["eot"]["skill"] == 0.6 / 0.7
    assert told["eot"]["n_moves"] == 199
