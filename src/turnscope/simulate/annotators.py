"""What several annotators make of one conversation: its truth, blurred by their ears.

::

    truth   ──[Normal Turn   ]──[Normal Turn ]────[Continuer]──
    a       ──[Normal Turn    ]─[Normal Turn]─────[Continuer]──      edges jitter
    b       ──[Normal Turn                   ]─────────────────      merged; missed
    c       ───[Interruption ]──[Normal Turn ]────[Ack.     ]──      labels confused

Each annotator errs by themselves, from a random stream of their own: what ``a`` hears does not
change with how many others there are. They share one thing: which edges voice activity detection
had proposed well enough for nobody to move them. Knobs: :mod:`turnscope.simulate.ears`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.conversation import SPEAKERS, TYPE_NAMES, Conversation
from turnscope.core.labels import Label, canonical
from turnscope.core.tracks import Track
from turnscope.errors import Fault, ProtocolError
from turnscope.simulate.ears import FINE_ORDER, Ears, default_ears
from turnscope.simulate.happenings import Happening, Truth

__all__ = ["ANNOTATOR_NAMES", "annotate", "kind_of", "seconds_of"]

ANNOTATOR_NAMES = ("a", "b", "c")
"""Those of TurnBench."""

_PURPOSE = 41_203
_PURPOSE_EDGES = 41_204
_CODE = {spelling: code for code, spelling in enumerate(FINE_ORDER)}
_FLOOR = np.array([canonical(label) == Label.TURN for label in FINE_ORDER])
_DRAWS = 9


@dataclass(frozen=True, eq=False, slots=True)
class _Heard:
    """All happenings in columns, in the order of the truth; times in whole milliseconds.

    ``earliest`` and ``latest`` bound an event between the own events around it, so that what is
    apart stays apart whatever the jitter; ``follower`` is the own floor-holding event after a
    floor-holding one, -1 for none.
    """

    happenings: Sequence[Happening]
    speaker: Ints
    start: Ints
    end: Ints
    label: Ints
    in_overlap: NDArray[np.bool_]
    earliest: Ints
    latest: Ints
    follower: Ints


def annotate(
    truth: Truth,
    *,
    names: Sequence[str] = ANNOTATOR_NAMES,
    ears: Ears | None = None,
    seed: int | None = None,
) -> Conversation:
    """The tracks of all annotators of a conversation, on a millisecond grid, by onset.

    Args:
        truth: what happens.
        names: of the annotators; the order is that of the tracks.
        ears: how they err; None for the package's own (:func:`default_ears`).
        seed: of their luck, not negative; None takes the truth's.

    Returns:
        A conversation with the truth's id, duration and metadata.

    Raises:
        ProtocolError: for no or equal names.
    """
    if not names or len(set(names)) != len(names):
        raise ProtocolError(Fault("annotators", f"{list(names)}", "one name or more, all unlike"))
    ears = default_ears() if ears is None else ears
    heard = _columns(truth)
    factor = ears.factor(kind_of(truth))
    seed = truth.seed if seed is None else seed
    shared = np.random.default_rng([seed, _PURPOSE_EDGES])
    left = shared.random((2, len(heard.happenings))) < ears.p_edge_left
    tracks: tuple[dict[str, Track], dict[str, Track]] = ({}, {})
    for number, name in enumerate(names):
        rng = np.random.default_rng([seed, _PURPOSE, number])
        made = _tracks(heard, ears, factor, left, rng, name)
        for speaker, track in zip(SPEAKERS, made, strict=True):
            tracks[speaker - 1][name] = track
    return Conversation(truth.conversation_id, truth.duration_s, tracks, truth.metadata)


def kind_of(truth: Truth) -> str:
    """The short name of the type of a conversation, lower case; "" where it is not told."""
    told = truth.metadata.conversation_type
    return "" if told is None else TYPE_NAMES.get(told, told).lower()


def seconds_of(ms: Ints) -> Floats:
    """Whole milliseconds as the float64 seconds that a clock time is read as."""
    # Not ms / 1000: the last bit would differ for one time in nine thousand.
    return (ms // 1000) + (ms % 1000) / 1000


def _columns(truth: Truth) -> _Heard:
    events = truth.happenings
    n = len(events)
    start = np.array([round(each.start_s * 1000) for each in events], np.int64)
    end = np.array([round(each.end_s * 1000) for each in events], np.int64)
    speaker = np.array([each.speaker for each in events], np.int64)
    label = np.array([_CODE[each.label] for each in events], np.int64)
    speech = np.array([each.spoken is not None for each in events], np.bool_)
    in_overlap = np.zeros(n, np.bool_)
    earliest = np.zeros(n, np.int64)
    latest = np.full(n, round(truth.duration_s * 1000), np.int64)
    follower = np.full(n, -1, np.int64)
    for number in SPEAKERS:
        mine = np.flatnonzero(speaker == number)
        theirs = np.flatnonzero((speaker != number) & speech)
        if len(theirs):
            before = np.searchsorted(start[theirs], start[mine], side="left") - 1
            open_until = np.maximum.accumulate(end[theirs])[np.maximum(before, 0)]
            in_overlap[mine] = (before >= 0) & (open_until > start[mine])
        ends, starts = np.sort(end[mine]), start[mine]
        before = np.searchsorted(ends, start[mine], side="right") - 1
        gap = start[mine] - ends[np.maximum(before, 0)]
        bound = start[mine] - np.maximum(gap - 1, 0) // 2
        earliest[mine] = np.where(before >= 0, bound, 0)
        after = np.searchsorted(starts, end[mine], side="left")
        known = after < len(mine)
        gap = starts[np.minimum(after, len(mine) - 1)] - end[mine] if len(mine) else starts
        latest[mine] = np.where(known, end[mine] + gap // 2, latest[mine])
        floor = mine[_FLOOR[label[mine]]]
        follower[floor[:-1]] = floor[1:]
    return _Heard(events, speaker, start, end, label, in_overlap, earliest, latest, follower)


def _tracks(
    heard: _Heard,
    ears: Ears,
    factor: float,
    left: NDArray[np.bool_],
    rng: np.random.Generator,
    name: str,
) -> tuple[Track, Track]:
    """One annotator's tracks of both speakers."""
    n = len(heard.happenings)
    chance = rng.random((_DRAWS, n))
    normal = rng.standard_normal((2, n))
    normal[left] = 0.0
    start, end = _edges(heard, ears, factor, chance, normal)
    label = _labels(heard, ears, factor, chance[6])
    kept = chance[7] >= factor * ears.missing()[heard.label]
    texts = [_spelt(each.text, name, ears) for each in heard.happenings]
    extra = _split(heard, ears, factor * ears.p_split, chance[8], kept, start, end, texts)
    _merge(heard, ears, factor * ears.p_merged, chance[8], kept, start, label, texts)

    rows = np.flatnonzero(kept)
    columns = [
        np.concatenate([column[rows], column[extra.row]]) for column in (heard.speaker, label)
    ]
    starts = np.concatenate([start[rows], extra.start])
    ends = np.concatenate([end[rows], extra.end])
    said = [texts[row] for row in rows] + extra.texts
    order = np.lexsort((ends, starts))
    found = []
    for speaker in SPEAKERS:
        own = order[columns[0][order] == speaker]
        found.append(
            Track(
                seconds_of(starts[own]),
                seconds_of(ends[own]),
                tuple(FINE_ORDER[code] for code in columns[1][own]),
                tuple(said[row] for row in own),
            )
        )
    return found[0], found[1]


