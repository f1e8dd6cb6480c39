"""Imports point up the house, never down or around; pure rooms are pure, systems are blind."""

from __future__ import annotations

import pytest

from tests.architecture.house import packages, sources
from tests.architecture.imports import (
    blindness_faults,
    cycles,
    direction_faults,
    edges,
    imports_of,
    purity_faults,
)


def test_imports_point_up() -> None:
    assert direction_faults(sources(), packages()) == []


def test_no_cycles() -> None:
    assert cycles(sources(), packages()) == []


def test_pure_rooms_are_pure() -> None:
    assert purity_faults(sources()) == []


def test_systems_never_see_gold() -> None:
    assert blindness_faults(sources(), packages()) == []


def test_the_rules_see_the_house() -> None:
    """Guards against rules that pass because they look at nothing."""
    graph = edges(sources(), packages())
    assert "turnscope.core.columns" in graph["turnscope.core.gold"]
    assert len(graph) > 20


@pytest.mark.parametrize(
    ("line", "target"),
    [
        ("import turnscope.core.gold", "turnscope.core.gold"),
        ("from turnscope.core import gold", "turnscope.core.gold"),
        ("from turnscope.core.gold import Gold", "turnscope.core.gold.Gold"),
        ("from .gold import Gold", "turnscope.core.gold.Gold"),
        ("from . import gold", "turnscope.core.gold"),
        ("from ..core import gold", "turnscope.core.gold"),
        ("def f():\n    from turnscope.core import gold", "turnscope.core.gold"),
        ("if TYPE_CHECKING:\n    from turnscope.core import gold", "turnscope.core.gold"),
    ],
)
def test_imports_are_found_in_every_form(line: str, target: str) -> None:
    assert [found.target for found in imports_of("turnscope.core.tracks", line)] == [target]


def test_a_package_resolves_relative_imports_from_itself() -> None:
    found = imports_of("turnscope.core", "from .gold import Gold", is_package=True)
    assert [each.target for each in found] == ["turnscope.core.gold.Gold"]


@pytest.mark.parametrize(
    ("upper", "lower"),
    [
        ("core.gold", "gold.consensus"),
        ("corpus.formats.srt", "corpus.audio"),
        ("corpus.audio", "corpus.sources.raw"),
        ("corpus.sources.raw", "corpus.load"),
        ("corpus.sources.raw", "corpus.split"),
        ("gold.floor", "scoring.matching"),
        ("report.tables", "study.run"),
        ("study.run", "cli.main"),
        ("errors", "core.gold"),
    ],
)
def test_downward_imports_are_faults(upper: str, lower: str) -> None:
    bad = {f"turnscope.{upper}": f"import turnscope.{lower}", f"turnscope.{lower}": ""}
    good = {f"turnscope.{upper}": "", f"turnscope.{lower}": f"import turnscope.{upper}"}
    assert len(direction_faults(bad)) == 1
    assert direction_faults(good) == []


def test_the_facade_is_not_for_use_inside() -> None:
    inside = {"turnscope": "", "turnscope.cli.main": "from turnscope import score"}
    assert len(direction_faults(inside, {"turnscope"})) == 1


def test_unknown_rooms_are_faults() -> None:
    assert len(direction_faults({"turnscope.utils.text": ""})) == 1


def test_cycles_are_found() -> None:
    ring = {
        "turnscope.gold.a": "from turnscope.gold import b",
        "turnscope.gold.b": "def f():\n    from turnscope.gold.c import x",
        "turnscope.gold.c": "from .a import y",
        "turnscope.gold.d": "from .a import y",
    }
    assert cycles(ring) == [["turnscope.gold.a", "turnscope.gold.b", "turnscope.gold.c"]]


@pytest.mark.parametrize(
    "line",
    [
        "import os",
        "import os.path",
        "from os import path",
        "import pathlib",
        "from pathlib import Path",
        "import time",
        "import random",
        "import socket",
        "import subprocess",
        "import requests",
        "from urllib.request import urlopen",
        "import numpy.random",
        "from numpy.random import default_rng",
        "import numpy as np\nnp.random.default_rng()",
        "import numpy as np\nnp.random.rand(3)",
        "def f():\n    import os",
        "open('x')",
        "print('x')",
        "def f():\n    global x\n    x = 1",
    ],
)
def test_impure_acts_are_faults(line: str) -> None:
    assert purity_faults({"turnscope.gold.x": line}) != []
    assert purity_faults({"turnscope.corpus.formats.x": line}) != []
    assert purity_faults({"turnscope.corpus.x": line}) == []


@pytest.mark.parametrize(
    "line",
    [
        "from pathlib import PurePath",
        "from urllib.parse import quote",
        "import io, csv, json, math, re",
        "import numpy as np\nnp.rint(1.0)",
        "import numpy as np\nnp.random.default_rng(seed)",
        "import numpy as np\ndef f(rng: np.random.Generator): ...",
    ],
)
def test_pure_acts_are_not(line: str) -> None:
    assert purity_faults({"turnscope.core.x": line}) == []


@pytest.mark.parametrize(
    ("target", "is_fault"),
    [
        ("gold.consensus", True),
        ("core.gold", True),
        ("core.tracks", True),
        ("corpus.load", True),
        ("corpus.formats.srt", True),
        ("corpus.audio", False),
        ("core.conversation.Conversation", True),
        ("core.conversation.SPEAKERS", False),
        ("core.predictions", False),
    ],
)
def test_what_systems_may_see(target: str, *, is_fault: bool) -> None:
    house = {"turnscope.systems.x": f"import turnscope.{target}", f"turnscope.{target}": ""}
    assert bool(blindness_faults(house)) is is_fault
