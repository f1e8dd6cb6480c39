"""Build the embedded corpus ``mini`` from ``mini_dialogues.toml``: the same bytes each run.

Usage: ``python -m tools.build_mini [FOLDER]``; without FOLDER, into the package.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import soundfile
from numpy.typing import NDArray

from tools.mini_annotators import ANNOTATORS, Event, heard_by
from tools.mini_voice import RATE_HZ, Voice, duration_s, noise, phones_of, sound

__all__ = ["build", "build_conversation", "channels_of", "dialogues", "events_of", "texts_of"]

HERE = Path(__file__).resolve().parent
MINI = HERE.parent / "src" / "turnscope" / "corpus" / "mini"
SEED = 88
"""Chosen among 400, so that every conversation holds agreement as well as dissent."""
LENGTH_S = 60.0
STEP = 2.0**-9
"""Samples are whole multiples of this, which keeps the lossless files small."""

FLOOR = {"clean": (0.0008, 900.0), "noisy": (0.0022, 300.0)}
"""RMS and upper band edge in Hz of what a channel holds where nobody speaks."""
BLEED_GAIN = 0.12
FLOOR_LABELS = {"turn", "hold", "answer", "filler", "overlap", "int-comp", "int-coop"}
PEAKS = {
    "ack": 0.13, "cont": 0.12, "react": 0.15, "filler": 0.20, "laugh": 0.20, "noise": 0.10,
    "nonling": 0.16, "nft-comp": 0.25, "nft-coop": 0.22, "int-comp": 0.30, "hold": 0.30,
}  # fmt: skip
PEAK_ELSE = 0.25


def dialogues() -> dict[str, Any]:
    """The scripts, actors and label names."""
    return tomllib.loads((HERE / "mini_dialogues.toml").read_text(encoding="utf-8"))


def _voice(actor: Mapping[str, Any]) -> Voice:
    return Voice(actor["pitch_hz"], actor["tract"], actor["pace"])


def events_of(conversation: Mapping[str, Any], actors: Mapping[str, Any]) -> list[Event]:
    """What truly happens, in script order, timed by the rules at the head of the script file.

    Raises:
        ValueError: for a line that cannot be read, a speaker over himself, or a script that does
            not fit into the audio.
    """
    events: list[Event] = []
    floor = Event(0, 0.0, 0.0, "", "")
    own = {1: 0.0, 2: 0.0}
    for line in conversation["script"].strip().splitlines():
        match = re.fullmatch(r"([12]) (\S+) +([+^@-])([\d.]+) +(\S.*)", line)
        if match is None:
            raise ValueError(f"conversation {conversation['id']}: cannot read {line!r}")
        speaker, label, sign, offset, words = int(match[1]), match[2], *match.group(3, 4, 5)
        anchor = {"^": own[speaker], "@": floor.start_s}.get(sign, floor.end_s)
        start_s = round(anchor + float(offset) * (-1 if sign == "-" else 1), 3)
        pace = actors[conversation["actors"][speaker - 1]]["pace"]
        end_s = round(start_s + duration_s(phones_of(words, pace)), 3)
        event = Event(speaker, start_s, end_s, label, words)
        if start_s < own[speaker] or end_s > LENGTH_S:
            raise ValueError(
                f"conversation {conversation['id']}: {line!r} lasts from {start_s} to {end_s} s, "
                f"own speech before it to {own[speaker]} s, audio to {LENGTH_S} s"
            )
        events.append(event)
        own[speaker] = end_s
        floor = event if label in FLOOR_LABELS else floor
    return events


def channels_of(
    events: list[Event], voices: tuple[Voice, Voice], status: str, seed: int
) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """The sound of both speakers at the true times, shape (960000,) each, 16 bits."""
    rng = np.random.default_rng([SEED, seed, 0])
    n = round(LENGTH_S * RATE_HZ)
    speech = np.zeros((2, n))
    for event in events:
        voice = voices[event.speaker - 1]
        phones = phones_of(event.words, voice.pace)
        if not any(p.voice or p.hiss or p.breath for p in phones):
            continue
        peak = PEAKS.get(event.label, PEAK_ELSE) * 10 ** (rng.uniform(-1.5, 1.5) / 20)
        samples = sound(phones, event.words[-1], voice, peak, rng)
        first = round(event.start_s * RATE_HZ)
        speech[event.speaker - 1, first : first + len(samples)] += samples
    rms, high_hz = FLOOR[status]
    mixed = speech + rms * np.stack([noise(n, 40, high_hz, rng) for _ in voices])
    for event in events:
        if event.label == "bleed":
            span = slice(round(event.start_s * RATE_HZ), round(event.end_s * RATE_HZ))
            mixed[event.speaker - 1, span] += BLEED_GAIN * speech[2 - event.speaker, span]
    whole = np.rint(mixed / STEP) * (STEP * 2**15)
    first_channel, second_channel = whole.astype(np.int16)
    return first_channel, second_channel


def _clock(time_s: float) -> str:
    ms = round(time_s * 1000)
    return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"


def _srt(events: list[Event], labels: Mapping[str, str]) -> str:
    # Written here rather than by the package: the corpus tests the package's reader.
    cues = []
    for index, event in enumerate(events, start=1):
        words = re.sub(r"\((\w+) [\d.]+\)", r"(\1)", event.words).replace(" --", "-")
        span = f"{_clock(event.start_s)} --> {_clock(event.end_s)}"
        cues.append(f"{index}\n{span}\n[{labels[event.label]}] {words}\n")
    return "\n".join(cues)


def texts_of(conversation_id: str) -> dict[str, str]:
    """File name -> text of one conversation's annotations and metadata."""
    table = dialogues()
    conversation = next(c for c in table["conversation"] if c["id"] == conversation_id)
    actors, names = table["actors"], conversation["actors"]
    events = sorted(events_of(conversation, actors), key=lambda e: e.start_s)
    texts: dict[str, str] = {}
    metadata: dict[str, Any] = {
        "task_id": f"mini-{conversation_id}",
        "conversation_type": conversation["type"],
    }
    for speaker in (1, 2):
        truth = [e for e in events if e.speaker == speaker]
        for k, annotator in enumerate(ANNOTATORS):
            rng = np.random.default_rng([SEED, int(conversation_id), speaker, k])
            heard = heard_by(annotator, truth, LENGTH_S, rng)
            name = f"speaker_{speaker}_annotation_{annotator}.srt"
            texts[name] = _srt(heard, table["labels"])
        metadata[f"speaker_{speaker}_actor_id"] = names[speaker - 1]
        metadata[f"speaker_{speaker}_actor_gender"] = actors[names[speaker - 1]]["gender"]
    metadata |= {"duration_s": LENGTH_S, "audio_status": conversation["status"]}
    return texts | {"metadata.json": json.dumps(metadata, indent=2) + "\n"}


def build_conversation(conversation_id: str, folder: Path) -> None:
    """Write one conversation into ``folder / conversation_id``."""
    table = dialogues()
    conversation = next(c for c in table["conversation"] if c["id"] == conversation_id)
    first, second = (_voice(table["actors"][name]) for name in conversation["actors"])
    events = events_of(conversation, table["actors"])
    channels = channels_of(events, (first, second), conversation["status"], int(conversation_id))
    place = folder / conversation_id
    place.mkdir(parents=True, exist_ok=True)
    for speaker, samples in enumerate(channels, start=1):
        path = place / f"speaker_{speaker}_audio.flac"
        soundfile.write(path, samples, RATE_HZ, subtype="PCM_16", compression_level=1.0)
    for name, text in texts_of(conversation_id).items():
        (place / name).write_bytes(text.encode())


def build(folder: Path) -> None:
    """Write the whole corpus: conversations, split files and the note on what it is."""
    table = dialogues()
    for conversation in table["conversation"]:
        build_conversation(conversation["id"], folder)
    for name, ids in table["splits"].items():
        (folder / f"{name}.txt").write_bytes(("\n".join(ids) + "\n").encode())
    (folder / "README.txt").write_bytes(table["readme"].encode())


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else MINI)
