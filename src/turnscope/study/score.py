"""Score a predictions file: validated whole, then filtered, matched and stamped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.files.submission import read_predictions
from turnscope.report.result import result_document
from turnscope.scoring.score import score

__all__ = ["ScoredFile", "score_file"]


@dataclass(frozen=True, eq=False, slots=True)
class ScoredFile:
    """A submission's outcomes and its result document."""

    outcomes: Outcomes
    document: Mapping[str, object]

    @property
    def stamp(self) -> Mapping[str, object]:
        """The protocol, version and hashes, as the document has them."""
        stamp = self.document["protocol"]
        assert isinstance(stamp, dict)
        return stamp


def score_file(
    path: Path,
    gold: Gold,
    *,
    ids: Iterable[str] | None = None,
    speakers: Iterable[int] = (1, 2),
) -> ScoredFile:
    """Score the predictions in a file.

    Args:
        path: JSON or CSV. It must cover every conversation of the gold, whatever is kept.
        gold: what to score against.
        ids: keep only these conversations, all by default.
        speakers: keep only these speakers.

    Raises:
        SubmissionError: with every fault of the file.
        CorpusError: for ids the gold does not know.
    """
    predictions = read_predictions(path, roster=gold.roster)
    kept = gold if ids is None else gold.subset(ids)
    outcomes = score(kept, predictions, speakers=speakers)
    inputs = {
        "system": predictions.system,
        "predictions_sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    return ScoredFile(outcomes, result_document(outcomes, kept, inputs=inputs))
