"""The parquet form of probability files, its odd cases included."""

import numpy as np
import pyarrow as pa
import pytest

from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.errors import FormatError, SubmissionError
from turnscope.files.parquet import table_bytes
from turnscope.files.score_table import score_table, score_table_document
from turnscope.files.score_tracks import parse_scores

STAMP = {
    "form": "turnscope probabilities",
    "schema_version": 1,
    "task": "eot",
    "frame_rate_hz": 2.0,
}


def test_the_document_is_that_of_the_json_form() -> None:
    scores = ScoreTracks(Task.EOT, 2.0, {"a": (np.array([0.5]), np.array([0.25]))})
    document = score_table_document(score_table(scores), "s")
    assert {**document, "probs": None} == {
        "schema_version": 1,
        "task": "eot",
        "frame_rate_hz": 2.0,
        "probs": None,
    }
    assert parse_scores(document, None, "s").tracks["a"][1].tolist() == [0.25]


def test_float32_lists_of_another_tool_are_read() -> None:
    column = pa.array([[0.5, 1.0]], pa.list_(pa.float32()))
    table = pa.table({"speaker_2": column, "conversation_id": ["a"], "speaker_1": column})
    scores = parse_scores(score_table_document(table_bytes(table, STAMP), "s"), None, "s")
    assert scores.tracks["a"][0].tolist() == [0.5, 1.0]
    assert scores.tracks["a"][0].dtype == np.float64


def test_nulls_and_values_out_of_range_are_told() -> None:
    lists = pa.large_list(pa.float64())
    table = pa.table(
        {
            "conversation_id": pa.array(["a", None, "c"]),
            "speaker_1": pa.array([[0.5, None], [0.5], [2.0]], lists),
            "speaker_2": pa.array([[0.5, float("inf")], [0.5], None], lists),
        }
    )
    with pytest.raises(SubmissionError) as caught:
        parse_scores(score_table_document(table_bytes(table, STAMP), "s"), None, "s")
    assert [f"{f.where}: {f.found}" for f in caught.value.faults] == [
        "a/speaker_1/prob[1]: NaN",
        "a/speaker_2/prob[1]: Infinity",
        "probs[1]/conversation_id: null",
        "c/speaker_1/prob[0]: 2.0",
        "c/speaker_2/prob: null",
    ]


def test_another_table_is_refused() -> None:
    with pytest.raises(FormatError, match="something else"):
        score_table_document(table_bytes(pa.table({"a": [1]}), {"form": "x"}), "s")
    with pytest.raises(FormatError, match="no column speaker_1"):
        score_table_document(table_bytes(pa.table({"a": [1]}), STAMP), "s")