def _edges(
    heard: _Heard, ears: Ears, factor: float, chance: Floats, normal: Floats
) -> tuple[Ints, Ints]:
    """Where the annotator puts the edges: jitter, now and then a slip, within the bounds."""
    least, most = np.log(np.maximum(ears.slip_ms, 1.0))
    spare = np.maximum(heard.end - heard.start - ears.shortest_ms, 0.0) / 2
    edges = []
    for edge, (sd_ms, p_slip, inward) in enumerate(
        (
            (ears.onset_sd_ms, ears.p_onset_slip, 1.0),
            (ears.offset_sd_ms, ears.p_offset_slip, -1.0),
        )
    ):
        slips, size, side = chance[3 * edge : 3 * edge + 3]
        by = normal[edge] * sd_ms
        slip = np.exp(least + (most - least) * size) * np.where(side < 0.5, -1.0, 1.0)
        by = np.where(slips < factor * p_slip, slip, by)
        # Inward no further than leaves something, outward not into the neighbour.
        edges.append(np.rint(np.where(by * inward > 0, np.clip(by, -spare, spare), by)))
    start = np.maximum(heard.start + edges[0].astype(np.int64), heard.earliest)
    end = np.minimum(heard.end + edges[1].astype(np.int64), heard.latest)
    return start, np.maximum(end, start)


