"""What parquet columns hold."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from tests.corpus.sources.making import EVENTS, event, row, shard
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.sources.columns import (
    annotation_columns,
    cues_of,
    is_text,
    is_whole,
    metadata_of,
)
from turnscope.corpus.sources.shards import local_shards
from turnscope.errors import FormatError


def test_cues_are_as_the_cells_have_them() -> None:
    cells = [
        [{"start_s": 1.5, "end_s": 2.0, "label": "Filler", "text": "uh"}, None],
        None,
        [],
        [{"start_s": 1.0, "end_s": None, "label": None, "text": None}],
    ]
    assert list(cues_of(pa.chunked_array([pa.array(cells, EVENTS)]))) == [
        [Cue(1.5, 2.0, text="uh", label="Filler"), Cue(None, None)],
        None,
        [],
        [Cue(1.0, None)],
    ]


def test_whole_seconds_are_seconds() -> None:
    kind = pa.list_(
        pa.struct([("start_s", pa.int64()), ("end_s", pa.int64()), ("label", pa.string())])
    )
    column = pa.chunked_array([pa.array([[{"start_s": 1, "end_s": 2, "label": "x"}]], kind)])
    assert list(cues_of(column)) == [[Cue(1.0, 2.0, label="x")]]


@pytest.mark.parametrize("told", [None, "", "  "])
def test_no_metadata_is_an_empty_object(told: object) -> None:
    assert metadata_of({"metadata": told}, "x") == {}
    assert metadata_of({"metadata": told, "audio_status": "clean"}, "x") == {
        "audio_status": "clean"
    }


def test_the_column_of_the_audio_status_wins() -> None:
    row_ = {"metadata": {"audio_status": "noisy"}, "audio_status": "clean"}
    assert metadata_of(row_, "x") == {"audio_status": "clean"}


def test_metadata_must_be_an_object() -> None:
    with pytest.raises(FormatError, match="expected an object"):
        metadata_of({"metadata": "[1]"}, "x")


@pytest.mark.parametrize(
    "kind",
    [
        pa.string(),
        pa.list_(pa.string()),
        pa.list_(pa.struct([("start_s", pa.float64()), ("end_s", pa.float64())])),
        pa.list_(
            pa.struct([("start_s", pa.string()), ("end_s", pa.string()), ("label", pa.string())])
        ),
    ],
)
def test_columns_of_another_type_are_refused(tmp_path: Path, kind: pa.DataType) -> None:
    shard(
        tmp_path / "x.parquet", [row("1", speaker_1_annotation_a=None)], speaker_1_annotation_a=kind
    )
    good, faults = annotation_columns(local_shards(tmp_path)[0])
    assert len(good) == 5
    assert "expected a list of struct" in str(faults[0])


def test_both_speakers_must_have_a_column(tmp_path: Path) -> None:
    cells = row("1")
    del cells["speaker_2_annotation_b"]
    shard(tmp_path / "x.parquet", [cells])
    good, (fault,) = annotation_columns(local_shards(tmp_path)[0])
    assert ("speaker_1_annotation_b" in [name for *_, name in good], fault.found) == (
        True,
        "no column speaker_2_annotation_b",
    )


def test_a_list_that_is_no_map_is_not_metadata() -> None:
    assert metadata_of({"metadata": [("task_id", "t")]}, "x") == {"task_id": "t"}
    with pytest.raises(FormatError, match="x: a list of 1 values; expected an object"):
        metadata_of({"metadata": ["ab"]}, "x")


@pytest.mark.parametrize("field", ["label", "text"])
@pytest.mark.parametrize(
    ("kind", "value"), [(pa.int64(), 3), (pa.binary(), b"Filler"), (pa.list_(pa.string()), ["x"])]
)
def test_labels_and_texts_are_text(
    tmp_path: Path, field: str, kind: pa.DataType, value: object
) -> None:
    types = {"label": pa.string(), "text": pa.string(), field: kind}
    times = [("start_s", pa.float64()), ("end_s", pa.float64())]
    events = pa.list_(pa.struct([*times, *types.items()]))
    cell = [{**event(1.0, 2.0), field: value}]
    shard(
        tmp_path / "x.parquet",
        [row("1", speaker_1_annotation_a=cell)],
        speaker_1_annotation_a=events,
    )
    good, (fault,) = annotation_columns(local_shards(tmp_path)[0])
    assert len(good) == 5
    assert "label and text (texts)" in str(fault)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (pa.string(), True),
        (pa.large_string(), True),
        (pa.dictionary(pa.int32(), pa.string()), True),
        (pa.dictionary(pa.int32(), pa.int64()), False),
        (pa.binary(), False),
        (pa.int64(), False),
    ],
)
def test_what_is_text(kind: pa.DataType, text: bool) -> None:
    assert is_text(kind) == text
    assert is_whole(kind) == (kind == pa.int64())
