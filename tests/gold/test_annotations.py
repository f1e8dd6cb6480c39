"""Gathering tracks into columns, and what each view keeps."""

import pytest

from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label, View
from turnscope.core.tolerance import EXACT, OFFICIAL
from turnscope.core.tracks import Track
from turnscope.gold.annotations import annotated_events


def two() -> list[Conversation]:
    first = Conversation(
        "1",
        10.0,
        (
            {"a": Track.of([3.0, 1.0], [4.0, 2.0], ["Normal Turn", "Laughter"])},
            {"a": Track.of([5.0], [6.0], ["who knows"])},
        ),
    )
    second = Conversation(
        "2",
        10.0,
        (
            {"a": Track.empty(), "b": Track.of([0.1], [0.2], ["Filler"])},
            {
                "a": Track.of([7.0], [8.0], ["Floor-taking Cooperative Interruption"]),
                "b": Track.empty(),
            },
        ),
    )
    return [first, second]


def test_events_keep_file_order_and_lose_unknown_labels() -> None:
    events = annotated_events(two(), clock=OFFICIAL)
    assert events.group.tolist() == [0, 0, 2, 3]
    assert events.annotator.tolist() == [0, 0, 1, 0]
    assert events.start.tolist() == [3.0, 1.0, 0.1, 7.0]
    assert events.label.tolist() == [
        Label.TURN,
        Label.LAUGHTER,
        Label.TURN,
        Label.INTERRUPTION,
    ]
    assert events.n_annotators.tolist() == [1, 1, 2, 2]


def test_the_turn_view_makes_turns_of_turns_and_interruptions() -> None:
    events = annotated_events(two(), clock=OFFICIAL).in_view(View.TURN)
    assert events.start.tolist() == [3.0, 0.1, 7.0]
    assert set(events.label.tolist()) == {Label.TURN}


def test_exact_times_are_whole_microseconds() -> None:
    events = annotated_events(two(), clock=EXACT)
    assert events.start.tolist() == [3e6, 1e6, 1e5, 7e6]


@pytest.mark.parametrize("view", list(View))
def test_nothing_annotated_is_nothing(view: View) -> None:
    silent = Conversation("s", 1.0, ({"a": Track.empty()}, {"a": Track.empty()}))
    assert len(annotated_events([silent], clock=OFFICIAL).in_view(view)) == 0
    assert len(annotated_events([], clock=OFFICIAL).in_view(view)) == 0
