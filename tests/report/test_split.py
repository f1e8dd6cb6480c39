"""A split for people and as JSON."""

import json

from turnscope.corpus.split import Leak, Split
from turnscope.report.split import split_document, split_lines

SPLIT = Split(("1",), ("2", "3"), {"Casual": (1, 2)}, 0.5, 7, 0.25, 2)
LEAK = Leak(1.5, 0.0, 3.0, 2, ("2",), 7, 1000)


def test_sizes_and_leak_are_told() -> None:
    lines = split_lines(SPLIT, LEAK)
    assert lines[1].split() == ["Casual", "1", "2"]
    assert any("shares 1.5 speakers" in line for line in lines)
    assert lines[-1] == "dev: 1"


def test_where_speakers_are_not_told_the_leak_is_unknown() -> None:
    assert any("unknown" in line for line in split_lines(SPLIT, None))
    assert split_document(SPLIT, None)["random"] is None


def test_the_document_has_both_sides() -> None:
    document = json.loads(json.dumps(split_document(SPLIT, LEAK)))
    assert (document["dev"], document["test"]) == (["1"], ["2", "3"])
    assert document["random"]["n_draws"] == 1000


def test_an_empty_side_is_told_instead_of_its_leak() -> None:
    lines = split_lines(Split((), ("1",), {"Casual": (0, 1)}, 0.5, 7, 0.25, 1), LEAK)
    assert any("one side is empty" in line for line in lines)
    assert not any("shares" in line and "speakers (" in line for line in lines)
