"""Reading and writing the gold artefact, the published form of what systems are scored against.

::

    {"scorer_sha": ..., "dataset_revision": ..., "tau_pre_s": 0.25, "tau_max_s": 3.0,
     "conversations": {"20": {"duration_s": 702.4,
                              "eot_positive_events": [{"speaker": 1, "time_s": 3.1}, ...],
                              "eot_negative_spans": [{"speaker": 1, "start": .., "end": ..}, ...],
                              "int_positive_events": ..., "int_negative_spans": ...,
                              "eot_excluded": ..., "int_excluded": ...}}}

Unknown keys are tolerated in reading, as they cost nothing. Two are ours: ``metadata`` of a
conversation, and ``turnscope`` with the protocol and provenance of a gold that the published
keys do not describe in full (one that is derived, or made by rules that are not the official
ones). Source: TurnBench, gold artefact.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields, replace

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata, id_fault
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.errors import CorpusError, Fault, FormatError, ProtocolError
from turnscope.files.fields import fields_of
from turnscope.files.gold_events import EventColumns, event_columns, points_of, spans_of
from turnscope.files.metadata_fields import metadata_fields, metadata_of
from turnscope.files.number_lists import is_number
from turnscope.files.reading import read_bytes, telling_file
from turnscope.files.strict_json import parse_json
from turnscope.files.wording import described, named
from turnscope.files.writing import write_text
from turnscope.version import __version__

__all__ = ["gold_document", "gold_json", "parse_gold", "read_gold", "write_gold"]

_TIME = ("time_s",)
_SPAN = ("start", "end")
_LISTS = {
    f"{task}_{part}": (task, part, keys)
    for task in Task
    for part, keys in (("positive_events", _TIME), ("negative_spans", _SPAN), ("excluded", _SPAN))
}
_OWN = "turnscope"
_LONGEST_TAU_S = 60.0


def read_gold(path: str | os.PathLike[str], *, protocol: Protocol | None = None) -> Gold:
    """The gold in an artefact; see :func:`parse_gold`.

    Raises:
        TurnscopeError: if the file cannot be read.
        FormatError: with everything in it that breaks the form.
    """
    content = read_bytes(path)
    data_hash = hashlib.sha256(content).hexdigest()
    with telling_file(path):
        return parse_gold(
            parse_json(content, str(path)), str(path), protocol=protocol, data_hash=data_hash
        )


def parse_gold(
    document: object, name: str, *, protocol: Protocol | None = None, data_hash: str = ""
) -> Gold:
    """The gold in a parsed artefact.

    Args:
        document: the JSON document.
        name: of the file, for messages.
        protocol: its arithmetic is used to score with; its other rules stand where the
            artefact does not say by which it was made. The taus are always the artefact's.
        data_hash: SHA-256 of the file.

    Returns:
        The gold; conversations in file order, events of each in order of speaker and time.

    Raises:
        FormatError: with every fault. Times may lie past the end of the audio, as annotations
            do; :func:`turnscope.files.gold_doubts.gold_doubts` tells of it.
    """
    faults: list[Fault] = []
    head = fields_of(
        document, name, ("tau_pre_s", "tau_max_s", "conversations"), faults, closed=False
    )
    conversations = head.get("conversations", {})
    if not isinstance(conversations, dict):
        faults.append(
            Fault(f"{name}: conversations", described(conversations), "an object, one key an id")
        )
        conversations = {}
    odd = (id_fault(conversation_id, f"{name}: conversations") for conversation_id in conversations)
    faults += [fault for fault in odd if fault is not None]
    lists: dict[str, list[EventColumns]] = {key: [] for key in _LISTS}
    durations, metadata = [], []
    for index, (conversation_id, value) in enumerate(conversations.items()):
        where = named(conversation_id)
        parts = fields_of(value, where, ("duration_s", *_LISTS), faults, closed=False)
        durations.append(_seconds(parts, "duration_s", where, faults))
        told = value.get("metadata") if isinstance(value, dict) else None
        metadata.append(metadata_of(told, f"{where}/metadata", faults))
        for key, (_, _, keys) in _LISTS.items():
            if key in parts:
                columns = event_columns(parts[key], keys, index, f"{where}/{key}", faults)
                lists[key].append(columns)
    tau_pre_s = _seconds(head, "tau_pre_s", name, faults, zero=True)
    tau_max_s = _seconds(head, "tau_max_s", name, faults, zero=True)
    rules, provenance = _own_part(document, name, data_hash, faults)
    if faults:
        raise FormatError(faults)
    base = rules or protocol or Protocol()
    arithmetic = base.arithmetic if protocol is None else protocol.arithmetic
    return Gold(
        Roster(tuple(conversations), np.array(durations, dtype=np.float64), tuple(metadata)),
        _task_gold(Task.EOT, lists),
        _task_gold(Task.INTERRUPTION, lists),
        replace(base, arithmetic=arithmetic, tau_pre_s=tau_pre_s, tau_max_s=tau_max_s),
        provenance,
    )


def _task_gold(task: Task, lists: Mapping[str, list[EventColumns]]) -> TaskGold:
    return TaskGold(
        points_of(lists[f"{task}_positive_events"]),
        spans_of(lists[f"{task}_negative_spans"]),
        spans_of(lists[f"{task}_excluded"]),
    )


def _seconds(
    parts: dict[str, object], key: str, where: str, faults: list[Fault], *, zero: bool = False
) -> float:
    if key not in parts:
        return np.nan
    value = parts[key]
    lowest = 0.0 if zero else np.nextafter(0.0, 1.0)
    if not (isinstance(value, int | float) and is_number(value) and value >= lowest):
        rule = f"a finite number of seconds, {'not negative' if zero else 'above 0'}"
        faults.append(Fault(f"{where}/{key}", described(value), rule))
        return np.nan
    if zero and value > _LONGEST_TAU_S:
        rule = f"seconds, {_LONGEST_TAU_S:g} at most"
        faults.append(Fault(f"{where}/{key}", described(value), rule, "Milliseconds?"))
    return float(value)


def _own_part(
    document: object, name: str, data_hash: str, faults: list[Fault]
) -> tuple[Protocol | None, Provenance]:
    """Protocol and provenance, where the artefact tells more than the published keys."""
    told = document if isinstance(document, dict) else {}
    revision = told.get("dataset_revision")
    if revision is not None and not isinstance(revision, str):
        faults.append(Fault(f"{name}/dataset_revision", described(revision), "text"))
        revision = None
    provenance = Provenance("artefact", (), data_hash, revision or "")
    own = told.get(_OWN)
    if own is None:
        return None, provenance
    try:
        rules = {field.name: own["protocol"][field.name] for field in fields(Protocol)}
        rules["consensus"] = Consensus(rules["consensus"])
        origin = {field.name: own["provenance"][field.name] for field in fields(Provenance)}
        origin["annotators"] = tuple(int(n) for n in origin["annotators"])
        if not all(isinstance(origin[key], str) for key in ("source", "data_hash", "revision")):
            raise TypeError
        return Protocol(**rules), Provenance(**origin)
    except (KeyError, TypeError, ValueError, ProtocolError):
        rule = "the protocol and provenance that this package writes"
        faults.append(Fault(f"{name}/{_OWN}", described(own), rule, "Remove this key to read on"))
        return None, provenance


def gold_document(
    gold: Gold, *, scorer_sha: str | None = None, with_metadata: bool = False
) -> dict[str, object]:
    """The artefact as a JSON document; events by conversation, then speaker, then time.

    Args:
        gold: what to write.
        scorer_sha: what made it; this package and its version by default.
        with_metadata: add what is known of each conversation, and the protocol and provenance
            in full.

    Raises:
        CorpusError: naming each conversation of unknown duration, which the form needs, and each
            id that cannot be read back.
    """
    roster = gold.roster
    odd = [fault for i in roster.ids if (fault := id_fault(i, "gold")) is not None]
    if odd:
        raise CorpusError(odd)
    unknown = np.flatnonzero(~np.isfinite(roster.duration_s))
    if len(unknown):
        raise CorpusError(
            Fault(
                f"conversation {named(roster.ids[index])}",
                "its duration is unknown",
                "a duration, to write a gold artefact",
                "Give a durations file",
            )
            for index in unknown
        )
    lists = {
        key: _events(_column(gold.task(task), part), len(roster))
        for key, (task, part, _) in _LISTS.items()
    }
    conversations: dict[str, object] = {}
    for index, conversation_id in enumerate(roster.ids):
        parts: dict[str, object] = {"duration_s": float(roster.duration_s[index])}
        parts |= {key: lists[key][index] for key in _LISTS}
        if with_metadata and roster.metadata[index] != Metadata():
            parts["metadata"] = metadata_fields(roster.metadata[index])
        conversations[conversation_id] = parts
    document: dict[str, object] = {
        "scorer_sha": scorer_sha or f"turnscope-{__version__}",
        "dataset_revision": gold.provenance.revision or gold.provenance.data_hash,
        "tau_pre_s": gold.protocol.tau_pre_s,
        "tau_max_s": gold.protocol.tau_max_s,
    }
    if with_metadata or not _is_plain(gold):
        document[_OWN] = {
            "protocol": asdict(gold.protocol),
            "provenance": asdict(gold.provenance),
        }
    return {**document, "conversations": conversations}


def _is_plain(gold: Gold) -> bool:
    """Whether the published keys tell everything that changes what the numbers mean."""
    plain = Protocol(tau_pre_s=gold.protocol.tau_pre_s, tau_max_s=gold.protocol.tau_max_s)
    return gold.protocol == plain and gold.provenance.source != "derived"


def _column(of_task: TaskGold, part: str) -> Points | Spans:
    if part == "positive_events":
        return of_task.positives
    return of_task.negatives if part == "negative_spans" else of_task.excluded


def _events(column: Points | Spans, n_conversations: int) -> list[list[dict[str, object]]]:
    events: list[list[dict[str, object]]] = [[] for _ in range(n_conversations)]
    groups = column.group.tolist()
    if isinstance(column, Points):
        for group, time_s in zip(groups, column.time_s.tolist(), strict=True):
            events[group // 2].append({"speaker": group % 2 + 1, "time_s": time_s})
    else:
        spans = zip(groups, column.start_s.tolist(), column.end_s.tolist(), strict=True)
        for group, start, end in spans:
            events[group // 2].append({"speaker": group % 2 + 1, "start": start, "end": end})
    return events


def gold_json(gold: Gold, *, scorer_sha: str | None = None, with_metadata: bool = False) -> str:
    """The artefact as JSON text without a final line break; see :func:`gold_document`."""
    document = gold_document(gold, scorer_sha=scorer_sha, with_metadata=with_metadata)
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


def write_gold(
    path: str | os.PathLike[str],
    gold: Gold,
    *,
    scorer_sha: str | None = None,
    with_metadata: bool = False,
) -> None:
    """Write the artefact; see :func:`gold_document`.

    Raises:
        CorpusError: naming each conversation of unknown duration.
        TurnscopeError: if the file cannot be written.
    """
    text = gold_json(gold, scorer_sha=scorer_sha, with_metadata=with_metadata)
    write_text(path, text + "\n")
