"""The proof over a corpus."""

import json
import sys
from pathlib import Path

import pytest

from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, ProtocolError
from turnscope.study.causality import is_causal, prove_corpus
from turnscope.study.sources import Named
from turnscope.systems.base import NOTHING, Said
from turnscope.systems.causality import Verdict
from turnscope.systems.rms_vad import RmsVad


def test_each_conversation_is_proven_in_order() -> None:
    done: list[float] = []
    proofs = prove_corpus(
        RmsVad,
        open_corpus("mini"),
        ids=["6", "2"],
        n_cuts=3,
        seconds=8.0,
        progress=done.append,
    )
    first = next(proofs)
    assert sum(done) == pytest.approx(1.0)
    rest = list(proofs)
    assert [p.conversation_id for p in (first, *rest)] == ["2", "6"]
    assert {p.verdict for p in (first, *rest)} == {Verdict.CAUSAL}
    assert {p.duration_s for p in rest} == {8.0}


def test_a_systems_scores_are_compared_at_their_rate() -> None:
    heard = [0]

    def make() -> Toy:
        def answer(*_: object) -> Said:
            heard[0] += 1
            return Said(scores={task: [(heard[0] % 97) / 97] for task in Task})

        return Toy(answer, score_rate_hz=10.0)

    proofs = prove_corpus(make, open_corpus("mini"), ids=["1"], n_cuts=3, seconds=5.0)
    assert next(proofs).verdict is Verdict.NOT_REPRODUCIBLE


def test_unknown_ids_are_told() -> None:
    with pytest.raises(CorpusError, match="conversation 99"):
        next(prove_corpus(RmsVad, open_corpus("mini"), ids=["99"]))


@pytest.mark.parametrize("causal", [True, False])
def test_a_system_of_ones_own_is_judged_by_its_own_card(tmp_path: Path, causal: bool) -> None:
    (tmp_path / "mine.py").write_text(
        "from turnscope.core.protocol import Task\n"
        "from turnscope.systems.base import SystemCard\n"
        "from turnscope.systems.never import Never\n"
        "class Mine(Never):\n"
        "    @property\n"
        "    def card(self):\n"
        "        tasks = frozenset({Task.EOT})\n"
        f"        return SystemCard('mine_published', '1', tasks, 0.1, causal={causal})\n"
    )
    card = {"turnscope": 1, "name": "child", "version": "1", "chunk_s": 0.1, "tasks": ["eot"]}
    told = json.dumps(card | {"causal": causal})
    (tmp_path / "child.py").write_text(f"input()\nprint({told!r}, flush=True)\n")
    assert is_causal(f"{tmp_path / 'mine.py'}:Mine") == causal
    assert is_causal(Named(f"cmd: {sys.executable} {tmp_path / 'child.py'}")) == causal


def test_who_is_declared_causal() -> None:
    assert is_causal("rms_vad")
    assert is_causal(Toy(lambda _, __: NOTHING))
    assert not is_causal("oracle")
    assert not is_causal("human")
    with pytest.raises(ProtocolError, match="one of rms_vad, "):
        is_causal("nonsense")
