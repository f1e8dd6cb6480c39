"""The project's own source as the architecture tests see it: module names and their text."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGE = "turnscope"

Sources = Mapping[str, str]
"""Dotted module name -> source text; a package goes by its own name."""


def module_name(path: Path, src: Path = SRC) -> str:
    """The dotted name of a source file; ``__init__`` files go by their package's name."""
    parts = path.relative_to(src).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def source_files(root: Path = SRC / PACKAGE) -> list[Path]:
    return sorted(root.rglob("*.py"))


def sources() -> dict[str, str]:
    """All modules of the package."""
    return {module_name(path): path.read_text() for path in source_files()}


def packages() -> set[str]:
    """Those of the modules that are packages."""
    return {module_name(path) for path in source_files() if path.name == "__init__.py"}


def public_definitions(text: str) -> list[str]:
    """Names that a module defines itself at its top level and that do not start with ``_``."""
    names: list[str] = []
    for node in _top_level(ast.parse(text).body):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.append(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign):
            if _is_type_variable(node.value):
                continue
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names += [
                leaf.id
                for target in targets
                for leaf in ast.walk(target)
                if isinstance(leaf, ast.Name) and isinstance(leaf.ctx, ast.Store)
            ]
    return [name for name in dict.fromkeys(names) if not name.startswith("_")]


def _is_type_variable(value: ast.expr | None) -> bool:
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in {"TypeVar", "ParamSpec", "TypeVarTuple"}
    )


def declared_all(text: str) -> list[str] | None:
    """The names in a module's ``__all__``, None where it has none."""
    for node in ast.parse(text).body:
        if not isinstance(node, ast.Assign | ast.AnnAssign) or node.value is None:
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets):
            return [str(name) for name in ast.literal_eval(node.value)]
    return None


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    # what stands under a top-level `if` or `try` is still at the top level of the module
    for node in body:
        yield node
        if isinstance(node, ast.If | ast.Try):
            blocks = [node.body, node.orelse]
            if isinstance(node, ast.Try):
                blocks += [node.finalbody, *(handler.body for handler in node.handlers)]
            for block in blocks:
                yield from _top_level(block)
