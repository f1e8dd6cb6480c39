"""The outcome table to parquet and back, and as other tools see it."""

import io
import json
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import Metadata
from turnscope.core.outcomes import Fate, GoldRows, Kind, Outcomes, PredictionRows, Reason
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.errors import FormatError
from turnscope.files.outcomes_table import (
    outcomes_bytes,
    parse_outcomes,
    read_outcomes,
    write_outcomes,
)

ROSTER = Roster(
    ("20", "ü", "silent"),
    np.array([702.4, np.nan, 1.0]),
    (Metadata("Instructional", ("a", None), extra={"k": "v"}), Metadata(), Metadata("Other")),
)


def outcomes(n_gold: int, n_predictions: int, seed: int = 0) -> Outcomes:
    rng = np.random.default_rng(seed)

    def codes(n: int, top: int) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
        return rng.integers(0, top, n).astype(np.int8)

    def times(n: int, unknown: bool = False) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        column = rng.uniform(0, 700, n)
        if unknown:
            column[rng.random(n) < 0.5] = np.nan
        return column

    return Outcomes(
        ROSTER,
        GoldRows(
            task=codes(n_gold, 2),
            group=rng.integers(0, 6, n_gold),
            kind=codes(n_gold, len(Kind)),
            reason=codes(n_gold, len(Reason)),
            masked=rng.random(n_gold) < 0.3,
            start_s=times(n_gold),
            end_s=times(n_gold),
            window_start_s=times(n_gold) - 350,
            window_end_s=times(n_gold),
            prediction=rng.integers(-1, max(n_predictions, 1), n_gold),
            prediction_s=times(n_gold, unknown=True),
            latency_s=times(n_gold, unknown=True),
        ),
        PredictionRows(
            task=codes(n_predictions, 2),
            group=rng.integers(0, 6, n_predictions),
            time_s=times(n_predictions),
            fate=codes(n_predictions, len(Fate)),
            gold=rng.integers(-1, max(n_gold, 1), n_predictions),
        ),
        Protocol(tau_max_s=2.0, consensus=Consensus.ORDER_FREE),
        frozenset({Task.EOT}),
        (2,),
    )


@given(st.integers(0, 30), st.integers(0, 30), st.integers(0, 1000))
@settings(deadline=None, max_examples=40)
def test_round_trip(n_gold: int, n_predictions: int, seed: int) -> None:
    before = outcomes(n_gold, n_predictions, seed)
    after = parse_outcomes(outcomes_bytes(before), "o.parquet")
    for rows in ("gold", "predictions"):
        for field in fields(getattr(before, rows)):
            a = getattr(getattr(before, rows), field.name)
            b = getattr(getattr(after, rows), field.name)
            assert a.dtype == b.dtype, field.name
            np.testing.assert_array_equal(a, b, err_msg=field.name)
    assert after.roster.ids == ROSTER.ids
    np.testing.assert_array_equal(after.roster.duration_s, ROSTER.duration_s)
    assert [m.conversation_type for m in after.roster.metadata] == ["Instructional", None, "Other"]
    assert dict(after.roster.metadata[0].extra) == {"k": "v"}
    assert after.protocol == before.protocol
    assert (after.supported, after.speakers) == (before.supported, before.speakers)


def test_what_another_tool_sees(tmp_path: Path) -> None:
    before = outcomes(2, 1)
    gold = replace(
        before.gold,
        group=np.array([0, 3]),
        task=np.array([0, 1], np.int8),
        kind=np.array([Kind.HIT, Kind.CORRECT_REJECTION], np.int8),
        reason=np.array([Reason.MATCHED, Reason.SILENT], np.int8),
        prediction=np.array([0, -1]),
        prediction_s=np.array([1.5, np.nan]),
        latency_s=np.array([0.25, np.nan]),
        masked=np.array([True, False]),
    )
    rows = replace(
        before.predictions,
        group=np.array([0]),
        task=np.array([0], np.int8),
        time_s=np.array([1.5]),
        fate=np.array([Fate.HIT], np.int8),
        gold=np.array([0]),
    )
    write_outcomes(
        tmp_path / "o.parquet", replace(before, gold=gold, predictions=rows), stamp={"hash": "h"}
    )
    table = pq.read_table(tmp_path / "o.parquet")
    seen = table.to_pydict()
    assert seen["row"] == ["gold", "gold", "prediction"]
    assert seen["conversation_id"] == ["20", "ü", "20"]
    assert seen["conversation_type"] == ["Instructional", None, "Instructional"]
    assert seen["speaker"] == [1, 2, 1]
    assert seen["task"] == ["eot", "int", "eot"]
    assert seen["kind"] == ["hit", "correct_rejection", None]
    assert seen["reason"] == ["matched", "silent", None]
    assert seen["fate"] == [None, None, "hit"]
    assert seen["masked"] == [True, False, None]
    assert seen["time_s"] == [None, None, 1.5]
    assert seen["latency_s"] == [0.25, None, None]
    assert seen["prediction_row"] == [0, None, None]
    assert seen["gold_row"] == [None, None, 0]
    assert pa.types.is_dictionary(table.schema.field("kind").type)
    stamp = json.loads(table.schema.metadata[b"turnscope"])
    assert stamp["hash"] == "h"
    assert stamp["protocol"]["tau_max_s"] == 2.0
    assert read_outcomes(tmp_path / "o.parquet").gold.latency_s[0] == 0.25


def stamped(table: pa.Table, **changes: object) -> bytes:
    stamp = json.loads(table.schema.metadata[b"turnscope"]) | changes
    buffer = io.BytesIO()
    pq.write_table(table.replace_schema_metadata({b"turnscope": json.dumps(stamp)}), buffer)
    return buffer.getvalue()


def test_broken_tables_are_refused() -> None:
    table = pq.read_table(io.BytesIO(outcomes_bytes(outcomes(3, 2))))
    assert len(parse_outcomes(stamped(table), "o").gold) == 3
    for content, words in (
        (stamped(table, form_version=9), "version 9 of the outcome table"),
        (stamped(table, roster=[]), "do not fit"),
        (stamped(table, roster=3), "do not fit"),
        (stamped(table, protocol={}), "do not fit"),
        (stamped(table, supported=["x"]), "do not fit"),
        (stamped(table.take([4, 0, 1, 2, 3])), "do not come before"),
        (stamped(table.drop_columns(["fate"])), "no column fate"),
        (b"{}", "not a readable parquet file"),
    ):
        with pytest.raises(FormatError, match=words):
            parse_outcomes(content, "o")
