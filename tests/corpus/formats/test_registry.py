"""The table of formats."""

from __future__ import annotations

from turnscope.corpus.formats.registry import FORMATS


def test_formats_go_by_their_own_names() -> None:
    assert {name: one.name for name, one in FORMATS.items()} == {name: name for name in FORMATS}
    assert {"srt", "webvtt", "sbv", "csv", "tsv", "audacity", "jsonl", "seglst"} <= set(FORMATS)


def test_endings_are_lower_case_with_a_dot() -> None:
    endings = [suffix for one in FORMATS.values() for suffix in one.suffixes]
    assert all(suffix[0] in ".-" and "." in suffix and suffix.islower() for suffix in endings)


def test_every_format_has_an_ending_of_its_own() -> None:
    for one in FORMATS.values():
        others = {s for other in FORMATS.values() if other is not one for s in other.suffixes}
        assert set(one.suffixes) - others, one.name
