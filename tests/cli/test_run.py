"""``turnscope run``: a system over a corpus, as a submission."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, mini_gold
from tests.study.hearers import Recordings
from turnscope.files.score_tracks import read_scores

Command = Callable[..., Ran]


def test_predictions_go_to_standard_output_or_a_file(turnscope: Command, tmp_path: Path) -> None:
    printed = turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "2")
    assert printed.status == 0
    document = json.loads(printed.out)
    assert [p["conversation_id"] for p in document["predictions"]] == ["2"]
    path = tmp_path / "p.json"
    written = turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "2", "--out", path)
    assert written.out == ""
    assert json.loads(path.read_text()) == document
    assert "rms_vad:" in written.err


def test_csv_scores_like_json(turnscope: Command, tmp_path: Path) -> None:
    heads = []
    for name in ("p.json", "p.csv"):
        path = tmp_path / name
        turnscope("run", "rms_vad", "--corpus", "mini", "--out", path)
        heads.append(turnscope("score", path, "--corpus", "mini").lines)
    assert heads[0] == heads[1]


def test_the_oracle_is_right(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    turnscope("run", "oracle", "--corpus", "mini", "--out", path)
    lines = turnscope("score", path, "--corpus", "mini").lines
    assert lines[0].startswith("oracle (causal: no)  recall ")
    n, n_pauses = len(mini_gold().eot.positives), len(mini_gold().eot.negatives)
    assert lines[1].split()[3:7] == ["1.000", f"({n}/{n})", "0.000", f"(0/{n_pauses})"]


def test_swapped_channels_are_heard_swapped(turnscope: Command) -> None:
    straight = json.loads(turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1").out)
    swapped = json.loads(
        turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1", "--swap").out
    )
    one, two = straight["predictions"][0], swapped["predictions"][0]
    assert one["speaker_1"] == two["speaker_2"]
    assert one["speaker_2"] == two["speaker_1"]


def test_a_record_lies_beside_and_a_second_run_reads(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "p.json"
    first = turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1,2", "--out", path)
    assert "real-time factor 0.0" in first.err
    record = json.loads((tmp_path / "p.run.json").read_text())
    assert record["causal"] is True
    assert record["complete"] is True
    assert record["command"][:3] == ["turnscope", "run", "rms_vad"]
    assert record["n_kept_from_before"] == 0
    said = path.read_text()
    again = turnscope(
        "run",
        "rms_vad",
        "--corpus",
        "mini",
        "--ids",
        "1,2",
        "--out",
        path,
        "--json",
        tmp_path / "r",
    )
    assert "2 of them were kept from an earlier run" in again.err
    assert path.read_text() == said
    assert json.loads((tmp_path / "r").read_text())["n_kept_from_before"] == 2
    third = turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1", "--no-cache")
    assert "kept" not in third.err
    assert json.loads(third.out)["predictions"] == json.loads(said)["predictions"][:1]


@pytest.fixture
def calls(tmp_path: Path) -> Path:
    """Three calls, the second of which is no audio."""
    folder = tmp_path / "calls"
    Recordings(folder, 3)
    for name in "abc":
        for speaker in (1, 2):
            (folder / f"{name}_{speaker}.csv").write_text("start,end,text\n0,0.5,a\n")
    (folder / "b.wav").write_bytes(b"RIFF")
    return folder


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_that_fails_is_told_and_the_rest_is_written(
    turnscope: Command, tmp_path: Path, calls: Path, jobs: str
) -> None:
    out = tmp_path / "p.json"
    ran = turnscope("run", "never", "--corpus", calls, "--last-end", "--jobs", jobs, "--out", out)
    assert ran.status == 1
    assert re.search(r"^failed: .*\bb\.wav\b", ran.err, flags=re.MULTILINE)
    assert "1 of 3 conversations failed and are missing: b. This is not a complete" in ran.err
    written = json.loads(out.read_text())["predictions"]
    assert [p["conversation_id"] for p in written] == ["a", "c"]
    record = json.loads((tmp_path / "p.run.json").read_text())
    assert record["complete"] is False
    assert list(record["failures"]) == ["b"]


def test_a_system_that_only_scores_needs_an_operating_point(
    turnscope: Command, tmp_path: Path, calls: Path
) -> None:
    system = tmp_path / "mine.py"
    system.write_text("from tests.study.hearers import Scorer\n")
    out = tmp_path / "p.json"
    chosen = ("run", f"{system}:Scorer", "--corpus", calls, "--last-end", "--ids", "a,c")
    ran = turnscope(*chosen, "--out", out)
    assert ran.status == 0
    assert "its predictions need an operating point" in ran.err
    assert not out.exists()
    assert read_scores(tmp_path / "p.eot.scores.parquet").tracks.keys() == {"a", "c"}
    printed = turnscope(*chosen)
    assert printed.status == 2
    assert "only scores: give --out FILE" in printed.err
    assert printed.out == ""


def test_a_folder_that_is_not_there_is_told_before_the_work(
    turnscope: Command, tmp_path: Path
) -> None:
    out = tmp_path / "none" / "p.json"
    ran = turnscope("run", "rms_vad", "--corpus", tmp_path / "nor this", "--out", out)
    assert ran.status == 2
    assert "p.json: its directory does not exist" in ran.err


def test_an_address_needs_the_cluster(turnscope: Command) -> None:
    ran = turnscope("run", "rms_vad", "--corpus", "mini", "--ray-address", "auto")
    assert ran.status == 2
    assert "--engine ray" in ran.err


def test_unknown_systems_ids_and_missing_audio_are_status_2(
    turnscope: Command, tmp_path: Path
) -> None:
    ran = turnscope("run", "vad", "--corpus", "mini")
    assert ran.status == 2
    assert re.search("one of rms_vad, .*oracle", ran.err)
    assert turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "77").status == 2
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "x_1.csv").write_text("start,end,text\n0,1,a\n")
    (tmp_path / "c" / "x_2.csv").write_text("start,end,text\n2,3,b\n")
    out = tmp_path / "p.json"
    ran = turnscope("run", "rms_vad", "--corpus", tmp_path / "c", "--last-end", "--out", out)
    assert ran.status == 2
    assert not out.exists()


def test_a_human_is_scored_elsewhere(turnscope: Command) -> None:
    for command in ("run", "causality"):
        ran = turnscope(command, "human", "--corpus", "mini")
        assert ran.status == 2
        assert "turnscope gold annotators" in ran.err


PEEKING = """\
from turnscope.core.protocol import Task
from turnscope.systems.base import Said, Session, System, SystemCard

