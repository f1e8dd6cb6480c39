"""Check every conversation of a corpus: its audio, its tracks, and one against the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from turnscope.core.roster import positions
from turnscope.corpus.check import check_recording
from turnscope.corpus.check_tracks import check_tracks
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.findings import Finding
from turnscope.errors import CorpusError

__all__ = ["check_corpus"]


def check_corpus(
    corpus: Corpus,
    *,
    ids: Iterable[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Mapping[str, tuple[Finding, ...]]:
    """Findings by conversation id, an empty tuple where nothing is suspicious.

    Args:
        corpus: its annotations are read and its audio is decoded.
        ids: check only these conversations, all by default.
        progress: called with 1.0 after each conversation.

    Raises:
        FormatError, CorpusError: if annotations cannot be read, or an id is unknown. Audio
            that is missing or cannot be read is a finding.
    """
    conversations = corpus.conversations()
    kept = range(len(corpus.ids)) if ids is None else positions(corpus.ids, ids)
    found: dict[str, tuple[Finding, ...]] = {}
    for position in kept:
        conversation = conversations[position]
        name = conversation.conversation_id
        try:
            recording = corpus.recording(name)
        except CorpusError as error:
            missing = Finding("no_audio", name, {}, "note", str(error.faults[0]))
            found[name] = (missing, *check_tracks(conversation))
        else:
            found[name] = check_recording(recording, conversation)
        if progress is not None:
            progress(1.0)
    return found
