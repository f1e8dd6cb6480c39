"""Put a system to a corpus: every conversation, every speaker, into one set of predictions."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.roster import positions
from turnscope.corpus.corpus import Corpus
from turnscope.errors import Fault, ProtocolError
from turnscope.gold.oracle import oracle
from turnscope.study.gold import corpus_gold
from turnscope.systems.base import System
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.runner import hear

__all__ = ["REPLAYS", "run"]

REPLAYS: dict[str, Callable[[Gold], Predictions]] = {
    "oracle": oracle,
}
"""What is run like a system but hears nothing: it is told the gold. Never causal."""


def run(
    system_or_name: System | str,
    corpus: Corpus,
    *,
    ids: Iterable[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Predictions:
    """The predictions of a system over a corpus.

    Args:
        system_or_name: a system, or the name of a built-in one or of a replay (``oracle``).
        corpus: its audio is heard; only a replay looks at its annotations.
        ids: hear only these conversations, all by default.
        progress: called with the seconds of audio heard since the last call.

    Raises:
        ProtocolError: for an unknown name.
        CorpusError: for an unknown id, or audio that is missing or cannot be read.
    """
    kept = corpus.ids if ids is None else [corpus.ids[k] for k in positions(corpus.ids, ids)]
    if isinstance(system_or_name, str):
        if system_or_name in REPLAYS:
            gold, _ = corpus_gold(corpus)
            return REPLAYS[system_or_name](gold.subset(kept))
        if system_or_name not in SYSTEMS:
            known = ", ".join([*SYSTEMS, *REPLAYS])
            raise ProtocolError(Fault("system", repr(system_or_name), f"one of {known}"))
        system_or_name = SYSTEMS[system_or_name]()
    events = {i: hear(system_or_name, corpus.recording(i), progress=progress).commits for i in kept}
    return Predictions.of(events, system=system_or_name.card.name)
