"""The command itself: help, version, wrong usage, and what it says of its own faults."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.corpus.sources.making import put, srt
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


@pytest.mark.parametrize(
    ("command", "status", "told"),
    [
        ("corpus info mini > /dev/full", 2, "error: output: No space left on device\n"),
        ("corpus info mini >&-", 0, ""),
        ("corpus info nope 2>&-", 2, ""),
        ("corpus info nope 2>/dev/full", 2, ""),
        ("corpus info nope", 2, "error: nope: there is no such folder"),
    ],
)
def test_streams_that_are_full_or_closed(command: str, status: int, told: str) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m turnscope {command}",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == status
    assert ran.stderr.startswith(told)
    assert ran.stderr.count("\n") <= 1


def test_json_on_standard_output_is_utf_8_everywhere(tmp_path: Path) -> None:
    put(tmp_path, {"ü_1.srt": srt([(1.0, 2.0, "[Filler] x")]), "ü_2.srt": ""})
    ran = subprocess.run(
        [
            sys.executable,
            "-m",
            "turnscope",
            "gold",
            "export",
            "--corpus",
            str(tmp_path),
            "--last-end",
        ],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        check=True,
    )
    assert list(json.loads(ran.stdout)["conversations"]) == ["ü"]
