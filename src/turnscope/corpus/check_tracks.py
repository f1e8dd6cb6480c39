"""What the tracks of a conversation give away without its audio."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations

import numpy as np

from turnscope.core.columns import Floats, Ints
from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import Label
from turnscope.core.tracks import Track
from turnscope.corpus.findings import Finding

__all__ = ["check_tracks", "start_shift"]

_MIN_SHIFT_S = 0.1  # half of the agreement tolerance: from here on, many events miss it
_LOSING_SHIFT_S = 0.2  # the tolerance itself: nearly none is agreed on
_MAX_SHIFT_S = 5.0
_PAIRING_S = 0.5  # the matching window of the consensus
_BIN_S = 0.1
_MIN_PAIRED = 8  # the median of fewer may be 0.1 s off by chance
_MIN_SHARE = 0.5  # of the shorter track; unrelated tracks pair by chance less often
_FEW = 0.5  # annotators of one protocol differ by a few percent
_MIN_MISSING = 5
_MIN_SHARED_TIME = 0.1  # touching or nested events of one speaker overlap far less
_MIN_COPIED = 5


def check_tracks(conversation: Conversation) -> tuple[Finding, ...]:
    """Look for shifted or incomplete annotators, copies, and a third speaker; no audio is used.

    Nothing is changed, and findings stop neither gold nor scoring.
    """
    findings: list[Finding] = []
    for speaker in SPEAKERS:
        tracks = conversation.tracks[speaker - 1]
        where = f"{conversation.conversation_id}/speaker_{speaker}"
        findings += _shifted(where, tracks)
        findings += _few_events(where, tracks)
        for name, track in tracks.items():
            findings += _within_track(f"{where}/annotator {name}", track)
        for a, b in combinations(tracks, 2):
            findings += _copied(f"{where}/annotators {a} and {b}", tracks[a], tracks[b])
    for name in conversation.annotators:
        where = f"{conversation.conversation_id}/annotator {name}, speakers 1 and 2"
        findings += _copied(where, conversation.track(1, name), conversation.track(2, name))
    return tuple(findings)


def start_shift(track: Track, other: Track) -> tuple[float, int]:
    """By how much a track's events start later than another's, and on how many that rests.

    All differences of starts up to 5 s vote for a coarse shift; around it, starts are matched
    one to one, closest first (at most 0.5 s away), and the median of their differences is taken.

    Returns:
        Seconds (positive: ``track`` is late) and matched events; NaN and their number where
        fewer than 8 events or half of the shorter track match.
    """
    mine, theirs = (np.sort(t.start_s) for t in (track, other))
    apart, i, j = _differences(mine, theirs, 0.0, _MAX_SHIFT_S + _PAIRING_S)
    if not len(apart):
        return float("nan"), 0
    coarse = _busiest(apart)
    apart, i, j = _differences(mine, theirs, coarse, _PAIRING_S)
    matched = _one_to_one(apart, i, j, coarse)
    enough = max(_MIN_PAIRED, _MIN_SHARE * min(len(mine), len(theirs)))
    if len(matched) < enough:
        return float("nan"), len(matched)
    return float(np.median(matched)), len(matched)


def _differences(
    mine: Floats, theirs: Floats, around_s: float, within_s: float
) -> tuple[Floats, Ints, Ints]:
    first = np.searchsorted(theirs, mine - around_s - within_s, side="left")
    last = np.searchsorted(theirs, mine - around_s + within_s, side="right")
    count = last - first
    i = np.repeat(np.arange(len(mine)), count)
    j = np.arange(count.sum()) - np.repeat(np.cumsum(count) - count, count) + first[i]
    return mine[i] - theirs[j], i, j


def _busiest(apart: Floats) -> float:
    """Where differences crowd most within 0.2 s; of equal crowds, the one nearest to 0."""
    centres = np.arange(-_MAX_SHIFT_S, _MAX_SHIFT_S + _BIN_S / 2, _BIN_S)
    ordered = np.sort(apart)
    crowd = np.searchsorted(ordered, centres + _BIN_S, side="right")
    crowd -= np.searchsorted(ordered, centres - _BIN_S, side="left")
    top = centres[crowd == crowd.max()]
    return float(top[np.argmin(np.abs(top))])


def _one_to_one(apart: Floats, i: Ints, j: Ints, around_s: float) -> Floats:
    used_i: set[int] = set()
    used_j: set[int] = set()
    matched = []
    for k in np.argsort(np.abs(apart - around_s), kind="stable"):
        if int(i[k]) not in used_i and int(j[k]) not in used_j:
            used_i.add(int(i[k]))
            used_j.add(int(j[k]))
            matched.append(apart[k])
    return np.array(matched)


def _shifted(where: str, tracks: Mapping[str, Track]) -> Iterator[Finding]:
    pairs = {(a, b): start_shift(tracks[a], tracks[b]) for a, b in combinations(tracks, 2)}
    off = {pair: found for pair, found in pairs.items() if abs(found[0]) >= _MIN_SHIFT_S}
    to_blame = {
        name: [(s if a == name else -s, n) for (a, b), (s, n) in off.items() if name in (a, b)]
        for name in tracks
    }
    # one annotator is off against all others, and these agree among themselves
    blamed = [name for name, found in to_blame.items() if len(found) == len(off) > 1]
    for name in blamed:
        shift_s = float(np.median([s for s, _ in to_blame[name]]))
        n_matched = min(n for _, n in to_blame[name])
        yield _shift_finding(f"{where}/annotator {name}", shift_s, n_matched)
    for (a, b), (shift_s, n_matched) in off.items():
        if not {a, b} & set(blamed):
            yield _shift_finding(f"{where}/annotators {a} and {b}", shift_s, n_matched)


def _shift_finding(where: str, shift_s: float, n_matched: int) -> Finding:
    return Finding(
        "annotator_shifted",
        where,
        {"shift_s": round(shift_s, 4), "n_matched": n_matched},
        "warning" if abs(shift_s) >= _LOSING_SHIFT_S else "note",
        "the first is late if positive" if " and " in where else "late if positive",
    )


def _few_events(where: str, tracks: Mapping[str, Track]) -> Iterator[Finding]:
    for name, track in tracks.items():
        others = [len(t) for other, t in tracks.items() if other != name]
        if not others:
            continue
        usual = float(np.median(others))
        if len(track) < _FEW * usual and usual - len(track) >= _MIN_MISSING:
            yield Finding(
                "few_events",
                f"{where}/annotator {name}",
                {"n_events": len(track), "n_events_of_others": usual},
                "warning",
            )


def _within_track(where: str, track: Track) -> Iterator[Finding]:
    events = Counter(zip(track.start_s.tolist(), track.end_s.tolist(), track.labels, strict=True))
    copies = [(event, n) for event, n in events.items() if n > 1]
    if copies:
        (start_s, end_s, label), _ = copies[0]
        yield Finding(
            "duplicate_events",
            where,
            {"n_copies": sum(n - 1 for _, n in copies), "first_start_s": start_s},
            "note",
            f"the first is [{start_s:.3f}, {end_s:.3f}] s {label!r}",
        )
    shared_s, total_s = _self_overlap(track)
    if total_s > 0 and shared_s >= _MIN_SHARED_TIME * total_s:
        yield Finding(
            "third_speaker",
            where,
            {"shared_s": round(shared_s, 3), "share_of_speech": round(shared_s / total_s, 4)},
            "warning",
        )


def _self_overlap(track: Track) -> tuple[float, float]:
    """Seconds covered by two or more different speech events of a track, and by any."""
    kept = track.canonical != Label.NON_CONTENT
    kept &= track.canonical != Label.AWKWARD_SILENCE
    kept &= track.end_s > track.start_s
    spans = np.unique(np.stack([track.start_s[kept], track.end_s[kept]], axis=1), axis=0)
    times = spans.ravel()
    steps = np.tile([1, -1], len(spans))
    order = np.argsort(times, kind="stable")
    depth = np.cumsum(steps[order])[:-1]
    length = np.diff(times[order])
    return float(length[depth >= 2].sum()), float(length[depth >= 1].sum())


def _copied(where: str, a: Track, b: Track) -> Iterator[Finding]:
    if len(a) < _MIN_COPIED or len(a) != len(b):
        return
    if np.array_equal(np.round(a.start_s, 3), np.round(b.start_s, 3)) and np.array_equal(
        np.round(a.end_s, 3), np.round(b.end_s, 3)
    ):
        yield Finding("duplicate_tracks", where, {"n_events": len(a)}, "warning")
