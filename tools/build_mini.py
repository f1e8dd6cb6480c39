"""Build the embedded corpus ``mini`` with the simulator: the same bytes each run on one machine.

Usage: ``python -m tools.build_mini [FOLDER]``; without FOLDER, into the package. Needs the extra
``voices`` and the weights ``kokoro-82m`` and ``kokoro-voices``.

::

    conversation   1   2   3   4   5   6     dev:  four actors, everybody meets everybody
    kind           one of each, by name
    conversation   7   8   9   10  11  12    test: four others, alike
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from turnscope.models.voices import EMBEDDED_VOICES, VOICES
from turnscope.simulate.annotators import annotate
from turnscope.simulate.casting import Actor, Cast
from turnscope.simulate.degradations import degrade
from turnscope.simulate.delivery import delivery_files
from turnscope.simulate.happenings import Truth
from turnscope.simulate.parameters import KINDS
from turnscope.simulate.sound import two_channels
from turnscope.simulate.voicing import RATE_HZ, voice_of
from turnscope.study.simulate import Simulation, made_with, true_conversation

__all__ = [
    "ACTORS",
    "MINI",
    "PLAN",
    "SPLITS",
    "Planned",
    "audio_of",
    "build",
    "files_of",
    "truth_of",
]

MINI = Path(__file__).resolve().parent.parent / "src" / "turnscope" / "corpus" / "mini"
MINUTES = 1.0
STEP = 2.0**-9
"""Samples are whole multiples of this, which keeps the lossless files small."""

_TEMPOS = (0.0, -0.4, 0.8, 0.4, -0.8, 0.6, 0.2, -0.2)
_PAIRS = ((0, 1), (2, 3), (2, 0), (1, 3), (0, 3), (1, 2))
"""Of each split's four actors: everybody meets everybody once."""


def _actor(number: int) -> Actor:
    gender = VOICES[EMBEDDED_VOICES[number]].gender
    return Actor(f"{gender[0].upper()}{number // 2 + 1:02d}", number, gender, _TEMPOS[number])


ACTORS = tuple(map(_actor, range(len(EMBEDDED_VOICES))))
"""An actor a voice; the first four are those of dev."""


@dataclass(frozen=True, slots=True)
class Planned:
    """One conversation: who meets, what is drawn for it, what happens to its sound."""

    cast: Cast
    annotators_seed: int
    degradations: str


_DRAWN = (
    (25, 3, "none"),
    (9, 1, "none"),
    (43, 0, "none"),
    (93, 0, "room-noise=25"),
    (100, 0, "none"),
    (4, 4, "telephone"),
    (14, 1, "none"),
    (63, 1, "none"),
    (29, 1, "none"),
    (106, 1, "room-noise=25"),
    (38, 1, "none"),
    (15, 1, "telephone"),
)
"""Of each conversation the seeds of what happens (among the first 150) and of the annotators (the
first that will do), chosen so that each holds ends of turns and pauses, agreement and dissent, and
each split four interruptions or more; and what happens to the sound."""


def _planned(index: int) -> Planned:
    split, place = divmod(index, len(KINDS))
    first, second = (ACTORS[4 * split + k] for k in _PAIRS[place])
    seed, annotators_seed, degradations = _DRAWN[index]
    cast = Cast(f"{index + 1}", KINDS[place], (first, second), seed)
    return Planned(cast, annotators_seed, degradations)


PLAN = tuple(map(_planned, range(len(_DRAWN))))
SPLITS = {"dev": PLAN[:6], "test": PLAN[6:]}


def _list_of_voices() -> str:
    return "\n".join(
        f"  {actor.actor_id}  {voice_of(actor, EMBEDDED_VOICES).partition(':')[2]}"
        for actor in ACTORS
    )


README = f"""\
This is `mini`, a simulated corpus for demonstrations, tests and documentation.

Nobody was recorded. Twelve conversations of a minute, two of each type, were made with
`turnscope simulate`'s parts by tools/build_mini.py: who speaks when was drawn, the words were
written for this project, and network voices speak them. Two speakers on two channels (16 kHz
FLAC), three simulated annotators who miss, slip and confuse, laid out as the raw delivery of
TurnBench is. truth.json tells what truly happens. Conversations called noisy went through a
named degradation: room noise or a telephone line.

Numbers measured on it show that the software works. They say nothing about systems in the field,
and nothing about how well any of them takes turns with people.

Voices: Kokoro-82M v1.0 by hexgrad, weights under Apache-2.0:
{_list_of_voices()}
Words and annotations: of this project, under its licence (Apache-2.0).

dev.txt and test.txt have one conversation of each type and no speaker and no voice in common.
Do not edit by hand.
"""


def truth_of(planned: Planned) -> Truth:
    """What truly happens in a conversation, with its sound.

    Raises:
        ModelError: if the voices or their weights are missing.
    """
    truth = true_conversation(planned.cast, MINUTES, voices=EMBEDDED_VOICES)
    status = "clean" if planned.degradations == "none" else "noisy"
    return replace(truth, metadata=replace(truth.metadata, audio_status=status))


def audio_of(truth: Truth, degradations: str) -> NDArray[np.int16]:
    """Both channels in 16 bits, shape (2, n), whole multiples of :data:`STEP`."""
    sound = degrade(two_channels(truth, rate_hz=RATE_HZ), RATE_HZ, degradations, seed=truth.seed)
    most = 1.0 - STEP
    samples = np.rint(np.clip(sound, -1.0, most) / STEP) * (STEP * 2**15)
    return np.asarray(samples, np.int16)


def files_of(planned: Planned) -> dict[str, bytes]:
    """File name -> content of one conversation."""
    truth, cast = truth_of(planned), planned.cast
    asked = Simulation(
        KINDS, len(PLAN), MINUTES, voices=EMBEDDED_VOICES, degradations=planned.degradations
    )
    noted = made_with(asked, cast.kind)
    del noted["corpus_seed"]
    noted["annotators_seed"] = planned.annotators_seed
    noted["voices"] = [voice_of(actor, EMBEDDED_VOICES) for actor in cast.actors]
    files = delivery_files(truth, annotate(truth, seed=planned.annotators_seed), made_with=noted)
    for speaker, samples in enumerate(audio_of(truth, planned.degradations), 1):
        written = io.BytesIO()
        soundfile.write(
            written, samples, RATE_HZ, format="FLAC", subtype="PCM_16", compression_level=1.0
        )
        files[f"speaker_{speaker}_audio.flac"] = written.getvalue()
    return files


def build(folder: Path) -> None:
    """Write the whole corpus: conversations, split files and the note on what it is."""
    for planned in PLAN:
        place = folder / planned.cast.conversation_id
        place.mkdir(parents=True, exist_ok=True)
        for name, content in files_of(planned).items():
            (place / name).write_bytes(content)
    for name, split in SPLITS.items():
        ids = "".join(f"{planned.cast.conversation_id}\n" for planned in split)
        (folder / f"{name}.txt").write_bytes(ids.encode())
    (folder / "README.txt").write_bytes(README.encode())


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else MINI)
