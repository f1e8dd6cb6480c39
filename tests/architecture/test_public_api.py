"""Every module says what it offers, and the package offers what docs/api.md documents."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping

from tests.architecture.house import (
    ROOT,
    SRC,
    declared_all,
    packages,
    public_definitions,
    source_files,
    sources,
)

NOTHING_TO_DECLARE = {"turnscope.version", "turnscope.__main__"}


def all_faults(name: str, text: str, *, is_package: bool = False) -> list[str]:
    """Where a module's ``__all__`` and its public top-level definitions differ.

    A package may offer names that it imports, and one that holds only its docstring offers none.
    """
    declared = declared_all(text)
    defined = public_definitions(text)
    if declared is None:
        return [] if is_package and not defined else [f"{name}: has no __all__"]
    faults = [f"{name}: __all__ lacks {each}" for each in defined if each not in declared]
    if not is_package:
        faults += [f"{name}: __all__ has {each}" for each in declared if each not in defined]
    if len(set(declared)) != len(declared):
        faults.append(f"{name}: __all__ repeats a name")
    return faults


def documented(text: str) -> list[str]:
    """The names that a page documents: each a heading of third rank, in code type."""
    return re.findall(r"^### `([A-Za-z_]\w*)", text, flags=re.MULTILINE)


def signature_faults(text: str, functions: Mapping[str, Callable[..., object]]) -> list[str]:
    """Functions whose documented parameters, with their defaults, are not the real ones."""
    faults = []
    for heading in re.findall(r"^### `(.*)`$", text, flags=re.MULTILINE):
        name, opened, _ = heading.partition("(")
        if name in functions:
            bare = [
                each.replace(annotation=inspect.Parameter.empty)
                for each in inspect.signature(functions[name]).parameters.values()
            ]
            real = f"{name}{inspect.Signature(bare)}"
            if not opened or heading != real:
                faults.append(f"{heading}: expected {real}")
    return faults


def test_every_module_declares_exactly_what_it_defines() -> None:
    inside = packages()
    faults = [
        fault
        for name, text in sources().items()
        if name not in NOTHING_TO_DECLARE
        for fault in all_faults(name, text, is_package=name in inside)
    ]
    assert faults == []


def test_the_facade_is_what_is_documented() -> None:
    offered = declared_all((SRC / "turnscope" / "__init__.py").read_text())
    assert offered, "turnscope/__init__.py has no __all__"
    names = [name for name in offered if not name.startswith("__")]
    assert sorted(documented((ROOT / "docs" / "api.md").read_text())) == sorted(names)


def test_documented_signatures_are_real() -> None:
    import turnscope

    functions = {
        name: found
        for name in turnscope.__all__
        if inspect.isfunction(found := getattr(turnscope, name))
    }
    assert len(functions) > 5
    assert signature_faults((ROOT / "docs" / "api.md").read_text(), functions) == []


def test_the_facade_delivers_what_it_offers() -> None:
    import turnscope

    offered = declared_all((SRC / "turnscope" / "__init__.py").read_text()) or []
    assert [name for name in offered if not hasattr(turnscope, name)] == []
    assert set(offered) <= set(dir(turnscope))


def test_every_source_file_is_seen() -> None:
    assert len(sources()) == len(source_files()) > 20


def test_faults_are_found() -> None:
    assert all_faults("m", "def f(): ...") == ["m: has no __all__"]
    assert all_faults("m", "__all__ = []\ndef f(): ...") == ["m: __all__ lacks f"]
    assert all_faults("m", "__all__ = []\nX: int = 1") == ["m: __all__ lacks X"]
    assert all_faults("m", "__all__ = []\nif x:\n    class A: ...") == ["m: __all__ lacks A"]
    assert all_faults("m", "__all__ = ['g']\nfrom x import g") == ["m: __all__ has g"]
    assert all_faults("m", "__all__ = ['f', 'f']\ndef f(): ...") == ["m: __all__ repeats a name"]
    assert all_faults("m", "__all__ = ['f']\ndef f(): ...\ndef _g(): ...") == []


def test_packages_may_offer_what_they_import() -> None:
    assert all_faults("p", '"""Says."""', is_package=True) == []
    assert all_faults("p", "from x import g\n__all__ = ['g']", is_package=True) == []
    assert all_faults("p", "def f(): ...", is_package=True) == ["p: has no __all__"]


def test_documented_names_are_headings() -> None:
    page = "# API\n### `score(gold, predictions)`\n`not_this`\n### `Gold`\n#### `nor_this`\n"
    assert documented(page) == ["score", "Gold"]


def test_signature_faults_are_found() -> None:
    def f(a: int, *, b: str = "x") -> None: ...

    assert signature_faults("### `f(a, *, b='x')`\n", {"f": f}) == []
    for wrong in ("f(a, *, b='y')", "f(a)", "f(b, *, a='x')", "f"):
        assert len(signature_faults(f"### `{wrong}`\n", {"f": f})) == 1
