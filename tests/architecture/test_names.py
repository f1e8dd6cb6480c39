"""Words that mean two things, or nothing, are not names here."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.house import sources

NOWHERE = {"collar", "collars", "utterance", "utterances", "manager", "managers"}
"""Words that no name may contain: they are taken for more than one thing in the field."""

NOT_OF_DEFINITIONS = NOWHERE | {"data", "info", "util", "utils", "helper", "helpers", "misc"}
"""Words that no module, class, function or constant may contain: they say nothing."""

NEVER_ALONE = {"segment", "segments", "seg", "segs"}
"""Names that must say which: a segment of what?"""


PARSER_CALLS = {"start", "end", "data", "close"}
"""Methods that an XML parser calls by these names; a class that has them all may have ``data``."""


def words(name: str) -> list[str]:
    """The words of a name in snake, camel or capital letters, in lower case."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name)
    return [word for word in spaced.lower().split("_") if word]


def names_in(text: str) -> Iterator[tuple[str, int, bool]]:
    """Every name a module binds: the name, its line, whether it names a definition."""
    tree = ast.parse(text)
    top = {id(node) for node in tree.body}
    called = {id(method) for node in ast.walk(tree) for method in _called_by_a_parser(node)}
    for node in ast.walk(tree):
        if id(node) in called:
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node.lineno, True
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, False
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, False
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr, node.lineno, False
        if id(node) in top and isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.lineno, True


def _called_by_a_parser(node: ast.AST) -> list[ast.stmt]:
    if not isinstance(node, ast.ClassDef):
        return []
    methods = [each for each in node.body if isinstance(each, ast.FunctionDef)]
    if not {each.name for each in methods} >= PARSER_CALLS:
        return []
    return [each for each in methods if each.name in PARSER_CALLS]


def name_faults(module: str, text: str) -> list[str]:
    """The names in a module, its own among them, that use a word they should not.

    The command groups of the command line are named after the commands, so there the words that
    say nothing are allowed: ``turnscope corpus info``.
    """
    forbidden = NOWHERE if module.startswith("turnscope.cli.") else NOT_OF_DEFINITIONS
    found = [(part, 1, True) for part in module.split(".")] + list(names_in(text))
    return [
        f"{module}:{line}: {name}"
        for name, line, defines in dict.fromkeys(found)
        if set(words(name)) & (forbidden if defines else NOWHERE)
        or name.lower().strip("_") in NEVER_ALONE
    ]


def test_names_of_the_house() -> None:
    assert [fault for name, text in sources().items() for fault in name_faults(name, text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "collar_s = 0.2",
        "def f(utterance): ...",
        "class TrackManager: ...",
        "class CorpusInfo: ...",
        "def load_data(): ...",
        "DATA = 1",
        "for segment in x: ...",
        "self.collar = 1",
        "def f(*, seg): ...",
        "x = [utterance for utterance in y]",
    ],
)
def test_forbidden_words_are_found(text: str) -> None:
    assert len(name_faults("turnscope.core.x", text)) >= 1


@pytest.mark.parametrize(
    "text",
    [
        "class Metadata: ...",
        "def f(data: bytes): ...",
        "database = 1",
        "for speech_segment in x: ...",
        "class SegLST: ...",
        "information = 1",
    ],
)
def test_other_words_are_not(text: str) -> None:
    assert name_faults("turnscope.core.x", text) == []


def test_modules_are_names_too() -> None:
    assert name_faults("turnscope.core.utils", "") == ["turnscope.core.utils:1: utils"]


def test_what_a_parser_calls_keeps_its_name() -> None:
    methods = [f"    def {name}(self): ..." for name in sorted(PARSER_CALLS)]
    assert name_faults("turnscope.core.x", "\n".join(["class A:", *methods])) == []
    assert name_faults("turnscope.core.x", "class A:\n    def data(self): ...") != []


def test_commands_keep_their_names() -> None:
    assert name_faults("turnscope.cli.corpus", "def info(): ...") == []
    assert name_faults("turnscope.corpus.check", "def info(): ...") != []


def test_words_of_a_name() -> None:
    assert words("CTMUtterance_reader2X") == ["ctm", "utterance", "reader2", "x"]
