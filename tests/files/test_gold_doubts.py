"""Golds that can be read and are odd all the same."""

import pytest

from turnscope.core.gold import Gold
from turnscope.files.gold_artefact import parse_gold
from turnscope.files.gold_doubts import gold_doubts

LISTS = [
    *("eot_positive_events", "eot_negative_spans", "eot_excluded"),
    *("int_positive_events", "int_negative_spans", "int_excluded"),
]


def gold(tau_pre_s: float = 0.25, tau_max_s: float = 3.0, /, **lists: object) -> Gold:
    """One conversation of ten seconds."""
    parts = {"duration_s": 10.0, **{key: [] for key in LISTS}, **lists}
    taus = {"tau_pre_s": tau_pre_s, "tau_max_s": tau_max_s}
    return parse_gold({**taus, "conversations": {"20": parts}}, "g.json")


def at(*times_s: float, speaker: int = 1) -> list[dict[str, object]]:
    return [{"speaker": speaker, "time_s": time_s} for time_s in times_s]


def test_a_sound_gold_is_not_doubted() -> None:
    twice = at(4.0, 4.0)
    assert (
        gold_doubts(gold(eot_positive_events=at(1.0, 10.01), int_positive_events=twice), "g") == ()
    )
    assert gold_doubts(gold(eot_positive_events=[*at(2.0), *at(2.0, speaker=2)]), "g") == ()


@pytest.mark.parametrize("key", LISTS)
def test_milliseconds(key: str) -> None:
    event: dict[str, object] = {"speaker": 2}
    event |= {"time_s": 3100.0} if "positive" in key else {"start": 2000.0, "end": 3100.0}
    (fault,) = gold_doubts(gold(**{key: [event]}), "g.json")
    assert str(fault) == (
        "g.json/20: 1 of 1 times past the end of the audio (10.0 s), the latest at 3100.0 s; "
        "expected seconds within it. Milliseconds, or another recording's?"
    )


def test_a_few_past_the_end_are_no_milliseconds() -> None:
    (fault,) = gold_doubts(gold(eot_positive_events=at(1.0, 2.0, 11.0)), "g")
    assert "1 of 3 times" in fault.found
    assert fault.hint == "No system can hear them"


def test_ends_of_turn_said_twice() -> None:
    (fault,) = gold_doubts(gold(eot_positive_events=at(3.0, 3.0, 3.0, 4.0)), "g")
    assert fault.found == "2 end(s) of turn a second time, the first at 3.0 s"


def test_other_taus() -> None:
    told = [str(fault) for fault in gold_doubts(gold(0.5, 2.0), "g")]
    assert told == [
        "g/tau_pre_s: 0.5 s; expected 0.25 s, as published. Another protocol?",
        "g/tau_max_s: 2.0 s; expected 3.0 s, as published. Another protocol?",
    ]
