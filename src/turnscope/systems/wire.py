"""What turnscope and a process say to one another: one message, one answer.

::

    turnscope                                                      the process
    {"type": "hello", "turnscope": 1, "parameters": {}}      ──▶
                                                             ◀──   its card
    {"type": "open", "rate_hz": 16000, "channels": 1, ...}   ──▶
                                                             ◀──   {"ready": true}
    {"type": "audio", "samples": 320} + 1280 bytes           ──▶
                                                             ◀──   {} or what it says
    {"type": "close", "samples": 17} + 68 bytes              ──▶
                                                             ◀──   {"done": true}, and what it says
    end of input                                             ──▶   it ends

Every message is a line of JSON; those of audio are followed by float32 samples, little-endian,
channels interleaved with the speaker's own first. Every answer is a line of JSON. Answers to
different kinds of messages differ, so a missing or surplus answer cannot pass unseen: at the
latest the answer to ``close`` is not the one that was due.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import Audio, Said, SystemCard
from turnscope.systems.card_check import card_faults

__all__ = [
    "VERSION",
    "audio_message",
    "card_of",
    "check_ready",
    "close_message",
    "hello",
    "open_message",
    "said_of",
]

VERSION = 1
"""Of these rules."""

_CARD = {
    "turnscope",
    "name",
    "version",
    "tasks",
    "chunk_s",
    "sample_rate_hz",
    "hears",
    "score_rate_hz",
    "causal",
    "parameters",
}
_STDOUT = (
    "Standard output is for answers alone: whatever else the program or its libraries print "
    "belongs on standard error"
)
_SHOWN = 80


def hello(parameters: Mapping[str, float | str]) -> bytes:
    """The first message: which rules hold, and the settings asked for."""
    return _line({"type": "hello", "turnscope": VERSION, "parameters": dict(parameters)})


def open_message(rate_hz: int, channels: int, chunk_samples: int) -> bytes:
    """A session begins: all that was heard before is to be forgotten."""
    return _line(
        {
            "type": "open",
            "rate_hz": rate_hz,
            "channels": channels,
            "chunk_samples": chunk_samples,
        }
    )


def audio_message(audio: Audio) -> bytes:
    """The next chunk; ``audio`` has shape (n,) or (2, n)."""
    return _with_samples("audio", audio)


def close_message(rest: Audio) -> bytes:
    """The session ends; ``rest`` did not fill a chunk and may be empty."""
    return _with_samples("close", rest)


def card_of(line: bytes, where: str, parameters: Mapping[str, float | str]) -> SystemCard:
    """The card that a process declares in its first line.

    Args:
        line: the line.
        where: how messages call the process.
        parameters: what it was asked to use; its card must repeat each name, for one that it
            does not know would go unheeded.

    Raises:
        ProtocolError: with everything that is wrong with it.
    """
    told = _object(line, f"{where}: its card")
    defaults = {"hears": "own", "causal": True, "parameters": {}}
    card = {**defaults, **told}
    faults = []
    if told.get("turnscope") != VERSION or isinstance(told.get("turnscope"), bool):
        found = f'"turnscope" is {json.dumps(told.get("turnscope"))}'
        faults.append(Fault(f"{where}: its card", found, f"{VERSION}, the version of the protocol"))
    unknown = sorted(set(told) - _CARD)
    if unknown:
        faults.append(Fault(f"{where}: its card", f"has {', '.join(unknown)}", "a card's fields"))
    faults += card_faults(card, where)
    if not faults:
        used = card["parameters"]
        for name in sorted(set(parameters) - set(used)):
            known = ", ".join(sorted(used)) or "none"
            faults.append(
                Fault(where, f"does not use the parameter {name!r}", f"one its card has: {known}")
            )
    if faults:
        raise ProtocolError(faults)
    del card["turnscope"]
    card["tasks"] = frozenset(Task(each) for each in card["tasks"])
    return SystemCard(**card)


def check_ready(line: bytes, where: str) -> None:
    """Raise unless a line is the answer to ``open``."""
    told = _object(line, where)
    if told != {"ready": True}:
        raise ProtocolError(Fault(where, _cut(line), '{"ready": true}', _count(told)))


def said_of(line: bytes, where: str, *, chunk: int, is_last: bool, card: SystemCard) -> Said:
    """What an answer to audio says.

    Args:
        line: the answer.
        where: how messages call the process.
        chunk: number of the chunk in its session, from 1; of the last one, if ``is_last``.
        is_last: whether it answers ``close``.
        card: whose tasks may be committed to and scored.

    Raises:
        ProtocolError: with everything that is wrong with it.
    """
    at = f"{where}: answer to {'the end' if is_last else f'chunk {chunk}'}"
    told = _object(line, at)
    if ("done" in told) is not is_last or told.get("done", True) is not True:
        due = '"done": true, for the session ends' if is_last else "an answer to audio"
        raise ProtocolError(Fault(at, _cut(line), due, _count(told)))
    commits, faults = _commits(told.get("commits", []), at, card)
    scores, odd = _scores(told.get("scores", {}), at, card)
    faults += odd
    if "chunk" in told and told["chunk"] != chunk:
        found = f'"chunk" is {_cut(json.dumps(told["chunk"]))}'
        hint = "An answer too few or too many before?"
        faults.append(Fault(at, found, f"{chunk}, the one that was asked", hint))
    for key in sorted(set(told) - {"chunk", "commits", "scores", "done"}):
        hint = "Times are turnscope's to give: what is said counts as known after its chunk"
        faults.append(Fault(at, f"has {_cut(key)}", "commits, scores or chunk", hint))
    if faults:
        raise ProtocolError(faults)
    return Said(commits, scores)


def _commits(told: object, at: str, card: SystemCard) -> tuple[list[Task], list[Fault]]:
    tasks = {task.value: task for task in card.tasks}
    if not isinstance(told, list) or not all(each in list(tasks) for each in told):
        rule = f"a list of its own tasks: {', '.join(sorted(tasks))}"
        return [], [Fault(f"{at}: commits", _cut(json.dumps(told)), rule)]
    if len(set(told)) < len(told):
        return [], [Fault(f"{at}: commits", _cut(json.dumps(told)), "each task once")]
    return [tasks[each] for each in told], []


def _scores(
    told: object, at: str, card: SystemCard
) -> tuple[dict[Task, Sequence[float]], list[Fault]]:
    tasks = {task.value: task for task in card.tasks}
    at = f"{at}: scores"
    if not isinstance(told, dict):
        return {}, [Fault(at, _cut(json.dumps(told)), "scores by task, {...}")]
    if told and card.score_rate_hz is None:
        return {}, [Fault(at, _cut(json.dumps(told)), "none, or a score_rate_hz in its card")]
    kept: dict[Task, Sequence[float]] = {}
    faults = []
    for name, value in told.items():
        values = value if isinstance(value, list) else [value]
        if name not in tasks:
            rule = f"its own tasks: {', '.join(sorted(tasks))}"
            faults.append(Fault(at, _cut(name), rule))
        elif not all(map(_is_probability, values)):
            faults.append(Fault(f"{at}: {name}", _cut(json.dumps(value)), "numbers from 0 to 1"))
        else:
            kept[tasks[name]] = [float(each) for each in values]
    return kept, faults


def _is_probability(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _line(message: Mapping[str, object]) -> bytes:
    return json.dumps(message).encode() + b"\n"


def _with_samples(kind: str, audio: Audio) -> bytes:
    # (2, n) becomes (n, 2): interleaved
    header = _line({"type": kind, "samples": audio.shape[-1]})
    return header + np.ascontiguousarray(audio.T).astype("<f4", copy=False).tobytes()


def _object(line: bytes, where: str) -> dict[str, Any]:
    try:
        told = json.loads(line, parse_constant=_refuse, object_pairs_hook=_once)
    except _OddError as odd:
        raise ProtocolError(Fault(where, f"{odd} in {_cut(line)}", "strict JSON")) from None
    except (ValueError, RecursionError):
        raise ProtocolError(Fault(where, _cut(line), "a line of JSON", _STDOUT)) from None
    if not isinstance(told, dict):
        raise ProtocolError(Fault(where, _cut(line), "a JSON object, {...}", _STDOUT))
    return told


class _OddError(Exception):
    """What JSON libraries let pass and numbers should not."""


def _refuse(constant: str) -> object:
    raise _OddError(constant)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    kept = dict(pairs)
    if len(kept) < len(pairs):
        raise _OddError("a name twice")
    return kept


def _count(told: Mapping[str, object]) -> str:
    if "ready" in told or "done" in told:
        return "An answer too few before?"
    return "An answer too many before? One message, one answer"


def _cut(said: bytes | str) -> str:
    text = said if isinstance(said, str) else said.decode("utf-8", "replace").strip()
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
