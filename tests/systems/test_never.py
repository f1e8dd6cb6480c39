"""Never says anything."""

from turnscope.corpus.load import open_corpus
from turnscope.systems.never import Never
from turnscope.systems.runner import hear


def test_never() -> None:
    heard = hear(Never(), open_corpus("mini").recording("1"))
    for speaker in (1, 2):
        assert [len(times) for times in heard.commits[speaker].values()] == [0, 0]
    assert not heard.scores
    assert heard.warnings == ()
