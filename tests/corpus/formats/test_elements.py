"""XML with lines; entities, truncation and other kinds of XML refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.corpus.formats.elements import NOT_XML, attribute, content, read_xml
from turnscope.errors import FormatError

xml_texts = st.text().filter(lambda text: not NOT_XML[0].search(text))

BOMB = b"""<?xml version="1.0"?>
<!DOCTYPE r [
 <!ENTITY a "ha">
 <!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
]>
<r>&b;</r>"""


def test_every_element_knows_its_line_text_and_children() -> None:
    root = read_xml(b'<r>\n <a n="1">x<b/>y\n</a>\n\n <c><a/></c></r>', "f", "r")
    assert [(child.tag, child.line) for child in root.children] == [("a", 2), ("c", 5)]
    first = root.children[0]
    assert first.text == "xy\n"
    assert first.get("n") == "1"
    assert first.get("m", "none") == "none"
    assert [element.line for element in root.inside("c", "a")] == [5]
    assert [element.tag for element in root.all("a", "c")] == ["a", "c"]


@pytest.mark.parametrize(
    ("data", "line", "told"),
    [
        (b"", 1, "the file is empty"),
        (b"  \n", 2, "the file is empty"),
        (b"<r>\n<a>\n", 3, "was it cut short"),
        (b"<r>\n<a x='", 2, "was it cut short"),
        (b"<r>\n</a>", 2, "mismatched tag"),
        (b"<r>\n&nbsp;</r>", 2, "undefined entity"),
        (b"\n\n<q/>", 3, "root element <q>; expected <r>"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nhi\n", 1, "not well-formed"),
        (b'<?xml version="1.0" encoding="klingon"?><r/>', 1, "encoding"),
        (b"<r>\xff</r>", 1, "not well-formed"),
        (BOMB, 3, "entity"),
        (b'<!DOCTYPE r [\n<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>', 2, "entity"),
        (b'<!DOCTYPE r [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]><r/>', 1, "entity"),
    ],
)
def test_what_is_no_such_xml_is_refused_with_its_line(data: bytes, line: int, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_xml(data, "f.eaf", "r")
    assert caught.value.faults[0].where == f"f.eaf:{line}"
    assert told in str(caught.value)


def test_a_plain_document_type_and_other_encodings_are_fine() -> None:
    assert read_xml(b'<!DOCTYPE r SYSTEM "r.dtd"><r/>', "f", "r").tag == "r"
    text = '<?xml version="1.0" encoding="{}"?>\n<r>\u00e9</r>'
    for encoding in ("utf-8-sig", "utf-16", "latin-1"):
        named = "utf-8" if encoding == "utf-8-sig" else encoding
        assert read_xml(text.format(named).encode(encoding), "f", "r").text == "\u00e9"


@given(xml_texts, xml_texts)
def test_any_allowed_text_survives_in_attributes_and_elements(name: str, text: str) -> None:
    root = read_xml(f"<r n={attribute(name)}>{content(text)}</r>".encode(), "f", "r")
    assert root.get("n") == name
    assert root.text == text


@pytest.mark.parametrize("character", ["\0", "\x15", "\x0b", "\ufffe", "\ud800"])
def test_characters_that_no_xml_holds_are_known(character: str) -> None:
    assert NOT_XML[0].search(f"a{character}b")
