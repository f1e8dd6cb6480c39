"""The beginning of a parquet cell, from the first stored bytes of its column chunk.

An audio file's header says how long it is, and lies in the first bytes of a cell of tens of
megabytes. Parquet readers decode whole pages, and such a cell is one page, so the few bytes are
decoded here: the page's header (Thrift, compact protocol), and the start of the page itself
(plain values, uncompressed or in Snappy's raw format)::

    chunk   [page header][ levels | length | audio file ...         ]
            what is kept of it:     ^^^^^^   ^^^^^^^^^^^

Anything else (other codecs or encodings, null cells, several values) is left to the reader of
whole cells. Source: parquet-format (README, parquet.thrift), Thrift's compact protocol, Snappy's
format description.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["Beginning", "cell_beginning"]

_DATA, _DICTIONARY, _DATA_V2 = 0, 2, 3
_PLAIN = (0, 2)
"""Encodings: PLAIN, and PLAIN_DICTIONARY, which in a dictionary page means the same."""


class Beginning(NamedTuple):
    """The first bytes of a cell, and how many it has in all."""

    content: bytes
    n_bytes: int


def cell_beginning(stored: bytes, codec: str, *, nullable: bool) -> Beginning | None:
    """The beginning of the only cell of a column chunk; None where another reader is needed.

    Args:
        stored: the first bytes of the chunk, some kilobytes.
        codec: its compression, as parquet names it.
        nullable: whether the page begins with definition levels.
    """
    try:
        header, at = _struct(stored, 0)
        page = stored[at:]
        kind = header[1]
        told = header[{_DATA: 5, _DICTIONARY: 7, _DATA_V2: 8}[kind]]
        if told[1] != 1 or told[4 if kind == _DATA_V2 else 2] not in _PLAIN:
            return None
        if kind == _DATA_V2:
            page = page[told[5] + told[6] :]
            codec = codec if told.get(7, True) else "UNCOMPRESSED"
        values = _unpacked(page, codec)
        if kind == _DATA and nullable:
            values = values[4 + _length(values) :]
        n_bytes = _length(values)
    except (IndexError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return Beginning(values[4 : 4 + n_bytes], n_bytes)


def _length(values: bytes) -> int:
    if len(values) < 4:
        raise IndexError
    return int.from_bytes(values[:4], "little")


def _unpacked(page: bytes, codec: str) -> bytes:
    if codec == "UNCOMPRESSED":
        return page
    if codec == "SNAPPY":
        return _from_snappy(page)
    raise ValueError(codec)


def _varint(stored: bytes, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and the position after it."""
    value = shift = 0
    while True:
        byte = stored[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def _struct(stored: bytes, at: int) -> tuple[dict[int, Any], int]:
    """A Thrift struct as field number -> value, and the position after it."""
    found: dict[int, Any] = {}
    number = 0
    while stored[at]:
        step, kind = stored[at] >> 4, stored[at] & 0x0F
        at += 1
        if step:
            number += step
        else:
            number, at = _signed(stored, at)
        found[number], at = (kind == 1, at) if kind in (1, 2) else _value(stored, at, kind)
    return found, at + 1


def _value(stored: bytes, at: int, kind: int) -> tuple[Any, int]:
    """A value of a Thrift type; of those a page header holds."""
    if kind == 3:
        return stored[at], at + 1
    if kind in (4, 5, 6):
        return _signed(stored, at)
    if kind == 8:
        size, at = _varint(stored, at)
        return stored[at : at + size], at + size
    if kind == 12:
        return _struct(stored, at)
    raise ValueError(f"Thrift type {kind}")


def _signed(stored: bytes, at: int) -> tuple[int, int]:
    value, at = _varint(stored, at)
    return (value >> 1) ^ -(value & 1), at


def _from_snappy(page: bytes) -> bytes:
    """As much as the given part of a Snappy block unpacks to."""
    _, at = _varint(page, 0)
    unpacked = bytearray()
    try:
        while at < len(page):
            tag = page[at]
            at += 1
            if tag & 3 == 0:
                size = tag >> 2
                if size >= 60:
                    width = size - 59
                    size, at = int.from_bytes(page[at : at + width], "little"), at + width
                unpacked += page[at : at + size + 1]
                at += size + 1
                continue
            if tag & 3 == 1:
                size, offset = (tag >> 2 & 7) + 4, (tag >> 5) << 8 | page[at]
                at += 1
            else:
                width = 2 if tag & 3 == 2 else 4
                if at + width > len(page):
                    break
                size, offset = (tag >> 2) + 1, int.from_bytes(page[at : at + width], "little")
                at += width
            # Copies may reach into what they write, and then repeat it.
            for _ in range(size):
                unpacked.append(unpacked[-offset])
    except IndexError:
        return bytes(unpacked)
    return bytes(unpacked)
