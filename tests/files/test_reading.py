"""Reading whole files."""

from pathlib import Path

import pytest

from turnscope.errors import Fault, TurnscopeError
from turnscope.files.reading import read_bytes, telling_file


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


def test_a_dash_is_not_standard_input() -> None:
    with pytest.raises(TurnscopeError, match="Standard input is /dev/stdin"):
        read_bytes("-")


def test_errors_inside_name_the_file_if_they_do_not_themselves() -> None:
    for where, file in (("20/speaker_1", "p.json"), ("p.json:3", "")):
        with pytest.raises(TurnscopeError) as caught, telling_file("p.json"):
            raise TurnscopeError([Fault("p.json", "x"), Fault(where, "odd")])
        assert caught.value.file == file
