"""What is said of a proof."""

from dataclasses import replace

from turnscope.core.protocol import Task
from turnscope.report.causality import (
    causality_document,
    causality_lines,
    proof_remarks,
    titled,
)
from turnscope.systems.causality import Leak, Proof, Verdict
from turnscope.systems.changes import Change
from turnscope.systems.futures import Future
from turnscope.systems.look_ahead import LookAhead

PASSED = Proof("7", 60.0, Verdict.CAUSAL, (10.0, 20.0), 11, 8, 6, (), None, 0.0, False)
LEAKS = (
    Leak(20.0, Future.NOISE, Change(2, Task.EOT, "score", 19.9, 0.25, 0.5)),
    Leak(10.0, Future.NOISE, Change(1, Task.INTERRUPTION, "commit", 9.8, None, 9.8)),
    Leak(10.0, Future.END, Change(1, Task.INTERRUPTION, "commit", 9.9, 9.9, None)),
)
LEAKY = replace(
    PASSED,
    conversation_id="8",
    verdict=Verdict.LEAKS,
    leaks=LEAKS,
    look_ahead=LookAhead(0.3178, 0.3221, 19.9),
)
CHANCE = replace(PASSED, conversation_id="9", verdict=Verdict.NOT_REPRODUCIBLE, cuts_s=())


def test_a_passed_proof_says_how_equal_and_how_often() -> None:
    lines = causality_lines("x 1", [PASSED], causal=True)
    told = [" ".join(part.split()) for part in "\n".join(lines).split("\n\n")]
    assert told[0] == (
        "x 1, declared causal: nothing said before a cut changed in 8 replays (exactly equal)"
    )
    assert lines[-2].startswith("7 ")
    assert told[1].endswith("causal: exactly equal, 6 of 8 replays changed what came later")
    drifting = causality_lines("x 1", [PASSED, replace(PASSED, drift=3.2e-8)], causal=True)
    assert " ".join(drifting[:2]).endswith("in 16 replays (equal within 3.2e-08)")


def test_a_leak_says_how_far_and_what_changed_first() -> None:
    lines = causality_lines("x 1", [PASSED, LEAKY], causal=False)
    assert lines[0] == (
        "x 1, declared non-causal: hears at least 318 ms ahead (not 322) (conversation 8)"
    )
    assert " ".join(lines[-4:-2]) == (
        "8/speaker_1, interruption: the commit stamped 9.800 s came up when all audio from "
        "10.000 s on was replaced (noise)"
    )
    assert lines[-2:] == [
        "  replays that changed something said before their cut: noise 2, truncation 1 of",
        "    2 each",
    ]
    gone = causality_lines("x", [replace(LEAKY, leaks=LEAKS[2:])], causal=True)
    assert "the commit stamped 9.900 s was gone" in " ".join(gone)
    score = causality_lines("x", [replace(LEAKY, leaks=LEAKS[:1])], causal=True)
    assert "the score stamped 19.900 s was 0.250000 and became 0.500000" in " ".join(score)
    assert any(line.startswith("8/speaker_2, end of turn: ") for line in score)


def test_what_hears_the_end_says_so() -> None:
    whole = replace(LEAKY, look_ahead=LookAhead(40.0, None, 20.0))
    assert "hears at least 40000 ms ahead, to the end of the audio" in " ".join(
        causality_lines("x", [LEAKY, whole], causal=True)[:2]
    )


def test_chance_is_no_proof_and_weighs_less_than_a_leak() -> None:
    assert "not reproducible" in causality_lines("x", [PASSED, CHANCE], causal=True)[0]
    assert "318 ms" in causality_lines("x", [CHANCE, LEAKY], causal=True)[0]


def test_remarks_tell_what_weakens_a_proof() -> None:
    assert proof_remarks([PASSED, LEAKY, CHANCE]) == []
    (remark,) = proof_remarks([replace(PASSED, n_telling=0)])
    assert remark.startswith("7: no replaced audio changed anything")
    (remark,) = proof_remarks([replace(LEAKY, remembers=True)])
    assert remark.startswith("8: what it says depends on what it heard in earlier sessions")


def test_the_document_has_every_number() -> None:
    document = causality_document("x", "1", [PASSED, LEAKY], causal=True)
    assert document["verdict"] == "leaks"
    assert document["declared_causal"] is True
    assert document["hears_ahead"] == {
        "conversation_id": "8",
        "at_least_s": 0.3178,
        "below_s": 0.3221,
        "to_the_end": False,
        "stamp_s": 19.9,
    }
    conversations = document["conversations"]
    assert isinstance(conversations, list)
    assert [c["conversation_id"] for c in conversations] == ["7", "8"]
    assert conversations[0]["hears_ahead"] is None
    assert conversations[1]["leaks"][0] == {
        "at_s": 20.0,
        "replaced_by": "noise",
        "speaker": 2,
        "task": "eot",
        "kind": "score",
        "stamp_s": 19.9,
        "before": 0.25,
        "after": 0.5,
        "ahead_s": 20.0 - 19.9,
    }
    assert causality_document("x", "1", [PASSED], causal=True)["hears_ahead"] is None


def test_tables_say_who_is_not_causal() -> None:
    assert titled("rms_vad", causal=True) == "rms_vad"
    assert titled("oracle", causal=False) == "oracle (causal: no)"
