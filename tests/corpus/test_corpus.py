"""What every corpus owes the rest of the house."""

from __future__ import annotations

import inspect

import pytest

from turnscope.core.conversation import Conversation
from turnscope.corpus.audio import Recording
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import MINI, open_corpus
from turnscope.errors import Fault

OWED = {"ids", "conversations", "faults", "fingerprint", "recording"}


class Nothing(Corpus):
    """The least corpus there is: it has no conversation."""

    name = "nothing"
    source = "by hand"

    @property
    def ids(self) -> tuple[str, ...]:
        return ()

    def conversations(self) -> tuple[Conversation, ...]:
        return ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        return ()

    def fingerprint(self) -> str:
        return "0"

    def recording(self, conversation_id: str) -> Recording:
        raise KeyError(conversation_id)


def test_who_has_these_is_a_corpus() -> None:
    assert Corpus.__abstractmethods__ == OWED
    assert Nothing().revision == ""


@pytest.mark.parametrize("lacking", sorted(OWED))
def test_who_lacks_one_is_none(lacking: str) -> None:
    parts = {name: value for name, value in vars(Nothing).items() if name != lacking}
    with pytest.raises(TypeError, match=lacking):
        type("Lacking", (Corpus,), parts)()


def test_an_opened_corpus_has_them_all() -> None:
    corpus = open_corpus(MINI)
    assert isinstance(corpus, Corpus)
    assert not inspect.isabstract(type(corpus))
    assert tuple(c.conversation_id for c in corpus.conversations()) == corpus.ids
    assert corpus.recording(corpus.ids[0]).conversation_id == corpus.ids[0]
    assert len(corpus.fingerprint()) == 64
