"""Help texts from docstrings, with their examples left as they stand."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import typer

__all__ = ["help_of", "offer"]


def offer(app: typer.Typer, name: str, command: Callable[..., None], line: str) -> None:
    """Add a command.

    Args:
        app: the command, or group, that it belongs to.
        name: that it is called by.
        command: its docstring is its help.
        line: what it does, in a list of commands of 80 columns.
    """
    app.command(name, help=help_of(command), short_help=line)(command)


def help_of(command: Callable[..., None]) -> str:
    """The docstring of a command, paragraphs unfilled, but for the lines of its examples."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(map(_unfilled, paragraphs))


def _unfilled(paragraph: str) -> str:
    # A backspace keeps click from filling the paragraph anew.
    if paragraph.startswith("Examples:"):
        return f"\b\n{paragraph}"
    return " ".join(paragraph.split())
