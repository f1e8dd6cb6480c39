"""From a corpus to its gold, read once and kept."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from turnscope.core.gold import Gold
from turnscope.core.protocol import Protocol
from turnscope.corpus.corpus import Corpus
from turnscope.errors import Fault, TurnscopeError
from turnscope.gold.annotations import refuse_unannotated
from turnscope.gold.derive import gold_of
from turnscope.gold.derived import Derivation, derived
from turnscope.study.gold_cache import cache_directory, cache_key, cached_gold, keep_gold

__all__ = ["corpus_gold"]


def corpus_gold(
    corpus: Corpus,
    *,
    protocol: Protocol | None = None,
    derivation: Derivation | None = None,
    cache: Path | bool = True,
) -> tuple[Gold, tuple[Fault, ...]]:
    """The gold of a whole corpus, and the oddities met in reading its annotations.

    Args:
        corpus: annotated by one annotator or more.
        protocol: constants and options; the official ones by default.
        derivation: derive the labels from words or voice activity instead of taking them from
            the annotators; the gold is then stamped ``derived``.
        cache: where to keep it; True for the user's cache directory, False for nowhere.

    Raises:
        FormatError, CorpusError: if annotations cannot be read.
    """
    protocol = protocol or Protocol()
    directory = cache_directory() if cache is True else cache or None
    try:
        fingerprint = corpus.fingerprint()
    except TurnscopeError:
        corpus.conversations()  # tells of every fault, not of the first alone
        raise
    options = "" if derivation is None else repr(asdict(derivation))
    state = json.dumps([fingerprint, corpus.revision, *corpus.surroundings()])
    key = cache_key(state, protocol, options)
    if directory is not None:
        kept = cached_gold(directory, key)
        if kept is not None:
            return kept
    conversations = corpus.conversations()
    source = "consensus"
    if derivation is not None:
        refuse_unannotated(conversations)
        conversations = tuple(derived(c, derivation=derivation) for c in conversations)
        source = "derived"
    gold = gold_of(
        conversations,
        protocol=protocol,
        data_hash=fingerprint,
        revision=corpus.revision,
        source=source,
    )
    if directory is not None:
        keep_gold(directory, key, gold, corpus.faults)
    return gold, corpus.faults
