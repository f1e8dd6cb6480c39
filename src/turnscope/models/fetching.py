"""Finding weights on this machine, and fetching them from elsewhere when asked to.

::

    find   local path by environment variable ▶ this user's cache folder ─▶ checked ─▶ path
    fetch  registry, hub or a local path ─▶ temporary file ─▶ checked ─▶ one rename ─▶ cache

Only :func:`fetch` ever uses the network, and only the command ``turnscope weights get`` calls it.
Whatever the way, a file is used only if its sha256 is the one in the table.

Environment: ``TURNSCOPE_WEIGHTS`` is a folder to use in place of the cache folder, with a folder
a name in it; ``TURNSCOPE_WEIGHTS_SMART_TURN_V3_2`` (any name, in capitals, other signs as ``_``)
is a local file or folder to use for that name alone.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from platformdirs import user_cache_path

from turnscope.errors import Fault, ModelError, TurnscopeError
from turnscope.files.writing import staged
from turnscope.models.sources import Fetcher
from turnscope.models.weights import WeightFile, Weights, entry_of

__all__ = ["fetch", "find", "is_here", "variable", "weights_directory"]

_FOLDER = "TURNSCOPE_WEIGHTS"
_BLOCK = 1 << 20


def weights_directory() -> Path:
    """Where this user's weights are kept, a folder a name."""
    given = os.environ.get(_FOLDER)
    return Path(given) if given else user_cache_path("turnscope") / "weights"


def variable(name: str) -> str:
    """The environment variable that names a local file or folder for these weights."""
    return f"{_FOLDER}_{re.sub(r'[^A-Z0-9]', '_', name.upper())}"


def find(name: str) -> Path:
    """The weights of that name, checked: the file, or the folder where there are several.

    Raises:
        ModelError: for a name that is not in the table, weights that are not here, or files
            that are not what the table says.
    """
    entry = entry_of(name)
    place = _place(name)
    faults = [fault for file in entry.files if (fault := _fault(name, place, entry, file))]
    if faults:
        raise ModelError(faults)
    return place if len(entry.files) > 1 else _path(place, entry, entry.files[0])


def is_here(name: str) -> bool:
    """Whether the files are there; they are not checked.

    Raises:
        ModelError: for a name that is not in the table.
    """
    entry = entry_of(name)
    return all(_path(_place(name), entry, file).is_file() for file in entry.files)


def fetch(
    name: str,
    *,
    local: Path | None = None,
    say: Callable[[str], None] = lambda _: None,
) -> Path:
    """Bring weights into the cache, unless they are there and right; returns their path.

    Args:
        name: as in the table.
        local: take the file, or the files in this folder, from here and nowhere else.
        say: told of each source that is tried.

    Raises:
        ModelError: where no source gives the right files; tells for each of them why.
        TurnscopeError: if the cache cannot be written.
    """
    entry = entry_of(name)
    folder = weights_directory() / name
    with tempfile.TemporaryDirectory(prefix="turnscope-weights-") as scratch:
        fetcher = Fetcher(Path(scratch), say)
        for file in entry.files:
            target = folder / file.name
            if _sha256(target) == file.sha256:
                continue
            _make(folder)
            if local is None:
                _from_sources(name, file, target, fetcher)
            else:
                source = _path(local, entry, file)
                _keep(_blocks(source), file, target, str(source))
    return folder if len(entry.files) > 1 else folder / entry.files[0].name


def _from_sources(name: str, file: WeightFile, target: Path, fetcher: Fetcher) -> None:
    faults: list[Fault] = []
    for source in file.sources:
        try:
            with fetcher.opened(source) as pieces:
                _keep(pieces, file, target, f"{source} ({file.name})")
        except ModelError as error:
            faults.extend(error.faults)
        else:
            return
    hint = f"Get the file elsewhere, then: turnscope weights get {name} --from FILE"
    faults.append(Fault(name, f"no source gave {file.name}", f"sha256 {file.sha256}", hint))
    raise ModelError(faults)


def _keep(pieces: Iterable[bytes], file: WeightFile, target: Path, where: str) -> None:
    """Write what comes, and put it in place only if it is the right file."""
    digest = hashlib.sha256()
    with staged(target) as temporary, temporary.open("wb") as stream:
        for piece in pieces:
            digest.update(piece)
            stream.write(piece)
        if digest.hexdigest() != file.sha256:
            raise ModelError(
                Fault(
                    where,
                    f"sha256 {digest.hexdigest()}",
                    file.sha256,
                    "It is another file or a damaged one; it was not kept",
                )
            )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = f"Set {_FOLDER} to a folder you may write to"
        raise TurnscopeError(
            Fault(str(folder), f"cannot be made ({error.strerror})", "a folder for weights", hint)
        ) from None


def _place(name: str) -> Path:
    given = os.environ.get(variable(name))
    return Path(given) if given else weights_directory() / name


def _path(place: Path, entry: Weights, file: WeightFile) -> Path:
    """Where a file is: a place may be the file itself, if it is the only one."""
    alone = len(entry.files) == 1 and place.is_file()
    return place if alone else place / file.name


def _fault(name: str, place: Path, entry: Weights, file: WeightFile) -> Fault | None:
    path = _path(place, entry, file)
    found = _sha256(path)
    if found == file.sha256:
        return None
    told = os.environ.get(variable(name)) is not None
    mend = f"{variable(name)} points there" if told else f"Run: turnscope weights get {name}"
    if found is None:
        return Fault(f"weights of {name}", f"no file {path}", "the weights on this machine", mend)
    return Fault(str(path), f"sha256 {found}", f"{file.sha256}, that of {name}", mend)


def _sha256(path: Path) -> str | None:
    """The hash of a file, None where it cannot be read."""
    digest = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_BLOCK):
                digest.update(piece)
    except OSError:
        return None
    return digest.hexdigest()


def _blocks(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as stream:
            while piece := stream.read(_BLOCK):
                yield piece
    except OSError as error:
        raise ModelError(
            Fault(str(path), f"cannot be read ({error.strerror})", "the weights' file")
        ) from None
