"""The demonstration: four systems on the embedded corpus, dev and test."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

from turnscope.core.gold import Gold
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import MINI, open_corpus
from turnscope.files.ids_file import parse_ids
from turnscope.scoring.placing import Placed, place_commits, place_scores
from turnscope.study.gold import corpus_gold
from turnscope.study.run import run_all
from turnscope.study.run_result import Run

__all__ = ["DEMO_SYSTEMS", "demo_corpus", "demo_golds", "demo_placed"]

DEMO_SYSTEMS = ("rms_vad", "energy", "metronome", "oracle")
"""Systems that need neither weights nor optional packages."""


def demo_corpus() -> Corpus:
    """The embedded corpus."""
    return open_corpus(MINI)


def demo_golds(corpus: Corpus) -> tuple[Gold, Gold, Gold]:
    """The gold of the whole corpus, of its dev and of its test conversations."""
    gold, _ = corpus_gold(corpus)
    return gold, gold.subset(_split("dev")), gold.subset(_split("test"))


def demo_placed(
    corpus: Corpus, dev: Gold, test: Gold, *, progress: Callable[[float], None] | None = None
) -> list[tuple[Run, Placed]]:
    """Each system heard, or read back, and placed: scores by way of dev, commits as they are."""
    runs = run_all(DEMO_SYSTEMS, corpus, progress=progress)
    return [
        (
            run,
            place_scores(run.scores, dev, test, system=run.system)
            if run.scores
            else place_commits(run.predictions, test),
        )
        for run in runs
    ]


def _split(name: str) -> tuple[str, ...]:
    file = resources.files("turnscope.corpus") / MINI / f"{name}.txt"
    return parse_ids(file.read_bytes(), file.name)
