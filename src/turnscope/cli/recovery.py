"""``turnscope recovery`` and ``turnscope power``: what the scorer finds, and how much it takes."""

from __future__ import annotations

from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, show, write_json

__all__ = ["recovery_command"]

_Minutes = Annotated[float, typer.Option("--minutes", help="Length of each conversation.")]
_Seed = Annotated[int, typer.Option("--seed", help="Of everything that is drawn.")]


def recovery_command(
    conversations: Annotated[
        int, typer.Option("--conversations", help="How many, over all kinds in turn.")
    ] = 60,
    minutes: _Minutes = 11.7,
    seed: _Seed = 0,
    latency: Annotated[
        float, typer.Option("--latency", help="Planted: median latency in seconds.")
    ] = 0.3,
    spread: Annotated[
        float, typer.Option("--spread", help="Planted: its standard deviation in seconds.")
    ] = 0.05,
    misses: Annotated[
        float, typer.Option("--misses", help="Planted: share of events it misses.")
    ] = 0.1,
    false_alarms: Annotated[
        float, typer.Option("--false-alarms", help="Planted: share of negatives it fires in.")
    ] = 0.05,
    drift: Annotated[
        float, typer.Option("--drift", help="Planted: milliseconds it gets later each minute.")
    ] = 0.0,
    json_file: o.JsonOption = None,
) -> None:
    """Plant a behaviour in simulated conversations and see whether the scorer finds it.

    A system that knows the truth misses, fires falsely and is late as told. Scored
    against the truth, the planted values must come back within their intervals.

    Examples:
      turnscope recovery
      turnscope recovery --latency 0.6 --misses 0.25 --drift 20 --json recovery.json
    """
    from turnscope.report.recovery import recovery_document, recovery_lines
    from turnscope.simulate.planted import Behaviour
    from turnscope.study.recovery import recovery

    behaviour = Behaviour(latency, spread, misses, false_alarms, drift / 1000.0)
    with progress("simulating", float(conversations)) as advance:
        found = recovery(
            behaviour,
            n_conversations=conversations,
            minutes=minutes,
            seed=seed,
            progress=advance,
        )
    write_json(
        json_file,
        {
            "n_conversations": conversations,
            "minutes": minutes,
            "seed": seed,
            "recovered": recovery_document(found.rows),
        },
    )
    show(recovery_lines(found.rows))
