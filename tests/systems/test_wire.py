"""What is said to a process and what is understood of its answers."""

import json
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import Said, SystemCard
from turnscope.systems.wire import (
    audio_message,
    card_of,
    check_ready,
    close_message,
    hello,
    open_message,
    said_of,
)

EOT, INT = Task.EOT, Task.INTERRUPTION
CARD = {"turnscope": 1, "name": "x", "version": "2", "tasks": ["eot"], "chunk_s": 0.02}
SCORER = SystemCard("x", "1", frozenset(Task), 0.02, score_rate_hz=50.0)
COMMITTER = SystemCard("x", "1", frozenset({EOT}), 0.02)


def line(answer: object) -> bytes:
    return json.dumps(answer).encode()


def card(**changes: object) -> SystemCard:
    return card_of(line({**CARD, **changes}), "cmd: x", {})


def said(answer: object, *, is_last: bool = False, by: SystemCard = SCORER) -> Said:
    content = answer if isinstance(answer, bytes) else line(answer)
    return said_of(content, "cmd: x", chunk=7, is_last=is_last, card=by)


def test_messages_are_lines_of_json() -> None:
    assert json.loads(hello({"threshold": 0.5})) == {
        "type": "hello",
        "turnscope": 1,
        "parameters": {"threshold": 0.5},
    }
    assert json.loads(open_message(16000, 2, 320)) == {
        "type": "open",
        "rate_hz": 16000,
        "channels": 2,
        "chunk_samples": 320,
    }
    for message in (hello({}), open_message(8000, 1, 1)):
        assert message.endswith(b"\n")
        assert message.count(b"\n") == 1


def test_audio_is_little_endian_float32_after_its_line() -> None:
    message = audio_message(np.array([0.5, -1.0, 10.0], np.float32))
    assert message == b'{"type": "audio", "samples": 3}\n' + struct.pack("<3f", 0.5, -1.0, 10.0)


def test_two_channels_are_interleaved_and_samples_counted_once() -> None:
    message = close_message(np.array([[1, 2], [3, 4]], np.float32))
    assert message == b'{"type": "close", "samples": 2}\n' + struct.pack("<4f", 1, 3, 2, 4)


def test_an_empty_rest_is_a_line_alone() -> None:
    assert close_message(np.empty(0, np.float32)) == b'{"type": "close", "samples": 0}\n'
    assert close_message(np.empty((2, 0), np.float32)) == b'{"type": "close", "samples": 0}\n'


def test_a_card_has_defaults() -> None:
    assert card() == SystemCard("x", "2", frozenset({EOT}), 0.02)


def test_a_card_says_everything() -> None:
    full = {
        "tasks": ["int", "eot"],
        "chunk_s": 1,
        "sample_rate_hz": 8000,
        "hears": "both",
        "score_rate_hz": 12.5,
        "causal": False,
        "parameters": {"theta": 0.5, "mode": "fast"},
    }
    assert card(**full) == SystemCard(
        "x", "2", frozenset(Task), 1, 8000, "both", 12.5, False, {"theta": 0.5, "mode": "fast"}
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turnscope": 2}, r'"turnscope" is 2; expected 1, the version of the protocol'),
        ({"turnscope": True}, r'"turnscope" is true'),
        ({"turnscope": None}, r'"turnscope" is null'),
        ({"name": ""}, r"name: ''; expected a text"),
        ({"version": 1}, r"version: 1; expected a text"),
        ({"tasks": []}, r"tasks: \[\]; expected one or more of eot, int"),
        ({"tasks": ["vad"]}, r"tasks: \['vad'\]"),
        ({"tasks": "eot"}, r"tasks: 'eot'"),
        ({"chunk_s": 0}, r"chunk_s: 0; expected a number of seconds above 0"),
        ({"chunk_s": "0.02"}, r"chunk_s: '0.02'"),
        ({"sample_rate_hz": 16000.5}, r"sample_rate_hz: 16000.5; expected a whole number"),
        ({"hears": "left"}, r"hears: 'left'; expected own, both or mix"),
        ({"score_rate_hz": -1}, r"score_rate_hz: -1"),
        ({"causal": 1}, r"causal: 1; expected true or false"),
        (
            {"parameters": {"a": None}},
            r"parameters: .*; expected names with finite numbers or texts",
        ),
        ({"sampel_rate_hz": 8000}, r"has sampel_rate_hz; expected a card's fields"),
    ],
)
def test_a_wrong_card_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        card(**changes)


def test_all_faults_of_a_card_are_told() -> None:
    with pytest.raises(ProtocolError) as caught:
        card_of(b"{}", "cmd: x", {})
    assert len(caught.value.faults) == 5


def test_a_parameter_that_the_card_does_not_repeat_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"does not use the parameter 'theta'.*has: none"):
        card_of(line(CARD), "cmd: x", {"theta": 1})
    card_of(line({**CARD, "parameters": {"theta": 1}}), "cmd: x", {"theta": 1})


