"""Units, turns, overlap and interruptions from words, the slow and obvious way.

Times are whole milliseconds here, so that overlap can be counted millisecond by millisecond.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["Word", "WordsFound", "from_words"]

BACKCHANNEL_WORDS = {"yeah", "uh-huh", "right"}

Word = tuple[int, int, str]
"""Start and end in milliseconds, and what is said."""


class WordsFound(NamedTuple):
    """What the words of one conversation come to."""

    n_units: int
    n_backchannels: int
    turns: list[tuple[int, int]]
    overlap_ms: int
    n_by_transfer: int
    n_otherwise: int


def from_words(words: Sequence[Sequence[Word]]) -> WordsFound:
    """One conversation; ``words`` holds speaker 1's and speaker 2's."""
    units: list[tuple[int, int, int, list[str]]] = []
    for speaker in (1, 2):
        mine: list[tuple[int, int, int, list[str]]] = []
        for start, end, text in sorted(words[speaker - 1]):
            if mine and start <= mine[-1][1] + 200:
                begun, until, _, said = mine.pop()
                mine.append((begun, max(until, end), speaker, [*said, text]))
            else:
                mine.append((start, end, speaker, [text]))
        units += mine
    floor = sorted(u for u in units if not set(u[3]) <= BACKCHANNEL_WORDS)
    turns: list[list[int]] = []
    for start, end, speaker, _ in floor:
        if turns and turns[-1][2] == speaker:
            turns[-1][1] = max(turns[-1][1], end)
        else:
            turns.append([start, end, speaker])
    heard = [{ms for u in floor if u[2] == s for ms in range(u[0], u[1])} for s in (1, 2)]
    n_by_transfer = n_otherwise = 0
    for k, (start, _, speaker, _) in enumerate(floor):
        others = [u for u in floor[:k] if u[2] != speaker]
        if k and floor[k - 1][2] != speaker and floor[k - 1][1] - start > 1000:
            n_by_transfer += 1
        elif any(u[1] - start > 1000 for u in others):
            n_otherwise += 1
    return WordsFound(
        len(units),
        len(units) - len(floor),
        [(start, end) for start, end, _ in turns],
        len(heard[0] & heard[1]),
        n_by_transfer,
        n_otherwise,
    )
