"""``turnscope demo``: the main job, on the embedded corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, show, write_json

__all__ = ["demo_command"]


def demo_command(
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Keep the predictions and results here."),
    ] = None,
    json_file: o.JsonOption = None,
) -> None:
    """Hear the embedded corpus with two systems, score them, and show the numbers.

    The corpus is synthetic and made by us: it shows the instrument at work and says nothing
    about systems in the field.

    Examples:
      turnscope demo
      turnscope demo --out demo-out
    """
    from turnscope.corpus.load import open_corpus
    from turnscope.files.submission_writing import write_predictions
    from turnscope.files.writing import make_directory
    from turnscope.report.causality import titled
    from turnscope.report.gold_counts import count_gold, counts_table
    from turnscope.report.result import result_document
    from turnscope.report.tables import breakdown, headline
    from turnscope.scoring.metrics import summarise
    from turnscope.scoring.score import score
    from turnscope.study.causality import is_causal
    from turnscope.study.gold import corpus_gold
    from turnscope.study.run import run

    corpus = open_corpus("mini")
    gold, _ = corpus_gold(corpus)
    show(
        [
            "The embedded corpus: synthetic voices, made by us. Its numbers say nothing about",
            "systems in the field.",
            "",
            "gold (consensus of three annotators)",
            *counts_table(count_gold(gold)),
        ]
    )
    documents = {}
    if out is not None:
        make_directory(out)
    for name in ("rms_vad", "oracle"):
        with progress(f"{name} hears", len(corpus.ids)) as advance:
            predictions = run(name, corpus, progress=advance)
        outcomes = score(gold, predictions)
        causal = is_causal(name)
        stamp = {"system": name, "causal": "yes" if causal else "no"}
        documents[name] = result_document(outcomes, gold, inputs=stamp)
        show(["", titled(name, causal=causal), *headline(summarise(outcomes)["all"])])
        show(["", *breakdown("type", summarise(outcomes, by="type"))])
        if out is not None:
            write_predictions(out / f"{name}.json", predictions)
            write_json(out / f"{name}-result.json", documents[name])
    write_json(json_file, documents)
    if out is not None:
        show(["", f"Predictions and results are in {out}. Score them again with"])
        show([f"  turnscope score {out / 'rms_vad.json'} --corpus mini"])
