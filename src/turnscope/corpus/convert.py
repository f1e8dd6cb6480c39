"""A corpus in another annotation format, as files that the plain folder layout reads back.

::

    20/20.a.textgrid      both speakers by annotator a, tiers speaker_1 and speaker_2
    20/20_1_a.srt         speaker 1 by annotator a, where a file holds one speaker only
    20/metadata.json      type, actors, duration
    mapping.toml          that every leading bracket is a label, where labels stand in the text

Times come back to the format's resolution, everything else as it was; what a format cannot hold
is an error, not a loss. One thing only may change, with a warning: events of one speaker that
overlap or are filed out of order may come back in another order from TextGrid, EAF and EXB.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnscope.core.conversation import SPEAKERS, Conversation, id_fault
from turnscope.core.tracks import Track
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.formats.base import Cue, Format
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.labelling import join_label
from turnscope.corpus.mapping import ANNOTATORS
from turnscope.corpus.metadata import metadata_entries
from turnscope.errors import CorpusError, Fault, FormatError, TurnscopeError
from turnscope.files.wording import closest

__all__ = ["Conversion", "convert", "converted"]

_MAPPING = b"""\
# Labels stand in brackets at the head of each text.
brackets = "any"
"""


@dataclass(frozen=True, slots=True)
class Conversion:
    """Files to write.

    Attributes:
        files: relative path, with ``/`` -> content.
        warnings: what will not come back as it was, one fault a file.
    """

    files: Mapping[str, bytes]
    warnings: tuple[Fault, ...] = ()


def convert(corpus: Corpus, format_name: str, *, drop_texts: bool = False) -> Conversion:
    """All annotations of a corpus in another format; see :func:`converted`.

    Raises:
        FormatError, CorpusError: if the corpus cannot be read; and as :func:`converted`.
    """
    return converted(corpus.conversations(), format_name, drop_texts=drop_texts)


def converted(
    conversations: Sequence[Conversation], format_name: str, *, drop_texts: bool = False
) -> Conversion:
    """Conversations in another format.

    Args:
        conversations: what to write; annotators must be called a, b or c.
        format_name: a key of the registry of formats that can be written.
        drop_texts: leave the transcripts out, for formats that hold none (RTTM).

    Raises:
        CorpusError: for an unknown format or one that cannot be written, for texts that it has
            no place for, for ids that cannot be file names, for other annotators.
        FormatError: with everything that the format cannot hold.
    """
    form = _writable(format_name)
    native = _takes(form, Cue(0.0, 1.0, label="Laughter"))
    suffix = _own_suffix(form)
    files: dict[str, bytes] = {}
    faults: list[Fault] = []
    warnings: list[Fault] = []
    if not _takes(form, Cue(0.0, 1.0, text="x")) and not drop_texts:
        faults += _texts(conversations, form)
    for conversation in conversations:
        faults += _unfit(conversation)
    if faults:
        raise CorpusError(faults)
    if not native:
        files["mapping.toml"] = _MAPPING
    for conversation in conversations:
        own = conversation.conversation_id
        entries = metadata_entries(conversation.metadata, conversation.duration_s)
        text = json.dumps(entries, indent=2, ensure_ascii=False) + "\n"
        files[f"{own}/metadata.json"] = text.encode()
        for path, cues in _cues(conversation, form, native, drop_texts):
            try:
                content = _serialised(form, cues)
                files[path + suffix] = content
                change = _what_changes(form, content, cues, path + suffix)
            except TurnscopeError as error:
                faults += [
                    Fault(f"{path}{suffix}: {f.where}", f.found, f.expected, f.hint)
                    for f in error.faults
                ]
                continue
            if change == "order":
                found = "events will come back in another order than they are filed in"
                warnings.append(Fault(path + suffix, found))
            elif change:
                found = f"{form.name} does not give back what was written"
                faults.append(Fault(path + suffix, found, "the same labels and texts"))
    if faults:
        raise FormatError(faults)
    return Conversion(files, tuple(warnings))


def _writable(format_name: str) -> Format:
    # A format that takes neither labels nor texts (UEM) is not one of annotations.
    names = [
        name
        for name, one in FORMATS.items()
        if one.serialise is not None
        and (_takes(one, Cue(0.0, 1.0, label="Laughter")) or _takes(one, Cue(0.0, 1.0, text="x")))
    ]
    if format_name not in names:
        found = "which cannot be written" if format_name in FORMATS else "which is not known"
        near = closest(format_name, names)
        hint = f"Did you mean {near!r}?" if near else ""
        raise CorpusError(
            Fault("format", f"{format_name!r}, {found}", "one of " + ", ".join(names), hint)
        )
    return FORMATS[format_name]


def _serialised(form: Format, cues: Sequence[Cue]) -> bytes:
    assert form.serialise is not None
    return form.serialise(cues)


def _takes(form: Format, cue: Cue) -> bool:
    try:
        _serialised(form, [cue])
    except FormatError:
        return False
    return True


def _spoken(cues: Sequence[Cue]) -> dict[str, list[tuple[str, str]]]:
    """Label and text of every cue by tier, in order."""
    spoken: dict[str, list[tuple[str, str]]] = {}
    for cue in cues:
        spoken.setdefault(cue.tier, []).append((cue.label, cue.text))
    return spoken


def _what_changes(form: Format, content: bytes, cues: Sequence[Cue], path: str) -> str:
    """Read back what was written: "" if it is the same, "order", or "content"."""
    wanted, found = _spoken(cues), _spoken(form.parse(content, path).cues)
    if wanted == found:
        return ""
    same = {tier: sorted(spoken) for tier, spoken in wanted.items()} == {
        tier: sorted(spoken) for tier, spoken in found.items()
    }
    return "order" if same else "content"


def _texts(conversations: Sequence[Conversation], form: Format) -> list[Fault]:
    n_texts = sum(
        text != ""
        for conversation in conversations
        for tracks in conversation.tracks
        for track in tracks.values()
        for text in track.texts
    )
    if not n_texts:
        return []
    hint = "Leave them out with --drop-texts (drop_texts), or choose another format"
    return [Fault("format", f"{form.name!r} holds no texts, there are {n_texts}", "none", hint)]


def _own_suffix(form: Format) -> str:
    """The first ending that no other format has, so that reading needs no guess."""
    others = {suffix for one in FORMATS.values() if one is not form for suffix in one.suffixes}
    return next((suffix for suffix in form.suffixes if suffix not in others), form.suffixes[0])


def _unfit(conversation: Conversation) -> list[Fault]:
    fault = id_fault(conversation.conversation_id, "conversation")
    faults = [] if fault is None else [fault]
    for annotator in conversation.annotators:
        if annotator not in ANNOTATORS:
            where = f"conversation {conversation.conversation_id}"
            faults.append(Fault(where, f"annotator {annotator!r}", "a, b or c"))
    return faults


def _cues(
    conversation: Conversation, form: Format, native: bool, drop_texts: bool
) -> list[tuple[str, list[Cue]]]:
    """Paths without ending, and what is to stand there."""
    own = conversation.conversation_id
    recording = own if form.carries_recordings else ""
    files = []
    for annotator in conversation.annotators:
        by_speaker = []
        for speaker in SPEAKERS:
            tier = f"speaker_{speaker}" if form.carries_tiers else ""
            track = conversation.track(speaker, annotator)
            by_speaker.append(_written(track, tier, recording, native, drop_texts))
        if form.carries_tiers:
            files.append((f"{own}/{own}.{annotator}", by_speaker[0] + by_speaker[1]))
        else:
            files += [
                (f"{own}/{own}_{speaker}_{annotator}", cues)
                for speaker, cues in zip(SPEAKERS, by_speaker, strict=True)
            ]
    return files


def _written(track: Track, tier: str, recording: str, native: bool, drop_texts: bool) -> list[Cue]:
    columns = zip(
        track.start_s.tolist(), track.end_s.tolist(), track.labels, track.texts, strict=True
    )
    cues = []
    for start_s, end_s, label, spoken in columns:
        text = "" if drop_texts else spoken
        if native:
            # Without a label the text is searched for one, so a bracket in it is marked.
            text = text if label else join_label("", text)
        else:
            text = join_label(label, text)
            label = ""
        cues.append(Cue(start_s, end_s, tier, text, label, recording=recording))
    return cues
