"""The command itself: help, version, wrong usage, and what it says of its own faults."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.cli.conftest import Ran
from turnscope.version import __version__

Command = Callable[..., Ran]

COMMANDS = [
    ("score",),
    ("check",),
    ("run",),
    ("demo",),
    ("causality",),
    ("corpus", "info"),
    ("corpus", "check"),
    ("corpus", "convert"),
    ("corpus", "split"),
    ("gold", "stats"),
    ("gold", "export"),
    ("gold", "derive"),
    ("gold", "annotators"),
    ("sweep",),
    ("operate",),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_has_examples(turnscope: Command, command: tuple[str, ...]) -> None:
    ran = turnscope(*command, "--help")
    assert ran.status == 0
    assert "Examples:" in ran.out
    assert f"turnscope {' '.join(command)}" in ran.out


def test_version(turnscope: Command) -> None:
    assert turnscope("--version").out == f"turnscope {__version__}\n"


@pytest.mark.parametrize("arguments", [("nonsense",), ("score",), ("run", "rms_vad")])
def test_wrong_usage_is_status_2(turnscope: Command, arguments: tuple[str, ...]) -> None:
    assert turnscope(*arguments).status == 2


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m turnscope corpus info mini | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert ran.stdout.startswith("corpus")
    assert "Traceback" not in ran.stderr
    assert "Broken" not in ran.stderr


def test_a_fault_of_our_own_is_one_line(
    turnscope: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("told you")

    monkeypatch.setattr("turnscope.corpus.load.open_corpus", broken)
    ran = turnscope("corpus", "info", "mini")
    assert ran.status == 1
    assert "should not have happened: RuntimeError: told you" in ran.err
