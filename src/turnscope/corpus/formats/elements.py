"""XML with the line of every element, refusing entities and whatever would fetch or explode."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser, ParseError

from turnscope.errors import FormatError

__all__ = ["NOT_XML", "Element", "attribute", "content", "read_xml"]

NOT_XML = (
    re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"),
    "characters that XML allows",
)
"""Characters no XML file can hold, even as references, for :class:`Limits`."""

_CUT_SHORT = {3, 5, 6, 20}
"""Expat's codes for a file that ends too early: no element, open token, half a character, CDATA."""


@dataclass(slots=True)
class Element:
    """One element: its tag, attributes, line, own text (children's excluded) and children."""

    tag: str
    attributes: Mapping[str, str]
    line: int
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def get(self, name: str, default: str = "") -> str:
        """An attribute's value."""
        return self.attributes.get(name, default)

    def all(self, *tags: str) -> Iterator[Element]:
        """Children with one of these tags, in file order."""
        return (child for child in self.children if child.tag in tags)

    def inside(self, *path: str) -> Iterator[Element]:
        """Descendants along a path of tags, in file order."""
        if not path:
            yield self
            return
        for child in self.all(path[0]):
            yield from child.inside(*path[1:])


class _Builder:
    """What the parser calls as it goes; keeps the line that it is at."""

    def __init__(self) -> None:
        self.root: Element | None = None
        self.open: list[Element] = []
        self.parser: DefusedXMLParser

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, self.parser.parser.CurrentLineNumber)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        del tag
        self.open.pop()

    def data(self, text: str) -> None:
        self.open[-1].text += text

    def close(self) -> None:
        """Nothing is left to do; the parser asks for this method."""


def read_xml(data: bytes, name: str, root: str) -> Element:
    """Parse an XML file whose root element is called ``root``.

    Args:
        data: the whole file; its encoding is the one that it declares.
        name: the file's name, for messages.
        root: the tag that the format demands.

    Raises:
        FormatError: with the line where it stops being well-formed, declares an entity, or has
            another root.
    """
    builder = _Builder()
    parser = builder.parser = DefusedXMLParser(target=builder)
    try:
        parser.feed(data)
        parser.close()
    except ParseError as error:
        line = error.position[0]
        cut = error.code in _CUT_SHORT
        raise FormatError.at(
            name,
            line,
            "the file is empty" if not data.strip() else f"not well-formed XML ({error.msg})",
            expected=f"a whole <{root}> document",
            hint=f"It ends on line {line}; was it cut short in copying?" if cut else "",
        ) from None
    except DefusedXmlException:
        raise FormatError.at(
            name,
            parser.parser.CurrentLineNumber,
            "it declares or fetches an entity",
            expected="XML without entities of its own",
            hint="Annotation tools write none; an attack or a damaged file?",
        ) from None
    except (ValueError, LookupError) as error:
        hint = "Save it as UTF-8"
        raise FormatError.at(name, 1, f"unreadable XML encoding ({error})", hint=hint) from None
    found = builder.root
    if found is None or found.tag != root:
        line, tag = (1, "none") if found is None else (found.line, f"<{found.tag}>")
        raise FormatError.at(
            name, line, f"root element {tag}", expected=f"<{root}>", hint="Another kind of XML?"
        )
    return found


def attribute(text: str) -> str:
    """``text`` as a quoted attribute value, line breaks and tabs kept."""
    return '"' + _escaped(text, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;"}) + '"'


def content(text: str) -> str:
    """``text`` as the content of an element."""
    return _escaped(text, {})


def _escaped(text: str, also: dict[str, str]) -> str:
    return escape(text, {"\r": "&#13;"} | also)
