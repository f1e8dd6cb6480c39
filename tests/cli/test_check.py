"""``turnscope check``: is a predictions file a valid submission?"""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran
from tests.corpus.sources.making import row, shard

Command = Callable[..., Ran]


def submission(*ids: str, eot: object = (1.0, 2.0)) -> str:
    speakers = {f"speaker_{s}": {"eot": eot, "interruption": []} for s in (1, 2)}
    entries = [{"conversation_id": i} | speakers for i in ids]
    return json.dumps({"schema_version": 1, "predictions": entries})


def test_a_valid_file_is_told_with_its_counts(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(submission(*map(str, range(1, 13))))
    ran = turnscope("check", path, "--corpus", "mini", "--json", tmp_path / "o")
    assert ran.status == 0
    assert ran.lines[0] == (
        "valid (against ids and durations): 12 conversations, 48 ends of turn, 0 interruptions"
    )
    assert "not supported" in ran.lines[1]
    assert json.loads((tmp_path / "o").read_text())["valid"] is True


def test_without_a_corpus_only_the_form_is_checked(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(submission("whatever", eot=[1e6]))
    assert "without ids and durations" in turnscope("check", path).out


def test_every_fault_is_told_at_once(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(submission("1", "2", "2", "99", eot=[5.0, 4.0, True, "3"]))
    ran = turnscope("check", path, "--corpus", "mini")
    assert ran.status == 2
    assert ran.out == ""
    for told in ("eot[1]", "eot[2]", "eot[3]", "99", "conversation 3", "conversation 12"):
        assert told in ran.err


def test_faults_can_be_had_as_json(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(submission("1", eot=[-1.0] * 300))
    ran = turnscope("check", path, "--json", tmp_path / "o")
    assert ran.status == 2
    told = json.loads((tmp_path / "o").read_text())
    assert told["valid"] is False
    assert any("eot[299]" in fault for fault in told["faults"])


def test_a_split_whose_labels_are_kept_back_is_enough(turnscope: Command, tmp_path: Path) -> None:
    blank = {f"speaker_{s}_annotation_{a}": None for s in (1, 2) for a in "abc"}
    shard(tmp_path / "test" / "x.parquet", [row("20", **blank), row("21", **blank)])
    path = tmp_path / "p.json"
    path.write_text(submission("20"))
    ran = turnscope("check", path, "--corpus", tmp_path / "test")
    assert (ran.status, ran.out) == (2, "")
    assert "21" in ran.err
    path.write_text(submission("20", "21", eot=[10.9, 11.5]))
    ran = turnscope("check", path, "--corpus", tmp_path / "test")
    assert ran.status == 2
    assert "11.5 s is past the end" in ran.err
    path.write_text(submission("20", "21"))
    ran = turnscope("check", path, "--corpus", tmp_path / "test")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("valid (against ids and durations): 2 conversations")


def test_options_on_reading_need_something_to_read(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    path.write_text(submission("1"))
    ran = turnscope("check", path, "--durations", tmp_path / "durations.json")
    assert ran.status == 2
    assert "--corpus" in ran.err
