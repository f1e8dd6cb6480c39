"""``turnscope calibration``: simulated conversations beside the published corpus."""

from __future__ import annotations

from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, show, write_json

__all__ = ["calibration_command"]


def calibration_command(
    conversations: Annotated[
        int, typer.Option("--conversations", help="How many of each kind.")
    ] = 60,
    minutes: Annotated[
        float, typer.Option("--minutes", help="Length of each conversation.")
    ] = 11.7,
    seed: Annotated[int, typer.Option("--seed", help="Of everything that is drawn.")] = 0,
    perfect: Annotated[
        bool, typer.Option("--perfect", help="Annotators who err in nothing.")
    ] = False,
    json_file: o.JsonOption = None,
) -> None:
    """Simulate conversations of all kinds and hold their timing against the published one.

    The numbers of the left half of the paper's Table III by kind, and the medians of its section
    IV-B over all kinds, each with its target and their ratio.

    Examples:
      turnscope calibration
      turnscope calibration --conversations 10 --seed 3 --json calibration.json
    """
    from turnscope.report.calibration import calibration_document, calibration_lines, compared
    from turnscope.simulate.parameters import KINDS
    from turnscope.study.calibration import calibration

    with progress("simulating", float(conversations * len(KINDS))) as advance:
        found = calibration(
            n_conversations=conversations,
            minutes=minutes,
            seed=seed,
            perfect=perfect,
            progress=advance,
        )
    rows = compared(found.dynamics, found.timing, minutes=found.minutes)
    document = {
        "n_conversations": conversations,
        "minutes": minutes,
        "seed": seed,
        "perfect": perfect,
        "compared": calibration_document(rows),
    }
    write_json(json_file, document)
    show(calibration_lines(rows))
