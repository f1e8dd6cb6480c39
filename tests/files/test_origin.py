"""Who made a file, by the record beside it."""

import json
from pathlib import Path

import pytest

from turnscope.files.origin import Origin, file_hashes, origin_of


def record(path: Path, *files: Path, causal: object = False, name: object = "s") -> None:
    told = {"system": {"name": name}, "causal": causal, "files": {"sha256": file_hashes(*files)}}
    path.write_text(json.dumps(told))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    path = tmp_path / "my.out.json"
    path.write_text("{}")
    return path


@pytest.mark.parametrize("kind", ["run", "operate"])
def test_predictions_and_scores_are_told_by_the_record(out: Path, kind: str) -> None:
    scores = out.with_name("my.out.int.scores.parquet")
    scores.write_bytes(b"PAR1")
    record(out.with_name(f"my.out.{kind}.json"), out, scores)
    for path in (out, scores):
        assert origin_of(path, path.read_bytes()) == Origin("s", is_causal=False)
    assert Origin("s", is_causal=False).stamp() == {"system": "s", "causal": "no"}


def test_other_bytes_under_the_name_stay_unnamed(out: Path) -> None:
    record(out.with_name("my.out.run.json"), out)
    out.write_text("{ }")
    assert origin_of(out, out.read_bytes()) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"files": {"sha256": []}}', "{"])
def test_what_is_no_record_tells_nothing(out: Path, text: str) -> None:
    assert origin_of(out, b"{}") is None
    out.with_name("my.out.run.json").write_text(text)
    assert origin_of(out, b"{}") is None


@pytest.mark.parametrize(("causal", "name"), [(None, "s"), ("no", "s"), (True, 3)])
def test_a_record_that_does_not_say_is_none(out: Path, causal: object, name: object) -> None:
    record(out.with_name("my.out.run.json"), out, causal=causal, name=name)
    assert origin_of(out, b"{}") is None
    record(out.with_name("my.out.operate.json"), out)
    assert origin_of(out, b"{}") == Origin("s", is_causal=False)
