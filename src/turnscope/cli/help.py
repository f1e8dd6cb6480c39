"""Help texts from docstrings, with their examples left as they stand."""

from __future__ import annotations

import inspect
from collections.abc import Callable

__all__ = ["help_of"]


def help_of(command: Callable[..., None]) -> str:
    """The docstring of a command, paragraphs unfilled, but for the lines of its examples."""
    paragraphs = (inspect.getdoc(command) or "").split("\n\n")
    return "\n\n".join(map(_unfilled, paragraphs))


def _unfilled(paragraph: str) -> str:
    # A backspace keeps click from filling the paragraph anew.
    if paragraph.startswith("Examples:"):
        return f"\b\n{paragraph}"
    return " ".join(paragraph.split())
