"""Gold and predictions in, the outcome table out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Points
from turnscope.core.conversation import SPEAKERS
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.outcomes import Fate, GoldRows, Kind, Outcomes, PredictionRows, Reason
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.errors import CorpusError, Fault, ProtocolError
from turnscope.scoring.matching import Match, inside, match

__all__ = ["score"]


def score(
    gold: Gold,
    predictions: Predictions,
    *,
    protocol: Protocol | None = None,
    speakers: Iterable[int] = (1, 2),
) -> Outcomes:
    """Score committed events against a gold.

    Args:
        gold: the conversations to score.
        predictions: of at least these conversations; others are ignored, and a conversation
            that was not predicted counts as silence.
        protocol: windows and arithmetic; by default those the gold was made with.
        speakers: score only these (one-sided calls).

    Returns:
        One row for every positive and negative of the gold and for every prediction.

    Raises:
        ProtocolError: for speakers other than 1 and 2, or none.
        CorpusError: if predictions and gold have no conversation in common.

    Source:
        TurnBench paper, section V-C.
    """
    protocol = protocol or gold.protocol
    scored = tuple(sorted(set(speakers), key=str))
    if not scored or any(speaker not in SPEAKERS for speaker in scored):
        raise ProtocolError(Fault("speakers", str(scored), "1, 2, or both"))
    if predictions.ids and not set(predictions.ids) & set(gold.roster.ids) and len(gold.roster):
        found = f"none of the {len(predictions.ids)} predicted conversations is in the gold"
        rule = f"some of its {len(gold.roster)}"
        raise CorpusError(Fault("predictions", found, rule, "Made for another corpus?"))
    if scored != (1, 2):
        gold = gold.subset(gold.roster.ids, speakers=scored)
    aligned = predictions.along(gold.roster.ids, speakers=scored)
    parts = [
        _task_rows(number, gold.task(task), aligned.task(task), protocol)
        for number, task in enumerate(Task)
    ]
    return Outcomes(
        gold.roster,
        _stacked_gold([part.gold for part in parts], [len(p.predictions) for p in parts]),
        _stacked_predictions([part.predictions for part in parts], [len(p.gold) for p in parts]),
        protocol,
        predictions.supported,
        scored,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _TaskRows:
    gold: GoldRows
    predictions: PredictionRows


def _task_rows(number: int, gold: TaskGold, predictions: Points, protocol: Protocol) -> _TaskRows:
    clock = protocol.clock
    positives, heard = clock.on_ticks(gold.positives), clock.on_ticks(predictions)
    negatives = clock.on_ticks_spans(gold.negatives)
    excluded = clock.on_ticks_spans(gold.excluded)
    found = match(
        positives,
        negatives,
        excluded,
        heard,
        tau_pre=clock.tick(protocol.tau_pre_s),
        tau_max=clock.tick(protocol.tau_max_s),
    )
    n_positives, n_negatives = len(positives), len(negatives)
    met = np.concatenate([found.claimed, found.charged])
    hit = found.claimed >= 0
    latency = np.full(n_positives + n_negatives, np.nan)
    latency[:n_positives][hit] = clock.seconds(
        heard.time_s[found.claimed[hit]] - positives.time_s[hit]
    )
    prediction_s = np.full(len(met), np.nan)
    prediction_s[met >= 0] = predictions.time_s[met[met >= 0]]
    rows = GoldRows(
        np.full(len(met), number, np.int8),
        np.concatenate([positives.group, negatives.group]),
        np.concatenate(
            [
                np.where(hit, Kind.HIT, Kind.MISS),
                np.where(found.charged >= 0, Kind.FALSE_ALARM, Kind.CORRECT_REJECTION),
            ]
        ).astype(np.int8),
        _reasons(found),
        np.concatenate(
            [
                inside(excluded, positives.group, positives.time_s),
                np.zeros(n_negatives, np.bool_),
            ]
        ),
        np.concatenate([gold.positives.time_s, gold.negatives.start_s]),
        np.concatenate([gold.positives.time_s, gold.negatives.end_s]),
        clock.seconds(np.concatenate([found.window_start, found.charge_start])),
        clock.seconds(np.concatenate([found.window_end, negatives.end_s])),
        met,
        prediction_s,
        latency,
    )
    return _TaskRows(rows, _fates(number, predictions, found, n_positives))


def _reasons(found: Match) -> NDArray[np.int8]:
    """Why each positive and each negative is what it is."""
    of_positives = np.select(
        [found.claimed >= 0, found.heard > 0, found.heard_excluded > 0],
        [Reason.MATCHED, Reason.CLAIMED, Reason.EXCLUDED],
        Reason.SILENT,
    )
    of_negatives = np.select(
        [found.charged >= 0, found.fired > 0, found.fired_excluded > 0],
        [Reason.FIRED, Reason.EXEMPT, Reason.EXCLUDED],
        Reason.SILENT,
    )
    return np.concatenate([of_positives, of_negatives]).astype(np.int8)


def _fates(number: int, predictions: Points, found: Match, n_positives: int) -> PredictionRows:
    """What became of each prediction."""
    gold_row = np.where(found.accused >= 0, found.accused + n_positives, -1)
    hit = np.zeros(len(predictions), np.bool_)
    claiming = np.flatnonzero(found.claimed >= 0)
    hit[found.claimed[claiming]] = True
    gold_row[found.claimed[claiming]] = claiming
    fate = np.select(
        [hit, found.excluded, found.accused >= 0, found.exempt],
        [Fate.HIT, Fate.EXCLUDED, Fate.FALSE_ALARM, Fate.EXEMPT],
        Fate.OUTSIDE,
    ).astype(np.int8)
    return PredictionRows(
        np.full(len(predictions), number, np.int8),
        predictions.group,
        predictions.time_s,
        fate,
        gold_row,
    )


def _stacked_gold(parts: list[GoldRows], n_predictions: list[int]) -> GoldRows:
    """Tasks one after the other; references to predictions follow."""
    columns = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(GoldRows)
    }
    columns["prediction"] = _moved([part.prediction for part in parts], n_predictions)
    return GoldRows(**columns)


def _stacked_predictions(parts: list[PredictionRows], n_gold: list[int]) -> PredictionRows:
    columns = {
        field.name: np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(PredictionRows)
    }
    columns["gold"] = _moved([part.gold for part in parts], n_gold)
    return PredictionRows(**columns)


def _moved(references: list[NDArray[np.int64]], sizes: list[int]) -> NDArray[np.int64]:
    """References of each task moved past the rows of the tasks before it; -1 stays."""
    offsets = np.cumsum([0, *sizes])
    return np.concatenate(
        [
            np.where(part >= 0, part + offset, -1)
            for part, offset in zip(references, offsets, strict=False)
        ]
    )
