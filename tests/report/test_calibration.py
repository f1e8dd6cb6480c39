"""The table of simulated beside published numbers: ratios, tolerances, what is marked."""

from __future__ import annotations

import math
from dataclasses import replace

from turnscope.report.calibration import (
    PUBLISHED_DYNAMICS,
    PUBLISHED_TIMING,
    calibration_document,
    calibration_lines,
    compared,
)


def test_the_published_numbers_agree_with_themselves() -> None:
    rows = compared(PUBLISHED_DYNAMICS, PUBLISHED_TIMING, minutes=11.7)
    assert len(rows) == 7 * 7 + 6
    assert all(row.agrees and row.ratio == 1.0 for row in rows)
    lines = calibration_lines(rows)
    assert not any(line.endswith("*") for line in lines[:-1])
    assert lines[-1].startswith("55 of 55 agree within 10% (medians and shares 15%)")


def test_what_is_off_is_marked() -> None:
    casual = replace(
        PUBLISHED_DYNAMICS["casual"], words_per_min=211 * 1.11, turn_length_s=8.1 * 0.91
    )
    rows = compared({"casual": casual}, {"median_gap_s": 0.38 * 1.14}, minutes=11.7)
    assert [row.measure for row in rows if not row.agrees] == ["words_per_min"]
    marked = [line for line in calibration_lines(rows) if line.endswith("1.110  *")]
    assert len(marked) == 1
    assert "words/min" in marked[0]


def test_counts_a_dialogue_are_for_its_length() -> None:
    half = replace(PUBLISHED_DYNAMICS["casual"], speaker_changes=44.9 / 2, overlap_s=29.7 / 2)
    assert all(row.agrees for row in compared({"casual": half}, {}, minutes=11.7 / 2))


def test_negative_medians_agree_by_their_ratio() -> None:
    rows = compared({}, {"median_offset_s": -0.25, "median_smooth_offset_s": 0.151}, minutes=1.0)
    assert [row.agrees for row in rows] == [True, False]


def test_what_is_undefined_does_not_agree() -> None:
    rows = compared({}, {"median_gap_s": math.nan}, minutes=1.0)
    assert not rows[0].agrees
    assert "—" in calibration_lines(rows)[1]


def test_document() -> None:
    rows = compared({}, {"overlap_share": 0.32}, minutes=1.0)
    assert calibration_document(rows) == [
        {
            "kind": "all",
            "measure": "overlap_share",
            "published": 0.64,
            "simulated": 0.32,
            "tolerance": 0.15,
            "ratio": 0.5,
            "agrees": False,
        }
    ]
