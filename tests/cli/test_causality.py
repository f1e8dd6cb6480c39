"""``turnscope causality``: finding, exit status, JSON."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Ran
from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.systems.base import Audio, Said, System, SystemCard
from turnscope.systems.registry import SYSTEMS

Command = Callable[..., Ran]

QUICK = ("--ids", "1", "--seconds", "10", "--cuts", "3")


class Peeking(Toy):
    """Scores what an earlier session heard 0.2 s later; says whether it is causal."""

    def __init__(self, *, causal: bool = True) -> None:
        super().__init__(self.answered, chunk_s=0.1, score_rate_hz=10.0)
        self.causal = causal

    @property
    def card(self) -> SystemCard:
        declared = super().card
        return SystemCard(
            "peeking",
            "3",
            declared.tasks,
            declared.chunk_s,
            score_rate_hz=declared.score_rate_hz,
            causal=self.causal,
        )

    def answered(self, k: int, audio: Audio) -> Said:
        earlier: list[Audio] = self.fed[-2] if len(self.fed) > 1 else []
        heard = earlier[k + 1] if k + 1 < len(earlier) else audio
        return Said(scores={task: [min(1.0, float(np.abs(heard).mean()))] for task in Task})


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], System]], None]:
    """Put a system that is made anew each time into the registry, as ``toy``."""

    def register(make: Callable[[], System]) -> None:
        monkeypatch.setitem(SYSTEMS, "toy", make)

    return register


def test_a_causal_system_passes(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("causality", "rms_vad", *QUICK, "--json", tmp_path / "p.json")
    assert ran.status == 0
    assert ran.lines[0].startswith("rms_vad 1, declared causal: nothing said before a cut changed")
    assert ran.lines[1] == "(exactly equal)"
    document = json.loads((tmp_path / "p.json").read_text())
    assert document["verdict"] == "causal"
    assert document["conversations"][0]["n_compared"] == 12
    assert document["conversations"][0]["duration_s"] == 10.0
    assert ran.err == ""


def test_a_leak_is_status_1_and_measured(
    turnscope: Command, registered: Callable[..., None], tmp_path: Path
) -> None:
    registered(Peeking)
    ran = turnscope("causality", "toy", *QUICK, "--json", tmp_path / "p.json")
    assert ran.status == 1
    assert ran.lines[0].startswith("peeking 3, declared causal: hears at least ")
    assert "1/speaker_2, " in ran.out
    document = json.loads((tmp_path / "p.json").read_text())
    assert document["verdict"] == "leaks"
    assert document["hears_ahead"]["at_least_s"] == pytest.approx(0.2, abs=0.006)
    assert "earlier sessions" in ran.err


def test_a_system_declared_non_causal_is_measured_and_passes_unless_strict(
    turnscope: Command, registered: Callable[..., None]
) -> None:
    registered(lambda: Peeking(causal=False))
    ran = turnscope("causality", "toy", *QUICK)
    assert ran.status == 0
    assert ran.lines[0].startswith("peeking 3, declared non-causal: hears at least ")
    assert turnscope("causality", "toy", *QUICK, "--strict").status == 1


def test_the_oracle_is_told_the_gold(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("causality", "oracle", "--json", tmp_path / "o.json")
    assert ran.status == 0
    assert ran.out == "oracle, declared non-causal: it hears nothing and is told the gold\n"
    assert json.loads((tmp_path / "o.json").read_text())["declared_causal"] is False
    assert turnscope("causality", "oracle", "--strict").status == 1


def test_chance_is_status_1_without_a_leak(
    turnscope: Command, registered: Callable[..., None]
) -> None:
    rng = np.random.default_rng()
    registered(
        lambda: Toy(
            lambda _, __: Said(scores={task: [float(rng.random())] for task in Task}),
            score_rate_hz=10.0,
        )
    )
    ran = turnscope("causality", "toy", *QUICK)
    assert ran.status == 1
    assert "not reproducible" in ran.lines[0]


def test_what_does_not_listen_passes_with_a_warning(
    turnscope: Command, registered: Callable[..., None]
) -> None:
    registered(lambda: Toy(lambda k, _: Said((Task.EOT,) if k % 9 == 0 else ())))
    ran = turnscope("causality", "toy", *QUICK)
    assert ran.status == 0
    assert "warning: 1: no replaced audio changed anything" in ran.err


OWN = """
from turnscope.core.protocol import Task
from turnscope.systems.base import Said, Session, System, SystemCard

class Own(System):
    def __init__(self, every=10):
        self.every, self.known = every, []

    @property
    def card(self):
        return SystemCard("own", "1", frozenset(Task), 0.1)

    def open(self, rate_hz):
        self.known, earlier = [], self.known
        return Listener(self, earlier)

class Listener(Session):
    def __init__(self, system, earlier):
        self.system, self.earlier = system, earlier

    def feed(self, audio):
        self.system.known.append(float(abs(audio).mean()))
        n = len(self.system.known)
        heard = self.earlier[n + 2 : n + 3] or [0.0]
        return Said((Task.EOT,) if n % self.system.every == 0 and heard[0] > 0.001 else ())
"""


def test_a_file_of_ones_own_is_proven_with_its_settings(turnscope: Command, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    ran = turnscope(
        "causality", f"{tmp_path}/own.py:Own", "--param", "every=2", *QUICK, "--cuts", "9"
    )
    assert ran.status == 1
    assert "own 1, declared causal: hears at least " in ran.lines[0]


def test_cuts_are_as_asked(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope(
        "causality", "rms_vad", "--ids", "2", "--at", "10,20.5", "--json", tmp_path / "p.json"
    )
    assert ran.status == 0
    document = json.loads((tmp_path / "p.json").read_text())
    assert document["conversations"][0]["cuts_s"] == [10.0, 20.5]


@pytest.mark.parametrize(
    "arguments",
    [
        ("nonsense",),
        ("rms_vad", "--ids", "77"),
        ("rms_vad", "--ids", ","),
        ("rms_vad", "--at", "ten"),
        ("rms_vad", "--at", "60"),
        ("rms_vad", "--corpus", "nowhere"),
        ("rms_vad", "--cuts", "0"),
    ],
)
def test_wrong_usage_is_status_2(turnscope: Command, arguments: tuple[str, ...]) -> None:
    assert turnscope("causality", *arguments).status == 2


def test_the_other_tables_say_who_is_not_causal(turnscope: Command, tmp_path: Path) -> None:
    out = tmp_path / "p.json"
    ran = turnscope("run", "oracle", "--corpus", "mini", "--out", out, "--json", tmp_path / "o")
    assert "oracle (causal: no): " in ran.err
    assert json.loads((tmp_path / "o").read_text())["causal"] is False
    ran = turnscope("run", "rms_vad", "--corpus", "mini", "--out", out, "--json", tmp_path / "o")
    assert ran.err.startswith("rms_vad: ")
    assert json.loads((tmp_path / "o").read_text())["causal"] is True
    demo = turnscope("demo", "--json", tmp_path / "d")
    assert any(line.startswith("oracle (causal: no) ") for line in demo.lines)
    assert any(line.startswith("rms_vad ") for line in demo.lines)
    document = json.loads((tmp_path / "d").read_text())
    assert document["oracle"]["protocol"]["hashes"]["causal"] == "no"
    people = turnscope("gold", "annotators", "--corpus", "mini").lines
    assert sum("(causal: no)" in line for line in people) == 12
