"""One job: whatever goes wrong comes back as words."""

import pickle
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings, Scorer
from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError
from turnscope.study.jobs import Done, Failed, attempt, failed
from turnscope.systems.base import Said
from turnscope.systems.process import process_system


def test_what_was_heard_comes_with_what_it_took(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    parts: list[float] = []
    done = attempt(Hearer(str(tmp_path), sleep_s=0.005), recording, progress=parts.append)
    assert isinstance(done, Done)
    assert done.heard.commits[2][Task.EOT] == [0.25, 0.5, 0.75, 1.0]
    assert sum(parts) == pytest.approx(1.0)
    assert done.wall_s >= done.heard.pace.compute_s >= 8 * 0.005
    assert done.peak_memory_bytes is None or done.peak_memory_bytes > 1_000_000
    answered = done.heard.pace.answered_s[1][Task.EOT]
    stamps = done.heard.commits[1][Task.EOT]
    assert all(a - h >= 0.005 for a, h in zip(answered, stamps, strict=True))


def test_failures_cross_to_any_process(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    for system in (
        Hearer(str(tmp_path), fails_on=1),
        Toy(lambda _, __: Said((Task.EOT, Task.EOT))),
    ):
        found = attempt(system, recording)
        assert isinstance(found, Failed)
        assert pickle.loads(pickle.dumps(found)) == found
        assert found.faults[0].where.startswith(f"{system.card.name} on a")


def test_breaking_the_contract_keeps_its_own_words(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    toy = Toy(lambda _, __: Said(scores={Task.EOT: [2.0]}), score_rate_hz=10.0)
    found = attempt(toy, recording)
    assert isinstance(found, Failed)
    assert (
        str(found.faults[0]) == "toy on a/speaker_1: the eot score 2.0 at 0.1 s; expected 0 to 1."
    )


def test_an_exception_without_words_is_named() -> None:
    found = failed("c", KeyError(), "mine")
    assert str(found.faults[0]) == "mine on c: the system failed with KeyError."


@pytest.mark.parametrize(
    ("where", "named"),
    [
        ("cmd: python x.py", "mine on 1: cmd: python x.py"),
        ("1/speaker_2", "mine on 1/speaker_2"),
        ("1: card", "mine on 1: card"),
        ("1", "mine on 1"),
        ("", "mine on 1"),
        ("mine on 1/speaker_2", "mine on 1/speaker_2"),
        ("12.wav", "mine on 1: 12.wav"),  # another conversation's name begins alike
        ("calls/1.wav", "mine on 1: calls/1.wav"),
    ],
)
def test_every_fault_names_conversation_and_system(where: str, named: str) -> None:
    found = failed("1", ProtocolError([Fault(where, "odd"), Fault(where, "odder")]), "mine")
    assert [fault.where for fault in found.faults] == [named, named]


def test_a_process_that_fails_is_named_with_what_it_heard(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 2).recording("b")
    program = tmp_path / "dies.py"
    program.write_text(
        "import json\n"
        'card = {"turnscope": 1, "name": "dying", "version": "1", "chunk_s": 0.25}\n'
        'input(); print(json.dumps(card | {"tasks": ["eot"]}), flush=True)\n'
        "input(); raise SystemExit(3)\n"
    )
    with closing(process_system(f"{sys.executable} {program}", {})) as system:
        found = attempt(system, recording)
    assert isinstance(found, Failed)
    assert str(found.faults[0]).startswith("dying on b: cmd: ")
    assert "ended with exit status 3 when asked open" in str(found.faults[0])


def test_scorers_have_delays_for_each_frame(tmp_path: Path) -> None:
    done = attempt(Scorer(), Recordings(tmp_path / "w", 1).recording("a"))
    assert isinstance(done, Done)
    delays = done.heard.pace.delay_s[Task.EOT][0]
    assert len(delays) == 4
    assert (delays > 0).all()
