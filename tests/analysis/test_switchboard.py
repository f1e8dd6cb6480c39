"""Tempo from words: drawn by hand, against the oracle, and where it is undefined."""

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from tests.oracles.switchboard import Word, from_words
from turnscope.analysis.switchboard import words_tempo
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track

Spoken = Sequence[tuple[float, float, str]]


def conversation(first: Spoken, second: Spoken, duration_s: float = 60.0) -> Conversation:
    """Words; in angle brackets what is a sound, by its label."""
    tracks = []
    for words in (first, second):
        labels = [w[2].strip("<>") if w[2].startswith("<") else "" for w in words]
        texts = ["" if w[2].startswith("<") else w[2] for w in words]
        tracks.append(Track.of([w[0] for w in words], [w[1] for w in words], labels, texts))
    return Conversation("sw1", duration_s, ({"a": tracks[0]}, {"a": tracks[1]}))


def test_a_minute_drawn_by_hand() -> None:
    #  1  [so I went 0-3]       [and then 4-8]                          <laughter>
    #  2         [uh-huh 1-1.5]             [but never 6.5-9]  [maybe it's 9.5-11]
    found = words_tempo(
        conversation(
            [
                *((0, 1, "so"), (1.1, 2, "I"), (2.15, 3, "went"), (4, 6, "and"), (6, 8, "then")),
                *((20, 21, "<laughter>"), (22, 23, "<unheard-of>")),
            ],
            [
                *((1, 1.5, "uh-huh"), (6.5, 7, "but"), (7, 9, "never")),
                *((9.5, 10, "maybe"), (10, 11, "it's")),
            ],
        )
    )
    assert found.tempo.backchannels_per_min == 1
    assert found.tempo.speaker_changes == 1
    assert found.tempo.turn_length_s == (8 + 4.5) / 2
    assert found.tempo.overlap_s == 1.5
    assert found.tempo.events_per_min == 2 + 1 + 1 + 1  # turns, backchannel, overlap, laughter
    assert found.tempo.words_per_min == 10
    assert (found.n_by_transfer, found.n_otherwise) == (1, 0)
    assert found.transfers.offset_s.tolist() == [-1.5]
    assert found.transfers.pause_s.tolist() == [1.0, 0.5]


def test_a_second_start_inside_the_others_unit_interrupts_too() -> None:
    found = words_tempo(conversation([(0, 10, "well")], [(2, 3, "but"), (5, 6, "never")]))
    assert (found.n_by_transfer, found.n_otherwise) == (1, 1)


def test_a_second_exactly_is_no_interruption() -> None:
    found = words_tempo(conversation([(0, 3, "well")], [(2, 4, "but")]))
    assert (found.n_by_transfer, found.n_otherwise) == (0, 0)


def test_words_spoken_while_laughing_are_words() -> None:
    found = words_tempo(conversation([(0, 1, "[laughter-yeah]"), (5, 6, "[laughter-but]")], []))
    assert found.tempo.backchannels_per_min == 1
    assert found.tempo.words_per_min == 2


def random_words(rng: random.Random) -> list[Word]:
    words, at = [], rng.randrange(0, 3000)
    for _ in range(rng.randrange(0, 12)):
        at += rng.choice((0, 50, 199, 200, 201, 400, 1500))
        end = at + rng.choice((80, 300, 999, 1000, 1001, 2500, 9000))
        words.append((at, end, rng.choice(("yeah", "uh-huh", "right", "so", "well", "but"))))
        at = end
    rng.shuffle(words)
    return words


def test_agrees_with_the_oracle() -> None:
    n_otherwise = 0
    for seed in range(600):
        rng = random.Random(seed)
        words = [random_words(rng), random_words(rng)]
        right = from_words(words)
        first, second = ([(s / 1000, e / 1000, text) for s, e, text in mine] for mine in words)
        # The join is asked of floats: 0.2 s apart may be a bit more, so keep off it.
        found = words_tempo(conversation(first, second))
        if any_at_the_edge(words):
            continue
        assert found.tempo.backchannels_per_min == right.n_backchannels
        assert found.tempo.speaker_changes == max(0, len(right.turns) - 1)
        lengths = [(end - start) / 1000 for start, end in right.turns]
        mean = sum(lengths) / len(lengths) if lengths else math.nan
        assert found.tempo.turn_length_s == pytest.approx(mean, nan_ok=True)
        assert found.tempo.overlap_s == pytest.approx(right.overlap_ms / 1000, abs=1e-9)
        assert (found.n_by_transfer, found.n_otherwise) == (right.n_by_transfer, right.n_otherwise)
        n_otherwise += right.n_otherwise
    assert n_otherwise > 20


def any_at_the_edge(words: Sequence[Sequence[Word]]) -> bool:
    """Whether two own words are 200 ms apart, which floats may tell either way."""
    return any(
        after[0] - before[1] == 200
        for mine in words
        for ordered in [sorted(mine)]
        for before, after in pairwise(ordered)
    )


def test_undefined_numbers_are_nan() -> None:
    silent = words_tempo(conversation([], []))
    assert math.isnan(silent.tempo.turn_length_s)
    assert math.isnan(silent.transfers.overlap_share)
    assert silent.tempo.speaker_changes == 0
    unknown = words_tempo(conversation([(0, 1, "so")], [], duration_s=math.nan))
    assert math.isnan(unknown.tempo.events_per_min)
    with pytest.raises(ValueError, match="expected words"):
        words_tempo(Conversation("c", 1.0, ({}, {})))
