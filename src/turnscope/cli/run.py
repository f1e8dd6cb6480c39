"""``turnscope run``: put a system to a corpus."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, results_alone, say, show, told_of, warn, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, chosen_ids
from turnscope.errors import Fault, TurnscopeError

if TYPE_CHECKING:
    from turnscope.study.run_files import Written
    from turnscope.study.run_result import Run

__all__ = ["run_command"]


@with_reading
def run_command(
    system: Annotated[
        str,
        typer.Argument(
            metavar="SYSTEM",
            help='A built-in name, FILE.py:NAME, "cmd: COMMAND", "pipecat: CLASS", or oracle. '
            "For human see turnscope gold annotators.",
        ),
    ],
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help="The audio to hear.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Predictions, .json or .csv, with score files and a run record beside them; "
            "else predictions are printed.",
        ),
    ] = None,
    param: o.ParamOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs", "-j", min=1, metavar="N", help="Conversations at a time; one a core."
        ),
    ] = None,
    scores: Annotated[
        Literal["parquet", "json"], typer.Option("--scores", help="The form of score files.")
    ] = "parquet",
    engine: Annotated[
        Literal["auto", "processes", "here", "ray"],
        typer.Option("--engine", help="Who does the work; ray needs the package of that name."),
    ] = "auto",
    ray_address: Annotated[
        str | None,
        typer.Option("--ray-address", metavar="ADDRESS", help="A Ray cluster; else one is begun."),
    ] = None,
    json_file: Annotated[
        Path | None,
        o.json_option("Write the run record here too: commits, times, memory, failures."),
    ] = None,
    offsets: o.OffsetsOption = "0,0",
    swap: o.SwapOption = False,
    no_cache: Annotated[
        bool,
        typer.Option("--no-cache", help="Do not keep what was heard, nor take what is kept."),
    ] = False,
    *,
    reading: Reading,
) -> None:
    """Let a system hear every conversation and write what it commits to.

    A system hears each speaker's channel piece by piece and never sees annotations. `oracle`
    hears nothing and replays the gold. Each conversation is kept as soon as it is done: the same
    command goes on where it was stopped, and reads what it has. If some fail, the others are
    written and the exit status is 1.

    Examples:
      turnscope run rms_vad --corpus mini --out rms_vad.json
      turnscope run rms_vad --corpus calls/ --swap --jobs 4 --out calls.csv
      turnscope run energy --param silence_s=0.5 --corpus calls/ --out p.json
      turnscope run my_model.py:Model --corpus calls/ --out p.json
      turnscope run "cmd: node my_model.js" --corpus calls/ --out p.json
      turnscope run oracle --corpus data/turn-benchmark-dev --out oracle.json
    """
    from turnscope.files.submission_writing import predictions_json
    from turnscope.study.run import run_all
    from turnscope.study.run_files import write_run
    from turnscope.study.run_record import run_record
    from turnscope.study.sources import source_of
    from turnscope.systems.parameters import named_values

    if ray_address is not None and engine != "ray":
        raise typer.BadParameter("--ray-address needs --engine ray")
    _check_outputs(out, json_file)
    named = source_of(system, named_values(param or ()))
    opened = CorpusChoice(
        corpus,
        reading=reading,
        offsets=offsets,
        swap=swap,
    ).open()
    kept = chosen_ids(split, ids)
    n = len(opened.ids if kept is None else kept)
    with progress(f"{system} hears", n) as advance, results_alone():
        (found,) = run_all(
            [named],
            opened,
            ids=kept,
            jobs=jobs,
            engine=engine,
            address=ray_address,
            cache=not no_cache,
            progress=advance,
        )
    extra = {
        "command": ["turnscope", *sys.argv[1:]],
        "engine": engine,
        "jobs": jobs,
        "corpus": {"name": opened.name, "source": opened.source, "revision": opened.revision},
    }
    written = None if out is None else write_run(out, found, scores=scores, extra=extra)
    if json_file is not None:
        write_json(json_file, run_record(found, extra=extra))
    warn(found.warnings, rest="the run record lists them all")
    if found.failures and not found.predictions.ids:
        for line in told_of(found.faults, rest="of the same run", alike=1):
            say(f"error: {line}")
        raise typer.Exit(2)
    if out is None:
        if found.only_scores:
            say(
                f"{found.system} only scores: give --out FILE, and its scores are written beside it"
            )
            raise typer.Exit(2)
        show([predictions_json(found.predictions)])
    _tell(found, out, written)
    if not found.is_complete:
        raise typer.Exit(1)


def _check_outputs(out: Path | None, json_file: Path | None) -> None:
    """What can be told before hours of work should not be told after."""
    from turnscope.core.protocol import Task

    faults = []
    for path in (out, json_file):
        if path is None:
            continue
        if not path.parent.is_dir():
            rule = "an existing directory"
            faults.append(Fault(str(path), "its directory does not exist", rule, "Create it"))
        elif path.is_dir():
            found = "a directory of that name is in the way"
            faults.append(Fault(str(path), found, "the name of a file"))
    if out is not None and json_file is not None:
        beside = [
            f"{out.stem}.{task}.scores.{form}" for task in Task for form in ("parquet", "json")
        ]
        if json_file.resolve() in {out.resolve(), *(out.with_name(n).resolve() for n in beside)}:
            found = "would be overwritten by the run record"
            hint = "The record is also written beside --out, without --json"
            faults.append(Fault(f"--json {json_file}", found, "another name", hint))
    if faults:
        raise TurnscopeError(faults)


def _tell(found: Run, out: Path | None, written: Written | None) -> None:
    for line in [*_headline(found, written), *_scores(found, out, written), *_failures(found)]:
        say(line)


def _headline(found: Run, written: Written | None) -> Sequence[str]:
    from turnscope.core.protocol import Task
    from turnscope.report.causality import titled

    n_heard = len(found.predictions.ids)
    name = titled(found.system, causal=found.is_causal)
    where = f", written to {written.predictions}" if written and written.predictions else ""
    if found.only_scores:
        lines = [f"{name}: scores of {n_heard} conversations"]
    else:
        eot, interruption = (len(found.predictions.task(task)) for task in Task)
        events = f"{eot} ends of turn and {interruption} interruptions"
        lines = [f"{name}: {events} in {n_heard} conversations{where}"]
    kept = sum(entry.is_kept for entry in found.entries.values())
    if kept:
        lines.append(f"{kept} of them were kept from an earlier run")
    if not math.isnan(found.real_time_factor):
        peak = found.peak_memory_bytes
        memory = "" if peak is None else f", at most {peak / 1e6:.0f} MB of memory"
        lines.append(f"real-time factor {found.real_time_factor:.5f}{memory}")
    return lines


def _scores(found: Run, out: Path | None, written: Written | None) -> Sequence[str]:
    if written is None or out is None:
        return ["scores are written only with --out"] if found.scores else []
    lines = [f"scores written to {path}" for path in written.scores]
    if found.only_scores:
        lines.append(
            f"{found.system} commits to nothing: its predictions need an operating point, "
            f"turnscope sweep and operate; {out} is not written"
            + (", the one there is of an earlier run" if out.exists() else "")
        )
    return lines


def _failures(found: Run) -> Sequence[str]:
    if found.is_complete:
        return []
    told = told_of(found.faults, rest="the run record lists them all")
    lines = [f"failed: {line}" for line in told]
    n = len(found.failures)
    lines.append(
        f"{n} of {len(found.ids)} conversations failed and are missing: "
        f"{', '.join(found.failures)}. This is not a complete submission."
    )
    return lines
