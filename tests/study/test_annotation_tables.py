"""From conversations to the tables of the paper: parts, wholes, and what is refused."""

import math

import pytest

from tests.analysis.drawn import drawn, random_conversations
from turnscope.analysis.transfers import transfers
from turnscope.core.conversation import Conversation
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError
from turnscope.gold.derive import gold_of
from turnscope.report.layouts import Table, tables_document
from turnscope.study.annotation_tables import (
    agreement_tables,
    distances,
    dynamics_tables,
    human_tables,
)

MINI = open_corpus("mini").conversations()


def rows(tables: list[Table], name: str) -> dict[str, dict[str, float]]:
    found = tables_document(tables)[name]
    assert isinstance(found, list)
    return {next(iter(row.values())): row for row in found}


def test_every_type_has_a_row_and_counts_add_up() -> None:
    found = rows(dynamics_tables(MINI), "dynamics")
    assert next(iter(found)) == "Argumentative"
    assert list(found)[-1] == "all"
    for key in ("n_conversations", "n_consensus", "n_turn", "n_annotated"):
        assert found["all"][key] == sum(row[key] for name, row in found.items() if name != "all")
    by_hand = sum(row["events_per_min"] for name, row in found.items() if name != "all") / 6
    assert found["all"]["events_per_min"] == pytest.approx(by_hand)


def test_agreement_by_type_pair_label_and_confusion() -> None:
    tables = agreement_tables(MINI)
    assert [table.name for table in tables] == ["groups", "pairs", "labels", "confusion"]
    whole = rows(tables, "groups")["all"]
    pairs = rows(tables, "pairs")
    assert list(pairs) == ["a-b", "a-c", "b-c"]
    mean = sum(row["cohen_kappa"] for row in pairs.values()) / 3
    assert whole["cohen_kappa"] == pytest.approx(mean)
    assert whole["n_frames"] == 2 * 10 * sum(c.duration_s for c in MINI)
    assert next(iter(rows(tables, "labels"))) == "Turn"
    for name, row in rows(tables, "confusion").items():
        shares = [v for k, v in row.items() if k not in ("label", "n_frames")]
        assert sum(shares) == pytest.approx(1.0), name


def test_human_timing_by_conversation() -> None:
    tables = human_tables(MINI, by="conversation")
    found = rows(tables, "transfers")
    assert found["1"]["n_transfers"] == len(transfers(MINI[0]).offset_s)
    assert found["all"]["n_transfers"] == sum(len(transfers(c).offset_s) for c in MINI)
    replies = rows(tables, "responses")
    n = len(gold_of(MINI).eot.positives)
    assert replies["all"]["n_responses"] + replies["all"]["n_unanswered"] == n > 0


def test_another_corpus_is_a_distance_away() -> None:
    others = random_conversations(range(20))
    table = human_tables(MINI, against=("mini", "other", others))[-1]
    assert table.title == "mini against other"
    found = rows([table], "distances")
    assert 0 < found["gaps"]["ks_distance"] < 1
    assert (
        rows([human_tables(MINI, against=("m", "m", MINI))[-1]], "distances")["pauses"][
            "ks_distance"
        ]
        == 0.0
    )


def test_no_gaps_are_at_no_distance() -> None:
    nothing = transfers(drawn(([], [])))
    assert math.isnan(distances(nothing, nothing).gaps)


@pytest.mark.parametrize("tables", [dynamics_tables, agreement_tables, human_tables])
def test_what_nobody_annotated_is_refused(tables: object) -> None:
    assert callable(tables)
    with pytest.raises(CorpusError, match="nobody annotated it"):
        tables([Conversation("c", 1.0, ({}, {}))])


def test_one_annotator_has_nobody_to_agree_with() -> None:
    with pytest.raises(CorpusError, match="two annotators or more"):
        agreement_tables([drawn(([(0, 1, "T")], []))])
