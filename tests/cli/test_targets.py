"""From options to what they name."""

from pathlib import Path

import pytest
import typer

from turnscope.cli.targets import (
    CorpusChoice,
    chosen_ids,
    chosen_speakers,
    refuse_strictly,
    refuse_warnings,
    target_gold,
)
from turnscope.errors import CorpusError, Fault


def test_ids_come_from_a_list_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("3\n1\n")
    assert chosen_ids(None, None) is None
    assert chosen_ids(None, " 3, 1,") == ["3", "1"]
    assert chosen_ids(tmp_path / "f", None) == ["3", "1"]
    with pytest.raises(typer.BadParameter):
        chosen_ids(tmp_path / "f", "3")


@pytest.mark.parametrize(("text", "speakers"), [("1", (1,)), ("2,1", (1, 2)), (" 2 ", (2,))])
def test_speakers(text: str, speakers: tuple[int, ...]) -> None:
    assert chosen_speakers(text) == speakers


@pytest.mark.parametrize("text", ["", "0", "3", "one", "1,3", "1;2"])
def test_other_speakers_are_refused(text: str) -> None:
    with pytest.raises(typer.BadParameter, match="expected 1, 2 or 1,2"):
        chosen_speakers(text)


def test_warnings_stop_only_the_strict() -> None:
    refuse_warnings([Fault("f", "odd")], strict=False)
    refuse_warnings([], strict=True)
    with pytest.raises(typer.Exit):
        refuse_warnings([Fault("f", "odd")], strict=True)


def test_until_the_end_only_the_strict_hear_of_warnings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    refuse_strictly([Fault("f", "odd")], strict=False)
    assert capsys.readouterr().err == ""
    with pytest.raises(typer.Exit):
        refuse_strictly([Fault("f", "odd")], strict=True)
    assert "f: odd" in capsys.readouterr().err


@pytest.mark.parametrize("ids", ["", ",", " , "])
def test_no_id_is_not_every_id(ids: str) -> None:
    with pytest.raises(typer.BadParameter, match="names no conversation"):
        chosen_ids(None, ids)


def test_a_gold_without_conversations_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text('{"tau_pre_s": 0.25, "tau_max_s": 3, "conversations": {}}')
    with pytest.raises(CorpusError, match=r"g\.json: no conversation in it"):
        target_gold(CorpusChoice(None), path)
