"""``turnscope score`` from files to numbers."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, mini_gold
from turnscope.files.outcomes_table import read_outcomes
from turnscope.report.result import METRICS
from turnscope.scoring.metrics import summarise

Command = Callable[..., Ran]


@pytest.fixture
def sent(turnscope: Command, tmp_path: Path) -> Path:
    path = tmp_path / "rms.json"
    assert turnscope("run", "rms_vad", "--corpus", "mini", "--out", path).status == 0
    return path


def test_the_first_table_is_what_a_person_came_for(turnscope: Command, sent: Path) -> None:
    ran = turnscope("score", sent, "--corpus", "mini")
    assert ran.status == 0
    assert ran.lines[0].split() == ["rms_vad", "recall", "fp_rate", "p50", "ms", "p10", "p90"]
    golds = {"end of turn": mini_gold().eot, "interruption": mini_gold().interruption}
    for line, (name, gold) in zip(ran.lines[1:3], golds.items(), strict=True):
        recall, hits, fp_rate, alarms, *latencies = line.removeprefix(name).split()
        n, n_negatives = len(gold.positives), len(gold.negatives)
        assert (recall, hits) == ("1.000", f"({n}/{n})")
        assert float(fp_rate) > 0.5
        assert alarms == f"({round(float(fp_rate) * n_negatives)}/{n_negatives})"
        assert len(latencies) == 3


def test_warnings_come_after_the_numbers_where_both_are_seen(tmp_path: Path) -> None:
    conversation = tmp_path / "calls" / "1"
    conversation.mkdir(parents=True)
    (conversation / "metadata.json").write_text('{"duration_s": 9}')
    cue = "00:00:01,000 --> 00:00:02,000\n[No Such Label]\n\n"
    (conversation / "speaker_1_annotation_a.srt").write_text(cue)
    (conversation / "speaker_2_annotation_a.srt").write_text("")
    sent = tmp_path / "p.csv"
    sent.write_text("conversation_id,speaker,task,time_s\n1,1,eot,1.0\n")
    ran = subprocess.run(
        [sys.executable, "-m", "turnscope", "score", sent, "--corpus", conversation.parent],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    lines = ran.stdout.splitlines()
    assert lines[1].startswith("end of turn")
    assert lines[2].startswith("interruption")
    assert lines[-1].startswith("warning: 1/speaker_1_annotation_a.srt")


def test_the_result_file_has_every_number(turnscope: Command, sent: Path, tmp_path: Path) -> None:
    out = tmp_path / "o.json"
    assert turnscope("score", sent, "--corpus", "mini", "--json", out).status == 0
    document = json.loads(out.read_text())
    assert set(document) == {
        "protocol",
        "tasks",
        "by_type",
        "by_conversation",
        "by_speaker",
        *METRICS,
    }
    assert document["protocol"]["name"] == "official"
    assert document["protocol"]["tau_max_s"] == 3.0
    assert len(document["protocol"]["gold"]["data_hash"]) == 64
    eot = document["tasks"]["eot"]
    assert set(eot) == {
        "recall",
        "fp_rate",
        "tp",
        "fn",
        "fp",
        "tn",
        "latency_ms",
        "n_masked",
        "supported",
    }
    assert eot["fp_rate"] == eot["fp"] / len(mini_gold().eot.negatives)
    assert list(document["by_conversation"]) == list(mini_gold().roster.ids)
    assert list(document["by_speaker"])[:2] == ["1/1", "1/2"]
    counts = [
        part["int"]["tp"] + part["int"]["fn"] for part in document["by_conversation"].values()
    ]
    undefined = [part["int"]["recall"] is None for part in document["by_conversation"].values()]
    assert undefined == [n == 0 for n in counts]
    assert any(undefined)
    assert sum(part["eot"]["tp"] for part in document["by_speaker"].values()) == eot["tp"]


def test_the_outcome_table_gives_the_same_numbers(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    table, out = tmp_path / "o.parquet", tmp_path / "o.json"
    turnscope("score", sent, "--corpus", "mini", "--outcomes", table, "--json", out)
    scores = summarise(read_outcomes(table))["all"]
    told = json.loads(out.read_text())["tasks"]
    assert {t.value: s.fp_rate for t, s in scores.items()} == {
        t: told[t]["fp_rate"] for t in ("eot", "int")
    }


def test_a_gold_artefact_scores_alike(turnscope: Command, sent: Path, tmp_path: Path) -> None:
    gold, one, other = tmp_path / "gold.json", tmp_path / "1.json", tmp_path / "2.json"
    gold.write_text(turnscope("gold", "export", "--corpus", "mini").out)
    turnscope("score", sent, "--corpus", "mini", "--json", one)
    turnscope("score", sent, "--gold", gold, "--json", other)
    first, second = (json.loads(path.read_text()) for path in (one, other))
    for part in ("tasks", "by_conversation", "by_speaker"):
        assert first[part] == second[part]
    assert second["protocol"]["gold"]["source"] == "artefact"


def test_a_durations_file_wins_over_the_artefact(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    gold, durations = tmp_path / "gold.json", tmp_path / "durations.json"
    gold.write_text(turnscope("gold", "export", "--corpus", "mini").out)
    durations.write_text('{"durations": {"2": 3.5}}')
    for command in ("score", "check"):
        ran = turnscope(command, sent, "--gold", gold, "--durations", durations)
        assert ran.status == 2
        assert "past the end of the audio (3.5 s)" in ran.err
        assert "1/speaker_1" not in ran.err


@pytest.mark.parametrize(
    "options",
    [("--mapping", "m.toml"), ("--source", "folder"), ("--last-end",), ("--derive",)],
)
def test_options_that_need_a_corpus_are_refused_with_an_artefact(
    turnscope: Command, sent: Path, tmp_path: Path, options: tuple[str, ...]
) -> None:
    gold = tmp_path / "gold.json"
    gold.write_text(turnscope("gold", "export", "--corpus", "mini").out)
    ran = turnscope("score", sent, "--gold", gold, *options)
    assert ran.status == 2
    assert options[0] in ran.err


def test_ids_and_split_filter_after_the_whole_was_checked(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    split = tmp_path / "dev.txt"
    split.write_text("2\n3\n")
    by_split = turnscope("score", sent, "--corpus", "mini", "--split", split)
    by_ids = turnscope("score", sent, "--corpus", "mini", "--ids", "3,2")
    assert by_split.out == by_ids.out
    n = len(mini_gold().subset(["2", "3"]).eot.positives)
    assert f"({n}/{n})" in by_split.lines[1]
    partial = json.loads(sent.read_text())
    partial["predictions"] = [
        p for p in partial["predictions"] if p["conversation_id"] in ("2", "3")
    ]
    sent.write_text(json.dumps(partial))
    refused = turnscope("score", sent, "--corpus", "mini", "--split", split)
    assert refused.status == 2
    assert refused.out == ""


def test_one_side_is_scored_alone(turnscope: Command, sent: Path, tmp_path: Path) -> None:
    out = tmp_path / "o.json"
    turnscope("score", sent, "--corpus", "mini", "--speakers", "1", "--json", out)
    assert list(json.loads(out.read_text())["by_speaker"])[:2] == ["1/1", "2/1"]


def test_unsupported_tasks_keep_their_counts(turnscope: Command, tmp_path: Path) -> None:
    silent = {
        "schema_version": 1,
        "predictions": [
            {"conversation_id": k}
            | {f"speaker_{s}": {"eot": [1.0], "interruption": []} for s in (1, 2)}
            for k in mini_gold().roster.ids
        ],
    }
    sent, out = tmp_path / "s.json", tmp_path / "o.json"
    sent.write_text(json.dumps(silent))
    ran = turnscope("score", sent, "--corpus", "mini", "--json", out)
    assert ran.lines[3].startswith("interruption: not supported")
    scores, gold = json.loads(out.read_text())["tasks"]["int"], mini_gold().interruption
    assert (scores["tp"], scores["fn"], scores["fp"], scores["tn"]) == (
        0,
        len(gold.positives),
        0,
        len(gold.negatives),
    )
    assert scores["supported"] is False
    assert scores["latency_ms"]["p50"] is None


def test_exact_and_order_free_are_named_in_the_result(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    out = tmp_path / "o.json"
    options = ("--exact", "--consensus", "order_free")
    assert turnscope("score", sent, "--corpus", "mini", *options, "--json", out).status == 0
    protocol = json.loads(out.read_text())["protocol"]
    assert (protocol["name"], protocol["arithmetic"]) == ("custom", "exact")
    assert protocol["consensus"] == "order_free"


def test_faults_are_told_at_once_and_nothing_is_written(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    document = json.loads(sent.read_text())
    document["predictions"][0]["speaker_1"]["eot"] = [12840.0, "2"]
    document["predictions"][1]["speaker_2"]["interruption"] = [-1.0]
    sent.write_text(json.dumps(document))
    out = tmp_path / "o.json"
    ran = turnscope("score", sent, "--corpus", "mini", "--json", out)
    assert ran.status == 2
    assert ran.out == ""
    assert "1/speaker_1/eot[0]: 12840" in ran.err
    assert "illiseconds?" in ran.err
    assert "1/speaker_1/eot[1]" in ran.err
    assert "2/speaker_2/interruption[0]" in ran.err
    assert not out.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--corpus", "mini", "--gold", "x.json"),
        ("--corpus", "nowhere"),
        ("--corpus", "mini", "--ids", "99"),
        ("--corpus", "mini", "--speakers", "3"),
        ("--corpus", "mini", "--by", "moon"),
        ("--corpus", "mini", "--ids", "1", "--split", "f"),
        ("--gold", "missing.json"),
        ("--corpus", "mini", "--consensus", "majority"),
    ],
)
def test_wrong_usage_is_status_2(
    turnscope: Command, sent: Path, arguments: tuple[str, ...]
) -> None:
    ran = turnscope("score", sent, *arguments)
    assert ran.status == 2
    assert ran.out == ""
    assert ran.err


def test_a_missing_predictions_file_is_told(turnscope: Command, tmp_path: Path) -> None:
    ran = turnscope("score", tmp_path / "none.json", "--corpus", "mini")
    assert ran.status == 2
    assert "none.json" in ran.err


def test_a_gold_of_foreign_labels_says_why_nothing_is_scored(
    turnscope: Command, tmp_path: Path
) -> None:
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "x.csv").write_text("start,end,speaker,text\n0,1,1,so\n2,3,2,mm\n")
    (tmp_path / "p.csv").write_text("conversation_id,speaker,task,time_s\nx,1,eot,1.0\n")
    reading = ("--corpus", tmp_path / "c", "--last-end")
    ran = turnscope("score", tmp_path / "p.csv", *reading)
    assert (ran.status, "(0/0)" in ran.lines[1]) == (0, True)
    assert "nothing to score" in ran.err
    assert "nothing to score" in turnscope("gold", "stats", *reading).err
    derived = turnscope("score", tmp_path / "p.csv", *reading, "--derive")
    assert "nothing to score" not in derived.err
    assert "not annotated" in derived.err


def test_intervals_are_added_and_change_nothing_else(
    turnscope: Command, sent: Path, tmp_path: Path
) -> None:
    bare, full = tmp_path / "1.json", tmp_path / "2.json"
    without = turnscope("score", sent, "--corpus", "mini", "--json", bare)
    options = ("--intervals", "--resamples", "200", "--seed", "3", "--json", full)
    ran = turnscope("score", sent, "--corpus", "mini", *options)
    assert ran.status == 0
    assert ran.lines[:3] == without.lines[:3]
    assert [line for line in without.lines if line not in ran.lines] == []
    assert ran.lines[4].startswith("95 % interval")
    assert max(map(len, ran.lines)) <= 80
    first, second = json.loads(bare.read_text()), json.loads(full.read_text())
    found = second.pop("intervals")
    assert first == second
    assert found["resampling"]["seed"] == 3
    assert found["tasks"]["int"]["p10"]["low"] is None  # 8 hits say nothing of it
    assert found["tasks"]["eot"]["fp_rate"]["method"] == "wilson"


def test_intervals_that_cannot_be_meant_are_refused(turnscope: Command, sent: Path) -> None:
    ran = turnscope("score", sent, "--corpus", "mini", "--intervals", "--level", "95")
    assert (ran.status, ran.out) == (2, "")
    assert "level" in ran.err
