"""flite: phones laid against those of each word alone; a program that fails is told."""

from pathlib import Path

import pytest

from turnscope.errors import ModelError
from turnscope.models.flite import flite_spoken


def program(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    path = folder / "flite"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_program_that_fails_names_voice_and_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, monkeypatch, "echo 'VOICE not found' >&2; exit 3")
    with pytest.raises(ModelError, match=r"voice flite:slt: 'so' failed \(VOICE not found\)"):
        flite_spoken("slt", "so", 1.0)


def test_a_program_that_writes_nothing_or_no_sound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, monkeypatch, "exit 0")
    with pytest.raises(ModelError, match="'so' failed"):
        flite_spoken("slt", "so", 1.0)
    program(tmp_path, monkeypatch, 'for last; do :; done; echo junk > "$last"')
    with pytest.raises(ModelError, match="'so' gave no sound"):
        flite_spoken("slt", "so", 1.0)
