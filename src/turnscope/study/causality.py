"""The proof over a corpus: conversation after conversation, each with another's speech to hear."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

from turnscope.core.roster import positions
from turnscope.corpus.corpus import Corpus
from turnscope.study.run import REPLAYS
from turnscope.study.sources import opened, source_of
from turnscope.systems.base import System
from turnscope.systems.causality import Proof, prove
from turnscope.systems.changes import TOLERANCE
from turnscope.systems.runner import hear

__all__ = ["is_causal", "prove_corpus"]


def is_causal(system_or_name: System | str) -> bool:
    """Whether a system declares that what it says rests on what it had heard; no replay does.

    Raises:
        ProtocolError: for an unknown name.
    """
    if isinstance(system_or_name, System):
        return system_or_name.card.causal
    if system_or_name in REPLAYS:
        return False
    return opened(source_of(system_or_name), also=tuple(REPLAYS)).card.causal


def prove_corpus(
    make: Callable[[], System],
    corpus: Corpus,
    *,
    ids: Iterable[str] | None = None,
    at_s: Sequence[float] | None = None,
    n_cuts: int = 6,
    seconds: float = math.inf,
    tolerance: float = TOLERANCE,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Proof]:
    """One proof a conversation, as each is done, in the corpus's order.

    Args:
        make: a new system, which has heard nothing.
        corpus: its audio is replayed; its annotations are not looked at.
        ids: replay only these, all by default. The other speech of each is the next
            conversation's in the corpus, or its own from half way round if there is only one.
        at_s: cuts in seconds, chosen by what was said if None.
        n_cuts: how many to choose.
        seconds: replay only so much of each conversation.
        tolerance: greatest difference of equal scores.
        progress: called with conversations done since the last call, in fractions.

    Raises:
        CorpusError: for an unknown id, or audio that is missing or cannot be read.
        ProtocolError: for a cut outside a recording, or a system that breaks its contract.
    """
    wanted = range(len(corpus.ids)) if ids is None else positions(corpus.ids, ids)
    score_rate_hz = make().card.score_rate_hz
    for k in wanted:
        following = corpus.ids[(int(k) + 1) % len(corpus.ids)]
        yield prove(
            lambda: partial(hear, make()),
            corpus.recording(corpus.ids[k]),
            score_rate_hz=score_rate_hz,
            at_s=at_s,
            n_cuts=n_cuts,
            seconds=seconds,
            speech=corpus.recording(following) if len(corpus.ids) > 1 else None,
            tolerance=tolerance,
            progress=progress,
        )
