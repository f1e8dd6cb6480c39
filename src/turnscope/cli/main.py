"""The command ``turnscope``: its sub-commands, and what it says when something is wrong."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from types import FrameType
from typing import TextIO

import typer

from turnscope.cli.annotation_tables import (
    agreement_command,
    dynamics_command,
    human_command,
)
from turnscope.cli.causality import causality_command
from turnscope.cli.chance import chance_command
from turnscope.cli.check import check_command
from turnscope.cli.compare import compare_command
from turnscope.cli.corpus import corpus_app
from turnscope.cli.demo import demo_command
from turnscope.cli.gold import gold_app
from turnscope.cli.help import help_of
from turnscope.cli.recovery import power_command, recovery_command
from turnscope.cli.run import run_command
from turnscope.cli.score import score_command
from turnscope.cli.simulate import simulate_command
from turnscope.cli.simulate_calibration import calibration_command
from turnscope.cli.sweep import operate_command, sweep_command
from turnscope.cli.weights import weights_app
from turnscope.errors import Ended, TurnscopeError
from turnscope.version import __version__

__all__ = ["app", "main"]

app = typer.Typer(
    name="turnscope",
    help="Measures how well systems take turns in spoken dialogue.",
    no_args_is_help=True,
    add_completion=False,
    # Plain help is narrower, and does not show flags as if they took a value.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("score", help=help_of(score_command))(score_command)
app.command("check", help=help_of(check_command))(check_command)
app.command("compare", help=help_of(compare_command))(compare_command)
app.command("chance", help=help_of(chance_command))(chance_command)
app.command("run", help=help_of(run_command))(run_command)
app.command("sweep", help=help_of(sweep_command))(sweep_command)
app.command("operate", help=help_of(operate_command))(operate_command)
app.command("causality", help=help_of(causality_command))(causality_command)
app.command("demo", help=help_of(demo_command))(demo_command)
app.command("simulate", help=help_of(simulate_command))(simulate_command)
app.command("calibration", help=help_of(calibration_command))(calibration_command)
app.command("recovery", help=help_of(recovery_command))(recovery_command)
app.command("power", help=help_of(power_command))(power_command)
app.command("agreement", help=help_of(agreement_command))(agreement_command)
corpus_app.command("dynamics", help=help_of(dynamics_command))(dynamics_command)
gold_app.command("human", help=help_of(human_command))(human_command)
app.add_typer(corpus_app, name="corpus")
app.add_typer(gold_app, name="gold")
app.add_typer(weights_app, name="weights")

_TRACEBACK = "TURNSCOPE_TRACEBACK"


@app.callback(invoke_without_command=True)
def _top(
    version: bool = typer.Option(False, "--version", help="Print the version."),
) -> None:
    if version:
        typer.echo(f"turnscope {__version__}")
        raise typer.Exit


def main() -> None:
    """Run the command line.

    Exit status: 0 fine (warnings go to standard error), 1 the asked-for check failed, 2 bad
    input or usage, 130 interrupted, 143 and 129 told to end (SIGTERM, SIGHUP): then too what
    was started is ended first.
    """
    _mend_streams()
    _heed_signals()
    try:
        try:
            app()
        except SystemExit:
            sys.stdout.flush()  # now, while a full disk can still be told
            raise
    except TurnscopeError as error:
        in_file = f"in {error.file}:\n" if error.file else ""
        _complain(f"error: {in_file}{error}\n")
        sys.exit(2)
    except BrokenPipeError:
        # The reader of standard output left (``| head``); that is its right.
        _give_up(sys.stdout)
        sys.exit(0)
    except OSError as error:
        if os.environ.get(_TRACEBACK):
            raise
        _complain(f"error: {error.filename or 'output'}: {error.strerror or error}\n")
        _give_up(sys.stdout)
        sys.exit(2)
    except Exception as error:
        if os.environ.get(_TRACEBACK):
            raise
        _complain(
            f"error: this should not have happened: {type(error).__name__}: {error}\n"
            f"Please report it; {_TRACEBACK}=1 shows where.\n"
        )
        sys.exit(1)


def _heed_signals() -> None:
    """Leave by way of Python, so that processes a system started are ended with this one."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # One that is ignored (nohup), or that a caller of ours handles, stays as it is.
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    del frame
    signal.signal(number, signal.SIG_IGN)
    raise Ended(128 + number)


def _mend_streams() -> None:
    """Give closed streams a place to go to, and the result one encoding wherever it goes."""
    # Who closes a stream (>&-) does not want it; and JSON is UTF-8, whatever the terminal is.
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            sink = os.open(os.devnull, os.O_WRONLY)
            setattr(sys, name, os.fdopen(sink, "w", encoding="utf-8"))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="surrogateescape")


def _complain(text: str) -> None:
    with contextlib.suppress(OSError):
        sys.stderr.write(text)
    _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    """Send what a stream cannot take to nowhere, lest Python ends with a status of its own."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
