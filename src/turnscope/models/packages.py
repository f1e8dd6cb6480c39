"""Optional packages that run models: one clear line where one is missing."""

from __future__ import annotations

from importlib.util import find_spec

from turnscope.errors import Fault, ModelError

__all__ = ["need_package"]


def need_package(module: str, extra: str, *, of: str) -> None:
    """Make sure that a package can be imported, without importing it.

    Args:
        module: the name it is imported by.
        extra: of this project that brings it.
        of: what needs it, for the message.

    Raises:
        ModelError: if it is not installed.
    """
    if find_spec(module) is None:
        raise ModelError(
            Fault(
                of,
                f"{module} is not installed",
                "it to run the model",
                f"pip install 'turnscope[{extra}]'",
            )
        )
