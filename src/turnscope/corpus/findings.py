"""What the checks of a recording and its tracks can find, and what each finding means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["KINDS", "Finding", "Severity"]

Severity = Literal["note", "warning"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a recording or its tracks that a person should know; it stops nothing.

    Attributes:
        kind: a key of :data:`KINDS`.
        where: conversation, speaker and file or annotator.
        values: what was measured; the name of each ends in its unit (``lag_s``, ``bleed_db``),
            counts begin with ``n_``, shares with ``share_``.
        severity: ``warning`` if scores or latencies are likely wrong, ``note`` otherwise.
        detail: what else a person needs, as text; may be empty.
    """

    kind: str
    where: str
    values: Mapping[str, float]
    severity: Severity
    detail: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"finding of kind {self.kind!r}; expected one of {sorted(KINDS)}")
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    @property
    def means(self) -> str:
        """What it means for scores, one sentence."""
        return KINDS[self.kind][0]

    @property
    def fix(self) -> str:
        """What to do about it, one sentence."""
        return KINDS[self.kind][1]

    def __str__(self) -> str:
        told = ", ".join(f"{name} {value:.6g}" for name, value in self.values.items())
        if self.detail:
            told = f"{told}; {self.detail}" if told else self.detail
        measured = f" ({told})" if told else ""
        found = self.kind.replace("_", " ")
        return f"{self.where}: {found}{measured}. {self.means} {self.fix}"


KINDS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "no_audio": (
            "No system can be run on it, and its annotations are not held against its audio; "
            "scoring is not affected.",
            "Add the audio, if it is to be heard.",
        ),
        "undecodable": (
            "Systems cannot hear this channel to its end, so what comes after is missed.",
            "Put the file right, or leave the conversation out.",
        ),
        "cut_off": (
            "Events after the cut cannot be heard and count as misses.",
            "Copy the file again from its source.",
        ),
        "duration_differs": (
            "Predictions are bounded by a duration that is not the audio's, so valid ones may be "
            "refused or impossible ones accepted.",
            "Correct the declared duration, or find the audio it was taken from.",
        ),
        "unequal_length": (
            "One speaker's audio ends earlier; events of that speaker after it cannot be detected.",
            "Check that both channels come from one session and start at the same time.",
        ),
        "different_rates": (
            "Scores are in seconds and stay right, but channels of different origin often have "
            "different clocks.",
            "Resample both from the original recording to one rate.",
        ),
        "unused_channels": (
            "Sound on the other channels of the file reaches no system.",
            "Check that the right channels were chosen.",
        ),
        "identical_channels": (
            "Each system hears both speakers on both channels, so scores by speaker mean nothing.",
            "Find the recording with one speaker a channel; this is one signal made stereo.",
        ),
        "silent_channel": (
            "Nothing can be detected on this channel; all its events count as misses.",
            "Find the channel's audio, or score the other speaker alone.",
        ),
        "clipped": (
            "Flattened peaks change the level and the spectrum that systems rely on.",
            "Take the recording before it was amplified, if there is one.",
        ),
        "over_full_scale": (
            "Samples beyond full scale are kept, but systems that expect [-1, 1] may clip them.",
            "Scale the file down below full scale.",
        ),
        "not_finite": (
            "NaN or infinite samples turn most systems' output into nonsense from there on.",
            "Write the file again; such samples come from a faulty conversion.",
        ),
        "low_rate": (
            "Speech cannot be heard at this rate, and the checks against the annotations were "
            "not made.",
            "Check the rate in the file's header.",
        ),
        "swapped_channels": (
            "Predictions for one speaker are scored against the other's events, so nearly all "
            "rates are wrong.",
            "Swap the channels, or the speakers of the annotation.",
        ),
        "unrelated_annotation": (
            "The annotations do not follow this audio, so every score of it is chance.",
            "Check that audio and annotation have the same conversation, and no offset above 5 s.",
        ),
        "annotation_offset": (
            "Audio lags the annotations (leads, if negative), so latencies are wrong by this much "
            "and early or late hits become misses.",
            "Give this channel the offset in offset_fix_s.",
        ),
        "annotation_drift": (
            "Audio and annotations run at different speeds, so latencies change over the "
            "recording.",
            "Resample the audio or scale the annotation's times; a single offset does not mend it.",
        ),
        "channel_offset": (
            "Speaker 1's channel lags speaker 2's (leads, if negative), so gaps and overlaps heard "
            "by a system are wrong by this much.",
            "Give one channel an offset that takes it back.",
        ),
        "channel_drift": (
            "The channels run at different speeds, so gaps and overlaps change over the recording.",
            "Resample one channel; a single offset does not mend it.",
        ),
        "heavy_bleed": (
            "The other speaker is heard on this channel, so energy-based systems fire on the "
            "wrong speaker's speech.",
            "Use a close microphone's channel, or suppress the crosstalk before running systems.",
        ),
        "annotation_past_end": (
            "Events past the end of the audio cannot be detected and count as misses.",
            "Check the time unit and that the audio is complete.",
        ),
        "not_judged": (
            "Too little is annotated or audible to compare audio and annotations, so swaps and "
            "offsets would go unnoticed.",
            "Listen to it.",
        ),
        "annotator_shifted": (
            "One annotator's times are off against another's, so their events fail the 0.2 s "
            "agreement and drop out of the gold.",
            "Shift that annotator's track back, or leave the annotator out.",
        ),
        "few_events": (
            "One annotator marked far fewer events than the others, so agreement rests on the "
            "others alone.",
            "Check that this annotator's file is complete.",
        ),
        "third_speaker": (
            "Events on one speaker's track overlap one another for long, as if two people shared "
            "it; the gold then mixes their turns.",
            "Check whether a third speaker was put on this track, and give them their own or none.",
        ),
        "duplicate_events": (
            "The same event stands twice on a track, and the second copy may match another "
            "annotator's event.",
            "Remove the copies.",
        ),
        "duplicate_tracks": (
            "Two tracks are the same to the millisecond, so their agreement proves nothing.",
            "Check that one file was not copied in place of the other.",
        ),
    }
)
"""Every kind of finding: what it means for scores, and what to do."""
