"""Bytes of a text file to text, whatever encoding an annotator's tool wrote."""

from __future__ import annotations

import codecs

from turnscope.errors import FormatError

__all__ = ["decode"]

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, name: str, *, fallback: str | None = None) -> str:
    """Decode by byte order mark, else UTF-8, else UTF-16 by its zeros, else ``fallback``.

    Args:
        data: the whole file.
        name: the file's name, for the message.
        fallback: encoding to try when it is none of these (``latin-1`` never fails).

    Returns:
        The text without its mark, line breaks as LF.

    Raises:
        FormatError: naming the first undecodable byte and its line.
    """
    encoding = next((enc for mark, enc in _MARKS if data.startswith(mark)), None)
    if encoding is None:
        encoding = _utf16_by_zeros(data) or "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        if fallback is None:
            line = data.count(b"\n", 0, error.start) + 1
            raise FormatError.at(
                name,
                line,
                f"byte 0x{data[error.start]:02x} at offset {error.start} is not {encoding}",
                expected="text in UTF-8 or UTF-16",
                hint="Save the file as UTF-8, or name its encoding",
            ) from None
        text = data.decode(fallback)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _utf16_by_zeros(data: bytes) -> str | None:
    head = data[:200]
    if len(head) < 4 or b"\0" not in head:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > len(head) // 3 and even == 0:
        return "utf-16-le"
    if even > len(head) // 3 and odd == 0:
        return "utf-16-be"
    return None
