"""TurnBench as published: parquet, one row a conversation, in a local folder or on the hub.

Columns: ``conversation_id``; ``speaker_{1,2}_audio`` (struct of bytes and path, or plain binary);
``speaker_{1,2}_annotation_{a,b,c}`` (list of struct of start_s, end_s, label, text); ``metadata``;
``audio_status``. Anything else (preview audio) is left alone.

What each step costs, for the development split of 4.2 GB:

==========================================  =====================================================
ids                                         the footers and one small column, < 1 MB
labels, with durations from a file or from  the footers and the label columns, about 2 MB
``duration_s`` in the metadata
fingerprint                                 the same, undecoded, and 4 KB of audio a conversation
                                            that has no other duration
durations from the audio's header           32 KB a conversation, where a row group is one row
                                            of FLAC or WAV, plain or in Snappy, as published; else
                                            speaker 1's audio whole, 2.1 GB
one recording                               both cells of its row, about 110 MB
==========================================  =====================================================
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

from turnscope.core.conversation import SPEAKERS, Conversation, Metadata, id_fault
from turnscope.core.roster import Roster
from turnscope.core.tracks import Track
from turnscope.corpus.audio import Channel, Recording
from turnscope.corpus.audio_beginning import header_of_beginning
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.metadata import parse_metadata
from turnscope.corpus.sources.annotation_files import labelled
from turnscope.corpus.sources.base import (
    Options,
    ReadOnce,
    Source,
    conversation_of,
    raise_all,
)
from turnscope.corpus.sources.columns import (
    METADATA_COLUMNS,
    NULL_HINT,
    annotation_columns,
    cues_of,
    is_text,
    is_whole,
    metadata_of,
)
from turnscope.corpus.sources.hub import open_hub
from turnscope.corpus.sources.shards import Row, Shard, local_shards
from turnscope.errors import Fault, FormatError, TurnscopeError

__all__ = ["TURNBENCH", "TurnBenchCorpus", "open_on_hub"]

_ID = "conversation_id"


@dataclass(frozen=True, slots=True)
class _Place:
    shard: Shard
    row: Row


class TurnBenchCorpus(ReadOnce):
    """Conversations in parquet shards; see the module for what reading costs."""

    source = "turnbench"

    def __init__(
        self, name: str, shards: Sequence[Shard], options: Options, revision: str = ""
    ) -> None:
        super().__init__(name, options)
        self.shards = tuple(shards)
        self.revision = revision

    def _find_ids(self) -> tuple[str, ...]:
        return tuple(self._places)

    @cached_property
    def _places(self) -> Mapping[str, _Place]:
        places: dict[str, _Place] = {}
        faults: list[Fault] = []
        for shard in self.shards:
            if _ID not in shard.schema.names:
                faults.append(Fault(shard.name, f"no column {_ID}", "TurnBench's columns"))
                continue
            kind = shard.schema.field(_ID).type
            if not (is_text(kind) or is_whole(kind)):
                found = f"a column of {kind}"
                faults.append(Fault(f"{shard.name}: {_ID}", found, "texts, or whole numbers"))
                continue
            column = shard.columns([_ID]).column(_ID).to_pylist()
            for number, (value, row) in enumerate(zip(column, shard.rows, strict=True)):
                where = f"{shard.name}, row {number}"
                conversation_id = "" if value is None else str(value)
                fault = id_fault(conversation_id, where)
                if fault is None and conversation_id in places:
                    other = places[conversation_id].shard.name
                    found = f"conversation {conversation_id} again, first in {other}"
                    fault = Fault(where, found, "each conversation once")
                if fault is not None:
                    faults.append(fault)
                places[conversation_id] = _Place(shard, row)
        if not (places or faults):
            found = f"no conversation in {len(self.shards)} parquet file(s)"
            faults.append(Fault(self.name, found, "a row at least", "An export that was empty?"))
        raise_all(faults)
        return places

    @cached_property
    def _metadata(self) -> Mapping[str, tuple[Metadata, float | None]]:
        """Metadata and told duration of each conversation."""
        told: dict[str, tuple[Metadata, float | None]] = {}
        faults: list[Fault] = []
        for shard, ids in self._by_shard():
            names = [name for name in METADATA_COLUMNS if name in shard.schema.names]
            rows = shard.columns(names).to_pylist() if names else [{} for _ in ids]
            for conversation_id, row in zip(ids, rows, strict=True):
                where = f"{shard.name}, conversation {conversation_id}: metadata"
                try:
                    told[conversation_id] = parse_metadata(metadata_of(row, where), where)
                except FormatError as error:
                    faults += error.faults
        raise_all(faults, formats_only=True)
        return told

    def _by_shard(self) -> Iterator[tuple[Shard, list[str]]]:
        for shard in self.shards:
            yield shard, [i for i, place in self._places.items() if place.shard is shard]

    @cached_property
    def _durations_s(self) -> Mapping[str, float]:
        durations: dict[str, float] = {}
        faults: list[Fault] = []
        for conversation_id in self.ids:
            known = self._told_duration(conversation_id)
            try:
                durations[conversation_id] = (
                    self._audio_duration(conversation_id) if known is None else known
                )
            except TurnscopeError as error:
                faults += error.faults
        raise_all(faults)
        return durations

    def _told_duration(self, conversation_id: str) -> float | None:
        asked = self.options.durations_s.get(conversation_id)
        return self._metadata[conversation_id][1] if asked is None else asked

    def _audio_duration(self, conversation_id: str) -> float:
        """By the header of the audio, of which no more is read if its beginning will do."""
        if self.options.offsets_s[0] == 0:
            place = self._places[conversation_id]
            column = f"speaker_{self._order[0]}_audio"
            for path in (f"{column}.bytes", column):
                beginning = place.shard.beginning(place.row, path)
                header = beginning and header_of_beginning(*beginning)
                if header:
                    return header.n_samples / header.rate_hz
        channel = self._channels(conversation_id, self._order[:1])[0]
        return Recording(conversation_id, (channel, channel)).duration_s

    @property
    def _order(self) -> tuple[int, ...]:
        """Whose stored channel speakers 1 and 2 have."""
        return SPEAKERS[::-1] if self.options.swap else SPEAKERS

    def _channels(self, conversation_id: str, stored: Sequence[int]) -> list[Channel]:
        place = self._places[conversation_id]
        names = [f"speaker_{speaker}_audio" for speaker in stored]
        where = f"{place.shard.name}, conversation {conversation_id}"
        schema = place.shard.schema
        raise_all(
            [Fault(where, f"no column {n}", "the audio") for n in names if n not in schema.names]
        )
        cells = place.shard.cells(place.row, names)
        channels, faults = [], []
        for name, cell, offset_s in zip(names, cells, self.options.offsets_s, strict=False):
            content = cell.get("bytes") if isinstance(cell, dict) else cell
            if isinstance(content, bytes) and content:
                channels.append(Channel(content, 0, offset_s, f"{where}: {name}"))
            else:
                path = cell.get("path") if isinstance(cell, dict) else None
                hint = f"The file names {path!r} instead, which is not in it" if path else ""
                faults.append(Fault(f"{where}: {name}", "holds no bytes", "the audio", hint))
        raise_all(faults)
        return channels

    def _recording(self, conversation_id: str) -> Recording:
        first, second = self._channels(conversation_id, self._order)
        return Recording(conversation_id, (first, second))

    def _hashed_parts(self) -> Sequence[tuple[str, bytes]]:
        parts: list[tuple[str, bytes]] = []
        for shard in self.shards:
            parts += shard.raw(
                lambda name: (
                    name in (_ID, *METADATA_COLUMNS)
                    or name.startswith(("speaker_1_annotation_", "speaker_2_annotation_"))
                )
            )
        column = f"speaker_{self._order[0]}_audio"
        for conversation_id, place in self._places.items():
            known = self._told_duration(conversation_id)
            if known is None:
                alone = sum(row.group == place.row.group for row in place.shard.rows) == 1
                if alone and column in place.shard.schema.names:
                    parts.append((conversation_id, place.shard.head(place.row.group, column)))
                    continue
                known = self._durations_s[conversation_id]
            parts.append((conversation_id, repr(known).encode()))
        return parts

    def roster(self) -> Roster:
        """Ids, durations and metadata, without touching the labels."""
        durations_s = np.array([self._durations_s[i] for i in self.ids], np.float64)
        return Roster(self.ids, durations_s, tuple(self._metadata[i][0] for i in self.ids))

    def _read_conversations(self) -> tuple[Conversation, ...]:
        tracks: dict[str, dict[tuple[int, str], Track]] = {i: {} for i in self.ids}
        faults: list[Fault] = []
        metadata: Mapping[str, tuple[Metadata, float | None]] = {}
        durations: Mapping[str, float] = {}
        try:
            metadata = self._metadata
            durations = self._durations_s
        except TurnscopeError as error:
            faults += error.faults
        for shard, ids in self._by_shard():
            columns, missing = annotation_columns(shard)
            faults += missing
            table = shard.columns([column for _, _, column in columns])
            for speaker, annotator, column in columns:
                cells = cues_of(table.column(column))
                for conversation_id, cues in zip(ids, cells, strict=True):
                    name = f"{conversation_id}/{column}"
                    if cues is None:
                        faults.append(
                            Fault(name, "is null", "a list, blank for no events", NULL_HINT)
                        )
                        continue
                    tracks[conversation_id][speaker, annotator] = self._track(
                        cues, name, durations.get(conversation_id)
                    )
        raise_all(faults)
        return tuple(conversation_of(i, durations[i], tracks[i], metadata[i][0]) for i in self.ids)

    def _track(self, cues: Sequence[Cue], name: str, duration_s: float | None) -> Track:
        label_of = self.options.mapping.labeller("none")
        return self._admit(
            {0: [labelled(cue, label_of) for cue in cues]},
            Document(tuple(cues)),
            name,
            {} if duration_s is None else {0: duration_s},
        )[0]


def open_on_hub(address: str, options: Options) -> TurnBenchCorpus:
    """Open a data set on the hub, see :func:`turnscope.corpus.sources.hub.open_hub`."""
    found = open_hub(address, options.endpoint)
    return TurnBenchCorpus(address, found.shards, options, found.revision)


def _detect(path: Path) -> bool:
    if path.is_file():
        return path.suffix == ".parquet"
    return any(path.glob("*.parquet")) or any(path.glob("*/*.parquet"))


def _open(path: Path, name: str, options: Options) -> TurnBenchCorpus:
    return TurnBenchCorpus(name, local_shards(path), options)


TURNBENCH = Source("parquet files of TurnBench (*.parquet)", _detect, _open)
"""The published layout."""
