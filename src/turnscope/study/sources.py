"""How a system is given: as an object, or named by its specification and parameters.

A name is what travels to another process or machine, where it makes the system anew; an object
has to be pickled for that.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System
from turnscope.systems.foreign import foreign_code
from turnscope.systems.resolve import resolve

__all__ = ["HUMAN", "Named", "Source", "held", "name_of", "opened", "released", "source_of"]

HUMAN = "human"
"""What is scored like a system and cannot be run like one: each annotator has a gold of its own."""


@dataclass(frozen=True, slots=True)
class Named:
    """A system by name.

    Attributes:
        specification: as on the command line.
        parameters: settings by name, ascending.
    """

    specification: str
    parameters: tuple[tuple[str, float | str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.specification, *(f"{k}={v}" for k, v in self.parameters)])


Source = System | Named


def source_of(
    given: System | Named | str, parameters: Mapping[str, float | str] = MappingProxyType({})
) -> Source:
    """A source from whatever a caller gives.

    Raises:
        ProtocolError: for parameters beside a system that is made already.
    """
    if isinstance(given, str):
        return Named(given, tuple(sorted(parameters.items())))
    if parameters:
        told = ", ".join(parameters)
        raise ProtocolError(Fault("parameters", told, "the name of a system to give them to"))
    return given


def name_of(source: Source) -> str:
    """What to call a system in a message: as it was named, else as its card does."""
    if isinstance(source, Named):
        return str(source)
    try:
        return source.card.name
    except Exception:  # whatever a foreign card raises, it has told no name
        return type(source).__name__


@contextmanager
def held(source: Source, *, also: tuple[str, ...] = ()) -> Iterator[System]:
    """The system for a while; closed afterwards if it was made here, that is from its name.

    Raises:
        ProtocolError: as :func:`opened`.
    """
    system = opened(source, also=also)
    try:
        yield system
    finally:
        if system is not source:
            released(system)


def released(system: System) -> None:
    """Close a system at the end of its run; what that raises is warned of and stops nothing."""
    try:
        with foreign_code(name_of(system)):
            system.close()
    except Exception as error:
        found = f"{name_of(system)} could not be closed: {type(error).__name__}: {error}"
        warnings.warn(found, RuntimeWarning, stacklevel=2)


def opened(source: Source, *, also: tuple[str, ...] = ()) -> System:
    """The system itself; ``also`` are other names that a message may offer.

    Raises:
        ProtocolError: if there is none of that name, or it cannot be made.
    """
    if isinstance(source, System):
        return source
    if source.specification == HUMAN:
        raise ProtocolError(
            Fault(
                "system",
                f"{HUMAN!r}, which hears nothing and is scored against another gold than a system",
                "a system",
                "turnscope gold annotators scores each annotator against the others",
            )
        )
    return resolve(source.specification, dict(source.parameters), also=also)
