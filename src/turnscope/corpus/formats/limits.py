"""What a format cannot hold, said cue by cue before a byte is written."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from turnscope.corpus.formats.base import Cue
from turnscope.errors import Fault, FormatError

__all__ = ["Limits"]

_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Limits:
    """What the cues of one format may be; times must be finite and texts Unicode in all of them.

    Attributes:
        format_name: as a person calls it, for the messages.
        missing_times: whether a cue may have no start or no end.
        negative_times: whether times may lie before zero.
        reversed_times: whether a cue may end before it starts.
        texts: whether a cue may have a text.
        labels: whether a cue may have a label.
        recordings: whether a cue may name its recording.
        forbidden: characters that neither texts nor names may have, with their description.
        also: any other objection to a cue: what was found and what was expected, or None.
    """

    format_name: str
    missing_times: bool = False
    negative_times: bool = True
    reversed_times: bool = True
    texts: bool = True
    labels: bool = False
    recordings: bool = False
    forbidden: tuple[re.Pattern[str], str] | None = None
    also: Callable[[Cue], tuple[str, str] | None] | None = None

    def check(self, cues: Sequence[Cue]) -> None:
        """Pass if the format can hold every cue.

        Raises:
            FormatError: naming every cue it cannot hold, and why.
        """
        faults = [
            Fault(f"cue[{index}]", found, f"{rule} in {self.format_name}", hint)
            for index, cue in enumerate(cues)
            for found, rule, hint in self._objections(cue)
        ]
        if faults:
            raise FormatError(faults)

    def _objections(self, cue: Cue) -> Iterator[tuple[str, str, str]]:
        yield from self._time_objections(cue)
        if cue.text and not self.texts:
            yield f"text {cue.text[:40]!r}", "no text", "Clear the texts first if they may go"
        if cue.label and not self.labels:
            hint = "Put it in the text or on a tier of its own"
            yield f"label {cue.label!r}", "no label", hint
        if cue.recording and not self.recordings:
            hint = "Write one file a recording and clear the name"
            yield f"recording {cue.recording!r}", "no name of a recording", hint
        for what, text in (
            ("text", cue.text),
            ("tier", cue.tier),
            ("label", cue.label),
            ("recording", cue.recording),
        ):
            if match := _SURROGATE.search(text):
                yield f"{what} with half a character ({match[0]!r})", "whole ones", ""
            if self.forbidden and (match := self.forbidden[0].search(text)):
                yield f"{what} with {match[0][:40]!r}", self.forbidden[1], ""
        if self.also and (objection := self.also(cue)):
            yield *objection, ""

    def _time_objections(self, cue: Cue) -> Iterator[tuple[str, str, str]]:
        start_s, end_s = cue.start_s, cue.end_s
        for what, time_s in (("start", start_s), ("end", end_s)):
            if time_s is None:
                if not self.missing_times:
                    yield f"no {what}", "a time", "Set cues without times aside first"
            elif not math.isfinite(time_s):
                yield f"{what} {time_s}", "a finite time", ""
            elif time_s < 0 and not self.negative_times:
                yield f"{what} {time_s} s", "times from 0", "Shift all times"
        if self.reversed_times or start_s is None or end_s is None:
            return
        if end_s < start_s:
            yield f"{start_s} to {end_s} s", "an end after the start", ""
