"""Which module imports which, read from the source, and the rules of direction and purity."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from tests.architecture.house import PACKAGE, Sources

ORDER = (
    "errors",
    "version",
    "core",
    "stats",
    "files",
    "corpus.formats",
    "corpus",
    "corpus.sources",
    "corpus.load",
    "gold",
    "scoring",
    "models",
    "systems",
    "simulate",
    "echo",
    "live",
    "train",
    "analysis",
    "report",
    "study",
    "web",
    "cli",
    "__main__",
)
"""The house from the top: an import points up this list or stays in its room, never down.

The longest name that fits counts, so ``corpus`` here is all of that room that is not named
apart. The package's own facade, ``turnscope/__init__.py``, stands below everything.
"""

AFTER_SOURCES = ("corpus.load", "corpus.split", "corpus.check", "corpus.convert")
"""Modules of the corpus room that work on whole corpora: they stand where ``corpus.load`` does."""

PURE = ("core", "stats", "corpus.formats", "gold", "scoring", "analysis")
"""Rooms without file, clock, network, process, unseeded chance or global state."""

IMPURE_MODULES = frozenset(
    {"os", "sys", "glob", "shutil", "tempfile", "fileinput", "mmap", "getpass", "platform"}
    | {"time", "datetime", "random", "secrets", "uuid", "signal", "logging"}
    | {"socket", "socketserver", "select", "ssl", "http", "urllib", "ftplib", "smtplib"}
    | {"subprocess", "threading", "multiprocessing", "concurrent", "asyncio", "webbrowser"}
    | {"requests", "httpx", "fsspec", "huggingface_hub", "platformdirs", "soundfile"}
)
ALLOWED_PARTS = {"urllib": {"urllib.parse"}, "pathlib": {"PurePath", "PurePosixPath"}}
IMPURE_CALLS = frozenset({"open", "print", "input", "exec", "eval", "breakpoint"})
IMPURE_NUMPY = frozenset(
    {"random", "load", "save", "savez", "savez_compressed", "loadtxt", "savetxt", "genfromtxt"}
    | {"fromfile", "tofile", "memmap", "seterr", "set_printoptions", "setbufsize"}
)

BLIND = "systems"
"""The room that must never see what its systems are scored against."""

HIDDEN = (
    "gold",
    "scoring",
    "files",
    "core.gold",
    "core.outcomes",
    "core.tracks",
    "core.conversation",
    "corpus",
)
SEEN = ("corpus.audio", "corpus.meter.CLIP_LEVEL", "core.conversation.SPEAKERS")
"""Of what is hidden from systems, what they may see after all: sound, and who there is."""


@dataclass(frozen=True)
class Import:
    """One import statement's target, as a full dotted name, and where it stands."""

    target: str
    line: int


