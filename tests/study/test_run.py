"""A system over a corpus."""

import pytest

from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, ProtocolError
from turnscope.study.run import REPLAYS, run
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.rms_vad import RmsVad


def test_a_name_and_a_system_say_the_same() -> None:
    corpus = open_corpus("mini")
    named = run("rms_vad", corpus, ids=["3", "1"])
    given = run(RmsVad(), corpus, ids=["1", "3"])
    assert named.ids == given.ids == ("1", "3")
    assert named.eot.time_s.tolist() == given.eot.time_s.tolist() != []
    assert named.system == "rms_vad"
    assert named.supported == frozenset(Task)


def test_names_of_systems_and_replays_differ() -> None:
    assert not set(SYSTEMS) & set(REPLAYS)


def test_unknown_names_and_ids_are_told() -> None:
    corpus = open_corpus("mini")
    with pytest.raises(ProtocolError, match=r"'vad'; expected one of rms_vad, .*oracle"):
        run("vad", corpus)
    with pytest.raises(CorpusError, match="conversation 9"):
        run("rms_vad", corpus, ids=["9"])
    with pytest.raises(CorpusError, match="conversation 9"):
        run("oracle", corpus, ids=["9"])
