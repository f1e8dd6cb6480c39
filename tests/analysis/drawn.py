"""Conversations for the tests of analyses: drawn by hand, or at random with transcripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.oracles.random_cases import RandomPick, conversation
from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.tracks import Track

__all__ = ["SHORT", "Events", "drawn", "random_conversation", "random_conversations"]

SHORT = {
    "T": "Normal Turn",
    "H": "Strong Floor Hold",
    "R": "Bounded Response",
    "F": "Filler",
    "O": "Overlap",
    "I": "Floor-taking Competitive Interruption",
    "N": "Non-floor Taking Cooperative Interruption",
    "B": "Continuer Backchannel",
    "L": "Laughter",
    "?": "Cough?",
    "": "",
}
"""Labels of hand-drawn events."""

Events = Sequence[tuple[float, float, str]]

TEXTS = (
    "",
    "yeah",
    "So, I -- can't re-do it",
    "1984 was",
    "café 'round",
    "un-",
    "O'Neill's -x",
    "да",
)


def _track(events: Events, texts: Sequence[str] | None = None) -> Track:
    labels = [SHORT[e[2]] for e in events]
    return Track.of([e[0] for e in events], [e[1] for e in events], labels, texts)


def drawn(
    *heard: tuple[Events, Events],
    duration_s: float = 60.0,
    name: str = "drawn",
    kind: str | None = None,
) -> Conversation:
    """A conversation; for each annotator (a, b, ...) what speakers 1 and 2 were heard to do."""
    first = {"abcd"[k]: _track(pair[0]) for k, pair in enumerate(heard)}
    second = {"abcd"[k]: _track(pair[1]) for k, pair in enumerate(heard)}
    return Conversation(name, duration_s, (first, second), Metadata(kind))


def random_conversation(seed: int, *, n_annotators: int | None = None) -> Conversation:
    """A random conversation of the consensus tests, with a transcript for every event."""
    pick = RandomPick(seed)
    case = conversation(pick, n_annotators=n_annotators, name=f"c{seed}").core()

    def spoken(tracks: Mapping[str, Track]) -> dict[str, Track]:
        return {
            name: Track(t.start_s, t.end_s, t.labels, tuple(pick.of(TEXTS) for _ in t.labels))
            for name, t in tracks.items()
        }

    first, second = case.tracks
    return Conversation(
        case.conversation_id, case.duration_s, (spoken(first), spoken(second)), case.metadata
    )


def random_conversations(seeds: range, *, n_annotators: int | None = None) -> list[Conversation]:
    """One a seed."""
    return [random_conversation(seed, n_annotators=n_annotators) for seed in seeds]
