"""``turnscope check``: is this predictions file a valid submission?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import show, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, refuse_warnings, target_roster

__all__ = ["check_command"]


@with_reading
def check_command(
    predictions: Annotated[Path, typer.Argument(help="Predictions, JSON or CSV.")],
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    json_file: Annotated[
        Path | None, o.json_option("Write the verdict here: all faults, or the counts.")
    ] = None,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Check a predictions file against the submission rules, and report every fault at once.

    Without --corpus or --gold, ids and durations cannot be checked; the rest is. With --json
    the faults are listed in a file, however many.

    Examples:
      turnscope check predictions.json --corpus data/turn-benchmark-dev
      turnscope check predictions.json --gold dev-gold.json
      turnscope check predictions.json
    """
    from turnscope.core.protocol import Task
    from turnscope.errors import FormatError, SubmissionError
    from turnscope.files.submission import read_predictions

    choice = CorpusChoice(corpus, reading=reading)
    roster = None
    if corpus is None and gold is None:
        if choice != CorpusChoice(None):
            raise typer.BadParameter("options on how to read a corpus need --corpus or --gold")
    else:
        roster, faults = target_roster(choice, gold)
        refuse_warnings(faults, strict=strict)
    try:
        found = read_predictions(predictions, roster=roster)
    except (SubmissionError, FormatError) as error:
        faults_told = [str(fault) for fault in error.faults]
        write_json(json_file, {"valid": False, "faults": faults_told})
        raise
    counts = {task.value: len(found.task(task)) for task in Task}
    checked = "against ids and durations" if roster is not None else "without ids and durations"
    write_json(
        json_file,
        {
            "valid": True,
            "n_conversations": len(found.ids),
            "n_events": counts,
            "supported": {task.value: task in found.supported for task in Task},
        },
    )
    show(
        [
            f"valid ({checked}): {len(found.ids)} conversations, "
            f"{counts['eot']} ends of turn, {counts['int']} interruptions",
            *(
                f"{task}: no event in the whole file, so this task is not supported (a dash)"
                for task in Task
                if task not in found.supported
            ),
        ]
    )
