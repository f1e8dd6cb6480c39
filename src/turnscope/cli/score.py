"""``turnscope score``: every number of one predictions file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from turnscope.cli import options as o
from turnscope.cli.console import json_text, show, warn
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import (
    CorpusChoice,
    chosen_ids,
    chosen_speakers,
    refuse_strictly,
    remark_on,
    target_gold,
)

__all__ = ["score_command"]


@with_reading
def score_command(
    predictions: Annotated[Path, typer.Argument(help="Predictions, JSON or CSV.")],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    speakers: o.SpeakersOption = "1,2",
    by: Annotated[
        Literal["type", "conversation", "speaker"],
        typer.Option("--by", help="Rows of the table."),
    ] = "type",
    json_file: o.JsonOption = None,
    outcomes: Annotated[
        Path | None,
        typer.Option("--outcomes", metavar="FILE", help="Write the outcome table (parquet)."),
    ] = None,
    intervals: Annotated[
        bool, typer.Option("--intervals", help="Say how far each number would move, too.")
    ] = False,
    level: o.LevelOption = 0.95,
    method: o.MethodOption = "percentile",
    resamples: o.ResamplesOption = 10_000,
    seed: o.SeedOption = 0,
    clusters: o.ClustersOption = "speakers",
    derive: o.DeriveOption = False,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    no_cache: o.NoCacheOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Score a predictions file: recall, false-positive rate and latency of both tasks.

    The first table has the numbers of the leaderboard, each rate beside its counts. The file is
    validated whole; --split, --ids and --speakers then choose what is scored.

    Examples:
      turnscope score predictions.json --corpus data/turn-benchmark-dev
      turnscope score predictions.json --gold dev-gold.json --json result.json
      turnscope score predictions.json --corpus mini --intervals --method bca
      turnscope score calls.csv --corpus calls/ --speakers 1 --outcomes o.parquet
    """
    from turnscope.analysis.resampling import Resampling
    from turnscope.files.writing import Outputs
    from turnscope.report.causality import titled
    from turnscope.report.tables import breakdown, headline, masked_lines
    from turnscope.scoring.masked import masked_positives
    from turnscope.scoring.metrics import summarise
    from turnscope.study.score import score_file

    resampling = Resampling(level, method, resamples, seed)
    kept = chosen_ids(split, ids)
    sides = chosen_speakers(speakers)
    choice = CorpusChoice(corpus, reading=reading)
    target, faults = target_gold(
        choice, gold, exact=exact, consensus=consensus, derive=derive, cache=not no_cache
    )
    refuse_strictly(faults, strict=strict)
    scored = score_file(predictions, target, ids=kept, speakers=sides)
    document, ends = scored.document, []
    if intervals:
        from turnscope.study.intervals import score_intervals

        found = score_intervals(scored.outcomes, resampling, clusters=clusters)
        document = {**document, "intervals": found.document}
        ends = ["", *found.lines]
    with Outputs() as outputs:
        if outcomes is not None:
            from turnscope.files.outcomes_table import outcomes_bytes

            outputs.write(outcomes, outcomes_bytes(scored.outcomes, stamp=scored.stamp))
        if json_file is not None:
            outputs.write(json_file, json_text(document).encode())
    made_by = scored.origin
    title = titled(made_by.system, causal=made_by.is_causal) if made_by else "task"
    show(headline(summarise(scored.outcomes)["all"], title=title))
    show(ends)
    parts = summarise(scored.outcomes, by=by)
    if parts:
        show(["", *breakdown(by, parts)])
    named = masked_lines(masked_positives(scored.outcomes))
    if named:
        show(["", *named])
    # Last, so that the first lines a person sees are the numbers.
    remark_on(target)
    warn(faults)
