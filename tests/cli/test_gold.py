"""``turnscope gold``: statistics, export, derivation."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran, mini_gold
from turnscope.files.gold_artefact import read_gold

Command = Callable[..., Ran]


def test_stats_count_by_type_and_tell_the_exact_difference(
    turnscope: Command, tmp_path: Path
) -> None:
    out = tmp_path / "o.json"
    ran = turnscope("gold", "stats", "--corpus", "mini", "--json", out)
    assert ran.status == 0
    eot = mini_gold().eot
    counted = [f"{len(eot.positives)}", f"{len(eot.negatives)}", f"{len(eot.excluded)}"]
    assert ran.lines[1].split()[:4] == ["all", *counted]
    assert "exact arithmetic: 0 EOT, 0 INT" in ran.out
    document = json.loads(out.read_text())
    assert document["counts"]["all"]["eot"]["positives"] == len(eot.positives)
    assert document["n_different_in_exact_arithmetic"] == {"eot": 0, "int": 0}


def test_stats_of_part_add_up(turnscope: Command, tmp_path: Path) -> None:
    counts = []
    for name, ids in (("a", "1,2,3,7,9,11"), ("b", "4,5,6,8,10,12")):
        out = tmp_path / name
        turnscope("gold", "stats", "--corpus", "mini", "--ids", ids, "--json", out)
        counts.append(json.loads(out.read_text())["counts"]["all"]["int"]["negatives"])
    assert sum(counts) == len(mini_gold().interruption.negatives)
    assert min(counts) > 0


def test_export_is_the_artefact_of_the_benchmark(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("gold", "export", "--corpus", "mini")
    assert ran.status == 0
    document = json.loads(ran.out)
    assert set(document) == {
        "scorer_sha",
        "dataset_revision",
        "tau_pre_s",
        "tau_max_s",
        "conversations",
    }
    assert set(document["conversations"]["1"]) == {
        "duration_s",
        "eot_positive_events",
        "eot_negative_spans",
        "int_positive_events",
        "int_negative_spans",
        "eot_excluded",
        "int_excluded",
    }
    path = tmp_path / "gold.json"
    assert turnscope("gold", "export", "--corpus", "mini", "--out", path).out == ""
    assert json.loads(path.read_text()) == document
    assert len(read_gold(path).eot.positives) == len(mini_gold().eot.positives)


def test_metadata_is_added_on_request_so_that_types_survive(
    turnscope: Command, tmp_path: Path
) -> None:
    path = tmp_path / "gold.json"
    turnscope("gold", "export", "--corpus", "mini", "--with-metadata", "--out", path)
    assert turnscope("gold", "stats", "--gold", path).lines[2].startswith("Argumentative")


def test_derive_makes_a_gold_of_words_and_says_so(turnscope: Command, tmp_path: Path) -> None:
    place = tmp_path / "words"
    place.mkdir()
    (place / "c_1.csv").write_text("start,end,text\n0,2,so I went\n6,8,and then back\n")
    (place / "c_2.csv").write_text("start,end,text\n2.5,2.9,uh-huh\n9,10,that was long\n")
    (place / "durations.json").write_text('{"durations": {"c": 12}}')
    asked = ("--corpus", place, "--durations", place / "durations.json")
    document = json.loads(turnscope("gold", "derive", *asked).out)
    made = document["conversations"]["c"]
    assert made["eot_positive_events"] == [
        {"speaker": 1, "time_s": 8.0},
        {"speaker": 2, "time_s": 10.0},
    ]
    assert made["eot_negative_spans"] == [{"speaker": 1, "start": 2.0, "end": 6.0}]
    assert made["int_negative_spans"] == [{"speaker": 2, "start": 2.5, "end": 2.9}]
    stats = turnscope("gold", "stats", *asked, "--derive", "--json", tmp_path / "o")
    assert stats.status == 0
    assert json.loads((tmp_path / "o").read_text())["source"] == "derived"


def test_a_finished_gold_takes_no_consensus_option(turnscope: Command, tmp_path: Path) -> None:
    path = tmp_path / "gold.json"
    turnscope("gold", "export", "--corpus", "mini", "--out", path)
    assert turnscope("gold", "stats", "--gold", path, "--derive").status == 2
    assert turnscope("gold", "stats", "--gold", path, "--consensus", "order_free").status == 2


def test_annotators_are_scored_like_systems(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("gold", "annotators", "--corpus", "mini", "--json", tmp_path / "o")
    assert ran.status == 0
    assert len(ran.lines) == 15  # a head, three annotators by two golds, for each task
    assert ran.lines[1].startswith("a, both others (causal: no) ")
    scores = json.loads((tmp_path / "o").read_text())
    assert 0.5 < scores["a, both others"]["eot"]["recall"] <= 1.0
