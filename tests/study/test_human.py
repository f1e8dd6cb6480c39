"""Every annotator scored against the others."""

from dataclasses import replace

from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.study.human import HUMAN_GOLDS, annotators_scored


def test_each_annotator_has_a_row_for_each_gold() -> None:
    found = annotators_scored(open_corpus("mini").conversations())
    assert list(found) == [f"{name}, {told}" for name in "abc" for told in HUMAN_GOLDS]
    for scores in found.values():
        assert 0.5 < scores[Task.EOT].recall <= 1.0
        assert scores[Task.EOT].fp_rate < 0.5


def test_copies_of_one_annotator_agree_wholly() -> None:
    copied = []
    for conversation in open_corpus("mini").conversations():
        one, two = (dict.fromkeys("abc", tracks["a"]) for tracks in conversation.tracks)
        copied.append(replace(conversation, tracks=(one, two)))
    for scores in annotators_scored(copied).values():
        assert scores[Task.EOT].recall == 1.0
        assert scores[Task.EOT].fp == 0
