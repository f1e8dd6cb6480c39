"""Atomic writing, under exceptions, full disks and kill -9."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from turnscope.errors import TurnscopeError
from turnscope.files.writing import Outputs, make_directory, staged, write_bytes, write_text


def names(directory: Path) -> list[str]:
    return sorted(path.name for path in directory.iterdir())


def test_writes_and_replaces_and_leaves_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    write_text(target, "one\n")
    write_bytes(target, "zwei é\n".encode())
    assert target.read_bytes() == "zwei é\n".encode()
    assert names(tmp_path) == ["out.json"]


def test_an_exception_keeps_the_old_file_and_removes_the_temporary_one(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("old")

    def interrupted(error: BaseException) -> None:
        with staged(target) as temporary:
            temporary.write_text("half")
            raise error

    for error in (RuntimeError("no"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            interrupted(error)
        assert target.read_text() == "old"
        assert names(tmp_path) == ["out.json"]


def test_the_target_changes_only_at_the_end(tmp_path: Path) -> None:
    target = tmp_path / "out.wav"
    target.write_text("old")
    with staged(target) as temporary:
        assert temporary.parent == tmp_path
        assert temporary.suffix == ".wav"
        temporary.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"


def test_several_outputs_appear_together_or_not_at_all(tmp_path: Path) -> None:
    with Outputs() as outputs:
        outputs.add(tmp_path / "a").write_text("1")
        outputs.add(tmp_path / "b").write_text("2")
        assert not (tmp_path / "a").exists()
    assert names(tmp_path) == ["a", "b"]

    def second_fails() -> None:
        with Outputs() as outputs:
            outputs.add(tmp_path / "a").write_text("3")
            outputs.add(tmp_path / "missing" / "c")

    with pytest.raises(TurnscopeError, match="missing/c: its directory does not exist"):
        second_fails()
    assert (tmp_path / "a").read_text() == "1"
    assert names(tmp_path) == ["a", "b"]


def test_keeps_the_mode_of_an_old_file_and_the_umask_for_a_new_one(tmp_path: Path) -> None:
    old = tmp_path / "old"
    old.write_text("x")
    old.chmod(0o640)
    umask = os.umask(0o027)
    try:
        write_text(old, "y")
        write_text(tmp_path / "new", "y")
    finally:
        os.umask(umask)
    assert old.stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_follows_a_symbolic_link(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    write_text(tmp_path / "link", "x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "x"


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("missing/out", "its directory does not exist"),
        ("directory", "a directory of that name is in the way"),
        ("file/out", "part of its path is a file"),
        ("nul\0", "not a path"),
        ("n" * 300, "the name is too long"),
    ],
)
def test_says_what_is_in_the_way(tmp_path: Path, name: str, found: str) -> None:
    (tmp_path / "directory").mkdir()
    (tmp_path / "file").write_text("x")
    before = names(tmp_path)
    with pytest.raises(TurnscopeError, match=found):
        write_text(str(tmp_path / name), "x")
    assert names(tmp_path) == before


def test_an_unwritable_directory_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may write anywhere, so the refusal is put on.
    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(TurnscopeError, match=r"out: may not be written here; expected a place"):
        write_text(tmp_path / "out", "x")


def test_a_full_disk_is_said_and_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out"
    target.write_text("old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TurnscopeError, match="the disk is full"):
        write_text(target, "new")
    assert target.read_text() == "old"
    assert names(tmp_path) == ["out"]


def test_a_disk_full_in_the_body_is_the_outputs_fault_but_other_errors_are_not(
    tmp_path: Path,
) -> None:
    with pytest.raises(TurnscopeError, match="out: the disk is full"), staged(tmp_path / "out"):
        raise OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(FileNotFoundError), staged(tmp_path / "out"):
        raise FileNotFoundError(errno.ENOENT, "another file")
    assert names(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_devices_are_written_to_directly() -> None:
    write_text("/dev/null", "x")
    with pytest.raises(TurnscopeError, match="the disk is full"):
        write_text("/dev/full", "x")
    assert Path("/dev/null").is_char_device()


_CHILD = """
import sys, time
from turnscope.files.writing import staged
with staged(sys.argv[1]) as temporary:
    temporary.write_text("half")
    print("written", flush=True)
    time.sleep(60)
"""


def test_kill_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("old")
    with subprocess.Popen(
        [sys.executable, "-c", _CHILD, str(target)], stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "written\n"
        child.send_signal(signal.SIGKILL)
    assert target.read_text() == "old"


def test_standard_output_can_be_named_as_a_file() -> None:
    code = "from turnscope.files.writing import write_text; write_text('/dev/stdout', 'x')"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert told.stdout == b"x"


def write_both(first: Path, second: str) -> None:
    with Outputs() as outputs:
        outputs.write(first, b"1")
        outputs.write(second, b"2")


def test_one_file_is_not_two_outputs(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("a")
    for second in ("a", "./a", "link"):
        with pytest.raises(TurnscopeError, match="is named for two outputs"):
            write_both(tmp_path / "a", f"{tmp_path}/{second}")
    assert names(tmp_path) == ["link"]


def test_a_dash_is_not_standard_output() -> None:
    with pytest.raises(TurnscopeError, match="Standard output is /dev/stdout"):
        write_text("-", "x")


def test_a_full_device_is_told_and_nothing_else_written(tmp_path: Path) -> None:
    with pytest.raises(TurnscopeError, match="/dev/full: the disk is full"):
        write_both(tmp_path / "a", "/dev/full")
    assert names(tmp_path) == []


def test_directories_are_made_or_it_is_told_why_not(tmp_path: Path) -> None:
    make_directory(tmp_path / "a" / "b")
    make_directory(tmp_path / "a" / "b")
    (tmp_path / "file").write_text("")
    with pytest.raises(TurnscopeError, match="file: a file of that name is in the way"):
        make_directory(tmp_path / "file")
    with pytest.raises(TurnscopeError, match="part of its path is a file"):
        make_directory(tmp_path / "file" / "c")
    assert names(tmp_path) == ["a", "file"]
