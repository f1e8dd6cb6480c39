"""Strict JSON: what it takes, what it refuses and what it says then."""

import contextlib
import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.errors import FormatError, TurnscopeError
from turnscope.files.strict_json import parse_json, parse_json_noting, read_json


def refusal(content: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        parse_json(content, "f.json")
    return str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_reads_any_unicode_encoding(encoding: str) -> None:
    assert parse_json('{"é": [1, 2.5]}'.encode(encoding), "f") == {"é": [1, 2.5]}


def test_reads_a_file_and_names_a_missing_one(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[1]")
    assert read_json(tmp_path / "a.json") == [1]
    with pytest.raises(TurnscopeError, match="no such file"):
        read_json(tmp_path / "b.json")


@pytest.mark.parametrize(
    ("content", "where", "words"),
    [
        (b"", "f.json:", "the file is empty"),
        (b"\xef\xbb\xbf \n", "f.json:", "nothing but blanks"),
        (b"<!DOCTYPE html><html>", "f.json:1:1:", "A web page or XML?"),
        (b"conversation_id,speaker\n20,1\n", "f.json:1:1:", "A CSV table?"),
        (b"20;1;2\n", "f.json:1:3:", "A CSV table?"),
        (b"version https://git-lfs.github.com/spec/v1\noid x", "f.json:1:1:", "git lfs pull"),
        (b"PAR1\x15\x04", "f.json:", "a Parquet file"),
        (b"PK\x03\x04", "f.json:", "a zip archive"),
        (b"\x1f\x8b\x08", "f.json:", "a gzip archive"),
        (b'{"a": [1,\n 2,]}', "f.json:2:", "comma before the closing bracket"),
        (b"{'a': 1}", "f.json:1:2:", "Printed by Python?"),
        (b'{"a": True}', "f.json:1:7:", "Printed by Python?"),
        (b'{"a": 1} // no', "f.json:1:10:", "more text after the end"),
        (b'{"a": /* no */ 1}', "f.json:1:7:", "A comment?"),
        (b'{"a": 1}\n{"a": 2}\n', "f.json:2:1:", "JSON Lines, or two files in one?"),
        (b'{"a": nan}', "f.json:1:7:", "JSON has no such value"),
        (b'{"a": .5}', "f.json:1:7:", "Write numbers as 0.5"),
        (b'{"a": 1\n "b": 2}', "f.json:2:2:", "',' delimiter"),
        (b'["\xe9"]', "f.json:1:", "not utf-8"),
        (b'["' + b"\x01" + b'"]', "f.json:1:", "is not JSON"),
        (b"9" * 5000, "f.json:", "a number that cannot be read"),
    ],
)
def test_says_where_and_what_it_looks_like(content: bytes, where: str, words: str) -> None:
    told = refusal(content)
    assert told.startswith(where)
    assert words in told


VALID = json.dumps(
    {
        "schema_version": 1,
        "a": [-1.5e3, True, False, None, 'x\\\u00e9\ud83d\ude00"'],
        "b": {"c": []},
    }
)


def test_every_truncation_is_called_one() -> None:
    for cut in range(1, len(VALID)):
        assert "the file ends in the middle" in refusal(VALID[:cut].encode()), VALID[:cut]


@pytest.mark.parametrize("bracket", [b"[", b'{"a":'])
def test_deep_nesting_is_refused_with_its_place(bracket: bytes) -> None:
    told = refusal(b"\n" + bracket * 100_000)
    assert told.startswith("f.json:2:")
    assert "nested" in told


def test_duplicate_keys_and_constants_are_all_told_with_places() -> None:
    told = refusal(b'{"a": 1,\n "b": [NaN, {"c": 1, "c": -Infinity}],\n "a": 2}').split("\n")
    assert told == [
        "f.json:2:8: NaN in b[0]; expected a finite number, as JSON has no other.",
        "f.json:2:22: the key 'c' in b[1] again (first on the same line); expected each key once.",
        "f.json:2:27: -Infinity in b[1].c; expected a finite number, as JSON has no other.",
        "f.json:3:2: the key 'a' again (first on line 1); expected each key once.",
    ]


def test_equal_keys_written_differently_are_duplicates() -> None:
    assert "the key 'a' again" in refusal(b'{"a": 1, "\\u0061": 2}')


def test_equal_keys_of_different_objects_are_not() -> None:
    assert parse_json(b'[{"a": 1}, {"a": {"a": 2}}]', "f") == [{"a": 1}, {"a": {"a": 2}}]


def test_unpaired_surrogates_are_refused_and_pairs_are_not() -> None:
    assert "unpaired surrogate" in refusal(b'{"id": "\\ud83d"}')
    assert parse_json(b'["\\ud83d\\ude00"]', "f") == ["\U0001f600"]


def test_noting_leaves_constants_to_the_caller() -> None:
    document, faults = parse_json_noting(b'{"a": [Infinity], "a": [Infinity]}', "f")
    assert document == {"a": [float("inf")]}
    assert len(faults) == 1


def test_masses_of_faults_are_counted() -> None:
    with pytest.raises(FormatError) as caught:
        parse_json(b"[" + b"NaN," * 20_000 + b"NaN]", "f")
    assert len(caught.value.faults) == 201
    assert caught.value.faults[-1].found == "19801 more of these"


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.text(st.characters(codec="utf-8")),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner)
        ),
    )
)
@settings(deadline=None)
def test_reads_whatever_json_writes(document: object) -> None:
    assert parse_json(json.dumps(document).encode(), "f") == document


@given(
    st.binary(max_size=200) | st.text(alphabet='{}[]",:\\ue1-.aN\n', max_size=60).map(str.encode)
)
@settings(deadline=None)
def test_nothing_else_is_raised(content: bytes) -> None:
    with contextlib.suppress(FormatError):
        parse_json(content, "f")
