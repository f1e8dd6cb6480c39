"""Nothing unfinished, nothing silenced, and no trace of the machine it was written on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.house import ROOT

# written in pieces, so that this file does not find itself
MACHINE = {
    "a path of one machine": r"(?<![\w.~-])/(wor" + r"k|hom" + r"e|roo" + r"t|Use" + r"rs)\b/?",
    "a folder beside the project": r"\.\./shar" + r"ed",
    "a shared temporary folder": r"(?<![\w.~-])/tm" + r"p\b",
}
SILENCED = {
    "a silenced type checker": r"type:\s*igno" + r"re",
    "a silenced linter": r"no" + r"qa\b|ruff:\s*disab" + r"le",
}
UNFINISHED = {
    "something left for later": r"\bTO" + r"DO\b|\bFIX" + r"ME\b|\bXX" + r"X\b",
    "something not written": r"NotImplemented" + r"Error",
}

TEXT = {"", ".py", ".md", ".toml", ".yaml", ".yml", ".json", ".txt", ".lock", ".csv", ".tsv"}
FOLDERS = ("src", "tests", "docs", "tools", "benchmarks", "examples", "requirements", ".ci")


def findings(text: str, rules: dict[str, str]) -> list[str]:
    """Line and kind of everything that matches a rule."""
    return [
        f"{number}: {what}: {line.strip()[:80]}"
        for number, line in enumerate(text.splitlines(), 1)
        for what, pattern in rules.items()
        if re.search(pattern, line)
    ]


def text_files(*folders: str) -> list[Path]:
    """Text files of these folders of the project, without what Python and its tools leave."""
    found = [path for folder in folders for path in (ROOT / folder).rglob("*")]
    return [
        path
        for path in found
        if path.is_file()
        and path.suffix in TEXT
        and not any(part.endswith((".egg-info", "__pycache__")) for part in path.parts)
    ]


def _faults(paths: list[Path], rules: dict[str, str]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{finding}"
        for path in paths
        for finding in findings(path.read_text(encoding="utf-8", errors="replace"), rules)
    ]


def test_no_trace_of_a_machine() -> None:
    top = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in TEXT]
    paths = top + text_files(*FOLDERS)
    assert ROOT / "Makefile" in paths
    assert ROOT / ".ci" / "run" in paths
    assert _faults(paths, MACHINE) == []


def test_nothing_is_silenced() -> None:
    assert _faults(text_files("src", "tests", "tools", "benchmarks", "examples"), SILENCED) == []


def test_nothing_is_unfinished() -> None:
    assert _faults(text_files("src", "tools"), UNFINISHED) == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("open('/wor" + "k/x')", MACHINE),
        ("cd ../shar" + "ed/data", MACHINE),
        ("DIR=/tm" + "p/x", MACHINE),
        ("x = 1  # type: igno" + "re[assignment]", SILENCED),
        ("import os  # no" + "qa: F401", SILENCED),
        ("# TO" + "DO: later", UNFINISHED),
        ("raise NotImplemented" + "Error", UNFINISHED),
    ],
)
def test_findings_are_found(text: str, rules: dict[str, str]) -> None:
    assert len(findings(f"fine\n{text}\nfine", rules)) == 1


def test_ordinary_text_is_left_alone() -> None:
    fine = "https://example.org/wor" + "k/x and ./wor" + "k and how they work/rest\nnoqaing"
    assert findings(fine, MACHINE | SILENCED | UNFINISHED) == []
