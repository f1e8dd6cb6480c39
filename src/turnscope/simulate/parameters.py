"""How people of one kind of conversation take turns: the numbers the timeline is drawn from.

Each kind has a file, ``kinds/<kind>.toml``: for each parameter its value, its unit and where it
comes from. What a parameter means, and what it may be, stands here.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from importlib import resources

from turnscope.core.conversation import TYPE_NAMES
from turnscope.errors import Fault, ProtocolError

__all__ = ["KINDS", "Parameters", "kind_parameters", "parameters_of"]

KINDS = tuple(name.lower() for name in TYPE_NAMES.values())
"""The six kinds of conversation, as files and options name them."""

_TYPES = {name.lower(): spelling for spelling, name in TYPE_NAMES.items()}
_UNBOUNDED = math.inf
_MOST = 1e300  # so that sums and products of whole numbers stay floats
_MOST_LISTENER_SPEECH = 0.5


def _ranged(unit: str, least: float, most: float) -> float:
    value: float = field(metadata={"unit": unit, "least": least, "most": most})
    return value


def _seconds() -> float:
    return _ranged("s", 0.001, _UNBOUNDED)


def _share() -> float:
    return _ranged("share", 0.0, 1.0)


def _rate() -> float:
    return _ranged("per min", 0.0, _UNBOUNDED)


def _spread() -> float:
    return _ranged("log s", 0.0, 3.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """One kind of conversation. Rates are per minute of conversation, durations in seconds.

    A *cue* is one annotated stretch of speech; several cues with pauses between make a turn.
    Durations are log-normal where a median and a spread are given: the spread is the standard
    deviation of the natural logarithm.

    Attributes:
        kind: one of :data:`KINDS`.
        cue_mean_s, cue_spread: how long a cue of a turn is meant to be (the voice decides).
        cues_per_turn: mean number of cues in a turn, at least 1 (geometric).
        main_speaker_ratio: mean cue of the one who talks more, over that of the other.
        syllables_per_s: speaking rate of estimated voices.
        syllables_per_s_spread: standard deviation of that rate over speakers.
        bounded_share: share of turns that are a bounded response.
        filler_share: share of cues that a filler of its own comes before.
        mid_turn_complete_share: share of cues before a pause in a turn that sound complete.
        pause_median_s, pause_spread: silence between two cues of one turn.
        gap_median_s, gap_spread: silence between two turns.
        awkward_per_min, awkward_median_s: awkward silences and how long they last.
        transfer_overlap_share: share of smooth transfers at which the next speaker starts
            before the end.
        transfer_overlap_median_s, transfer_overlap_spread: by how much.
        backchannels_per_min: of the listener, while the other speaks or pauses.
        backchannel_in_pause_share: share of them put into a pause where there is one.
        acknowledgement_share, continuer_share: of the backchannels; the rest are reactions.
        overlaps_per_min: floor-holding speech of the listener within the other's cue.
        overlap_mean_s: how long such speech is meant to be.
        overlap_before_end_s: mean time from its end to the end of the other's cue (exponential).
        taking_per_min: floor-taking interruptions.
        taking_mean_s: how long their first cue is meant to be.
        taking_goes_on_share: share of them after which the interrupter adds further cues.
        hold_on_median_s, hold_on_spread: how long the interrupted speaker goes on.
        not_taking_per_min: interruptions that do not get the floor.
        not_taking_mean_s: how long they are meant to be.
        cooperative_share: share of either interruptions that are cooperative.
        strong_hold_share: share of competitive ones without success that a strong floor hold
            answers.
        laughter_per_min, laughter_median_s: laughs and how long they last.
        noise_per_min, noise_median_s: sounds without content and how long they last.
        bleed_share, nonlinguistic_share: of the noise; the rest is not speech.
    """

    kind: str
    cue_mean_s: float = _ranged("s", 0.3, _UNBOUNDED)
    cue_spread: float = _spread()
    cues_per_turn: float = _ranged("cues", 1.0, 100.0)
    main_speaker_ratio: float = _ranged("ratio", 1.0, 20.0)
    syllables_per_s: float = _ranged("per s", 0.5, 20.0)
    syllables_per_s_spread: float = _ranged("per s", 0.0, 5.0)
    bounded_share: float = _share()
    filler_share: float = _share()
    mid_turn_complete_share: float = _share()
    pause_median_s: float = _seconds()
    pause_spread: float = _spread()
    gap_median_s: float = _seconds()
    gap_spread: float = _spread()
    awkward_per_min: float = _rate()
    awkward_median_s: float = _seconds()
    transfer_overlap_share: float = _share()
    transfer_overlap_median_s: float = _seconds()
    transfer_overlap_spread: float = _spread()
    backchannels_per_min: float = _rate()
    backchannel_in_pause_share: float = _share()
    acknowledgement_share: float = _share()
    continuer_share: float = _share()
    overlaps_per_min: float = _rate()
    overlap_mean_s: float = _seconds()
    overlap_before_end_s: float = _seconds()
    taking_per_min: float = _rate()
    taking_mean_s: float = _ranged("s", 0.3, _UNBOUNDED)
    taking_goes_on_share: float = _share()
    hold_on_median_s: float = _seconds()
    hold_on_spread: float = _spread()
    not_taking_per_min: float = _rate()
    not_taking_mean_s: float = _seconds()
    cooperative_share: float = _share()
    strong_hold_share: float = _share()
    laughter_per_min: float = _rate()
    laughter_median_s: float = _seconds()
    noise_per_min: float = _rate()
    noise_median_s: float = _seconds()
    bleed_share: float = _share()
    nonlinguistic_share: float = _share()

    def __post_init__(self) -> None:
        faults = [*_value_faults(self)]
        if not faults:
            faults = [*_joint_faults(self)]
        if faults:
            raise ProtocolError(faults)

    @property
    def conversation_type(self) -> str:
        """The kind as the data spells it."""
        return _TYPES[self.kind]


def _value_faults(p: Parameters) -> Iterator[Fault]:
    if p.kind not in KINDS:
        yield Fault("kind", repr(p.kind), "one of " + ", ".join(KINDS))
    for each in fields(p):
        if each.name == "kind":
            continue
        value = getattr(p, each.name)
        unit, least, most = (each.metadata[key] for key in ("unit", "least", "most"))
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not abs(value) < math.inf or not least <= value <= min(most, _MOST):
            rule = f"{least:g} or more" if most == _UNBOUNDED else f"{least:g} to {most:g}"
            yield Fault(f"{p.kind}: {each.name}", repr(value), f"a number, {rule} ({unit})")


def _joint_faults(p: Parameters) -> Iterator[Fault]:
    for names in (
        ("acknowledgement_share", "continuer_share"),
        ("bleed_share", "nonlinguistic_share"),
    ):
        total = sum(getattr(p, name) for name in names)
        if total > 1.0 + 1e-9:
            told = " + ".join(f"{getattr(p, name):g}" for name in names)
            yield Fault(f"{p.kind}: {' + '.join(names)}", f"{told} = {total:g}", "1 at most")
    speech_s = (
        0.5 * p.backchannels_per_min
        + p.overlap_mean_s * p.overlaps_per_min
        + p.not_taking_mean_s * p.not_taking_per_min
    )
    if speech_s > 60.0 * _MOST_LISTENER_SPEECH:
        found = f"{speech_s:.0f} s of listener's speech a minute"
        yield Fault(
            f"{p.kind}: backchannels, overlaps and not-taking interruptions",
            found,
            f"{60.0 * _MOST_LISTENER_SPEECH:.0f} s at most",
            "More speech than there is time for: lower a rate or a duration",
        )
    taken_s = p.taking_per_min * (p.taking_mean_s + p.hold_on_median_s)
    if taken_s > 60.0:
        found = f"{taken_s:.0f} s of floor-taking interruptions a minute"
        hint = "More speech than there is time for: lower the rate or the durations"
        yield Fault(f"{p.kind}: taking_per_min, taking_mean_s", found, "60 s at most", hint)
    silent_s = p.awkward_per_min * p.awkward_median_s
    if silent_s > 30.0:
        found = f"{silent_s:.0f} s of awkward silence a minute"
        yield Fault(f"{p.kind}: awkward_per_min, awkward_median_s", found, "30 s at most")
    heard_s = p.noise_per_min * p.noise_median_s + p.laughter_per_min * p.laughter_median_s
    if heard_s > 60.0:
        found = f"{heard_s:.0f} s of noise and laughter a minute"
        hint = "Two channels with speech in them have no room for more"
        yield Fault(f"{p.kind}: noise and laughter", found, "60 s at most", hint)


@lru_cache(maxsize=len(KINDS))
def kind_parameters(kind: str) -> Parameters:
    """The parameters of one of the six kinds.

    Raises:
        ProtocolError: for another name.
    """
    if kind not in KINDS:
        raise ProtocolError(Fault("kind", repr(kind), "one of " + ", ".join(KINDS)))
    place = resources.files("turnscope.simulate").joinpath("kinds", f"{kind}.toml")
    return parameters_of(place.read_text(encoding="utf-8"), name=f"{kind}.toml", kind=kind)


def parameters_of(text: str, *, name: str, kind: str) -> Parameters:
    """The parameters in a TOML text: a table a parameter, with ``value``, ``unit``, ``source``.

    Raises:
        ProtocolError: for every parameter that is missing, unknown, without a source, in another
            unit or impossible.
    """
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise ProtocolError(Fault(name, f"not TOML: {error}")) from error
    known = {each.name: each.metadata["unit"] for each in fields(Parameters) if each.metadata}
    faults = [
        Fault(name, f"{key!r}", "a known parameter", "Misspelt?")
        for key in tables
        if key not in known
    ]
    values = {}
    for key, unit in known.items():
        table = tables.get(key)
        if not isinstance(table, Mapping) or set(table) != {"value", "unit", "source"}:
            found = "missing" if table is None else repr(table)
            faults.append(Fault(f"{name}: {key}", found, "value, unit and source"))
        elif table["unit"] != unit:
            faults.append(Fault(f"{name}: {key}", f"unit {table['unit']!r}", repr(unit)))
        elif not isinstance(table["source"], str) or not table["source"].strip():
            faults.append(Fault(f"{name}: {key}", "no source", "where the value comes from"))
        else:
            values[key] = table["value"]
    if faults:
        raise ProtocolError(faults)
    return Parameters(kind=kind, **values)
