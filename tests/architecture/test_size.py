"""No file holds more than 300 lines of code."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator

from tests.architecture.house import ROOT

LIMIT = 300

FOLDERS = ("src", "tests", "tools", "benchmarks", "examples")

_SILENT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}

_TABLE = (
    ast.Constant,
    ast.Name,
    ast.Attribute,
    ast.Load,
    ast.Dict,
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.Call,
    ast.keyword,
    ast.Starred,
    ast.UnaryOp,
    ast.unaryop,
    ast.BinOp,
    ast.operator,
)


def code_lines(text: str) -> int:
    """Lines that hold code: not blank, comment, docstring or table of data.

    A table of data is an assignment at the top level of a module or class whose value is built
    of literals and names alone, over more than one line.
    """
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type not in _SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    tree = ast.parse(text)
    for node in [*_docstrings(tree), *_tables(tree)]:
        lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def _docstrings(tree: ast.Module) -> Iterator[ast.Expr]:
    # also the strings that describe a constant, which stand after it
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for statement in body if isinstance(body, list) else []:
            if (
                isinstance(statement, ast.Expr)
                and isinstance(statement.value, ast.Constant)
                and isinstance(statement.value.value, str)
            ):
                yield statement


def _tables(tree: ast.Module) -> Iterator[ast.stmt]:
    bodies = [tree.body, *(node.body for node in tree.body if isinstance(node, ast.ClassDef))]
    for statement in (statement for body in bodies for statement in body):
        if (
            isinstance(statement, ast.Assign | ast.AnnAssign)
            and statement.value is not None
            and statement.end_lineno != statement.lineno
            and all(isinstance(part, _TABLE) for part in ast.walk(statement.value))
        ):
            yield statement


def test_no_file_is_too_long() -> None:
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert len(files) > 20
    long = {
        str(path.relative_to(ROOT)): n
        for path in files
        if (n := code_lines(path.read_text())) > LIMIT
    }
    assert long == {}, f"more than {LIMIT} lines of code"


def test_code_counts() -> None:
    assert code_lines("x = 1\ny = 2\n") == 2
    assert code_lines("def f():\n    x = '''a\n    b'''\n    return x\n") == 4
    assert code_lines("x = 1\n" * (LIMIT + 1)) > LIMIT


def test_what_is_not_code_does_not() -> None:
    assert code_lines('"""Says.\n\nMore.\n"""\n\n# why\n\nx = 1  # because\n') == 1
    assert code_lines('class A:\n    """Says.\n\n    More."""\n    x = 1\n') == 2
    assert code_lines('X = 1\n"""What it\nmeans."""\n') == 1


def test_tables_of_data_do_not_count_but_computed_ones_do() -> None:
    assert code_lines("T = {\n    'a': (1, -2),\n    'b': f(x.y),\n}\n") == 0
    assert code_lines("T = {\n    k: 1\n    for k in x\n}\n") == 4
    assert code_lines("def f():\n    t = {\n        'a': 1,\n    }\n") == 4
