"""``turnscope corpus``: contents, checks, conversion, splits."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from turnscope.corpus.load import open_corpus

Command = Callable[..., Ran]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A plain folder: one conversation, annotations only, one of them reversed."""
    place = tmp_path / "calls"
    place.mkdir()
    (place / "c1_1.srt").write_text(
        "1\n00:00:01,000 --> 00:00:02,000\n[Normal Turn] hello\n\n"
        "2\n00:00:09,000 --> 00:00:08,000\n[Normal Turn] backwards\n"
    )
    (place / "c1_2.srt").write_text("1\n00:00:03,000 --> 00:00:04,000\n[Normal Turn] hi\n")
    (place / "durations.json").write_text('{"durations": {"c1": 12.5}}')
    return place


def opened(folder: Path) -> tuple[object, ...]:
    return (folder, "--durations", folder / "durations.json")


def test_info_tells_contents_and_oddities(turnscope: Command, folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "o.json"
    ran = turnscope("corpus", "info", *opened(folder), "--each", "--json", out)
    assert ran.status == 0
    assert "1, 0.00 h" in ran.out
    assert "Normal Turn" in ran.out
    assert "c1_1.srt" in ran.err
    document = json.loads(out.read_text())
    assert document["n_events"] == 2
    assert document["conversations"]["c1"]["duration_s"] == 12.5
    assert any("9.0" in warning for warning in document["warnings"])


def test_strict_refuses_what_is_odd(turnscope: Command, folder: Path) -> None:
    assert turnscope("corpus", "info", *opened(folder), "--strict").status == 2
    assert turnscope("corpus", "info", "mini", "--strict").status == 0


def test_a_corpus_is_named_once_as_argument_or_option(turnscope: Command) -> None:
    by_argument = turnscope("corpus", "info", "mini")
    by_option = turnscope("corpus", "info", "--corpus", "mini")
    assert by_argument.out == by_option.out != ""
    assert turnscope("corpus", "info").status == 2
    assert turnscope("corpus", "info", "mini", "--corpus", "mini").status == 2


def test_check_of_sound_audio_finds_nothing(turnscope: Command, tmp_path: Path) -> None:
    out = tmp_path / "o.json"
    ran = turnscope("corpus", "check", "mini", "--ids", "1,2", "--json", out)
    assert ran.lines == ["2 conversations checked: 2 without findings, 0 warnings, 0 notes"]
    assert json.loads(out.read_text())["conversations"] == {"1": [], "2": []}


def test_check_tells_what_a_swap_means_and_strict_refuses_it(turnscope: Command) -> None:
    ran = turnscope("corpus", "check", "mini", "--ids", "1", "--swap")
    assert ran.status == 0
    assert "swapped channels" in ran.out
    assert "means:" in ran.out
    assert turnscope("corpus", "check", "mini", "--ids", "1", "--swap", "--strict").status == 2


def test_check_without_audio_is_a_note(turnscope: Command, folder: Path) -> None:
    ran = turnscope("corpus", "check", *opened(folder))
    assert ran.status == 0
    assert "no audio" in ran.out


@pytest.mark.parametrize("name", ["textgrid", "eaf", "srt", "csv"])
def test_what_is_converted_scores_alike(turnscope: Command, tmp_path: Path, name: str) -> None:
    place = tmp_path / name
    ran = turnscope("corpus", "convert", "mini", "--to", name, "--out", place)
    assert ran.status == 0
    back = turnscope("gold", "stats", "--corpus", place)
    assert back.out == turnscope("gold", "stats", "--corpus", "mini").out


def test_convert_never_writes_into_what_is_there(turnscope: Command, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("mine")
    ran = turnscope("corpus", "convert", "mini", "--to", "srt", "--out", tmp_path)
    assert ran.status == 2
    assert [p.name for p in tmp_path.iterdir() if p.name != "cache"] == ["x"]


def test_convert_to_an_unknown_format_names_the_known(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("corpus", "convert", "mini", "--to", "texgrid", "--out", tmp_path / "o")
    assert ran.status == 2
    assert "textgrid" in ran.err
    assert not (tmp_path / "o").exists()


def test_split_writes_two_lists_and_tells_when_one_is_empty(
    turnscope: Command, tmp_path: Path
) -> None:
    ran = turnscope("corpus", "split", "mini", "--out", tmp_path / "s", "--json", tmp_path / "j")
    assert ran.status == 0
    ids = [
        i for name in ("dev.txt", "test.txt") for i in (tmp_path / "s" / name).read_text().split()
    ]
    assert sorted(ids, key=int) == list(open_corpus("mini").ids)
    # the seed puts both groups of speakers on one side
    assert (tmp_path / "s" / "dev.txt").read_text().split() == []
    assert "one side is empty" in ran.out
    assert json.loads((tmp_path / "j").read_text())["seed"] == 0


def test_split_without_speakers_needs_a_word(turnscope: Command, folder: Path) -> None:
    assert turnscope("corpus", "split", *opened(folder)).status == 2
    ran = turnscope("corpus", "split", *opened(folder), "--alone")
    assert ran.status == 0
    assert "unknown" in ran.out


def test_a_folder_with_two_formats_is_read_in_the_one_asked_for(
    turnscope: Command, folder: Path
) -> None:
    for speaker in (1, 2):
        (folder / f"c1_{speaker}.csv").write_text("start,end,label\n5,6,Filler\n")
    assert turnscope("corpus", "info", *opened(folder)).status == 2
    asked = turnscope("corpus", "info", *opened(folder), "--format", "csv")
    assert asked.status == 0
    assert "Filler" in asked.out
    assert "Normal Turn" not in asked.out
