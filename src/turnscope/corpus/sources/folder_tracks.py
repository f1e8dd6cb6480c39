"""Documents of a plain folder to cues by conversation, speaker and annotator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from turnscope.core.conversation import SPEAKERS
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.corpus.sources.annotation_files import labelled
from turnscope.corpus.sources.base import Key
from turnscope.corpus.tiers import TierPlan, plan_tiers
from turnscope.errors import Fault

__all__ = ["AnnotatedFile", "Placement", "place"]


@dataclass(frozen=True, slots=True)
class AnnotatedFile:
    """One annotation file read.

    Attributes:
        name: what to call it in messages.
        document: its content.
        conversation: whose it is by its name, where its cues do not name a recording.
        speaker: the one speaker it is of, None for both.
        annotator: who made it, None where its name does not say.
    """

    name: str
    document: Document
    conversation: str
    speaker: int | None = None
    annotator: str | None = None

    def cues(self) -> Mapping[str, list[Cue]]:
        """Cues by conversation; the file's own is there even without any."""
        found: dict[str, list[Cue]] = {}
        for cue in self.document.cues:
            found.setdefault(cue.recording or self.conversation, []).append(cue)
        return found or {self.conversation: []}


@dataclass(slots=True)
class Placement:
    """Where every cue went.

    Attributes:
        cues: file name -> track -> its cues; tracks without cues included.
        left_out: file name -> number of cues on tiers and recordings left out.
        faults: why something could not be placed.
        guessed: conversation -> tiers that only their order made speakers 1 and 2.
        dropped: file name -> names of tiers and recordings left out without being under ignore.
    """

    cues: dict[str, dict[Key, list[Cue]]] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    guessed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    dropped: dict[str, list[str]] = field(default_factory=dict)


def place(
    files: Sequence[AnnotatedFile], mapping: AnnotationMapping, known: frozenset[str] | None
) -> Placement:
    """Give every cue its conversation, speaker, annotator, label and text.

    Tiers are told apart once a conversation, over the files of all annotators, so that they
    mean the same in each.

    Args:
        files: in the order of their annotators.
        mapping: what the user says of tiers and labels.
        known: ids of the conversations there are, None if the files decide that.
    """
    done = Placement()
    plans = _plans(files, mapping, known, done)
    label_of = mapping.labeller("known")
    owner: dict[Key, str] = {}
    for file in files:
        tracks = done.cues.setdefault(file.name, {})
        done.left_out[file.name] = 0
        for conversation, cues in file.cues().items():
            if known is not None and conversation not in known:
                _unknown(file, conversation, cues, mapping, done)
                continue
            wanted = SPEAKERS if file.speaker is None else (file.speaker,)
            speakers: Mapping[str, int]
            if file.speaker is None:
                speakers = plans[conversation].speakers
            else:
                speakers = _of_one(file, cues, mapping, done)
            mine: dict[Key, list[Cue]] = {}
            if not mapping.annotators:
                mine = {(conversation, s, file.annotator or "a"): [] for s in wanted}
            for cue in cues:
                speaker = speakers.get(cue.tier)
                if speaker is None:
                    _leave_out(file.name, cue.tier, mapping, done)
                    continue
                annotator = mapping.annotators.get(cue.tier) or file.annotator or "a"
                mine.setdefault((conversation, speaker, annotator), []).append(
                    labelled(cue, label_of)
                )
            for key in mine:
                if owner.setdefault(key, file.name) != file.name:
                    done.faults.append(_twice(key, owner[key], file.name))
            tracks.update(mine)
    return done


def _plans(
    files: Sequence[AnnotatedFile],
    mapping: AnnotationMapping,
    known: frozenset[str] | None,
    done: Placement,
) -> dict[str, TierPlan]:
    counts: dict[str, dict[str, int]] = {}
    names: dict[str, str] = {}
    for file in files:
        if file.speaker is None:
            for conversation, cues in file.cues().items():
                if known is not None and conversation not in known:
                    continue
                names.setdefault(conversation, file.name)
                tiers = counts.setdefault(conversation, {})
                for cue in cues:
                    tiers[cue.tier] = tiers.get(cue.tier, 0) + 1
    plans = {}
    for conversation, tiers in counts.items():
        where = names[conversation]
        if conversation not in where:
            where += f", recording {conversation}"
        plan = plan_tiers(tiers, mapping, where)
        plans[conversation] = plan
        done.faults += plan.faults
        if plan.guessed:
            done.guessed[conversation] = plan.guessed
    return plans


def _of_one(
    file: AnnotatedFile, cues: Sequence[Cue], mapping: AnnotationMapping, done: Placement
) -> Mapping[str, int]:
    """Tiers of a file of one speaker, which by its name all are that speaker's."""
    assert file.speaker is not None
    tiers = dict.fromkeys(cue.tier for cue in cues if cue.tier not in mapping.ignore)
    other = [tier for tier in tiers if mapping.speakers.get(tier, file.speaker) != file.speaker]
    for tier in other:
        found = f"tier {tier!r} is of speaker {mapping.speakers[tier]} by the mapping"
        done.faults.append(Fault(file.name, found, f"entries of speaker {file.speaker} only"))
    unnamed = [t for t in tiers if t not in mapping.speakers and t not in mapping.annotators]
    if len(unnamed) > 1:
        listed = ", ".join(repr(tier) for tier in unnamed)
        hint = "List those that are not speech of this speaker under ignore in a mapping file"
        done.faults.append(Fault(file.name, f"tiers {listed}", "one tier in such a file", hint))
    return dict.fromkeys(tiers, file.speaker)


def _unknown(
    file: AnnotatedFile,
    conversation: str,
    cues: Sequence[Cue],
    mapping: AnnotationMapping,
    done: Placement,
) -> None:
    if mapping.others == "ignore":
        done.left_out[file.name] += len(cues)
        done.dropped.setdefault(file.name, []).append(conversation)
        return
    lines = [cue.line for cue in cues if cue.line is not None]
    done.faults.append(
        Fault(
            f"{file.name}:{min(lines)}" if lines else file.name,
            f"recording {conversation!r} ({len(cues)} entries)",
            "a conversation of this folder",
            'Another conversation\'s annotation? others = "ignore" in a mapping file leaves it out',
        )
    )


def _leave_out(name: str, tier: str, mapping: AnnotationMapping, done: Placement) -> None:
    done.left_out[name] += 1
    dropped = done.dropped.setdefault(name, [])
    if tier not in mapping.ignore and tier not in dropped:
        dropped.append(tier)


def _twice(key: Key, first: str, second: str) -> Fault:
    conversation, speaker, annotator = key
    return Fault(
        second,
        f"speaker {speaker} of {conversation} by annotator {annotator} again, first in {first}",
        "one file each",
        "Remove one, name the annotators (<id>.a, <id>.b), or ask for one format",
    )