def test_ready_is_the_answer_to_open() -> None:
    check_ready(b'{"ready": true}', "cmd: x")
    for wrong in (b"{}", b'{"ready": 1.5}', b'{"done": true}', b'{"ready": true, "x": 1}'):
        with pytest.raises(ProtocolError, match="ready"):
            check_ready(wrong, "cmd: x")


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({}, Said()),
        ({"commits": ["eot"]}, Said([EOT])),
        ({"commits": ["int", "eot"], "chunk": 7}, Said([INT, EOT])),
        ({"scores": {"eot": 0.25}}, Said([], {EOT: [0.25]})),
        ({"scores": {"eot": [0, 1], "int": []}}, Said([], {EOT: [0.0, 1.0], INT: []})),
    ],
)
def test_answers_say_commits_and_scores(answer: object, expected: Said) -> None:
    found = said(answer)
    assert list(found.commits) == list(expected.commits)
    assert dict(found.scores) == dict(expected.scores)


def test_the_end_is_answered_by_done() -> None:
    assert said({"done": True, "commits": ["eot"]}, is_last=True).commits == [EOT]
    assert said(b' {"done": true}\r', is_last=True).commits == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (b"Loading model...", r"chunk 7: 'Loading model\.\.\.'; expected a line of JSON"),
        (b"", "expected a line of JSON"),
        (b"\xff\xfe", "expected a line of JSON"),
        (b"[1]", r"expected a JSON object"),
        (b"null", r"expected a JSON object"),
        (b"[" * 200_000, "expected a line of JSON"),
        (b'{"scores": {"eot": NaN}}', "NaN in .*; expected strict JSON"),
        (b'{"scores": {"eot": -Infinity}}', "-Infinity in"),
        (b'{"scores": {"eot": 0, "eot": 1}}', "a name twice"),
        ({"scores": {"eot": 1.5}}, r"scores: eot: '1.5'; expected numbers from 0 to 1"),
        (b'{"scores": {"eot": 1e999}}', "numbers from 0 to 1"),
        ({"scores": {"eot": [0.5, None]}}, "numbers from 0 to 1"),
        ({"scores": {"eot": True}}, "numbers from 0 to 1"),
        ({"scores": {"eot": "0.5"}}, "numbers from 0 to 1"),
        ({"scores": {"bc": 0.5}}, r"scores: 'bc'; expected its own tasks: eot, int"),
        ({"scores": [0.5]}, "expected scores by task"),
        ({"commits": "eot"}, "commits: .*; expected a list of its own tasks"),
        ({"commits": ["bc"]}, "expected a list of its own tasks: eot, int"),
        ({"commits": [["eot"]]}, "expected a list of its own tasks"),
        ({"commits": ["eot", "eot"]}, "each task once"),
        ({"chunk": 8}, r'"chunk" is .8.; expected 7, the one that was asked'),
        ({"chunk": 6}, "expected 7"),
        ({"time_s": 1.5}, "has 'time_s'; expected commits, scores or chunk. Times are turnscope's"),
        ({"\ud800": 1}, "expected commits, scores or chunk"),
        ({"done": True}, "expected an answer to audio. An answer too few"),
        ({"ready": True}, "has 'ready'"),
    ],
)
def test_wrong_answers_are_refused(answer: object, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        said(answer)


def test_an_answer_too_many_is_seen_at_the_end() -> None:
    with pytest.raises(ProtocolError, match=r"to the end: '\{\}'; expected .*An answer too many"):
        said({}, is_last=True)


def test_who_only_commits_has_no_scores_and_its_own_tasks() -> None:
    with pytest.raises(ProtocolError, match="score_rate_hz"):
        said({"scores": {"eot": 0.5}}, by=COMMITTER)
    with pytest.raises(ProtocolError, match="its own tasks: eot"):
        said({"commits": ["int"]}, by=COMMITTER)


def test_all_faults_of_an_answer_are_told() -> None:
    with pytest.raises(ProtocolError) as caught:
        said({"commits": 1, "scores": {"eot": 2, "bc": 0}, "chunk": 0, "t": 0})
    assert len(caught.value.faults) == 5


@given(st.binary(max_size=60))
def test_any_bytes_are_an_answer_or_refused(content: bytes) -> None:
    try:
        found = said(content)
    except ProtocolError:
        return
    assert all(0.0 <= score <= 1.0 for scores in found.scores.values() for score in scores)


@given(st.lists(st.floats(width=32), max_size=50), st.sampled_from([1, 2]))
def test_samples_come_back_as_they_were(values: list[float], n_channels: int) -> None:
    audio = np.array([values] * n_channels, np.float32)
    audio = audio[0] if n_channels == 1 else audio * np.array([[1], [-1]], np.float32)
    head, _, content = audio_message(audio).partition(b"\n")
    assert json.loads(head)["samples"] == len(values)
    back = np.frombuffer(content, "<f4").reshape(-1, n_channels).T
    assert np.array_equal(back.reshape(audio.shape), audio, equal_nan=True)
    assert len(content) == 4 * n_channels * len(values)
