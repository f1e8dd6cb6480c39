"""Tokens of Praat text files, and quotes that do not match."""

from __future__ import annotations

import pytest

from turnscope.corpus.formats.praat_tokens import SWALLOWED, Kind, Token, tokens_of
from turnscope.errors import FormatError


def kinds(text: str) -> list[tuple[str, str, int]]:
    return [(token.kind.value, token.text, token.line) for token in tokens_of(text, "f")]


def test_only_free_standing_numbers_strings_and_flags_count() -> None:
    assert kinds(
        'xmin = -0.5\ntiers? <exists> ! 7 "no"\nitem [1]:\n  name="a ""b""\nc"\nv2 3\n'
    ) == [
        ("number", "-0.5", 1),
        ("flag", "<exists>", 2),
        ("text", 'a "b"\nc', 4),
        ("number", "3", 6),
    ]


def test_what_begins_like_a_number_and_is_none_has_no_value() -> None:
    assert tokens_of("0,5 1.5 --undefined--", "f") == [
        Token(Kind.NUMBER, "0,5", 1, None),
        Token(Kind.NUMBER, "1.5", 1, 1.5),
        Token(Kind.NUMBER, "--undefined--", 1, None),
    ]


@pytest.mark.parametrize("text", ['1\n"open', '1\n"he said "no""', '1\n"a""'])
def test_quotes_that_do_not_match_end_the_short_form(text: str) -> None:
    with pytest.raises(FormatError, match=r"f:2: a string that does not end"):
        tokens_of(text, "f")


LONG = """    intervals [1]:
        xmin = 0
        text = {}
    intervals [2]:
        xmin = 1
        text = "b"
"""


@pytest.mark.parametrize("string", ['"he said "no" so"', '"lost', 'lost"', '"a" "'])
def test_the_long_form_goes_on_at_the_next_entry(string: str) -> None:
    tokens = kinds(LONG.format(string))
    assert tokens[-2:] == [("number", "1", 5), ("text", "b", 6)]
    assert ("broken" in {kind for kind, _, _ in tokens[:-2]}) is True


def test_a_lost_quote_never_joins_two_entries_in_silence() -> None:
    text = LONG.format('"lost').replace('"b"', '" b " "c"')
    assert ("broken", '"lost', 3) in kinds(text)


def test_the_head_of_an_entry_inside_a_string_is_known() -> None:
    assert SWALLOWED.search("x\n   intervals [12]:\n xmin")
    assert not SWALLOWED.search("points [12]: so he said")
