"""Folders filled whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from turnscope.errors import TurnscopeError
from turnscope.files import staged_folder as module
from turnscope.files.staged_folder import staged_folder


def fill(folder: Path) -> None:
    for name in ("one", "two"):
        (folder / name).mkdir()
        (folder / name / "x.txt").write_text(name)


def filled(out: Path, error: BaseException) -> None:
    """Fill a folder, then fail."""
    with staged_folder(out) as folder:
        fill(folder)
        raise error


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


WHOLE = ["one", "one/x.txt", "two", "two/x.txt"]


def test_what_is_written_appears_at_the_end(tmp_path: Path) -> None:
    out = tmp_path / "a" / "b"
    with staged_folder(out) as folder:
        fill(folder)
        assert all(path.name.startswith(".") for path in out.iterdir())
    assert names(out) == WHOLE
    assert (out / "two" / "x.txt").read_text() == "two"


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), SystemExit(3)])
def test_an_exception_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        filled(tmp_path / "a" / "b", error)
    assert names(tmp_path) == []


def test_a_folder_that_was_there_stays(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="x"):
        filled(tmp_path, ValueError("x"))
    assert tmp_path.is_dir()
    assert names(tmp_path) == []


def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(TurnscopeError, match=r"the disk is full.*free some space"):
        filled(tmp_path / "out", OSError(errno.ENOSPC, "No space left on device"))
    assert names(tmp_path) == []


def test_a_failure_while_moving_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Path.rename

    def rename(self: Path, target: Path) -> Path:
        if self.name == "two":
            raise OSError(errno.EIO, "Input/output error")
        return real(self, target)

    monkeypatch.setattr(Path, "rename", rename)
    with pytest.raises(TurnscopeError), staged_folder(tmp_path, beside=True) as folder:
        fill(folder)
    assert names(tmp_path) == []


def test_a_failure_while_syncing_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: Path) -> None:
        raise OSError(errno.EDQUOT, "Quota exceeded")

    monkeypatch.setattr(module, "_sync", fail)
    with pytest.raises(TurnscopeError, match="quota"), staged_folder(tmp_path / "x") as folder:
        fill(folder)
    assert names(tmp_path) == []


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(TurnscopeError, match=r"holds 'mine\.txt' already"):
        filled(tmp_path, AssertionError("not to be reached"))
    assert names(tmp_path) == ["mine.txt"]


def test_beside_others_but_not_over_them(tmp_path: Path) -> None:
    (tmp_path / "two").mkdir()
    with (
        pytest.raises(TurnscopeError, match="two: is there already"),
        staged_folder(tmp_path, beside=True) as folder,
    ):
        fill(folder)
    assert names(tmp_path) == ["two"]
    (tmp_path / "two").rename(tmp_path / "three")
    with staged_folder(tmp_path, beside=True) as folder:
        fill(folder)
    assert names(tmp_path) == sorted([*WHOLE, "three"])


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    for place in ("out", "out/below"):
        with pytest.raises(TurnscopeError), staged_folder(tmp_path / place) as folder:
            fill(folder)
    assert names(tmp_path) == ["out"]
