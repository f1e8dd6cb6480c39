"""``turnscope run``: a system over a corpus, as a submission."""

import json
import re
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

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
    assert "recall 1.000 (54/54)   fp_rate 0.000 (0/29)" in lines[0]


def test_swapped_channels_are_heard_swapped(turnscope: Command) -> None:
    straight = json.loads(turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1").out)
    swapped = json.loads(
        turnscope("run", "rms_vad", "--corpus", "mini", "--ids", "1", "--swap").out
    )
    one, two = straight["predictions"][0], swapped["predictions"][0]
    assert one["speaker_1"] == two["speaker_2"]
    assert one["speaker_2"] == two["speaker_1"]


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
