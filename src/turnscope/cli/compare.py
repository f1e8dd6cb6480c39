"""``turnscope compare``: is one system better than another, or is it a tie?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from turnscope.cli import options as o
from turnscope.cli.console import show, warn, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import (
    CorpusChoice,
    chosen_ids,
    chosen_speakers,
    refuse_strictly,
    remark_on,
    target_gold,
)

__all__ = ["compare_command"]


@with_reading
def compare_command(
    predictions: Annotated[
        list[Path], typer.Argument(metavar="A B [C ...]", help="Predictions, JSON or CSV.")
    ],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    speakers: o.SpeakersOption = "1,2",
    by: Annotated[
        Literal["type"] | None, typer.Option("--by", help="Compare on each type apart as well.")
    ] = None,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Show every pair, however many there are.")
    ] = False,
    layout: o.LayoutOption = "text",
    json_file: o.JsonOption = None,
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
    """Compare systems on the same conversations: differences, intervals, ranks and ties.

    Whole clusters of speakers are resampled and exchanged, never single events, and p-values are
    adjusted for the number of pairs. Systems that cannot be told apart share a rank.

    Examples:
      turnscope compare a.json b.json --corpus data/turn-benchmark-dev
      turnscope compare runs/*.json --gold gold.json --by type --as csv
    """
    from turnscope.analysis.resampling import Resampling
    from turnscope.report.compare import MOST_PAIRS
    from turnscope.report.layouts import laid_out
    from turnscope.study.compare import compare_files

    resampling = Resampling(level, method, resamples, seed)
    kept, sides = chosen_ids(split, ids), chosen_speakers(speakers)
    choice = CorpusChoice(corpus, reading=reading)
    target, faults = target_gold(
        choice, gold, exact=exact, consensus=consensus, derive=derive, cache=not no_cache
    )
    refuse_strictly(faults, strict=strict)
    found = compare_files(
        predictions,
        target,
        ids=kept,
        speakers=sides,
        by_type=by == "type",
        clusters=clusters,
        resampling=resampling,
    )
    document = found.document
    write_json(json_file, document)
    n_pairs = len(predictions) * (len(predictions) - 1) // 2
    with_pairs = pairs or layout != "text" or n_pairs <= MOST_PAIRS
    show(laid_out(found.tables(pairs=with_pairs), layout, document))
    remark_on(target)
    warn(faults)