class Peek(System):
    @property
    def card(self):
        return SystemCard("peek_published", "1", frozenset(Task), 0.1, score_rate_hz=10.0,
                          causal=False)

    def open(self, rate_hz):
        return Heard()

class Heard(Session):
    def feed(self, audio):
        level = min(1.0, float(abs(audio).max()))
        return Said(scores={task: [level] for task in Task})
"""


def test_who_is_not_causal_says_so_in_every_table(turnscope: Command, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(PEEKING)
    out = tmp_path / "p.json"
    ran = turnscope("run", f"{tmp_path / 'mine.py'}:Peek", "--corpus", "mini", "--out", out)
    told = "peek_published (causal: no)"
    assert told in ran.err
    score_file, dev = tmp_path / "p.eot.scores.parquet", tmp_path / "dev.json"
    ran = turnscope("sweep", score_file, "--corpus", "mini", "--budget", "1", "--json", dev)
    assert ran.lines[0] == told
    assert json.loads(dev.read_text())["protocol"]["hashes"]["causal"] == "no"
    frozen = ("--theta-from", dev, "--corpus", "mini", "--json", tmp_path / "o")
    ran = turnscope("operate", score_file, *frozen, "--out", out)
    assert ran.lines[0].startswith(told)
    assert json.loads((tmp_path / "o").read_text())["protocol"]["hashes"]["causal"] == "no"
    ran = turnscope("score", out, "--corpus", "mini", "--json", tmp_path / "o")
    assert ran.lines[0].startswith(told)
    assert json.loads((tmp_path / "o").read_text())["protocol"]["hashes"]["causal"] == "no"
    # The same name with other bytes is somebody else's.
    out.write_text(out.read_text().replace("}\n", "}\n "))
    assert turnscope("score", out, "--corpus", "mini").lines[0].startswith("task ")


_ODD = """
import os, sys
from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Session, System, SystemCard

class Talker(System):
    card = SystemCard("talker", "1", frozenset(Task), 0.5)
    def open(self, rate_hz):
        return TalkerSession()

class TalkerSession(Session):
    def feed(self, audio):
        print("I hear")
        os.write(1, b"something\\n")
        return NOTHING

class Leaver(Talker):
    def open(self, rate_hz):
        sys.exit(0)

class Unspeakable(Talker):
    def open(self, rate_hz):
        raise ValueError("\\ud800 \\x1b[31m")
"""


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    (tmp_path / "odd.py").write_text(_ODD)
    return tmp_path / "odd.py"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_a_system_prints_is_not_in_the_result(odd: Path, jobs: str) -> None:
    command = ["run", f"{odd}:Talker", "--corpus", "mini", "--ids", "1,2", "--no-cache"]
    done = subprocess.run(
        [sys.executable, "-m", "turnscope", *command, "--jobs", jobs],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {each["conversation_id"] for each in json.loads(done.stdout)["predictions"]} == {
        "1",
        "2",
    }
    assert "I hear" in done.stderr
    assert "something" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_system_that_leaves_is_no_success(
    turnscope: Command, odd: Path, tmp_path: Path, jobs: str
) -> None:
    out = ("--out", tmp_path / "p.json", "--ids", "1,2", "--jobs", jobs)
    ran = turnscope("run", f"{odd}:Leaver", "--corpus", "mini", *out)
    assert ran.status == 2
    assert "talker on 1/speaker_1: tried to end the program (SystemExit: 0)" in ran.err


def test_a_message_that_is_no_unicode_is_kept_escaped(
    turnscope: Command, odd: Path, tmp_path: Path
) -> None:
    out = ("--out", tmp_path / "p.json", "--ids", "1")
    ran = turnscope("run", f"{odd}:Unspeakable", "--corpus", "mini", *out)
    assert ran.status == 2
    assert "\x1b" not in ran.err
    assert "x1b[31m" in ran.err
    record = json.loads((tmp_path / "p.run.json").read_text())
    assert "\ud800" in record["failures"]["1"]["faults"][0]


def test_outputs_that_cannot_be_are_told_before_anything_is_heard(
    turnscope: Command, tmp_path: Path
) -> None:
    hearing = ("run", "nobody", "--corpus", "mini", "--out")  # would be told if it were asked
    path = tmp_path / "p.json"
    for json_file in (path, tmp_path / "p.int.scores.parquet"):
        assert "overwritten" in turnscope(*hearing, path, "--json", json_file).err
    assert "a directory" in turnscope(*hearing, tmp_path).err
    assert "does not exist" in turnscope(*hearing, path, "--json", tmp_path / "no" / "r.json").err
