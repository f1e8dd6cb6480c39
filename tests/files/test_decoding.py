"""Bytes to text in every encoding annotators use."""

import pytest

from turnscope.corpus.formats import decoding as reexported
from turnscope.errors import FormatError
from turnscope.files.decoding import decode


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]
)
def test_decodes_with_and_without_a_mark(encoding: str) -> None:
    assert decode('{"a": "é"}\r\nb\rc'.encode(encoding), "f") == '{"a": "é"}\nb\nc'


def test_names_the_line_of_the_first_undecodable_byte() -> None:
    with pytest.raises(FormatError, match=r"f\.srt:2: byte 0xe9 at offset 4 is not utf-8"):
        decode(b"a\nb \xe9", "f.srt")
    assert decode(b"b \xe9", "f.srt", fallback="latin-1") == "b é"


def test_formats_use_the_same_function() -> None:
    assert reexported.decode is decode
