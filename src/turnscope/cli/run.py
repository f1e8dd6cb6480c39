"""``turnscope run``: put a system to a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, say, show, write_json
from turnscope.cli.targets import CorpusChoice, chosen_ids

__all__ = ["run_command"]


def run_command(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="rms_vad, or oracle.")],
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help="The audio to hear.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Predictions, .json or .csv; else printed."),
    ] = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: o.JsonOption = None,
    mapping: o.MappingOption = None,
    durations: o.DurationsOption = None,
    source: o.SourceOption = None,
    last_end: o.LastEndOption = False,
    offsets: o.OffsetsOption = "0,0",
    swap: o.SwapOption = False,
) -> None:
    """Let a system hear every conversation and write what it commits to.

    A system hears each speaker's channel piece by piece and never sees annotations. `oracle`
    hears nothing and replays the gold.

    Examples:
      turnscope run rms_vad --corpus mini --out rms_vad.json
      turnscope run rms_vad --corpus calls/ --swap --out calls.csv
      turnscope run oracle --corpus data/turn-benchmark-dev --out oracle.json
    """
    from turnscope.core.protocol import Task
    from turnscope.files.submission_writing import predictions_json, write_predictions
    from turnscope.study.run import REPLAYS, run

    opened = CorpusChoice(
        corpus,
        mapping=mapping,
        durations=durations,
        source=source,
        last_end=last_end,
        offsets=offsets,
        swap=swap,
    ).open()
    kept = chosen_ids(split, ids)
    total_s = 0.0
    if system not in REPLAYS:
        chosen = opened.ids if kept is None else [i for i in opened.ids if i in set(kept)]
        recordings = [opened.recording(i) for i in chosen]
        total_s = sum(2 * recording.duration_s for recording in recordings)
    with progress(f"{system} hears", total_s) as advance:
        found = run(system, opened, ids=kept, progress=advance)
    counts = {task.value: len(found.task(task)) for task in Task}
    if out is None:
        show([predictions_json(found)])
    else:
        write_predictions(out, found)
    write_json(
        json_file,
        {"system": found.system, "n_conversations": len(found.ids), "n_events": counts},
    )
    say(
        f"{found.system}: {counts['eot']} ends of turn and {counts['int']} interruptions "
        f"in {len(found.ids)} conversations" + ("" if out is None else f", written to {out}")
    )
