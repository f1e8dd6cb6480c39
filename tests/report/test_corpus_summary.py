"""What a corpus holds."""

from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.tracks import Track
from turnscope.report.corpus_summary import corpus_document, corpus_table


def conversations() -> list[Conversation]:
    one = {"a": Track.of([0.0, 1.0], [1.0, 2.0], ["Filler", "chat"])}
    two = {"a": Track.of([3.0], [4.0], [""])}
    metadata = Metadata("Casual/Spontaneous", ("A", "B"))
    return [Conversation("x", 1800.0, (one, two), metadata)]


def test_unknown_and_missing_labels_are_counted_apart() -> None:
    document = corpus_document("n", "folder", "", conversations())
    assert document["n_events"] == 3
    assert document["n_unlabelled"] == 1
    assert document["unknown_labels"] == {"chat": 1}
    assert document["types"] == {"Casual": 1}
    assert document["n_speakers"] == 2


def test_the_table_says_what_gold_ignores() -> None:
    lines = corpus_table(corpus_document("n", "folder", "r1", conversations()), each=True)
    assert lines[0].split() == ["corpus", "n", "(folder)"]
    assert any("revision" in line and "r1" in line for line in lines)
    assert any("chat" in line and "ignored" in line for line in lines)
    assert lines[-1].split() == ["x", "1800.0", "Casual", "1/a:2", "2/a:1"]


def test_nothing_is_told_as_nothing() -> None:
    lines = corpus_table(corpus_document("n", "folder", "", []))
    assert any(line.split()[:2] == ["conversations", "0,"] for line in lines)
