"""What the terminal is told: the result on standard output, everything else on standard error."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout, suppress
from pathlib import Path

from turnscope.errors import Fault

__all__ = [
    "SHOWN_ALIKE",
    "SHOWN_WARNINGS",
    "json_text",
    "progress",
    "results_alone",
    "say",
    "show",
    "told_of",
    "warn",
    "write_json",
]

SHOWN_WARNINGS = 20
"""How many warnings a command tells; the rest is counted."""

SHOWN_ALIKE = 2
"""How many of them may say the same of different places."""

_TITLE_WIDTH = 40
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_VARYING = re.compile(r"'[^']*'|\"[^\"]*\"|\d+(\.\d+)?")


def show(lines: Iterable[str]) -> None:
    """Write result lines to standard output, as they are."""
    for line in lines:
        sys.stdout.write(line + "\n")


def say(line: str) -> None:
    """Write a line that is not the result to standard error."""
    sys.stdout.flush()  # where both streams go to one place, lines stand in order
    # Messages quote what systems and their processes said: no orders to the terminal, and
    # nothing that it cannot encode.
    sys.stderr.write(_CONTROL.sub(lambda found: repr(found[0])[1:-1], line) + "\n")


@contextmanager
def results_alone() -> Iterator[None]:
    """Keep standard output for the result while a system of somebody else's is at work.

    What it prints, in this process or in one that is started meanwhile, goes to standard error.
    """
    sys.stdout.flush()
    with redirect_stdout(sys.stderr), ExitStack() as after:
        # A stream that is closed cannot be moved, and has nothing to be kept clean.
        with suppress(OSError):
            kept = os.dup(1)
            after.callback(os.close, kept)
            os.dup2(2, 1)
            after.callback(os.dup2, kept, 1)
        yield


def warn(faults: Sequence[Fault], *, rest: str = "corpus info --json lists them all") -> None:
    """Tell of oddities that stop nothing: the first of each kind, how many, where the rest is.

    Faults are of a kind if they differ in their place, and in numbers and quoted words, alone.
    """
    for line in told_of(faults, rest=rest):
        say(f"warning: {line}")


def told_of(faults: Sequence[Fault], *, rest: str, alike: int = SHOWN_ALIKE) -> list[str]:
    """The first ``alike`` faults of each kind as lines, then how many more there are and where."""
    kinds: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        kind = (_VARYING.sub("", fault.found), fault.expected, fault.hint)
        kinds.setdefault(kind, []).append(fault)
    told = [fault for each in kinds.values() for fault in each[:alike]][:SHOWN_WARNINGS]
    more = len(faults) - len(told)
    return [*map(str, told), *([f"... and {more} more such ({rest})."] if more else [])]


def write_json(path: Path | None, document: object) -> None:
    """Write a document for ``--json FILE``, whole or not at all; nothing for None."""
    if path is not None:
        from turnscope.files.writing import write_text

        write_text(path, json_text(document))


def json_text(document: object) -> str:
    """The text of a document for ``--json FILE``."""
    return json.dumps(document, indent=1, allow_nan=False) + "\n"


@contextmanager
def progress(title: str, total: float) -> Iterator[Callable[[float], None]]:
    """A bar over conversations or the like on standard error; only where a person watches."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    # As a field: what stands in a title ({}, [red]) is text, whatever it looks like.
    shown = title if len(title) <= _TITLE_WIDTH else title[: _TITLE_WIDTH - 3] + "..."
    described = TextColumn("{task.description}", markup=False)
    columns = (described, BarColumn(), TextColumn("{task.percentage:3.0f}%"))
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    ) as bars:
        bar = bars.add_task(shown, total=total)

        def advance(part: float) -> None:
            bars.advance(bar, part)

        yield advance
