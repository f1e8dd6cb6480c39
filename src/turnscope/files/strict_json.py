"""JSON read strictly: what is not JSON, says a thing twice or is cut short is told with its place.

The standard reader is lenient where a benchmark must not be: of two equal keys it keeps the
last, and it takes ``NaN``. Where it refuses, it does not say why the file looks as it does.
"""

from __future__ import annotations

import json
import os
import re

from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.json_places import doubtful_places, nesting_beyond, place
from turnscope.files.reading import read_bytes

__all__ = ["parse_json", "parse_json_noting", "read_json"]

_DEEPEST = 100
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_NUMBER_STUMPS = (".", "e", "E", "e+", "e-", "E+", "E-")
_CUT = "Cut short: an interrupted copy or download?"

_BINARY = (
    (b"PAR1", "a Parquet file"),
    (b"PK\x03\x04", "a zip archive (also .npz, .xlsx)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x93NUMPY", "a numpy array"),
    (b"RIFF", "an audio file"),
    (b"fLaC", "an audio file"),
)


def read_json(path: str | os.PathLike[str]) -> object:
    """The document in a JSON file; see :func:`parse_json`.

    Raises:
        TurnscopeError: if the file cannot be read.
        FormatError: if it is not strict JSON.
    """
    return parse_json(read_bytes(path), str(path))


def parse_json(content: bytes, name: str) -> object:
    """The document in the bytes of a JSON file, in UTF-8 or UTF-16, with or without a BOM.

    Raises:
        FormatError: with line and column of what is wrong, and of every duplicate key, NaN,
            Infinity and unpaired surrogate. Numbers beyond float64 become infinite: the
            meaning of a number is checked by who reads the document.
    """
    document, faults = parse_json_noting(content, name, constants=True)
    if faults:
        raise FormatError(faults)
    return document


def parse_json_noting(
    content: bytes, name: str, *, constants: bool = False
) -> tuple[object, tuple[Fault, ...]]:
    """As :func:`parse_json`, but duplicate keys and surrogates are returned, not raised.

    For readers that report them together with their own findings. Of duplicate keys the
    document has the last. NaN and Infinity are in it as floats; they are faults here only with
    ``constants``, otherwise left to the caller, who can say which value they are.

    Raises:
        FormatError: if it is not JSON at all.
    """
    for magic, kind in _BINARY:
        if content.startswith(magic):
            raise FormatError.at(name, None, f"begins like {kind}", expected="JSON")
    text = decode(content, name)
    if not text.strip():
        found = "the file is empty" if not content else "the file holds nothing but blanks"
        raise FormatError.at(name, None, found, expected="JSON")
    odd: set[str] = set()

    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) != len(pairs):
            odd.add("duplicate")
        return found

    def constant(word: str) -> float:
        odd.add("constant")
        return float(word)

    try:
        document: object = json.loads(text, object_pairs_hook=unique, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise FormatError(_syntax_fault(text, error, name)) from None
    except RecursionError:
        where = place(name, text, nesting_beyond(text, _DEEPEST))
        found = f"lists or objects nested far more than {_DEEPEST} deep"
        raise FormatError(Fault(where, found, "a few levels")) from None
    except ValueError as error:  # an integer of thousands of digits
        raise FormatError(Fault(name, f"a number that cannot be read ({error})")) from None
    if _ESCAPED_SURROGATE.search(text):
        odd.add("surrogate")
    if not constants:
        odd.discard("constant")
    return document, tuple(doubtful_places(text, name, constants=constants)) if odd else ()


def _syntax_fault(text: str, error: json.JSONDecodeError, name: str) -> Fault:
    where = place(name, text, error.pos)
    rest = text[error.pos : error.pos + 40].strip()
    if _is_cut(text, error):
        return Fault(where, "the file ends in the middle", "complete JSON", _CUT)
    if error.msg.startswith("Extra data"):
        found = f"more text after the end of the document: {rest[:20]!r}"
        hint = "JSON Lines, or two files in one?" if rest[:1] in ("{", "[") else ""
        return Fault(where, found, "one JSON document", hint or _other_kind(text))
    found = f"{rest[:20]!r}" if rest else "the end of the file"
    return Fault(where, f"{found} is not JSON", _expected(error.msg), _guess(text, error.pos))


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    if error.msg.startswith("Unterminated string"):
        return True
    rest = text[error.pos :].rstrip()
    if error.msg.startswith("Invalid \\") and len(rest) < 6:
        return True
    if text.lstrip()[:1] not in ("{", "["):
        return False
    words = ("true", "false", "null", "NaN", "Infinity", "-Infinity")
    in_number = text[: error.pos][-1:].isdigit() and rest in _NUMBER_STUMPS
    return not rest or in_number or any(word.startswith(rest) for word in words)


def _expected(message: str) -> str:
    said = message.removeprefix("Expecting ")
    return f"JSON ({said})" if said == message else said


def _guess(text: str, position: int) -> str:
    before = text[:position].rstrip()[-1:]
    rest = text[position : position + 40].lstrip()
    if (rest[:1] in ("}", "]") and before == ",") or (
        rest[:1] == "," and rest[1:].lstrip()[:1] in ("}", "]")
    ):
        return "A comma before the closing bracket? Remove it"
    if rest[:1] == "'" or rest.startswith(("True", "False", "None")):
        return "Printed by Python? Write it with json.dump"
    if rest.startswith(("//", "/*", "#")) and before:
        return "A comment? JSON has none"
    if rest.lower().startswith(("nan", "inf", "-inf", "+inf")):
        return "Not a number? JSON has no such value"
    if rest[:1] in ("+", ".") or (before.isdigit() and rest[:1].isdigit()):
        return "Write numbers as 0.5 or 12"
    return _other_kind(text)


def _other_kind(text: str) -> str:
    start = text.lstrip()
    line = start.split("\n", 1)[0]
    if start.startswith("<"):
        return "A web page or XML? Download the raw file"
    if start.startswith("version https://git-lfs"):
        return "A Git LFS pointer: fetch the file itself with git lfs pull"
    if not start.startswith(("{", "[")) and any(mark in line for mark in ",;\t"):
        return "A CSV table? Give it the ending .csv"
    return ""
