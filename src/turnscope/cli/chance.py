"""``turnscope chance``: what a blind system of the same rhythm would get."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

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

__all__ = ["chance_command"]


@with_reading
def chance_command(
    predictions: Annotated[Path, typer.Argument(help="Predictions, JSON or CSV.")],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    speakers: o.SpeakersOption = "1,2",
    moves: Annotated[
        int, typer.Option("--moves", metavar="N", help="How often events are moved in time.")
    ] = 200,
    seed: o.SeedOption = 0,
    layout: o.LayoutOption = "text",
    json_file: o.JsonOption = None,
    derive: o.DeriveOption = False,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    no_cache: o.NoCacheOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Show recall beside what the same events get when moved in time, and the skill beyond it.

    Each conversation's events are moved around its end by a random amount and scored again. A
    system that fires blindly does as well moved: its skill is 0, however high its recall.

    Examples:
      turnscope chance predictions.json --corpus data/turn-benchmark-dev
      turnscope chance calls.csv --gold dev-gold.json --moves 1000
    """
    from turnscope.report.layouts import laid_out
    from turnscope.study.chance import chance_of_file

    kept, sides = chosen_ids(split, ids), chosen_speakers(speakers)
    choice = CorpusChoice(corpus, reading=reading)
    target, faults = target_gold(
        choice, gold, exact=exact, consensus=consensus, derive=derive, cache=not no_cache
    )
    refuse_strictly(faults, strict=strict)
    found = chance_of_file(predictions, target, ids=kept, speakers=sides, n_moves=moves, seed=seed)
    write_json(json_file, found.document)
    show(laid_out([found.table], layout, found.document))
    remark_on(target)
    warn(faults)
