"""What every annotation format turns into: cues, and an account of what could not be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.errors import Fault

__all__ = ["Cue", "Document", "Format"]


@dataclass(frozen=True, slots=True)
class Cue:
    """One entry of an annotation file, as the file has it: nothing sorted, clipped or mended.

    Attributes:
        start_s: onset in seconds, None where the file gives no time.
        end_s: end in seconds, None where the file gives no time; may lie before the start.
        tier: speaker, tier or channel name; "" where the format has none.
        text: what it says, line breaks kept.
        label: the label, where the format has a field for it; "" otherwise.
        line: 1-based line in the file, None where the format has no lines.
        recording: the recording it belongs to, where a file speaks of several; "" otherwise.
    """

    start_s: float | None
    end_s: float | None
    tier: str = ""
    text: str = ""
    label: str = ""
    line: int | None = None
    recording: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """An annotation file read.

    ``n_found == len(cues) + len(unread)`` always: count in is count out.

    Attributes:
        cues: every entry that could be read, odd ones included, in file order.
        unread: one fault for each entry that could not be read, with its line.
        notes: oddities that lost no entry (an undeclared speaker, a missing header).
        header: whatever the file says about itself (media, participants, languages), as text.
    """

    cues: tuple[Cue, ...]
    unread: tuple[Fault, ...] = ()
    notes: tuple[Fault, ...] = ()
    header: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def n_found(self) -> int:
        """How many entries the file holds."""
        return len(self.cues) + len(self.unread)


@dataclass(frozen=True, slots=True)
class Format:
    """One annotation format.

    Attributes:
        name: as given on the command line (``srt``, ``textgrid``).
        suffixes: file name endings, lower case, from their dot or hyphen on.
        parse: ``parse(data, name)``: the bytes of a file and its name for messages -> Document.
            Raises FormatError when the bytes are not of this format at all.
        serialise: cues -> bytes of a file, None where the format cannot be written. Times are
            written to the format's own resolution (see ``resolution_s``).
        carries_tiers: whether one file holds several speakers; if not, a file is one speaker.
        carries_recordings: whether one file may speak of several recordings.
        resolution_s: the step of its times, 0.0 if it keeps every digit.
    """

    name: str
    suffixes: tuple[str, ...]
    parse: Callable[[bytes, str], Document]
    serialise: Callable[[Sequence[Cue]], bytes] | None = None
    carries_tiers: bool = True
    carries_recordings: bool = False
    resolution_s: float = 0.0
