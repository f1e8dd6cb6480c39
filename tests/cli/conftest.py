"""Running the command in this process, as its entry point does."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from turnscope.cli.main import main
from turnscope.core.gold import Gold
from turnscope.corpus.load import open_corpus
from turnscope.gold.derive import gold_of


@cache
def mini_gold() -> Gold:
    """The gold of the embedded corpus, by the library and without its caches."""
    return gold_of(open_corpus("mini").conversations())


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Standard output, line by line."""
        return self.out.splitlines()


@pytest.fixture
def turnscope(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., Ran]:
    """Run ``turnscope ARGUMENTS``; the gold cache is in a folder of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: object) -> Ran:
        monkeypatch.setattr(sys, "argv", ["turnscope", *map(str, arguments)])
        capsys.readouterr()
        try:
            main()
            status = 0
        except SystemExit as stop:
            status = stop.code if isinstance(stop.code, int) else int(bool(stop.code))
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ran(status, out, err)

    return run
