"""The file that chooses conversations."""

from pathlib import Path

import pytest

from turnscope.errors import FormatError
from turnscope.files.ids_file import parse_ids, read_ids


def test_what_editors_and_spreadsheets_make_of_it(tmp_path: Path) -> None:
    path = tmp_path / "dev.txt"
    path.write_bytes(b"\xef\xbb\xbf# dev\r\n20\r\n  38  \t# noisy\r\n\r\n   \r\n../x#1\r\n7 b")
    assert read_ids(path) == ("20", "38", "../x#1", "7 b")
    assert parse_ids("20\n38".encode("utf-16"), "f") == ("20", "38")


def test_all_faults_come_together() -> None:
    with pytest.raises(FormatError) as caught:
        parse_ids(b"20\n\n20\n 020\n38, 40\n", "ids.txt", known=["20", "38"])
    assert [str(fault) for fault in caught.value.faults] == [
        "ids.txt:3: conversation 20 again; expected each conversation once. It is also on line 1.",
        "ids.txt:4: the unknown conversation 020; expected a conversation of the split. "
        "Did you mean 20?",
        "ids.txt:5: the unknown conversation 38, 40; expected a conversation of the split. "
        "One id a line.",
    ]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no ids in the file"),
        (b"# nothing\n", "no ids in the file"),
        (b'["20"]', "begins with"),
        (b"\xff\x00\x01", "not utf-8"),
    ],
)
def test_what_is_no_list_of_ids(content: bytes, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        parse_ids(content, "ids.txt")
