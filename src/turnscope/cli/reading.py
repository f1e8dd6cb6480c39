"""How a corpus is read: the options of every command that opens one, said once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Any

from turnscope.cli import options as o

__all__ = ["Reading", "with_reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a corpus.

    Attributes:
        mapping: file that maps foreign tiers and labels.
        durations: file of durations.
        source: the layout; None recognises it.
        annotation_format: read annotations of this format only (plain folders).
        last_end: where nothing tells a duration, take the last annotation's end.
    """

    mapping: Path | None = None
    durations: Path | None = None
    source: str | None = None
    annotation_format: str | None = None
    last_end: bool = False


def _options(
    *,
    mapping: o.MappingOption = None,
    durations: o.DurationsOption = None,
    source: o.SourceOption = None,
    annotation_format: o.FormatOption = None,
    last_end: o.LastEndOption = False,
) -> None:
    """The options behind a :class:`Reading`, of the same names."""


def with_reading(command: Callable[..., None]) -> Callable[..., None]:
    """A command whose ``reading`` argument has become the options it stands for.

    Typer makes options of a function's parameters, so the parameter is replaced in the
    signature that typer sees.
    """
    own = inspect.signature(command, eval_str=True).parameters.values()
    shared = inspect.signature(_options, eval_str=True).parameters.values()
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for each in (*own, *shared)
        if each.name != "reading"
    ]

    @wraps(command)
    def opened(**given: object) -> None:
        told: dict[str, Any] = {each.name: given.pop(each.name) for each in fields(Reading)}
        command(**given, reading=Reading(**told))

    opened.__dict__["__signature__"] = inspect.Signature(parameters)
    opened.__annotations__ = {each.name: each.annotation for each in parameters}
    return opened
