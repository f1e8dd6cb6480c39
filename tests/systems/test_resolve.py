"""From what is written on the command line to a system."""

import sys
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from turnscope.errors import ProtocolError
from turnscope.systems import resolve as module
from turnscope.systems.base import System
from turnscope.systems.process import ProcessSystem
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.resolve import PREFIXES, resolve
from turnscope.systems.rms_vad import RmsVad

MINE = """
from turnscope.systems.rms_vad import RmsVad
class Mine(RmsVad):
    def __init__(self, **parameters): self.parameters = parameters
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "a folder").mkdir()
    path = tmp_path / "a folder" / "my.model.py"
    path.write_text(MINE)
    return path


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_built_in_names(name: str) -> None:
    assert type(resolve(name)) is SYSTEMS[name]
    assert type(resolve(f" {name} ")) is SYSTEMS[name]


def test_built_in_systems_take_parameters() -> None:
    with pytest.raises(ProtocolError, match="rms_vad: the parameter x"):
        resolve("rms_vad", {"x": 1})
    assert resolve("energy", {"margin_db": "6"}).card.parameters["margin_db"] == 6.0


def test_files(mine: Path) -> None:
    system = resolve(f"{mine}:Mine", {"theta": "0.5", "n": "3", "mode": "x", "bad": "nan"})
    assert isinstance(system, RmsVad)
    assert vars(system)["parameters"] == {"theta": 0.5, "n": 3, "mode": "x", "bad": "nan"}


def test_a_relative_path_is_one(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(mine.parent)
    assert isinstance(resolve("my.model.py:Mine"), RmsVad)
    assert isinstance(resolve("./my.model.py:Mine"), RmsVad)


def test_a_file_without_a_name_is_told_what_it_has(mine: Path) -> None:
    for text in (f"{mine}", f"{mine}:", f"{mine}: "):
        with pytest.raises(ProtocolError, match=r"no name given.*It has .*Mine"):
            resolve(text)


def test_a_missing_file_is_a_missing_file() -> None:
    with pytest.raises(ProtocolError, match=r"^none/model\.py: no such file"):
        resolve("none/model.py:Mine")


@pytest.mark.parametrize("space", ["", " ", "  "])
def test_processes(space: str) -> None:
    example = ROOT / "examples" / "external_energy.py"
    system = resolve(f"cmd:{space}{sys.executable} '{example}'", {"threshold": "0.25"})
    assert isinstance(system, ProcessSystem)
    assert system.card.parameters == {"threshold": 0.25}
    system.close()


def test_a_process_may_have_a_python_file_and_colons(mine: Path) -> None:
    assert isinstance(resolve(f"cmd: python '{mine}':Mine.py:x"), ProcessSystem)


def test_a_prefix_is_one_line_in_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []

    def made(text: str, parameters: object) -> System:
        told.append((text, parameters))
        return RmsVad()

    monkeypatch.setattr(module, "PREFIXES", {**PREFIXES, "else": made})
    assert isinstance(resolve("else:  a b:c ", {"n": "1"}), RmsVad)
    assert told == [("a b:c", {"n": 1})]


@pytest.mark.parametrize("text", ["", "vad", "foo: bar", "cmd", "C:\\models\\x.exe", "RMS_VAD"])
def test_what_is_unknown_is_told_all_there_is(text: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        resolve(text, also=("oracle",))
    told = str(caught.value)
    assert "expected one of rms_vad, " in told
    assert ', oracle, or FILE.py:NAME, "cmd: ...", "pipecat: ...".' in told


def test_the_same_text_gives_the_same_system_anywhere(mine: Path) -> None:
    first, second = resolve(f"{mine}:Mine", {"a": 1}), resolve(f"{mine}:Mine", {"a": 1})
    assert first is not second
    assert first.card == second.card
