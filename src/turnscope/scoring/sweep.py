"""Every threshold of a score file scored in one pass.

Commits of all thresholds are bits (:mod:`turnscope.scoring.threshold_bits`), and so is what the
kernel does with them: in a positive's window the first unclaimed commit of each threshold is the
first frame at which its bit appears; a negative is a false alarm for the thresholds whose bits
appear in it outside all windows. The results equal the kernel's, threshold by threshold; tests
bind the two on random score files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Spans
from turnscope.core.commit_rule import CommitRule
from turnscope.core.gold import Gold
from turnscope.core.protocol import Protocol, Task
from turnscope.core.scores import ScoreTracks
from turnscope.errors import Fault, SubmissionError
from turnscope.scoring.matching import windows_of
from turnscope.scoring.metrics import PERCENTILES
from turnscope.scoring.threshold_bits import Words, commit_bits, n_words, spread

__all__ = ["Sweep", "refuse_missing", "share", "sweep"]

_MOST_BYTES = 256_000_000
"""Of commits held at once: a bit for each threshold, frame and track."""


@dataclass(frozen=True, eq=False, slots=True)
class Sweep:
    """Counts and latencies of one task at each of k thresholds, over c conversations.

    Attributes:
        task: what was swept.
        theta: thresholds, ascending, shape (k,).
        ids: the conversations, c of them.
        hits: positives hit, by conversation and threshold, shape (c, k).
        positives: positives of each conversation, shape (c,).
        alarms: negative spans with a false alarm, shape (c, k).
        negatives: negative spans of each conversation, shape (c,).
        latency_ms: percentiles (10, 50, 90) over all hits, shape (3, k); NaN without a hit.
        frame_rate_hz: of the scores.
        protocol: the rules of scoring.
        rule: the rule of commits.
    """

    task: Task
    theta: Floats
    ids: tuple[str, ...]
    hits: Ints
    positives: Ints
    alarms: Ints
    negatives: Ints
    latency_ms: Floats
    frame_rate_hz: float
    protocol: Protocol = field(default_factory=Protocol)
    rule: CommitRule = field(default_factory=CommitRule)

    @property
    def tp(self) -> Ints:
        """Positives hit at each threshold, pooled."""
        return np.asarray(self.hits.sum(axis=0))

    @property
    def fp(self) -> Ints:
        """Negative spans with a false alarm at each threshold, pooled."""
        return np.asarray(self.alarms.sum(axis=0))

    @property
    def n_positives(self) -> int:
        """Positives in all."""
        return int(self.positives.sum())

    @property
    def n_negatives(self) -> int:
        """Negative spans in all."""
        return int(self.negatives.sum())

    @property
    def recall(self) -> Floats:
        """Share of positives hit at each threshold; NaN without positives."""
        return share(self.tp, self.n_positives)

    @property
    def fp_rate(self) -> Floats:
        """Share of negatives with a false alarm at each threshold; NaN without negatives."""
        return share(self.fp, self.n_negatives)


def share(count: Ints, whole: int) -> Floats:
    """``count / whole``, NaN where there is nothing to share."""
    return count / whole if whole else np.full(len(count), np.nan)


def sweep(
    gold: Gold,
    scores: ScoreTracks,
    theta: Floats,
    *,
    protocol: Protocol | None = None,
    refractory_s: float = 2.0,
) -> Sweep:
    """Score one task at many thresholds, by the official commit rule.

    Args:
        gold: what to score against; scores of other conversations are ignored.
        scores: of every conversation of the gold.
        theta: thresholds, ascending and distinct.
        protocol: windows and arithmetic, by default those the gold was made with.
        refractory_s: officially 2 s. Other options of the rule are swept one threshold at a
            time, see :mod:`turnscope.scoring.sweep_loop`.

    Raises:
        SubmissionError: naming each conversation of the gold without scores.
    """
    protocol = protocol or gold.protocol
    refuse_missing(gold, scores)
    rule = CommitRule(refractory_s=refractory_s)
    tracks = [track for i in gold.roster.ids for track in scores.tracks[i]]
    counter = _Counter(gold, scores, theta, protocol, rule)
    per_track = max(map(len, tracks), default=0) * n_words(len(theta)) * 8
    at_once = max(1, _MOST_BYTES // max(1, per_track))
    for first in range(0, len(tracks), at_once):
        counter.take(tracks[first : first + at_once], first)
    part = gold.task(scores.task)
    n = len(gold.roster)
    return Sweep(
        scores.task,
        theta,
        gold.roster.ids,
        counter.hits,
        np.bincount(part.positives.group // 2, minlength=n),
        counter.alarms,
        np.bincount(part.negatives.group // 2, minlength=n),
        _percentiles(counter.latencies, len(theta)),
        scores.frame_rate_hz,
        protocol,
        rule,
    )


def refuse_missing(gold: Gold, scores: ScoreTracks) -> None:
    """Raise SubmissionError naming each conversation of the gold without scores."""
    missing = [i for i in gold.roster.ids if i not in scores.tracks]
    if missing:
        raise SubmissionError(
            Fault(f"conversation {i}", "has no scores", "scores of every conversation of the gold")
            for i in missing
        )


class _Counter:
    """Hits, false alarms and latencies so far."""

    def __init__(
        self,
        gold: Gold,
        scores: ScoreTracks,
        theta: Floats,
        protocol: Protocol,
        rule: CommitRule,
    ) -> None:
        clock = protocol.clock
        self.theta = theta
        self.rate_hz = scores.frame_rate_hz
        self.gap = rule.refractory_frames(scores.frame_rate_hz)
        self.clock = clock
        part = gold.task(scores.task)
        self.positives = clock.on_ticks(part.positives)
        self.excluded = clock.on_ticks_spans(part.excluded)
        tau_pre = clock.tick(protocol.tau_pre_s)
        self.windows = windows_of(self.positives, tau_pre, clock.tick(protocol.tau_max_s))
        negatives = clock.on_ticks_spans(part.negatives)
        self.charges = replace(negatives, start_s=negatives.start_s - tau_pre)
        self.hits = np.zeros((len(gold.roster), len(theta)), np.int64)
        self.alarms = np.zeros((len(gold.roster), len(theta)), np.int64)
        self.latencies: list[Floats] = []

    def take(self, tracks: Sequence[Floats], first_group: int) -> None:
        """Count some neighbouring tracks, the first of which is of ``first_group``."""
        bits = commit_bits(tracks, self.theta, self.gap)
        for column, track in enumerate(tracks):
            mine = np.ascontiguousarray(bits[: len(track), column])
            self._take_track(mine, first_group + column)

    def _take_track(self, bits: Words, group: int) -> None:
        time = self.clock.ticks((np.arange(len(bits)) + 1) / self.rate_hz)
        for start, stop in _frames(time, self.excluded, self.excluded.group == group):
            bits[start:stop] = 0
        mine = self.positives.group == group
        windows = _frames(time, self.windows, mine)
        for (start, stop), gold_time in zip(windows, self.positives.time_s[mine], strict=True):
            hit = self._claim(bits[start:stop], time[start:stop], float(gold_time))
            self.hits[group // 2, hit] += 1
        for start, stop in windows:
            bits[start:stop] = 0
        fired = [
            np.bitwise_or.reduce(bits[start:stop], axis=0)
            for start, stop in _frames(time, self.charges, self.charges.group == group)
            if start < stop
        ]
        if fired:
            each = spread(np.array(fired), len(self.theta))
            self.alarms[group // 2] += each.sum(axis=0, dtype=np.int64)

    def _claim(self, window: Words, time: Floats, gold_time: float) -> Ints:
        """Give each threshold's first commit in the window to the positive, and take it away.

        Returns:
            The thresholds that hit.
        """
        busy = np.flatnonzero(window.any(axis=1))
        latency = np.full(len(self.theta), np.nan)
        threshold = np.empty(0, np.int64)
        if len(busy):
            seen = np.bitwise_or.accumulate(window[busy], axis=0)
            new = seen.copy()
            new[1:] &= ~seen[:-1]
            window[busy] &= ~new
            # A bit that appears at the m-th of n busy frames is set in n - m of them.
            n_set = np.add.reduce(spread(seen, len(self.theta)), axis=0, dtype=np.uint16)
            threshold = np.flatnonzero(n_set)
            first = busy[len(busy) - n_set[threshold].astype(np.int64)]
            latency[threshold] = self.clock.seconds(time[first] - gold_time)
        self.latencies.append(latency)
        return threshold


def _frames(time: Floats, spans: Spans, which: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """From which frame on and up to which each of some closed spans reaches."""
    begin = np.searchsorted(time, spans.start_s[which], side="left")
    end = np.searchsorted(time, spans.end_s[which], side="right")
    return list(zip(begin.tolist(), end.tolist(), strict=True))


def _percentiles(latencies: Sequence[Floats], n_thresholds: int) -> Floats:
    """Linear percentiles of each threshold's hits in ms, as numpy computes them, all at once."""
    found = np.full((len(PERCENTILES), n_thresholds), np.nan)
    if not latencies:
        return found
    ordered = np.sort(np.array(latencies), axis=0)  # NaN, a miss, comes last
    count = np.count_nonzero(~np.isnan(ordered), axis=0)
    hit = np.flatnonzero(count)
    for row, percentile in enumerate(PERCENTILES):
        place = percentile / 100 * (count[hit] - 1)
        low = np.floor(place).astype(np.int64)
        high = np.minimum(low + 1, count[hit] - 1)
        share = place - low
        below, above = ordered[low, hit], ordered[high, hit]
        step = above - below
        mixed = np.where(share >= 0.5, above - step * (1 - share), below + step * share)
        found[row, hit] = mixed * 1000.0
    return found
