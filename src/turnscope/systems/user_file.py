"""A system from a file of the user's own: ``path/to/file.py:Name``.

``Name`` is a subclass of System, a function that returns a system, or a system. The file is
imported as Python would run it, with its folder first on the path; modules beside it are found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import is_dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System, SystemCard
from turnscope.systems.card_check import card_faults
from turnscope.systems.foreign import foreign_code
from turnscope.systems.parameters import made

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["system_from_file"]

_FORM = "FILE.py:NAME, the name of a System in it"


def system_from_file(path: Path, name: str, parameters: Mapping[str, float | str]) -> System:
    """The system that a file defines.

    Args:
        path: a Python file.
        name: of a System subclass, of a function that returns a system, or of a system.
        parameters: given to the class or function by name.

    Raises:
        ProtocolError: if there is no such file or name, the file or the construction raises
            (with the line where), or what is found is no system or has a card that is none.
    """
    module = _imported(path)
    where = f"{path}:{name}"
    if not name or not hasattr(module, name):
        known = ", ".join(_systems_in(module))
        found = f"has no {name!r}" if name else "no name given"
        hint = f"It has {known}" if known else "It defines no System at all"
        raise ProtocolError(Fault(str(path), found, _FORM, hint))
    system = _made(getattr(module, name), where, path, parameters)
    try:
        with foreign_code(f"{where}: card"):
            card = system.card
    except Exception as error:
        raise ProtocolError(_raised(error, path, f"{where}: card")) from None
    if not isinstance(card, SystemCard):
        found = f"is {_kind(card)}"
        raise ProtocolError(Fault(f"{where}: card", found, "a SystemCard, from a property"))
    if faults := card_faults(card, f"{where}: card"):
        raise ProtocolError(faults)
    return system


def _made(found: object, where: str, path: Path, parameters: Mapping[str, float | str]) -> System:
    if isinstance(found, System):
        if parameters:
            given = ", ".join(parameters)
            raise ProtocolError(Fault(where, f"takes no parameters, got {given}", "a class"))
        return found
    if isinstance(found, type) and not issubclass(found, System):
        hint = "Derive it from turnscope.systems.base.System"
        raise ProtocolError(Fault(where, "is a class, but no System", "a System", hint))
    if not callable(found):
        raise ProtocolError(Fault(where, f"is {_kind(found)}", "a System"))
    if isinstance(found, type) and inspect.isabstract(found):
        lacking = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise ProtocolError(Fault(where, f"does not define {lacking}", "a whole System"))
    try:
        with foreign_code(where):
            if isinstance(found, type) and is_dataclass(found):
                return made(where, found, parameters)
            _check_parameters(found, where, parameters)
            system = found(**parameters)
    except ProtocolError:
        raise
    except Exception as error:
        raise ProtocolError(_raised(error, path, where)) from None
    if not isinstance(system, System):
        raise ProtocolError(Fault(where, f"returned {_kind(system)}", "a System"))
    return system


def _check_parameters(found: object, where: str, parameters: Mapping[str, float | str]) -> None:
    assert callable(found)
    try:
        signature = inspect.signature(found)
    except (TypeError, ValueError):
        return
    try:
        signature.bind(**parameters)
    except TypeError as error:
        known = [
            each.name
            for each in signature.parameters.values()
            if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)
        ]
        rule = f"its parameters: {', '.join(known)}" if known else "no parameters"
        raise ProtocolError(
            Fault(where, str(error), rule, "Set them by --param NAME=VALUE")
        ) from None


def _imported(path: Path) -> ModuleType:
    if not path.exists():
        raise ProtocolError(Fault(str(path), "no such file", _FORM))
    if not path.is_file():
        raise ProtocolError(Fault(str(path), "is a folder", _FORM))
    full = path.resolve()
    # two files of one name are two modules
    mark = hashlib.sha256(str(full).encode("utf-8", "surrogateescape")).hexdigest()[:8]
    module_name = f"turnscope_user_{path.stem}_{mark}"
    spec = importlib.util.spec_from_file_location(module_name, full)
    if spec is None or spec.loader is None:
        raise ProtocolError(Fault(str(path), "is no Python file", _FORM))
    module = importlib.util.module_from_spec(spec)
    with _folder_first(str(full.parent)):
        # dataclasses and pickle look a class's module up by its name
        sys.modules[module_name] = module
        try:
            with foreign_code(str(path)):
                spec.loader.exec_module(module)
        except Exception as error:
            del sys.modules[module_name]
            raise ProtocolError(_raised(error, path, str(path))) from None
    return module


@contextmanager
def _folder_first(folder: str) -> Iterator[None]:
    """First on the path while the file is imported, last after it, for what it imports later."""
    before = list(sys.path)
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        if folder not in before:
            sys.path.append(folder)


def _raised(error: BaseException, path: Path, where: str) -> Fault:
    """An error of the user's code: the last line of their own file that it went through."""
    if isinstance(error, ProtocolError) and isinstance(error.__cause__, BaseException):
        return error.faults[0]  # it would have ended the program
    told = " ".join(traceback.format_exception_only(error)[-1].split())
    line, text = _place(error, path)
    if line is not None:
        where = f"{path}:{line}"
    if text:
        told += f" in `{text}`"
    hint = ""
    if isinstance(error, ModuleNotFoundError) and error.name:
        hint = (
            f"Install {error.name} beside turnscope, or run the model as a process with its own "
            "Python: cmd:"
        )
    return Fault(where, told, hint=hint)


def _place(error: BaseException, path: Path) -> tuple[int | None, str]:
    full = str(path.resolve())
    if isinstance(error, SyntaxError) and error.filename == full:
        return error.lineno, (error.text or "").strip()
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename == full]
    if not frames:
        return None, ""
    return frames[-1].lineno, (frames[-1].line or "").strip()


def _systems_in(module: ModuleType) -> list[str]:
    return [
        name
        for name, found in vars(module).items()
        if (isinstance(found, type) and issubclass(found, System) and found is not System)
        or isinstance(found, System)
    ]


def _kind(value: object) -> str:
    return "nothing" if value is None else f"a {type(value).__name__}"
