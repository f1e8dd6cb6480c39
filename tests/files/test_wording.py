"""Values and near misses in messages."""

from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.files.wording import closest, described, named, quoted


def test_values_in_words() -> None:
    for value, words in (
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (3, "3"),
        (1.5, "1.5"),
        (float("nan"), "NaN"),
        (float("-inf"), "-Infinity"),
        ("1.5", "the text '1.5'"),
        ([], "an empty list"),
        ([1, 2], "a list of 2 values"),
        ({}, "{}"),
        (dict.fromkeys("abcde"), "an object with a, b, c, d, ..."),
        (10**100, "a number of 101 digits"),
    ):
        assert described(value) == words


def test_odd_names_are_quoted() -> None:
    assert named("../x") == "../x"
    assert named("") == "''"
    assert named("a\x1b[31m") == r"'a\x1b[31m'"
    assert named(" 20") == "' 20'"
    assert named("\ud800") == r"'\ud800'"


@given(st.text())
@settings(deadline=None)
def test_shown_text_is_short_and_printable(text: str) -> None:
    assert len(quoted(text)) <= 700
    assert named(text).isprintable()


def test_near_misses() -> None:
    keys = ("speaker_1", "speaker_2")
    assert closest("speaker1", keys) == "speaker_1"
    assert closest("Speaker_2 ", keys) == "speaker_2"
    assert closest("speaker_3", keys) is None, "another speaker, not a misspelling"
    assert closest("020", ["2", "20"]) == "20"
    assert closest("20.0", ["38", "20"]) == "20"
    assert closest("21", ["20", "22"]) is None
    assert closest("x" * 10**6, ["x"]) is None
