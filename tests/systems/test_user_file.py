"""Systems from files of the user's own, and what is said where there is none."""

import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import System
from turnscope.systems.user_file import system_from_file

HEAD = """
from dataclasses import dataclass
from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Said, Session, System, SystemCard

CARD = SystemCard("mine", "1", frozenset({Task.EOT}), 0.5)

class Hears(Session):
    def feed(self, audio):
        return Said([Task.EOT]) if audio.any() else NOTHING

class Mine(System):
    card = CARD

    def __init__(self, theta=0.5, *, mode="fast"):
        self.theta, self.mode = theta, mode

    def open(self, rate_hz):
        return Hears()

@dataclass(frozen=True)
class Settled(System):
    theta: float = 0.5
    n: int = 3
    card = CARD

    def open(self, rate_hz):
        return Hears()
"""

Load = Callable[..., System]


@pytest.fixture
def load(tmp_path: Path) -> Iterator[Load]:
    before, modules = list(sys.path), set(sys.modules)

    def loaded(text: str, name: str = "Mine", **parameters: float | str) -> System:
        path = tmp_path / "mine.py"
        path.write_text(HEAD + textwrap.dedent(text))
        return system_from_file(path, name, parameters)

    yield loaded
    sys.path[:] = before
    for each in set(sys.modules) - modules:
        del sys.modules[each]


def line_of(text: str) -> int:
    return HEAD.count("\n") + 1 + text.count("\n", 0, text.index("!"))


def test_a_class_is_made_and_works(load: Load) -> None:
    system = load("")
    assert system.card.name == "mine"
    assert system.open(8000).feed(np.ones(4000, np.float32)).commits == [Task.EOT]


def test_parameters_reach_the_class(load: Load) -> None:
    system = load("", theta=0.25, mode="slow")
    assert vars(system) == {"theta": 0.25, "mode": "slow"}


def test_dataclasses_take_texts_as_what_their_fields_are(load: Load) -> None:
    system = load("", "Settled", theta="0.25", n="7")
    assert (vars(system)["theta"], vars(system)["n"]) == (0.25, 7)
    with pytest.raises(ProtocolError, match="n: 'many'; expected a whole number"):
        load("", "Settled", n="many")
    with pytest.raises(ProtocolError, match="the parameter thta; expected one of theta, n"):
        load("", "Settled", thta=1)


def test_a_factory_and_an_object_serve_too(load: Load) -> None:
    assert vars(load("def make(x): return Mine(x)", "make", x=3))["theta"] == 3
    assert vars(load("made = Mine(9)", "made"))["theta"] == 9
    with pytest.raises(ProtocolError, match="takes no parameters, got x"):
        load("made = Mine(9)", "made", x=1)


def test_modules_beside_the_file_are_found_also_later(load: Load, tmp_path: Path) -> None:
    (tmp_path / "beside_mine.py").write_text("THETA = 0.75")
    (tmp_path / "later_mine.py").write_text("THETA = 0.5")
    system = load(
        "import beside_mine\ndef make():\n    import later_mine\n    return Mine()", "make"
    )
    assert isinstance(system, System)
    assert sys.path[0] != str(tmp_path)


