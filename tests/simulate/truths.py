"""Random truths for tests: alternating turns, listeners' noises, and attempts on the floor."""

from __future__ import annotations

import numpy as np

from turnscope.core.conversation import TYPE_NAMES, Metadata
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.happenings import Happening, Truth

SENTENCE = "so then we went down to the okay river and nobody had said a word of it yeah"
WORDS = SENTENCE.split()

SHORT = {
    "Acknowledgement Backchannel": "okay.",
    "Continuer Backchannel": "Mm-hmm.",
    "Reaction Backchannel": "oh wow!",
    "Laughter": "(laughs)",
    "Non-Speech Noise": "(a chair)",
    "Channel Bleed": "(the other, faintly)",
    "Speech, Non-Linguistic": "(sighs)",
}

TURNS = ("Normal Turn",) * 12 + ("Strong Floor Hold", "Bounded Response", "Filler", "Overlap")

INTERRUPTIONS = (
    "Floor-taking Competitive Interruption",
    "Floor-taking Cooperative Interruption",
    "Non-floor Taking Competitive Interruption",
    "Non-floor Taking Cooperative Interruption",
)


def spoken(duration_s: float, first: int = 0) -> Spoken:
    """A text of three words a second with a pause after every seventh."""
    words: list[SpokenWord] = []
    at, k = 0.0, first
    while at + 0.3 <= duration_s or not words:
        end = min(round(at + 0.3, 3), duration_s)
        words.append(SpokenWord(WORDS[k % len(WORDS)], at, end))
        at, k = round(at + (0.3 if k % 7 else 0.55), 3), k + 1
    return Spoken(" ".join(word.text for word in words) + ".", duration_s, tuple(words))


def random_truth(seed: int, minutes: float = 5.0, kind: str = "Casual/Spontaneous") -> Truth:
    """Events of all sorts at about the rates of a real conversation."""
    rng = np.random.default_rng(seed)
    duration_s = minutes * 60.0
    found: list[Happening] = []
    free = {1: 0.0, 2: 0.0}

    def add(speaker: int, start_s: float, length_s: float, label: str) -> float:
        start = max(round(start_s, 3), round(free[speaker] + 0.12, 3))
        end = round(start + length_s, 3)
        if end <= duration_s:
            free[speaker] = end
            if label in SHORT:
                found.append(Happening(speaker, start, end, label, SHORT[label]))
            else:
                said = spoken(round(end - start, 3), len(found))
                found.append(Happening(speaker, start, end, label, said.text, said, True))
        return end

    at, speaker = 0.5, 1
    while at < duration_s:
        label = str(rng.choice(TURNS))
        if found and rng.random() < 0.15:
            label = str(rng.choice(INTERRUPTIONS[:2]))
        end = add(speaker, at, float(rng.gamma(1.2, 7.0)) + 0.5, label)
        inner = at + 1.0
        while inner < end - 1.5:
            what = str(rng.choice(list(SHORT) + list(INTERRUPTIONS[2:])))
            add(3 - speaker, inner, float(rng.uniform(0.25, 1.2)), what)
            inner += float(rng.exponential(3.0)) + 0.5
        at = max(end + float(rng.normal(-0.2, 0.5)), free[3 - speaker])
        if rng.random() < 0.6:
            speaker = 3 - speaker
        else:
            at = end + float(rng.exponential(0.6)) + 0.1
    found.sort(key=lambda each: (each.start_s, each.speaker))
    assert kind in TYPE_NAMES
    return Truth(f"random-{seed}", duration_s, tuple(found), Metadata(conversation_type=kind), seed)
