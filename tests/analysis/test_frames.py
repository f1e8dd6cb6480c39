"""Frames of 0.1 s: drawn by hand, against the oracle, at the edges."""

import math

import numpy as np
import pytest

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.agreement import frames
from turnscope.analysis.frames import SILENCE, frame_labels, frame_ratings, n_beyond
from turnscope.core.labels import Label
from turnscope.core.tolerance import EXACT
from turnscope.core.tracks import Track
from turnscope.errors import CorpusError
from turnscope.stats.agreement import MISSING


def shown(track: Track, n_frames: int, **options: object) -> str:
    exact = EXACT if options.get("exact") else None
    labels = frame_labels(track, n_frames, **({"clock": exact} if exact else {}))
    return "".join("TINBLAC."[code] for code in labels)


def test_an_event_fills_the_frames_it_touches() -> None:
    assert shown(Track.of([0.13], [0.48], ["Normal Turn"]), 6) == ".TTTT."
    assert shown(Track.of([0.1], [0.2], ["Normal Turn"]), 4) == ".T.."
    assert shown(Track.of([0.25], [0.26], ["Normal Turn"]), 4) == "..T."
    assert shown(Track.of([0.2], [0.2], ["Normal Turn"]), 4) == "...."


def test_later_events_in_the_file_overwrite() -> None:
    labels = ["Laughter", "Normal Turn"]
    assert shown(Track.of([0.2, 0.0], [0.4, 0.5], labels), 6) == "TTTTT."
    assert shown(Track.of([0.0, 0.2], [0.5, 0.4], labels[::-1]), 6) == "TTLLT."


def test_events_without_a_known_label_are_silence() -> None:
    assert shown(Track.of([0.0, 0.1], [0.4, 0.2], ["Normal Turn", "Cough?"]), 5) == "TTTT."


def test_frames_follow_the_floats_unless_exact() -> None:
    # 0.3 / 0.1 is 2.9999999999999996 in floats.
    track = Track.of([0.3], [0.4], ["Normal Turn"])
    assert shown(track, 5) == "..TT."
    assert shown(track, 5, exact=True) == "...T."


def test_what_reaches_beyond_is_counted_and_left_out() -> None:
    case = drawn(([(-0.5, 0.1, "T"), (0.1, 0.2, "L"), (0.9, 1.5, "T"), (2, 3, "B")], []))
    case = type(case)("c", 1.0, case.tracks)
    table = frame_ratings(case, "a")
    assert shown(case.track(1, "a"), 10) == "TL.......T"
    assert n_beyond(case) == 3
    assert int(table.count.sum()) == 20


def test_agrees_with_the_oracle() -> None:
    for case in random_conversations(range(600)):
        n = math.ceil(case.duration_s / 0.1)
        if n > 50_000:
            continue  # hours of silence before the first event
        for annotator in case.annotators:
            right = [SILENCE if isinstance(x, str) else int(x) for x in frames(case, annotator)]
            for speaker in (1, 2):
                found = frame_labels(case.track(speaker, annotator), n).tolist()
                assert found == right[(speaker - 1) * n : speaker * n]


def test_ratings_have_a_column_an_annotator_of_the_corpus() -> None:
    case = drawn(([(0, 0.2, "T")], []), ([(0, 0.1, "T")], [(0.1, 0.2, "B")]), duration_s=0.2)
    table = frame_ratings(case, ("a", "b", "z"))
    rows = np.repeat(table.rows, table.count, axis=0).tolist()
    assert sorted(rows) == sorted(
        [
            [Label.TURN, Label.TURN, MISSING],
            [Label.TURN, SILENCE, MISSING],
            [SILENCE, SILENCE, MISSING],
            [SILENCE, Label.BACKCHANNEL, MISSING],
        ]
    )


def test_an_unknown_duration_is_an_error() -> None:
    with pytest.raises(CorpusError, match="duration is unknown"):
        frame_ratings(drawn(([], []), duration_s=math.nan), "a")