def test_two_files_of_one_name_are_two_modules(load: Load, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.py").write_text(HEAD.replace('"mine"', '"other"'))
    first = load("")
    second = system_from_file(tmp_path / "other" / "mine.py", "Mine", {})
    assert (first.card.name, second.card.name) == ("mine", "other")
    assert type(first) is not type(second)


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("", "", r"mine\.py: no name given; expected FILE\.py:NAME.* It has Mine, Settled"),
        ("", "Mien", "has no 'Mien'.* It has Mine, Settled"),
        ("", "CARD", "CARD: is a SystemCard; expected a System"),
        ("", "Hears", "Hears: is a class, but no System.*Derive it from"),
        ("class Half(System):\n    card = CARD", "Half", "does not define open"),
        ("class Half(System): ...", "Half", "does not define card, open"),
        ("def f(): return 3", "f", "f: returned a int; expected a System"),
        ("def f(): pass", "f", "f: returned nothing; expected a System"),
        ("def f(): return Mine", "f", "returned a "),
        ("class A(Mine):\n    card = None", "A", "card: is nothing; expected a SystemCard"),
        ("class A(Mine):\n    def card(self): return CARD", "A", "card: is a method; expected"),
        (
            "class A(Mine):\n    card = SystemCard('', '1', frozenset(), .5, hears='left')",
            "A",
            "(?s)card: name: ''.*card: tasks: .*card: hears: 'left'; expected own, both or mix",
        ),
    ],
)
def test_what_is_no_system_is_told(load: Load, text: str, name: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        load(text, name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = nowhere  # !", "NameError: name 'nowhere' is not defined in `x = nowhere"),
        ("def f():\n    return {}['k']  # !\nf()", r"KeyError: 'k' in `return \{\}\['k'\]"),
        (
            "import no_such_package  # !",
            "No module named 'no_such_package'.*Install no_such_package",
        ),
        ("import json\njson.loads('[')  # !", r"JSONDecodeError: .* in `json\.loads"),
        ("x = = 1  # !", "SyntaxError: invalid syntax in `x = = 1"),
        ("raise ValueError('a\\nb')  # !", "ValueError: a b"),
        ("SystemCard('x', '1', frozenset(), -1)  # !", "ProtocolError|chunk_s: -1"),
    ],
)
def test_an_error_of_the_file_is_told_with_its_own_line(
    load: Load, text: str, message: str
) -> None:
    with pytest.raises(ProtocolError, match=message) as caught:
        load(text)
    assert f"mine.py:{line_of(text)}: " in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["raise SystemExit(2)", "import sys\nsys.exit('bye')"])
def test_a_file_that_ends_the_program_does_not(load: Load, text: str) -> None:
    with pytest.raises(ProtocolError, match=r"mine\.py: tried to end the program \(SystemExit"):
        load(text)


def test_an_error_while_making_is_told_with_its_line(load: Load) -> None:
    text = "class A(Mine):\n    def __init__(self):\n        self.w = open('/no/w')  # !"
    with pytest.raises(ProtocolError, match=r"FileNotFoundError: .* in `self\.w") as caught:
        load(text, "A")
    assert f"mine.py:{line_of(text)}: " in str(caught.value)


def test_an_error_in_the_card_is_told(load: Load) -> None:
    text = "class A(Mine):\n    @property\n    def card(self): return 1 / 0  # !"
    with pytest.raises(ProtocolError, match="ZeroDivisionError"):
        load(text, "A")


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"thta": 1}, "unexpected keyword argument 'thta'; expected its parameters: theta, mode"),
        ({"self": 1}, "self"),
    ],
)
def test_parameters_that_it_does_not_take_are_told(
    load: Load, parameters: dict[str, float | str], message: str
) -> None:
    with pytest.raises(ProtocolError, match=message):
        load("", "Mine", **parameters)


def test_a_parameter_that_it_needs_is_told(load: Load) -> None:
    with pytest.raises(ProtocolError, match=r"missing .* argument: 'x'; .*--param NAME=VALUE"):
        load("def make(x): return Mine(x)", "make")


def test_what_fails_is_not_left_half_imported(load: Load) -> None:
    before = {name for name in sys.modules if name.startswith("turnscope_user_")}
    with pytest.raises(ProtocolError):
        load("1 / 0")
    assert {name for name in sys.modules if name.startswith("turnscope_user_")} == before
    assert load("").card.name == "mine"


def test_missing_files_and_folders_are_told(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"none\.py: no such file; expected FILE\.py:NAME"):
        system_from_file(tmp_path / "none.py", "A", {})
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(ProtocolError, match="is a folder"):
        system_from_file(tmp_path / "folder.py", "A", {})
    (tmp_path / "empty.py").write_bytes(b"")
    with pytest.raises(ProtocolError, match="It defines no System at all"):
        system_from_file(tmp_path / "empty.py", "A", {})
    (tmp_path / "binary.py").write_bytes(b"\x00\xff\xfe")
    with pytest.raises(ProtocolError, match=r"binary\.py"):
        system_from_file(tmp_path / "binary.py", "A", {})
