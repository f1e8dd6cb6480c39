"""Lines, columns and paths in JSON texts."""

from turnscope.files.json_places import doubtful_places, nesting_beyond, place


def test_line_and_column_count_from_one() -> None:
    assert place("f", "ab\ncd", 0) == "f:1:1"
    assert place("f", "ab\ncd", 4) == "f:2:2"


def test_nesting_ignores_brackets_in_text() -> None:
    assert nesting_beyond('["[[[[", [1]]', 1) == 9
    assert nesting_beyond('["[[[[", [1]]', 2) == 13


def test_paths_count_items_and_escape_quotes() -> None:
    text = '{"x\\"": [[0, {"k": 1}], {"k": 1, "k": NaN}]}'
    told = [str(f) for f in doubtful_places(text, "f", constants=True)]
    assert told == [
        "f:1:34: the key 'k' in x\"[1] again (first on the same line); expected each key once.",
        'f:1:39: NaN in x"[1].k; expected a finite number, as JSON has no other.',
    ]
    assert len(list(doubtful_places(text, "f", constants=False))) == 1
