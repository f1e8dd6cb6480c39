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
from turnscope.cli.help import offer
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
offer(app, "score", score_command, "Score predictions: recall, false-positive rate, latency.")
offer(
    app, "check", check_command, "Check a predictions file against the rules, all faults at once."
)
offer(app, "compare", compare_command, "Say which of several systems differ, and which tie.")
offer(app, "chance", chance_command, "Show recall beside what the same rhythm gets blindly.")
offer(app, "run", run_command, "Let a system hear a corpus and write what it commits to.")
offer(app, "sweep", sweep_command, "Try every threshold of a score file; find the operating point.")
offer(app, "operate", operate_command, "Apply a frozen threshold to the scores of another split.")
offer(app, "causality", causality_command, "Prove that a system rests on nothing it had not heard.")
offer(app, "demo", demo_command, "Put four systems to the corpus that comes with the package.")
offer(
    app, "simulate", simulate_command, "Make conversations whose truth is known to the millisecond."
)
offer(
    app, "calibration", calibration_command, "Hold simulated timing against the published corpus."
)
offer(app, "recovery", recovery_command, "Plant a behaviour and see whether the scorer finds it.")
offer(app, "power", power_command, "Tell how many conversations a difference takes to be seen.")
offer(
    app,
    "agreement",
    agreement_command,
    "Show how far annotators agree: kappas, alpha, boundary F1.",
)
offer(
    corpus_app,
    "dynamics",
    dynamics_command,
    "Show the tempo of a corpus and what its consensus keeps.",
)
offer(gold_app, "human", human_command, "Show how people time their turns: gaps, pauses, replies.")
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
