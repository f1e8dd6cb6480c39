"""How a comparison is written: ranks, verdicts, undefined numbers, few clusters."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np

from tests.analysis.planted_corpus import outcomes
from turnscope.analysis.clusters import Clusters, clusters_of
from turnscope.analysis.ranking import Comparison, comparison
from turnscope.analysis.resampling import Resampling
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.report.compare import comparison_document, comparison_tables
from turnscope.report.layouts import laid_out
from turnscope.report.tables import WIDTH
from turnscope.simulate.planted import Behaviour

NAMES = ["good", "also_good", "bad"]
ASKED = Resampling(n_resamples=200)


def heard(n: int) -> list[Outcomes]:
    behaviours = [Behaviour(0.2, 0.05, 0.05, 0.05)] * 2 + [Behaviour(0.5, 0.05, 0.5, 0.5)]
    return [outcomes(n, behaviour=b, seed=k) for k, b in enumerate(behaviours)]


def found(n: int = 16) -> tuple[dict[str, Comparison], Clusters]:
    tables = heard(n)
    clusters = clusters_of(tables[0].roster)
    return comparison(tables, clusters, n_resamples=200), clusters


def text(parts: dict[str, Comparison], clusters: Clusters, *, pairs: bool = True) -> list[str]:
    return laid_out(comparison_tables(parts, NAMES, clusters, ASKED, pairs=pairs), "text")


def test_ties_are_shown_as_ties_within_80_columns() -> None:
    lines = text(*found())
    assert max(map(len, lines)) <= WIDTH
    assert lines[0] == "End of turn, all conversations (16 in 16 clusters)"
    good, also_good, bad = (line.split() for line in lines[2:5])
    assert good[2] == also_good[2] == "1-2"
    assert bad[2] == "3"
    verdicts = {line.split()[0] + line.split()[2]: line.split()[-1] for line in lines[9:12]}
    assert verdicts == {"goodalso_good": "tie", "goodbad": "A", "also_goodbad": "A"}
    assert not [line for line in lines if "too few" in line]


def test_lower_is_better_for_false_alarms() -> None:
    lines = text(*found())
    row = lines[lines.index("fp_rate:") + 3]
    assert row.split()[:3] == ["good", "-", "bad"]
    assert float(row.split()[3]) < 0
    assert row.split()[-1] == "A"


def test_without_pairs_it_says_where_they_are() -> None:
    lines = text(*found(), pairs=False)
    assert not [line for line in lines if "good - bad" in line]
    assert [line for line in lines if "--pairs" in line]


def test_few_clusters_are_told() -> None:
    lines = text(*found(5))
    assert any("all: 5 clusters are too few" in line for line in lines)
    assert any(line.startswith("good - bad") and line.endswith("tie") for line in lines)


def test_json_holds_names_ranks_and_null() -> None:
    parts, clusters = found()
    document = comparison_document(parts, NAMES, clusters, ASKED)
    told = json.loads(json.dumps(document, allow_nan=False))
    assert told["clusters"] == {"unit": "speakers", "n": 16}
    recall = told["parts"]["all"]["eot"]["recall"]
    assert recall["standings"]["good"]["rank"] == [1, 2]
    assert recall["pairs"][1]["better"] == "good"
    assert recall["pairs"][0]["better"] == "tie"
    assert recall["pairs"][0]["interval"]["method"] == "percentile"
    assert {"a", "b", "difference", "p", "p_adjusted", "n", "n_clusters_differing"} <= set(
        recall["pairs"][0]
    )


def test_what_is_undefined_is_a_dash_and_null() -> None:
    tables = [replace(table, supported=frozenset({Task.EOT})) for table in heard(12)]
    clusters = clusters_of(tables[0].roster)
    parts = comparison(tables, clusters, n_resamples=200)
    lines = text(parts, clusters)
    row = lines[next(k for k, t in enumerate(lines) if t.startswith("Interruption")) + 2]
    assert set(row.split()[1:]) == {"—"}
    document = comparison_document(parts, NAMES, clusters, ASKED)
    told = json.loads(json.dumps(document, allow_nan=False))
    recall = told["parts"]["all"]["int"]["recall"]
    assert recall["standings"]["good"] == {"value": None, "rank": None, "rank_resampled": None}
    assert recall["pairs"][0]["better"] is None


def test_every_layout_can_be_written() -> None:
    parts, clusters = found()
    tables = comparison_tables(parts, NAMES, clusters, ASKED)
    for layout in ("csv", "json", "latex", "markdown"):
        assert any("good" in line for line in laid_out(tables, layout))
    assert len({table.name for table in tables}) == len(tables) == 4


def test_the_level_is_said() -> None:
    parts, clusters = found()
    lines = laid_out(
        comparison_tables(parts, NAMES, clusters, Resampling(level=0.9, n_resamples=200)), "text"
    )
    assert "90 %" in lines[1]
    assert np.all(["95 %" not in line for line in lines])
