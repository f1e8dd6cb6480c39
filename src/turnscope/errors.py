"""What can go wrong, and how it is said.

    TurnscopeError
    ├── FormatError        a file is not what its format promises (path, line)
    ├── CorpusError        a corpus, conversation or recording cannot be used as asked
    ├── SubmissionError    a predictions or score file breaks the submission rules
    ├── CausalityError     a system used audio it had not yet heard
    ├── ModelError         weights, or the package that runs them, are missing or not as pinned
    └── ProtocolError      a protocol, option or combination of options makes no sense

Every message has one form, carried by :class:`Fault`::

    <where>: <what was found>; expected <rule>. <likely cause or fix>.

An error holds *all* faults of a file, so that a person mends them in one round. The same
``Fault`` describes oddities that do not stop anything (annotations set aside, for example);
then it is reported as a warning and the exit status stays 0.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "SHOWN_FAULTS",
    "CausalityError",
    "CorpusError",
    "Ended",
    "Fault",
    "FormatError",
    "ModelError",
    "ProtocolError",
    "SubmissionError",
    "TurnscopeError",
]

SHOWN_FAULTS = 200
"""How many faults an error's message lists; the rest is counted, and all are in ``.faults``."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing found wrong or odd: where, what, what was expected and the likely cause.

    Attributes:
        where: file and line, or conversation/speaker/list[index].
        found: what was found, with its value.
        expected: the rule it breaks, without the word "expected"; may be empty.
        hint: likely cause or fix, a sentence without its full stop; may be empty.
    """

    where: str
    found: str
    expected: str = ""
    hint: str = ""

    def __str__(self) -> str:
        text = f"{self.where}: {self.found}" if self.where else self.found
        if self.expected:
            text += f"; expected {self.expected}"
        if not text.endswith((".", "?", "!")):
            text += "."
        if self.hint:
            text += f" {self.hint}" + ("" if self.hint.endswith((".", "?", "!")) else ".")
        return text


class TurnscopeError(Exception):
    """Root of all errors a caller may want to catch; ``faults`` holds every one of them.

    ``file`` names the file they are in, where they speak of places inside it alone.
    """

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        self.file = ""
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:SHOWN_FAULTS]]
        if len(self.faults) > SHOWN_FAULTS:
            lines.append(f"... and {len(self.faults) - SHOWN_FAULTS} more faults.")
        return "\n".join(lines)


class Ended(SystemExit):
    """An order from outside to end this process (SIGTERM, say): no doing of a system.

    A SystemExit of any other kind that comes out of a system is an error of that system.
    """


class FormatError(TurnscopeError):
    """A file is not what its format promises: truncated, undecodable, of another kind."""

    @classmethod
    def at(
        cls, name: str, line: int | None, found: str, *, expected: str = "", hint: str = ""
    ) -> FormatError:
        """Build the error for one place of a file (``line`` is 1-based, None if unknown)."""
        where = name if line is None else f"{name}:{line}"
        return cls(Fault(where, found, expected, hint))


class CorpusError(TurnscopeError):
    """A corpus, conversation or recording cannot be used as asked."""


class SubmissionError(TurnscopeError):
    """A predictions or score file breaks the rules of submission."""


class CausalityError(TurnscopeError):
    """A system used audio it had not yet heard."""


class ModelError(TurnscopeError):
    """Weights, or the package that runs them, are missing or not what was pinned."""


class ProtocolError(TurnscopeError):
    """A protocol, option or combination of options makes no sense."""
