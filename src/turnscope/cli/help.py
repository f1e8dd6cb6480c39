"""Help texts from docstrings, with their examples left as they stand."""

from __future__ import annotations

import inspect
from collections.abc import Callable

__all__ = ["help_of"]


def help_of(command: Callable[..., None]) -> str:
    """The docstring of a command; what follows ``Examples:`` keeps its lines.

    Click fills paragraphs unless they begin with a backspace character, which has no business
    in a docstring.
    """
    text = inspect.getdoc(command) or ""
    return text.replace("Examples:", "\b\nExamples:")
