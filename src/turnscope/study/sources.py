"""How a system is given: as an object, or named by its specification and parameters.

A name is what travels to another process or machine, where it makes the system anew; an object
has to be pickled for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System
from turnscope.systems.resolve import resolve

__all__ = ["Named", "Source", "opened", "source_of"]


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


def opened(source: Source, *, also: tuple[str, ...] = ()) -> System:
    """The system itself; ``also`` are other names that a message may offer.

    Raises:
        ProtocolError: if there is none of that name, or it cannot be made.
    """
    if isinstance(source, System):
        return source
    return resolve(source.specification, dict(source.parameters), also=also)
