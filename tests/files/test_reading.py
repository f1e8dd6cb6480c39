"""Reading whole files."""

from pathlib import Path

import pytest

from turnscope.errors import TurnscopeError
from turnscope.files.reading import read_bytes


def test_reads_all_bytes(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"\0\xff\r\n")
    assert read_bytes(tmp_path / "a") == b"\0\xff\r\n"


def test_says_what_is_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for name, found in (
        ("absent", "no such file"),
        (".", "a directory"),
        ("file/below", "part of its path is a file"),
        ("nul\0", "cannot be read"),
        ("n" * 300, "cannot be read"),
    ):
        with pytest.raises(TurnscopeError, match=found):
            read_bytes(str(tmp_path / name))
