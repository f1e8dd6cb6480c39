"""``turnscope sweep`` and ``turnscope operate``: from scores to a frozen threshold and back."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.cli.conftest import Ran
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks, n_frames
from turnscope.corpus.load import open_corpus
from turnscope.files.score_tracks import write_scores
from turnscope.study.gold import corpus_gold

Command = Callable[..., Ran]
RATE_HZ = 25.0


@pytest.fixture(scope="module")
def gold() -> Gold:
    return corpus_gold(open_corpus("mini"), cache=False)[0]


@pytest.fixture
def scores(gold: Gold, tmp_path: Path) -> Callable[[Task], Path]:
    """Scores that rise for each positive and, lower, for each negative."""

    def written(task: Task) -> Path:
        tracks = {}
        for k, conversation_id in enumerate(gold.roster.ids):
            pair = []
            for speaker in (0, 1):
                n = n_frames(float(gold.roster.duration_s[k]), RATE_HZ)
                track = np.zeros(n)
                part, group = gold.task(task), 2 * k + speaker
                for start, _ in part.negatives.of(group):
                    track[min(int(start * RATE_HZ) + 2, n - 1)] = 0.3
                for time in part.positives.of(group):
                    track[min(int(time * RATE_HZ) + 5, n - 1)] = 0.8
                pair.append(track)
            tracks[conversation_id] = (pair[0], pair[1])
        path = tmp_path / f"s.{task}.json"
        write_scores(path, ScoreTracks(task, RATE_HZ, tracks))
        return path

    return written


def test_sweep_finds_the_point_and_operate_applies_it(
    turnscope: Command, scores: Callable[[Task], Path], tmp_path: Path
) -> None:
    ran = turnscope("sweep", scores(Task.EOT), "--corpus", "mini", "--json", tmp_path / "e.json")
    assert ran.status == 0
    point = json.loads((tmp_path / "e.json").read_text())["operating_point"]
    assert 0.3 <= point["theta"] < 0.8
    assert point["fp_rate"] <= 0.1
    assert f"theta {point['theta']:.6g}" in ran.lines[0]
    operated = turnscope(
        *("operate", scores(Task.EOT), "--theta-from", tmp_path / "e.json", "--corpus", "mini"),
        *("--json", tmp_path / "o.json", "--out", tmp_path / "p.json"),
    )
    assert operated.status == 0
    tasks = json.loads((tmp_path / "o.json").read_text())["tasks"]
    assert tasks["eot"]["recall"] == point["recall"]
    assert tasks["int"]["supported"] is False
    again = turnscope("score", tmp_path / "p.json", "--corpus", "mini")
    assert again.lines[:2] == operated.lines[:2]


def test_both_tasks_make_one_submission(
    turnscope: Command, scores: Callable[[Task], Path], tmp_path: Path
) -> None:
    both = []
    for task in Task:
        frozen = tmp_path / f"{task}-dev.json"
        turnscope("sweep", scores(task), "--corpus", "mini", "--json", frozen)
        both += ["--theta-from", frozen]
    paths = [scores(task) for task in Task]
    ran = turnscope("operate", *paths, *both, "--corpus", "mini")
    assert ran.status == 0
    assert "not supported" not in ran.out
    assert turnscope("operate", paths[0], *both, "--corpus", "mini").status == 2
    assert turnscope("operate", paths[0], paths[0], *both, "--corpus", "mini").status == 2


def test_that_none_fits_is_status_1_and_nothing_to_freeze(
    turnscope: Command, scores: Callable[[Task], Path], tmp_path: Path
) -> None:
    # at a threshold nobody exceeds there is never a false alarm, so only an undefined rate
    # leaves no point at all
    artefact = json.loads(turnscope("gold", "export", "--corpus", "mini").out)
    for conversation in artefact["conversations"].values():
        conversation["eot_negative_spans"] = []
    gold_path = tmp_path / "gold.json"
    gold_path.write_text(json.dumps(artefact))
    asked = (scores(Task.EOT), "--gold", gold_path)
    ran = turnscope("sweep", *asked, "--json", tmp_path / "j")
    assert ran.status == 1
    assert "no operating point" in ran.lines[0]
    frozen = turnscope("operate", *asked, "--theta-from", tmp_path / "j")
    assert frozen.status == 2
    assert "no threshold fitted" in frozen.err


def test_options_are_stamped_and_nested_selection_is_told(
    turnscope: Command, scores: Callable[[Task], Path], tmp_path: Path
) -> None:
    ran = turnscope(
        *("sweep", scores(Task.EOT), "--corpus", "mini", "--nested", "0"),
        *("--refractory", "0.5", "--hysteresis", "0.05", "--json", tmp_path / "j"),
    )
    assert ran.status == 0
    assert "optimism" in ran.out
    document = json.loads((tmp_path / "j").read_text())
    assert document["protocol"]["commit_rule"]["name"] == "custom"
    assert document["protocol"]["commit_rule"]["hysteresis"] == 0.05
    assert document["nested"]["n_folds"] == 12


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda p: p["probs"][0]["speaker_1"]["prob"].pop(), "1/speaker_1"),
        (lambda p: p["probs"][1]["speaker_2"]["prob"].__setitem__(7, 1.5), "prob[7]"),
        (lambda p: p["probs"][2].__setitem__("conversation_id", "99"), "99"),
    ],
    ids=["a frame short", "out of range", "another conversation"],
)
def test_a_bad_score_file_is_refused(
    turnscope: Command,
    scores: Callable[[Task], Path],
    tmp_path: Path,
    change: Callable[[dict[str, list[dict[str, object]]]], object],
    told: str,
) -> None:
    path = scores(Task.EOT)
    document = json.loads(path.read_text())
    change(document)
    path.write_text(json.dumps(document))
    ran = turnscope("sweep", path, "--corpus", "mini", "--json", tmp_path / "j")
    assert ran.status == 2
    assert told in ran.err
    assert not (tmp_path / "j").exists()
