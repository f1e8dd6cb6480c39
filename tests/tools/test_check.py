"""The check script: every step runs, and one that fails fails the whole."""

from __future__ import annotations

import pytest

from tools.check import STEPS, main

GOOD = ("timeit", "-n", "1", "-r", "1", "pass")
BAD = ("timeit", "-n", "1", "-r", "1", "raise SystemExit('what the tool says')")


def test_all_pass(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([], {"one": GOOD, "two": GOOD}) == 0
    assert "check: all passed" in capfd.readouterr().out


def test_one_failure_fails_the_whole_and_the_others_still_run(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert main([], {"one": GOOD, "two": BAD, "three": GOOD}) == 1
    shown = capfd.readouterr().out
    assert "what the tool says" in shown
    assert "three" in shown
    assert shown.rstrip().endswith("check: two failed")


def test_only_the_steps_asked_for(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["one"], {"one": GOOD, "two": BAD}) == 0
    assert main(["on"], {"one": GOOD, "two": BAD}) == 2
    assert "on; expected some of one, two." in capfd.readouterr().err


def test_the_steps_are_those_of_the_readme() -> None:
    assert list(STEPS) == ["lint", "format", "types", "tests"]
