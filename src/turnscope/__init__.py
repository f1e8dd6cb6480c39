"""Turnscope measures how well systems take turns in spoken dialogue.

In five lines::

    import turnscope as ts

    corpus = ts.open_corpus("mini")
    gold = ts.gold_of(corpus.conversations())
    predictions = ts.run("rms_vad", corpus)
    print(ts.summarise(ts.score(gold, predictions))["all"])

Names are looked up when first used, so importing the package costs little.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from turnscope.errors import (
    CausalityError,
    CorpusError,
    Fault,
    FormatError,
    ModelError,
    ProtocolError,
    SubmissionError,
    TurnscopeError,
)
from turnscope.version import __version__

if TYPE_CHECKING:
    from turnscope.analysis.agreement import agreement_of
    from turnscope.analysis.chance import chance
    from turnscope.analysis.clusters import clusters_of
    from turnscope.analysis.compare import compared
    from turnscope.analysis.dynamics import dynamics, mean_dynamics
    from turnscope.analysis.human_reference import human_reference
    from turnscope.analysis.intervals import intervals
    from turnscope.analysis.kept import kept
    from turnscope.analysis.transfers import transfers
    from turnscope.core.conversation import Conversation, Metadata
    from turnscope.core.gold import Gold
    from turnscope.core.labels import Label
    from turnscope.core.outcomes import Outcomes
    from turnscope.core.predictions import Predictions
    from turnscope.core.protocol import Protocol, Task
    from turnscope.core.tracks import Track
    from turnscope.corpus.load import open_corpus
    from turnscope.files.gold_artefact import read_gold, write_gold
    from turnscope.files.outcomes_table import read_outcomes, write_outcomes
    from turnscope.files.submission import read_predictions
    from turnscope.files.submission_writing import write_predictions
    from turnscope.gold.derive import gold_of
    from turnscope.gold.derived import derived
    from turnscope.report.result import result_document
    from turnscope.scoring.metrics import TaskScore, summarise, unscored
    from turnscope.scoring.score import score
    from turnscope.simulate.truth_file import read_truth
    from turnscope.study.gold import corpus_gold
    from turnscope.study.run import run, run_all
    from turnscope.study.run_files import write_run
    from turnscope.study.run_result import Run
    from turnscope.study.simulate import Simulation, simulated, write_simulated

__all__ = [
    "CausalityError",
    "Conversation",
    "CorpusError",
    "Fault",
    "FormatError",
    "Gold",
    "Label",
    "Metadata",
    "ModelError",
    "Outcomes",
    "Predictions",
    "Protocol",
    "ProtocolError",
    "Run",
    "Simulation",
    "SubmissionError",
    "Task",
    "TaskScore",
    "Track",
    "TurnscopeError",
    "__version__",
    "agreement_of",
    "chance",
    "clusters_of",
    "compared",
    "corpus_gold",
    "derived",
    "dynamics",
    "gold_of",
    "human_reference",
    "intervals",
    "kept",
    "mean_dynamics",
    "open_corpus",
    "read_gold",
    "read_outcomes",
    "read_predictions",
    "read_truth",
    "result_document",
    "run",
    "run_all",
    "score",
    "simulated",
    "summarise",
    "transfers",
    "unscored",
    "write_gold",
    "write_outcomes",
    "write_predictions",
    "write_run",
    "write_simulated",
]

_HOMES = {
    "Conversation": "core.conversation",
    "Gold": "core.gold",
    "Label": "core.labels",
    "Metadata": "core.conversation",
    "Outcomes": "core.outcomes",
    "Predictions": "core.predictions",
    "Protocol": "core.protocol",
    "Run": "study.run_result",
    "Simulation": "study.simulate",
    "Task": "core.protocol",
    "TaskScore": "scoring.metrics",
    "Track": "core.tracks",
    "agreement_of": "analysis.agreement",
    "chance": "analysis.chance",
    "clusters_of": "analysis.clusters",
    "compared": "analysis.compare",
    "corpus_gold": "study.gold",
    "derived": "gold.derived",
    "dynamics": "analysis.dynamics",
    "gold_of": "gold.derive",
    "human_reference": "analysis.human_reference",
    "intervals": "analysis.intervals",
    "kept": "analysis.kept",
    "mean_dynamics": "analysis.dynamics",
    "open_corpus": "corpus.load",
    "read_gold": "files.gold_artefact",
    "read_outcomes": "files.outcomes_table",
    "read_predictions": "files.submission",
    "read_truth": "simulate.truth_file",
    "result_document": "report.result",
    "run": "study.run",
    "run_all": "study.run",
    "score": "scoring.score",
    "simulated": "study.simulate",
    "summarise": "scoring.metrics",
    "transfers": "analysis.transfers",
    "unscored": "scoring.metrics",
    "write_gold": "files.gold_artefact",
    "write_outcomes": "files.outcomes_table",
    "write_predictions": "files.submission_writing",
    "write_run": "study.run_files",
    "write_simulated": "study.simulate",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'turnscope' has no attribute {name!r}")
    found = getattr(import_module(f"turnscope.{_HOMES[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
