"""Score a predictions file: validated whole, then filtered, matched and stamped."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.files.origin import Origin, origin_of
from turnscope.files.reading import read_bytes, telling_file
from turnscope.files.submission import parse_predictions_file
from turnscope.report.result import result_document
from turnscope.scoring.score import score

__all__ = ["ScoredFile", "score_file"]


@dataclass(frozen=True, eq=False, slots=True)
class ScoredFile:
    """A submission's outcomes and its result document.

    Attributes:
        outcomes: of the events.
        document: the result.
        origin: the system that made the file, where a run record beside it tells.
    """

    outcomes: Outcomes
    document: Mapping[str, object]
    origin: Origin | None = None

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
    content = read_bytes(path)  # once, for it may be a pipe
    with telling_file(path):
        predictions = parse_predictions_file(content, gold.roster, str(path))
    kept = gold if ids is None else gold.subset(ids)
    outcomes = score(kept, predictions, speakers=speakers)
    origin = origin_of(path, content)
    inputs = {
        "system": predictions.system,
        **(origin.stamp() if origin else {}),
        "predictions_sha256": hashlib.sha256(content).hexdigest(),
    }
    return ScoredFile(outcomes, result_document(outcomes, kept, inputs=inputs), origin)
