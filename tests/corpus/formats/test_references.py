"""Characters that a field cannot hold, written and read back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from tests.corpus.formats.roundtrip import texts
from turnscope.corpus.formats.references import (
    EMPTY,
    escape,
    escape_field,
    unescape,
    unescape_field,
)

BREAKS = re.compile(r"[\n ]+")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a b", "a&#32;b"),
        ("a\n b", "a&#10;&#32;b"),
        ("R&D", "R&D"),
        ("&#10;", "&#38;#10;"),
        ("&#38;#10;", "&#38;#38;#10;"),
        ("&amp;", "&amp;"),
    ],
)
def test_only_what_must_be_is_escaped(text: str, written: str) -> None:
    assert escape(text, BREAKS) == written
    assert unescape(written) == text


@pytest.mark.parametrize("text", ["&#55296;", "&#1114112;", "&#99999999;", "&#;", "&#x41;", "&#5"])
def test_references_to_nothing_stay(text: str) -> None:
    assert unescape(text) == text
    assert unescape(escape(text, BREAKS)) == text


def test_the_empty_field_and_its_sign() -> None:
    assert escape_field("") == EMPTY
    assert unescape_field(EMPTY) == ""
    assert escape_field(EMPTY) != EMPTY
    assert unescape_field(escape_field(EMPTY)) == EMPTY


def test_a_field_never_begins_a_comment() -> None:
    assert not escape_field(";;x").startswith(";;")
    assert escape_field(";x") == ";x"


@given(texts)
def test_any_text_survives_as_a_field_and_has_no_white_space(text: str) -> None:
    field = escape_field(text)
    assert field
    assert not any(character.isspace() or character == "\0" for character in field)
    assert unescape_field(field) == text
