"""The proof over a corpus: conversation after conversation, each with another's speech to hear."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial

from turnscope.core.roster import positions
from turnscope.corpus.corpus import Corpus
from turnscope.study.run import REPLAYS
from turnscope.study.sources import HUMAN, Named, held, released, source_of
from turnscope.systems.base import System
from turnscope.systems.causality import Proof, prove
from turnscope.systems.changes import TOLERANCE
from turnscope.systems.runner import hear

__all__ = ["is_causal", "prove_corpus"]


def is_causal(system_or_name: System | Named | str) -> bool:
    """Whether a system declares that what it says rests on what it had heard; no replay does.

    Whatever goes by a name (built in, a file, a process, a Pipecat class) is made, its own card
    is asked, and it is closed. Humans are not causal: they heard all before they decided.

    Raises:
        ProtocolError: for an unknown name.
    """
    if isinstance(system_or_name, System):
        return system_or_name.card.causal
    source = source_of(system_or_name)
    if isinstance(source, Named) and source.specification in (*REPLAYS, HUMAN):
        return False
    with held(source, also=tuple(REPLAYS)) as system:
        return system.card.causal


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
        make: a new system, which has heard nothing; it is closed before the next is made.
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
    with closing(_Latest(make)) as latest:
        score_rate_hz = latest.made().card.score_rate_hz
        for k in wanted:
            following = corpus.ids[(int(k) + 1) % len(corpus.ids)]
            yield prove(
                lambda: partial(hear, latest.made()),
                corpus.recording(corpus.ids[k]),
                score_rate_hz=score_rate_hz,
                at_s=at_s,
                n_cuts=n_cuts,
                seconds=seconds,
                speech=corpus.recording(following) if len(corpus.ids) > 1 else None,
                tolerance=tolerance,
                progress=progress,
            )


class _Latest:
    """Makes systems of which only the latest is in use: the one before is closed."""

    def __init__(self, make: Callable[[], System]) -> None:
        self._make = make
        self._system: System | None = None

    def made(self) -> System:
        self.close()
        self._system = self._make()
        return self._system

    def close(self) -> None:
        system, self._system = self._system, None
        if system is not None:
            released(system)
