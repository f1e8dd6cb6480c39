"""The proof over a corpus."""

import pytest

from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, ProtocolError
from turnscope.study.causality import is_causal, prove_corpus
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
    with pytest.raises(CorpusError, match="conversation 9"):
        next(prove_corpus(RmsVad, open_corpus("mini"), ids=["9"]))


def test_who_is_declared_causal() -> None:
    assert is_causal("rms_vad")
    assert is_causal(Toy(lambda _, __: NOTHING))
    assert not is_causal("oracle")
    with pytest.raises(ProtocolError, match="one of rms_vad, "):
        is_causal("nonsense")
