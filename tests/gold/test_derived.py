"""Labels from words or voice activity: units, backchannels, interruptions."""

import pytest

from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.errors import ProtocolError
from turnscope.gold.derive import gold_of
from turnscope.gold.derived import DERIVED, Derivation, derived

Span = tuple[float, float, str]


def conversation(first: list[Span], second: list[Span]) -> Conversation:
    def track(spans: list[Span]) -> dict[str, Track]:
        starts, ends, texts = zip(*spans, strict=True) if spans else ((), (), ())
        return {"words": Track.of(starts, ends, [""] * len(spans), texts)}

    return Conversation("c", 60.0, (track(first), track(second)))


def labels(found: Conversation, speaker: int) -> list[tuple[float, float, str]]:
    track = found.track(speaker, DERIVED)
    return list(zip(track.start_s.tolist(), track.end_s.tolist(), track.labels, strict=True))


def test_words_up_to_the_join_apart_are_one_unit() -> None:
    #  a   b     c          0.2 s joins, 0.201 s does not
    words = [(1.0, 1.2, "so"), (1.4, 1.6, "well"), (1.801, 2.0, "then")]
    found = derived(conversation(words, []))
    assert labels(found, 1) == [(1.0, 1.6, "Normal Turn"), (1.801, 2.0, "Normal Turn")]
    assert found.track(1, DERIVED).texts == ("so well", "then")


def test_a_unit_of_backchannel_phrases_is_a_backchannel() -> None:
    found = derived(
        conversation([(0.0, 5.0, "a long story")], [(2.0, 2.3, "mm-hmm"), (2.4, 2.6, "yeah")])
    )
    assert labels(found, 2) == [(2.0, 2.6, "Acknowledgement Backchannel")]


def test_without_words_a_short_unit_over_the_others_speech_is_a_backchannel() -> None:
    #  1  [0 ─────────────── 10]
    #  2      [2 3]   [5 ─ 6.1]      [10.5 11]
    found = derived(
        conversation([(0.0, 10.0, "")], [(2.0, 3.0, ""), (5.0, 6.1, ""), (10.5, 11.0, "")])
    )
    assert [label for *_, label in labels(found, 2)] == [
        "Acknowledgement Backchannel",
        "Non-floor Taking Competitive Interruption",
        "Normal Turn",
    ]


@pytest.mark.parametrize(
    ("start", "end", "label"),
    [
        (8.9, 12.0, "Floor-taking Competitive Interruption"),
        (8.9, 9.9, "Non-floor Taking Competitive Interruption"),
        (9.0, 12.0, "Normal Turn"),
        (9.5, 9.9, "Normal Turn"),
        (10.0, 12.0, "Normal Turn"),
    ],
)
def test_who_starts_early_and_outlasts_interrupts(start: float, end: float, label: str) -> None:
    #  1  [0 ────────────── 10]           early: more than 1 s before 10
    found = derived(conversation([(0.0, 10.0, "my point is")], [(start, end, "no listen")]))
    assert labels(found, 2) == [(start, end, label)]


def test_speaking_over_a_backchannel_interrupts_nobody() -> None:
    found = derived(conversation([(0.0, 3.0, "yeah yeah yeah")], [(0.5, 5.0, "as i said")]))
    assert labels(found, 2) == [(0.5, 5.0, "Normal Turn")]


def test_the_gold_is_stamped() -> None:
    found = derived(conversation([(0.0, 1.0, "hello there")], [(1.5, 2.0, "good morning to you")]))
    gold = gold_of([found], source="derived")
    assert gold.provenance.source == "derived"
    assert gold.provenance.annotators == (1,)
    assert gold.eot.positives.time_s.tolist() == [1.0, 2.0]


def test_unknown_annotator_and_constants_are_refused() -> None:
    with pytest.raises(ProtocolError, match="no annotator 'b'; expected one of words"):
        derived(conversation([], []), annotator="b")
    with pytest.raises(ProtocolError, match="join_s"):
        Derivation(join_s=-0.1)
