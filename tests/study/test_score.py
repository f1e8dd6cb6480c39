"""A predictions file scored: validated whole, filtered, stamped."""

import hashlib
import os
import threading
from pathlib import Path

import pytest

from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import SubmissionError
from turnscope.files.submission_writing import write_predictions
from turnscope.scoring.metrics import summarise
from turnscope.study.gold import corpus_gold
from turnscope.study.run import run
from turnscope.study.score import score_file


def test_support_is_of_the_whole_file_not_of_what_is_kept(tmp_path: Path) -> None:
    corpus = open_corpus("mini")
    gold, _ = corpus_gold(corpus, cache=False)
    path = tmp_path / "oracle.json"
    write_predictions(path, run("oracle", corpus))
    # conversation 5 has no interruption, so the oracle says none there
    scored = score_file(path, gold, ids=["5"])
    assert summarise(scored.outcomes)["all"][Task.INTERRUPTION].supported
    stamps = scored.document["protocol"]
    assert isinstance(stamps, dict)
    assert stamps["hashes"] == {
        "system": "oracle",
        "predictions_sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
    }
    assert stamps["gold"]["n_conversations"] == 1


def test_a_file_of_part_of_the_corpus_is_refused(tmp_path: Path) -> None:
    corpus = open_corpus("mini")
    gold, _ = corpus_gold(corpus, cache=False)
    path = tmp_path / "part.json"
    write_predictions(path, run("oracle", corpus, ids=["1"]))
    with pytest.raises(SubmissionError):
        score_file(path, gold, ids=["1"])


def test_a_pipe_is_read_once_and_its_hash_is_of_its_content(tmp_path: Path) -> None:
    gold, _ = corpus_gold(open_corpus("mini"), cache=False)
    write_predictions(tmp_path / "p.json", run("oracle", open_corpus("mini")))
    content = (tmp_path / "p.json").read_bytes()
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(content,), daemon=True)
    writer.start()
    stamp = score_file(tmp_path / "pipe", gold).stamp
    assert stamp["hashes"] == {
        "system": "pipe",
        "predictions_sha256": hashlib.sha256(content).hexdigest(),
    }
