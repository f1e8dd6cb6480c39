"""Events of the gold artefact, one list at a time."""

import pytest

from turnscope.errors import Fault
from turnscope.files.gold_events import event_columns, points_of, spans_of

POINT, SPAN = ("time_s",), ("start", "end")


def test_speakers_are_numbers_or_their_text() -> None:
    faults: list[Fault] = []
    values = [{"speaker": s, "time_s": 1} for s in (1, 2, "1", "2", "speaker_1", "speaker_2")]
    group, (time_s,) = event_columns(values, POINT, 3, "w", faults)
    assert group.tolist() == [6, 7, 6, 7, 6, 7]
    assert time_s.tolist() == [1.0] * 6
    assert not faults


RULE_1, RULE_S = "expected the number 1 or 2.", "expected a number of seconds."


@pytest.mark.parametrize(
    ("value", "keys", "told"),
    [
        (3, POINT, ": 3; expected an object with speaker, time_s."),
        ({"speaker": True, "time_s": 1}, POINT, f"/speaker: true; {RULE_1}"),
        ({"speaker": 1.0, "time_s": 1}, POINT, f"/speaker: 1.0; {RULE_1}"),
        ({"speaker": 3, "time_s": 1}, POINT, f"/speaker: 3; {RULE_1}"),
        ({"speaker": [], "time_s": 1}, POINT, f"/speaker: an empty list; {RULE_1}"),
        ({"time_s": 1}, POINT, f": speaker is missing; {RULE_1}"),
        ({"speaker": 1}, POINT, f": time_s is missing; {RULE_S}"),
        ({"speaker": 1, "time_s": "1"}, POINT, f"/time_s: the text '1'; {RULE_S}"),
        ({"speaker": 1, "time_s": True}, POINT, f"/time_s: true; {RULE_S}"),
        ({"speaker": 1, "time_s": float("nan")}, POINT, f"/time_s: NaN; {RULE_S}"),
        ({"speaker": 1, "time_s": 10**400}, POINT, f"/time_s: a number of 401 digits; {RULE_S}"),
        (
            {"speaker": 1, "start": 2, "end": 1},
            SPAN,
            ": ends at 1 s, before it starts at 2 s; expected start <= end.",
        ),
    ],
)
def test_each_fault_names_its_event(value: object, keys: tuple[str, ...], told: str) -> None:
    faults: list[Fault] = []
    good: dict[str, object] = {"speaker": 1, "time_s": 1, "start": 1, "end": 1}
    event_columns([good, value], keys, 0, "w", faults)
    assert [str(f) for f in faults] == [f"w[1]{told}"]


def test_no_list() -> None:
    faults: list[Fault] = []
    event_columns({}, POINT, 0, "w", faults)
    assert str(faults[0]) == "w: {}; expected a list of events."


def test_columns_are_brought_into_order() -> None:
    faults: list[Fault] = []
    lists = [
        event_columns(
            [{"speaker": s, "start": t, "end": t + 1} for s, t in ((2, 1), (1, 5), (1, 4))],
            SPAN,
            0,
            "w",
            faults,
        )
    ]
    spans = spans_of(lists)
    assert spans.group.tolist() == [0, 0, 1]
    assert spans.start_s.tolist() == [4.0, 5.0, 1.0]
    assert points_of(lists).time_s.tolist() == [4.0, 5.0, 1.0]
    assert len(points_of([])) == len(spans_of([])) == 0
