"""``turnscope recovery`` and ``turnscope power``: what the scorer finds, and how much it takes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, show, write_json
from turnscope.errors import Fault, ProtocolError

__all__ = ["power_command", "recovery_command"]

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
      turnscope recovery --latency 0.6 --misses 0.25 --drift 20
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


def power_command(
    differences: Annotated[
        str, typer.Option("--differences", metavar="P,P,...", help="In points.")
    ] = "1,2,5",
    power: Annotated[float, typer.Option("--power", help="How often they must be seen.")] = 0.8,
    shared: Annotated[
        float, typer.Option("--shared", help="Share of events hard for both or for none.")
    ] = 0.5,
    spread: Annotated[
        float, typer.Option("--spread", help="How unlike clusters are for both, in logits.")
    ] = 0.5,
    own_spread: Annotated[
        float, typer.Option("--own-spread", help="How unlike the difference is, in logits.")
    ] = 0.2,
    trials: Annotated[int, typer.Option("--trials", help="Corpora drawn for each size.")] = 400,
    conversations: Annotated[
        int, typer.Option("--conversations", help="Simulated, for their numbers of events.")
    ] = 60,
    minutes: _Minutes = 11.7,
    seed: _Seed = 0,
    json_file: o.JsonOption = None,
) -> None:
    """How many conversations does a difference between two systems take to be seen?

    Two systems are drawn on the events of simulated conversations; the test exchanges
    their labels within clusters of three conversations of the same speakers.

    Examples:
      turnscope power
      turnscope power --differences 3 --own-spread 0 --trials 1000
    """
    from turnscope.analysis.power import Assumptions
    from turnscope.core.protocol import Task
    from turnscope.report.power import power_document, power_lines
    from turnscope.study.power import BASES, power_table

    asked = _shares(differences)
    assumptions = Assumptions(shared, spread, own_spread, power=power, n_trials=trials)
    steps = conversations + len(Task) * len(BASES) * len(asked)
    with progress("drawing", float(steps)) as advance:
        table = power_table(
            asked,
            assumptions=assumptions,
            n_conversations=conversations,
            minutes=minutes,
            seed=seed,
            progress=advance,
        )
    found = (table.differences, table.needed, table.power, table.events)
    write_json(json_file, {"assumptions": asdict(assumptions), **power_document(*found)})
    show(power_lines(*found, aim=power))


def _shares(text: str) -> list[float]:
    try:
        return [float(part) / 100.0 for part in text.split(",")]
    except ValueError:
        raise ProtocolError(
            Fault("--differences", repr(text), "numbers of points, such as 1,2,5")
        ) from None
