"""Simulate a corpus and write it as a raw delivery, all of it or nothing."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np

from turnscope.core.conversation import Conversation
from turnscope.corpus.mapping import ANNOTATORS
from turnscope.errors import Fault, ProtocolError
from turnscope.files.staged_folder import staged_folder
from turnscope.models.speech import Speak
from turnscope.models.voices import VOICES
from turnscope.simulate.annotators import annotate
from turnscope.simulate.casting import Cast, cast_of, kinds_of
from turnscope.simulate.degradations import parse_degradations
from turnscope.simulate.delivery import delivery_files
from turnscope.simulate.ears import PERFECT, Ears, default_ears
from turnscope.simulate.estimated import estimated_voice
from turnscope.simulate.happenings import Truth
from turnscope.simulate.parameters import kind_parameters
from turnscope.simulate.script import Script
from turnscope.simulate.timeline import timeline
from turnscope.simulate.voicing import audio_files, speaking, voice_of, voices_named
from turnscope.version import __version__

__all__ = [
    "MINUTES",
    "Simulation",
    "Written",
    "conversations_for",
    "made_with",
    "simulated",
    "true_conversation",
    "write_simulated",
]

MINUTES = 11.7
"""Mean length of a conversation of TurnBench."""

_LEAST_MINUTES, _MOST_MINUTES = 0.1, 24 * 60.0
_MOST_CONVERSATIONS = 100_000
_LEAST_RATE = 0.5
_OF_TIMING, _OF_WORDS, _OF_VOICES = 61, 62, 63


@dataclass(frozen=True, slots=True)
class Simulation:
    """What is to be simulated.

    Attributes:
        types: names of kinds, or ``all``; conversations take them in turn.
        n_conversations: how many.
        minutes: length of each.
        seed: of everything, 0 to 2**53 - 1; the same simulation gives the same bytes.
        annotators: 1 to 3 of them.
        perfect: whether they err in nothing.
        voices: who speaks, by name or family (``kokoro``); none for timing and words alone.
        degradations: what happens to the sound, as in :mod:`turnscope.simulate.degradations`.

    Raises:
        ProtocolError: with everything that cannot be meant.
    """

    types: tuple[str, ...] = ("all",)
    n_conversations: int = 1
    minutes: float = MINUTES
    seed: int = 0
    annotators: int = len(ANNOTATORS)
    perfect: bool = False
    voices: tuple[str, ...] = ()
    degradations: str = "none"

    def __post_init__(self) -> None:
        faults: list[Fault] = []
        for checked in (
            lambda: kinds_of(self.types),
            lambda: cast_of(("",), 0, seed=self.seed),
            lambda: self.speakers,
            lambda: parse_degradations(self.degradations),
        ):
            try:
                checked()
            except ProtocolError as error:
                faults += error.faults
        if not _LEAST_MINUTES <= self.minutes <= _MOST_MINUTES:
            rule = f"{_LEAST_MINUTES:g} to {_MOST_MINUTES:g}"
            hint = "Milliseconds or seconds?" if self.minutes > _MOST_MINUTES else ""
            faults.append(Fault("minutes", f"{self.minutes:g}", rule, hint))
        if not 1 <= self.n_conversations <= _MOST_CONVERSATIONS:
            rule = f"1 to {_MOST_CONVERSATIONS}"
            faults.append(Fault("conversations", f"{self.n_conversations}", rule))
        if self.degradations.strip() != "none" and not self.voices:
            faults.append(Fault("degradations", repr(self.degradations), "none without voices"))
        if not 1 <= self.annotators <= len(ANNOTATORS):
            rule = f"1 to {len(ANNOTATORS)}, or perfect"
            faults.append(Fault("annotators", f"{self.annotators}", rule))
        if faults:
            raise ProtocolError(faults)

    @property
    def ears(self) -> Ears:
        """How the annotators err."""
        return PERFECT if self.perfect else default_ears()

    @property
    def names(self) -> tuple[str, ...]:
        """The annotators' names."""
        return ANNOTATORS[: self.annotators]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of conversation, each once."""
        return kinds_of(self.types)

    @property
    def speakers(self) -> tuple[str, ...]:
        """Names of the voices; none for timing and words alone."""
        return voices_named(self.voices, self.n_conversations) if self.voices else ()

    def casts(self) -> Iterator[Cast]:
        """The conversations, before they are simulated."""
        for number in range(self.n_conversations):
            yield cast_of(self.kinds, number, seed=self.seed)


@dataclass(frozen=True, slots=True)
class Written:
    """What was written: how many conversations, seconds, true events and annotations."""

    n_conversations: int
    duration_s: float
    n_happenings: int
    n_annotations: int


def conversations_for(hours: float, minutes: float) -> int:
    """How many conversations of so many minutes it takes to have so many hours.

    Raises:
        ProtocolError: for hours or minutes that are not above 0.
    """
    faults = [
        Fault(name, f"{value:g}", "a finite time above 0")
        for name, value in (("hours", hours), ("minutes", minutes))
        if not 0.0 < value < math.inf
    ]
    if faults:
        raise ProtocolError(faults)
    return max(1, math.ceil(hours * 60.0 / minutes - 1e-9))


def true_conversation(cast: Cast, minutes: float, *, voices: Sequence[str] = ()) -> Truth:
    """What happens in one conversation; with sound if there are voices.

    Args:
        cast: who and what kind.
        minutes: its length.
        voices: names of those that the actors of the corpus have in turn.

    Raises:
        ModelError: if a voice is missing or cannot speak a text.
    """
    parameters = kind_parameters(cast.kind)
    metadata = cast.metadata
    speakers: Sequence[Speak]
    if voices:
        speakers = speaking(cast, voices)
        first, second = (VOICES[voice_of(actor, voices)].gender for actor in cast.actors)
        metadata = replace(metadata, actor_genders=(first, second))
    else:
        mean, spread = parameters.syllables_per_s, parameters.syllables_per_s_spread
        speakers = [
            estimated_voice(
                np.random.default_rng([cast.seed, _OF_VOICES, speaker]),
                syllables_per_s=max(mean + spread * actor.tempo, _LEAST_RATE),
            )
            for speaker, actor in enumerate(cast.actors)
        ]
    return timeline(
        parameters,
        Script(cast.kind, np.random.default_rng([cast.seed, _OF_WORDS])),
        speakers,
        np.random.default_rng([cast.seed, _OF_TIMING]),
        minutes * 60.0,
        conversation_id=cast.conversation_id,
        metadata=metadata,
        seed=cast.seed,
    )


def simulated(
    types: str | Sequence[str] = "all",
    *,
    n_conversations: int = 1,
    minutes: float = MINUTES,
    seed: int = 0,
    annotators: int = len(ANNOTATORS),
    perfect: bool = False,
) -> tuple[Conversation, ...]:
    """Simulated conversations as annotators hear them, in memory; see :class:`Simulation`.

    They are those that ``turnscope simulate`` writes for the same values.

    Raises:
        ProtocolError: with everything that cannot be meant.
    """
    types = (types,) if isinstance(types, str) else tuple(types)
    asked = Simulation(types, n_conversations, minutes, seed, annotators, perfect)
    return tuple(
        annotate(true_conversation(cast, asked.minutes), names=asked.names, ears=asked.ears)
        for cast in asked.casts()
    )


def write_simulated(
    directory: Path,
    asked: Simulation,
    *,
    beside: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Written:
    """Write a corpus into a new or empty folder, a folder a conversation.

    Args:
        directory: made if it is not there.
        asked: what to simulate.
        beside: whether the folder may hold other conversations already.
        progress: told 1 after each conversation.

    Raises:
        TurnscopeError: if the folder is not empty or holds a conversation of that id, or it
            cannot be written (no space); nothing is then left behind.
        ModelError: if a voice is missing or cannot speak a text.
    """
    n_happenings = n_annotations = 0
    duration_s = 0.0
    speakers = asked.speakers
    with staged_folder(directory, beside=beside) as folder:
        for cast in asked.casts():
            truth = true_conversation(cast, asked.minutes, voices=speakers)
            if asked.degradations.strip() != "none":
                truth = replace(truth, metadata=replace(truth.metadata, audio_status="noisy"))
            annotated = annotate(truth, names=asked.names, ears=asked.ears)
            noted = made_with(asked, cast.kind)
            if speakers:
                noted["voices"] = [voice_of(actor, speakers) for actor in cast.actors]
            files = delivery_files(truth, annotated, made_with=noted)
            if speakers:
                files |= audio_files(truth, degradations=asked.degradations)
            place = folder / cast.conversation_id
            place.mkdir()
            for name, content in files.items():
                (place / name).write_bytes(content)
            n_happenings += len(truth.happenings)
            n_annotations += sum(len(t) for tracks in annotated.tracks for t in tracks.values())
            duration_s += truth.duration_s
            if progress is not None:
                progress(1.0)
    return Written(asked.n_conversations, duration_s, n_happenings, n_annotations)


def made_with(asked: Simulation, kind: str) -> dict[str, object]:
    """What a truth's file notes: seed of the corpus, versions, and hashes of parameters."""
    return {
        "corpus_seed": asked.seed,
        "turnscope": __version__,
        "numpy": np.__version__,
        "parameters_sha256": _hash_of_parameters(kind),
        "annotators": list(asked.names),
        "annotators_sha256": _hash(asked.ears.stamp()),
        "annotators_perfect": asked.perfect,
        "degradations": asked.degradations,
    }


@cache
def _hash_of_parameters(kind: str) -> str:
    return _hash(asdict(kind_parameters(kind)))


def _hash(values: object) -> str:
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
