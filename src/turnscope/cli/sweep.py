"""``turnscope sweep`` and ``turnscope operate``: choose a threshold, freeze it, apply it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from turnscope.cli import options as o
from turnscope.cli.console import say, show, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, chosen_ids, refuse_warnings, target_gold

__all__ = ["operate_command", "sweep_command"]


@with_reading
def sweep_command(
    scores: Annotated[Path, typer.Argument(help="Score tracks of one task, JSON or parquet.")],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    budget: Annotated[
        float, typer.Option("--budget", min=0.0, max=1.0, help="Highest fp_rate allowed.")
    ] = 0.1,
    tie: Annotated[
        Literal["theta", "latency"],
        typer.Option("--tie", help="Of equal recalls: the lowest theta, or the lowest latency."),
    ] = "theta",
    folds: Annotated[
        int | None,
        typer.Option(
            "--nested",
            metavar="FOLDS",
            min=0,
            help="Also choose without what is judged; 0: a fold a conversation.",
        ),
    ] = None,
    refractory: Annotated[
        float, typer.Option("--refractory", metavar="S", help="Seconds between two commits.")
    ] = 2.0,
    recommit: Annotated[
        bool, typer.Option("--recommit", help="Commit again while the score stays high.")
    ] = False,
    hysteresis: Annotated[
        float,
        typer.Option("--hysteresis", help="How far below theta a score must fall to rise again."),
    ] = 0.0,
    min_above: Annotated[
        float,
        typer.Option("--min-above", metavar="S", help="Seconds above theta before a commit."),
    ] = 0.0,
    json_file: Annotated[
        Path | None, o.json_option("Write the curve and the operating point here.")
    ] = None,
    exact: o.ExactOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Try every threshold of a score file; print the operating point and the curve.

    The operating point is the highest recall within the budget of false positives. With --json
    curve and point are saved, for `turnscope operate` to freeze. Exit status 1 if no threshold
    fits.

    Examples:
      turnscope sweep vap.eot.scores.parquet --corpus dev --json vap-eot-dev.json
      turnscope sweep vap.eot.scores.parquet --corpus dev --nested 0 --budget 0.05
    """
    from turnscope.core.commit_rule import CommitRule
    from turnscope.study.sweep import sweep_file

    kept = chosen_ids(split, ids)
    choice = CorpusChoice(corpus, reading=reading)
    target, faults = target_gold(choice, gold, exact=exact)
    refuse_warnings(faults, strict=strict)
    rule = CommitRule(refractory, recommit, hysteresis, min_above)
    swept = sweep_file(scores, target, ids=kept, budget=budget, tie=tie, rule=rule, folds=folds)
    write_json(json_file, swept.document)
    show(swept.lines)
    if not swept.fits:
        raise typer.Exit(1)


@with_reading
def operate_command(
    scores: Annotated[
        list[Path], typer.Argument(help="Score tracks, one file a task, JSON or parquet.")
    ],
    theta_from: Annotated[
        list[Path],
        typer.Option("--theta-from", metavar="FILE", help="A file of turnscope sweep --json."),
    ],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the predictions here.")
    ] = None,
    json_file: o.JsonOption = None,
    exact: o.ExactOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    r"""Apply a frozen threshold to scores of another split, and score what it commits.

    Examples:
      turnscope operate test.eot.parquet --theta-from eot-dev.json --corpus test
      turnscope operate e.parquet i.parquet --theta-from e.json \
          --theta-from i.json --gold g.json
    """
    from turnscope.files.frozen_theta import read_frozen_theta
    from turnscope.report.causality import titled
    from turnscope.report.result import result_document
    from turnscope.report.tables import breakdown, headline
    from turnscope.scoring.metrics import summarise
    from turnscope.scoring.score import score
    from turnscope.study.sweep import operate, origins_of, write_operated

    choice = CorpusChoice(corpus, reading=reading)
    target, faults = target_gold(choice, gold, exact=exact)
    refuse_warnings(faults, strict=strict)
    frozen = [read_frozen_theta(path) for path in theta_from]
    origins = origins_of(scores)
    system = origins[0].system if origins else scores[0].stem
    said = operate(scores, frozen, target, system=system)
    outcomes = score(target, said)
    inputs = {f"theta_{each.task}": repr(each.theta) for each in frozen}
    for origin in origins:
        inputs |= origin.stamp()
    if out is not None:
        write_operated(out, said, frozen, origins)
    write_json(json_file, result_document(outcomes, target, inputs=inputs))
    title = ", ".join(titled(each.system, causal=each.is_causal) for each in origins)
    show(headline(summarise(outcomes)["all"], title=title or "task"))
    parts = summarise(outcomes, by="type")
    if parts:
        show(["", *breakdown("type", parts)])
    for each in frozen:
        say(f"{each.task}: theta {each.theta:.6g}, frozen")
