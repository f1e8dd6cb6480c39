"""Pipecat's classes by path, and settings in the form they take them."""

from __future__ import annotations

import contextlib
import importlib
import inspect
import sys
import types
from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from turnscope.errors import Fault, ProtocolError

__all__ = ["arguments_of", "found_class"]

_EXAMPLE = "pipecat.audio.turn.smart_turn.local_smart_turn_v3:LocalSmartTurnAnalyzerV3"
_INSTALL = (
    "pip install --no-deps pipecat-ai==1.14.0 and pip install loguru loudness onnxruntime pydantic"
    + (" wait_for2" if sys.version_info < (3, 12) else "")
    + ", or pipecat-ai with all it depends on"
)


def found_class(path: str, base_path: str) -> type[Any]:
    """The class at ``module:Class``, which must derive from that at ``base_path``."""
    module_name, colon, name = path.partition(":")
    if not (module_name and colon and name):
        form = "package.module:Class"
        raise ProtocolError(Fault("pipecat", repr(path), form, f"For example {_EXAMPLE}"))
    base_module, _, base_name = base_path.partition(":")
    base = _imported(base_module, base_name, path)
    found = _imported(module_name, name, path)
    if not (isinstance(found, type) and issubclass(found, base)):
        raise ProtocolError(Fault(f"pipecat: {path}", f"is no {base.__name__}", "one"))
    if inspect.isabstract(found):
        lacking = ", ".join(sorted(getattr(found, "__abstractmethods__", ())))
        raise ProtocolError(Fault(f"pipecat: {path}", f"does not define {lacking}", "all of it"))
    return found


def _imported(module_name: str, name: str, path: str) -> type[Any]:
    where = f"pipecat: {path}"
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or module_name
        own = module_name == missing or module_name.startswith(f"{missing}.")
        hint = "" if own and sys.modules.get("pipecat") else _INSTALL
        raise ProtocolError(Fault(where, f"no module {missing!r}", "it installed", hint)) from None
    except Exception as error:
        told = f"importing {module_name} failed: {type(error).__name__}: {error}"
        raise ProtocolError(Fault(where, told, "a module that imports")) from None
    if not hasattr(module, name):
        raise ProtocolError(Fault(where, f"{module_name} has no {name!r}", "a class in it"))
    found: type[Any] = getattr(module, name)
    return found


def arguments_of(
    found: type[Any], path: str, given: Mapping[str, float | str], prefix: str = ""
) -> dict[str, object]:
    """Settings as what the class is constructed with: its params' fields go into its params."""
    known, params_type = _accepted(found)
    fields = set(getattr(params_type, "model_fields", {}))
    where = f"pipecat: {path}"
    if unknown := sorted(set(given) - known - fields):
        rule = ", ".join(sorted(f"{prefix}{name}" for name in known | fields))
        named = ", ".join(f"{prefix}{name}" for name in unknown)
        raise ProtocolError(Fault(where, f"takes no {named}", f"one of {rule}"))
    arguments: dict[str, object] = {name: given[name] for name in given if name not in fields}
    if chosen := {name: given[name] for name in given if name in fields}:
        try:
            arguments["params"] = params_type(**chosen)
        except ValueError as error:
            told = " ".join(str(error).split())
            raise ProtocolError(Fault(where, told, "values of the right kind")) from None
    return arguments


def _accepted(found: type[Any]) -> tuple[set[str], Any]:
    """The names a class is constructed with, but for rate and params, and the params' type."""
    known: set[str] = set()
    params_type: Any = None
    for each in found.__mro__:
        init = vars(each).get("__init__")
        if not isinstance(init, types.FunctionType):
            continue
        accepted = list(inspect.signature(init).parameters.values())[1:]
        passed_on = any(a.kind is a.VAR_KEYWORD for a in accepted)
        known |= {a.name for a in accepted if a.kind in (a.KEYWORD_ONLY, a.POSITIONAL_OR_KEYWORD)}
        if params_type is None and "params" in init.__annotations__:
            with contextlib.suppress(NameError, TypeError):
                hint = get_type_hints(init)["params"]
                params_type = next(
                    (kind for kind in [hint, *get_args(hint)] if hasattr(kind, "model_fields")),
                    None,
                )
        if not passed_on:
            break
    return known - {"params", "sample_rate"}, params_type
