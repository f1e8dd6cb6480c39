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
    """Put four systems to the embedded corpus: thresholds on dev, numbers on test.

    The corpus is simulated, in synthetic voices: it shows the instrument at work and says nothing
    about systems in the field. What was heard is kept, so the second time only reads.

    Examples:
      turnscope demo
      turnscope demo --out demo-out
    """
    from turnscope.files.submission_writing import write_predictions
    from turnscope.files.writing import make_directory
    from turnscope.report.causality import titled
    from turnscope.report.gold_counts import count_gold, counts_table
    from turnscope.report.placing import placed_table, points_lines
    from turnscope.report.result import result_document
    from turnscope.report.tables import headline
    from turnscope.scoring.metrics import summarise
    from turnscope.study.demo import DEMO_SYSTEMS, demo_corpus, demo_golds, demo_placed

    corpus = demo_corpus()
    gold, dev, test = demo_golds(corpus)
    show(
        [
            "The embedded corpus: simulated, in synthetic voices. Its numbers say nothing",
            "about systems in the field.",
            "",
            "gold (consensus of three annotators)",
            *counts_table(count_gold(gold)),
        ]
    )
    with progress("four systems hear", len(DEMO_SYSTEMS) * len(corpus.ids)) as advance:
        found = demo_placed(corpus, dev, test, progress=advance)
    named = {titled(run.system, causal=run.is_causal): placed for run, placed in found}
    points = [
        line
        for run, placed in found
        for line in points_lines(titled(run.system, causal=run.is_causal), placed)
    ]
    show(["", f"operating points on dev ({len(dev.roster)} conversations)", *points])
    show(["", f"test ({len(test.roster)} conversations)", *placed_table(named)])
    documents = {}
    if out is not None:
        make_directory(out)
    for run, placed in found:
        stamp = {"system": run.system, "causal": "yes" if run.is_causal else "no"}
        documents[run.system] = result_document(placed.outcomes, test, inputs=stamp)
        if out is not None:
            write_predictions(out / f"{run.system}.json", run.predictions)
            write_json(out / f"{run.system}-test-result.json", documents[run.system])
    write_json(json_file, documents)
    first, placed = found[0]
    title = titled(first.system, causal=first.is_causal)
    show(["", f"{title} on test", *headline(summarise(placed.outcomes)["all"], title=title)])
    if out is not None:
        show(["", f"Predictions and results are in {out}. Score them again with"])
        show([f"  turnscope score {out / 'rms_vad.json'} --corpus mini"])
