"""Text files in every encoding an annotation tool writes."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.errors import FormatError
from turnscope.files.decoding import decode

TEXT = "1\n00:00:01,000 --> 00:00:02,000\nnaïve 你好 🙂\n"


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        codecs.BOM_UTF8 + TEXT.encode(),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
        codecs.BOM_UTF32_BE + TEXT.encode("utf-32-be"),
        TEXT.encode("utf-16-le"),
        TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        codecs.BOM_UTF16_LE + TEXT.replace("\n", "\r\n").encode("utf-16-le"),
    ],
)
def test_every_encoding_gives_the_same_text(data: bytes) -> None:
    assert decode(data, "x") == TEXT


def test_nothing_is_empty() -> None:
    assert decode(b"", "x") == ""
    assert decode(codecs.BOM_UTF8, "x") == ""


def test_another_encoding_is_named_with_its_line() -> None:
    data = b"2\n00:00:27,000 --> 00:00:30,730\n" + "你好".encode("gb2312")
    with pytest.raises(FormatError) as caught:
        decode(data, "gb.srt")
    assert "gb.srt:3" in str(caught.value)
    assert "0xc4" in str(caught.value)
    assert "encoding" in str(caught.value)
    assert decode(data, "gb.srt", fallback="gb2312").endswith("你好")


def test_a_fallback_is_only_a_fallback() -> None:
    assert decode("é".encode(), "x", fallback="latin-1") == "é"
    assert decode(b"\xe9", "x", fallback="latin-1") == "é"


def test_half_a_character_at_the_end_is_told() -> None:
    with pytest.raises(FormatError):
        decode("ab你".encode()[:-1], "x")
    with pytest.raises(FormatError):
        decode(codecs.BOM_UTF16_LE + "ab".encode("utf-16-le")[:-1], "x")


@given(st.binary(max_size=60))
@settings(deadline=None)
def test_any_bytes_are_text_or_a_format_error(data: bytes) -> None:
    try:
        text = decode(data, "x")
    except FormatError:
        return
    assert "\r" not in text


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_decodes_with_and_without_a_mark(encoding: str) -> None:
    assert decode('{"a": "é"}\r\nb\rc'.encode(encoding), "f") == '{"a": "é"}\nb\nc'


def test_names_the_line_of_the_first_undecodable_byte() -> None:
    with pytest.raises(FormatError, match=r"f\.srt:2: byte 0xe9 at offset 4 is not utf-8"):
        decode(b"a\nb \xe9", "f.srt")
    assert decode(b"b \xe9", "f.srt", fallback="latin-1") == "b é"
