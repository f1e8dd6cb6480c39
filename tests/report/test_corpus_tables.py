"""The corpus tables fit a terminal, and say what is undefined."""

import numpy as np
import pytest

from tests.analysis.drawn import drawn
from turnscope.analysis.agreement import agreement, compared, confusions
from turnscope.analysis.dynamics import dynamics
from turnscope.analysis.human_reference import human_reference
from turnscope.analysis.kept import kept
from turnscope.analysis.switchboard import words_tempo
from turnscope.analysis.transfers import transfers
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.report.corpus_tables import (
    Distances,
    agreement_table,
    confusion_table,
    distance_table,
    dynamics_table,
    pairs_table,
    responses_table,
    transfers_table,
    words_table,
)
from turnscope.report.layouts import Table, laid_out
from turnscope.report.tables import WIDTH

SAME = ([(0, 10, "T"), (12, 14, "B")], [(9, 11, "I")])
ONE = drawn(SAME, SAME, duration_s=20.0)
SILENT = drawn(([], []), ([], []), duration_s=20.0)


def every_table(case: Conversation) -> list[Table]:
    part = compared(case, ("a", "b"))
    found = agreement([part])
    return [
        dynamics_table({"all": (1, dynamics(case), kept([case])[0])}),
        agreement_table({"all": found}, name="groups", title="Agreement", head="type"),
        pairs_table(found, ("a", "b")),
        confusion_table(confusions([part])),
        transfers_table({"all": transfers(case)}),
        responses_table({"all": human_reference([case])}),
        distance_table(Distances(0.05, (3, 4), 0.16, (1, 2)), names=("this", "that")),
    ]


@pytest.mark.parametrize("case", [ONE, SILENT])
def test_tables_fit_the_terminal(case: Conversation) -> None:
    lines = laid_out(every_table(case), "text")
    assert max(map(len, lines)) <= WIDTH


def test_a_corpus_of_the_published_size_fits() -> None:
    found = agreement([compared(ONE, ("a", "b"))], label=None)
    table = agreement_table(
        {"NonFloorTakingInterruption": found}, name="labels", title="t", head="label"
    )
    wide = Table("t", "t", table.columns, tuple((*row[:-1], 2_166_666) for row in table.rows))
    lines = laid_out([wide], "text")
    assert max(map(len, lines)) <= WIDTH
    assert len(lines) == 3


def test_numbers_stand_where_they_belong() -> None:
    tempo, _, pairs, confusion, floor, replies, _ = every_table(ONE)
    shown = dict(zip([c.key for c in tempo.columns], tempo.rows[0], strict=True))
    assert shown["events_per_min"] == 9.0
    assert shown["turn_length_s"] == 10.0
    assert (shown["kept_share"], shown["n_consensus"], shown["n_int"], shown["n_bc"]) == (
        1,
        3,
        1,
        1,
    )
    assert pairs.rows[0][:3] == ("a-b", 1.0, 1.0)
    shares = np.array([row[1:-1] for row in confusion.rows], np.float64)
    assert np.nansum(shares) == 4  # turn, interruption, backchannel, silence; each with itself
    assert [row[-1] for row in confusion.rows] == [200, 40, 0, 40, 0, 0, 0, 520]
    assert floor.rows[0][:4] == ("all", 2, 1.0, 0)
    assert str(floor.rows[0][4]) == "nan"
    assert replies.rows[0][:2] == ("all", 1)
    assert replies.rows[0][6] == 1


def test_events_beyond_the_recording_are_told() -> None:
    late = drawn(([(19, 25, "T")], []), ([(19, 20, "T")], []), duration_s=20.0)
    found = agreement([compared(late, ("a", "b"))])
    table = agreement_table({"all": found}, name="groups", title="t", head="type")
    assert table.notes[0].startswith("1 events reach beyond")
    assert every_table(ONE)[1].notes == ()


def test_the_table_from_words_fits_too() -> None:
    track = Track.of([0, 2], [1, 4], ["", ""], ["so", "then"])
    words = words_tempo(Conversation("c", 60.0, ({"a": track}, {"a": Track.empty()})))
    table = words_table({"Argumentative": (1, words.tempo, words.transfers)})
    lines = laid_out([table], "text")
    assert max(map(len, lines)) <= WIDTH
    shown = dict(zip([c.key for c in table.columns], table.rows[0], strict=True))
    assert shown["words_per_min"] == 2.0
    assert shown["median_pause_s"] == 1.0
    assert shown["n_transfers"] == 0