def imports_of(name: str, text: str, *, is_package: bool = False) -> Iterator[Import]:
    """Every name imported anywhere in a module, also inside functions and for type checking."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                here = name.split(".")
                keep = len(here) - node.level + (1 if is_package else 0)
                base = ".".join([*here[:keep], *([base] if base else [])])
            for alias in node.names:
                yield Import(f"{base}.{alias.name}", node.lineno)


def edges(sources: Sources, packages: Collection[str] = ()) -> dict[str, dict[str, int]]:
    """Module -> the modules of this project that it imports -> line of the first import."""
    graph: dict[str, dict[str, int]] = {name: {} for name in sources}
    for name, text in sources.items():
        for found in imports_of(name, text, is_package=name in packages):
            target = found.target
            while target and target not in sources:
                target = target.rpartition(".")[0]
            if target and target != name:
                graph[name].setdefault(target, found.line)
    return graph


def place(name: str) -> int | None:
    """Position of a module in the house, None if its room is not in :data:`ORDER`."""
    if name == PACKAGE:
        return len(ORDER)
    inner = name.removeprefix(f"{PACKAGE}.")
    if inner in AFTER_SOURCES:
        return ORDER.index("corpus.load")
    parts = inner.split(".")
    for n in range(len(parts), 0, -1):
        room = ".".join(parts[:n])
        if room in ORDER:
            return ORDER.index(room)
    return None


def direction_faults(sources: Sources, packages: Collection[str] = ()) -> list[str]:
    """Modules without a place in the house, and imports that point down."""
    faults = [f"{name}: has no place in ORDER" for name in sources if place(name) is None]
    for name, targets in edges(sources, packages).items():
        for target, line in targets.items():
            here, there = place(name), place(target)
            if here is not None and there is not None and there > here:
                faults.append(f"{name}:{line}: imports {target}, which stands below it")
    return faults


def cycles(sources: Sources, packages: Collection[str] = ()) -> list[list[str]]:
    """Groups of modules that import one another, directly or by way of others."""
    graph = edges(sources, packages)

    def reachable(start: str) -> set[str]:
        seen: set[str] = set()
        waiting = [start]
        while waiting:
            for target in graph[waiting.pop()]:
                if target not in seen:
                    seen.add(target)
                    waiting.append(target)
        return seen

    reach = {name: reachable(name) for name in graph}
    groups = {
        frozenset(other for other in reach[name] if name in reach[other])
        for name in graph
        if name in reach[name]
    }
    return sorted(sorted(group) for group in groups)


def is_in(name: str, rooms: Collection[str]) -> bool:
    """Whether a module is one of these rooms or modules, or lies within one."""
    inner = name.removeprefix(f"{PACKAGE}.")
    return any(inner == room or inner.startswith(f"{room}.") for room in rooms)


def purity_faults(sources: Sources) -> list[str]:
    """What the pure rooms do or import that reaches outside their arguments."""
    faults = []
    for name, text in sources.items():
        if not is_in(name, PURE):
            continue
        for found in imports_of(name, text):
            if _is_impure(found.target):
                faults.append(f"{name}:{found.line}: imports {found.target}")
        tree = ast.parse(text)
        seeded = _seeded(tree)
        for node in ast.walk(tree):
            what = "" if node in seeded else _impure_act(node)
            if what:
                faults.append(f"{name}:{getattr(node, 'lineno', 0)}: {what}")
    return faults


def _is_impure(target: str) -> bool:
    top, _, rest = target.partition(".")
    if top == "pathlib":
        return rest not in ALLOWED_PARTS["pathlib"]
    if any(target == part or target.startswith(f"{part}.") for part in ALLOWED_PARTS.get(top, ())):
        return False
    return top in IMPURE_MODULES or (top == "numpy" and rest.split(".")[0] in IMPURE_NUMPY)


def _seeded(tree: ast.AST) -> set[ast.AST]:
    """The ``np.random`` of generators that are given a seed, or are only named as a type.

    Such chance is a function of its arguments; a generator without a seed is not.
    """
    found: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args and _is_of_random(node.func, "default_rng"):
            found.update(ast.walk(node.func))
        elif _is_of_random(node, "Generator"):
            found.update(ast.walk(node))
    return found


def _is_of_random(node: ast.AST, name: str) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == name
        and isinstance(node.value, ast.Attribute)
        and node.value.attr == "random"
    )


def _impure_act(node: ast.AST) -> str:
    if isinstance(node, ast.Global):
        return f"global {', '.join(node.names)}"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return f"calls {node.func.id}()" if node.func.id in IMPURE_CALLS else ""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        full = f"{node.value.id}.{node.attr}"
        return f"uses {full}" if node.value.id == "np" and node.attr in IMPURE_NUMPY else ""
    return ""


def blindness_faults(sources: Sources, packages: Collection[str] = ()) -> list[str]:
    """Systems that import gold, annotations or anything that reads them."""
    return [
        f"{name}:{found.line}: a system imports {found.target}"
        for name, text in sources.items()
        if is_in(name, [BLIND])
        for found in imports_of(name, text, is_package=name in packages)
        if is_in(found.target, HIDDEN) and not is_in(found.target, SEEN)
    ]