def _labels(heard: _Heard, ears: Ears, factor: float, chance: Floats) -> Ints:
    rows = ears.confusing()[heard.in_overlap.astype(np.int64), heard.label] * factor
    label: Ints = heard.label.copy()
    wrong = np.flatnonzero(chance < rows[:, -1]) if len(rows) else np.empty(0, np.int64)
    label[wrong] = np.count_nonzero(rows[wrong] <= chance[wrong, None], axis=1)
    return label


@dataclass(slots=True)
class _Extra:
    """Second halves of what was split: row of the first half, times in ms, texts."""

    row: Ints
    start: Ints
    end: Ints
    texts: list[str]


def _split(
    heard: _Heard,
    ears: Ears,
    p_split: float,
    chance: Floats,
    kept: NDArray[np.bool_],
    start: Ints,
    end: Ints,
    texts: list[str],
) -> _Extra:
    """Shorten what is split to its first half; the second halves are returned."""
    rows, starts, ends, said = [], [], [], []
    for row in np.flatnonzero((chance < p_split) & kept).tolist():
        words = heard.happenings[row].words
        if len(words) < 2:
            continue
        pauses = [after.start_s - word.end_s for word, after in pairwise(words)]
        at = int(np.argmax(pauses))
        stop, resume = round(words[at].end_s * 1000), round(words[at + 1].start_s * 1000)
        apart = pauses[at] * 1000 >= max(ears.split_pause_ms, 2.0)
        long_enough = min(stop - start[row], end[row] - resume) >= max(ears.shortest_ms, 1.0)
        if apart and long_enough:
            first, second = _halves(texts[row], at + 1, len(words))
            rows.append(row)
            starts.append(resume)
            ends.append(end[row])
            said.append(second)
            end[row], texts[row] = stop, first
    return _Extra(
        np.array(rows, np.int64), np.array(starts, np.int64), np.array(ends, np.int64), said
    )


def _halves(text: str, first: int, n_words: int) -> tuple[str, str]:
    """A text before and after its ``first`` words; in proportion where it counts otherwise."""
    parts = text.split()
    cut = first if len(parts) == n_words else round(len(parts) * first / n_words)
    return " ".join(parts[:cut]), " ".join(parts[cut:])


def _merge(
    heard: _Heard,
    ears: Ears,
    p_merged: float,
    chance: Floats,
    kept: NDArray[np.bool_],
    start: Ints,
    label: Ints,
    texts: list[str],
) -> None:
    """Give what is merged to the later of the two cues; the earlier one is no longer kept."""
    follower = heard.follower
    pause = heard.start[follower] - heard.end
    # From the other end of the scale than a split, so that no cue is both.
    drawn = (chance >= 1.0 - p_merged) & (follower >= 0)
    fits = drawn & (pause >= 0) & (pause <= ears.merged_pause_ms) & kept & kept[follower]
    for row in np.flatnonzero(fits):
        after = follower[row]
        if kept[row] and label[row] == label[after]:
            start[after] = start[row]
            texts[after] = f"{texts[row]} {texts[after]}".strip()
            kept[row] = False


def _spelt(text: str, name: str, ears: Ears) -> str:
    own = ears.spellings.get(name)
    if not own:
        return text
    return _pattern(tuple(own)).sub(lambda found: _cased(found.group(), own), text)


@lru_cache(maxsize=32)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    alternatives = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![\w'-])(?:{alternatives})(?![\w'-])", re.IGNORECASE)


def _cased(word: str, own: Mapping[str, str]) -> str:
    written = own[word.lower()]
    return written[:1].upper() + written[1:] if word[:1].isupper() else written
