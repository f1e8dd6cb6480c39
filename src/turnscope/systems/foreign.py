"""Code that is not ours: it may not end the program, nor move it to another folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from turnscope.errors import Ended, Fault, ProtocolError

__all__ = ["foreign_code"]


@contextlib.contextmanager
def foreign_code(where: str) -> Iterator[None]:
    """Around calls of a system: what would end the program is an error of that system.

    ``sys.exit()`` somewhere in a model's library would otherwise end a run in the middle, with
    nothing written and perhaps the exit status of success. A change of the working directory is
    taken back, since files named by the user are found, and written, from where the user stood.

    Args:
        where: who is called, for the message.

    Raises:
        ProtocolError: for SystemExit and whatever else is raised that is neither an Exception,
            nor Ctrl-C, nor an order to end.
    """
    stood = _folder()
    try:
        yield
    except (Exception, KeyboardInterrupt, Ended):
        raise
    except BaseException as error:
        if hasattr(error, "ray_terminate_msg"):
            raise  # Ray tells its worker to end by a SystemExit of its own
        told = f"{type(error).__name__}: {error}".rstrip(": ")
        rule = "a system that goes on, or raises an Exception where it cannot"
        raise ProtocolError(Fault(where, f"tried to end the program ({told})", rule)) from error
    finally:
        if stood is not None and _folder() != stood:
            with contextlib.suppress(OSError):
                os.chdir(stood)


def _folder() -> Path | None:
    try:
        return Path.cwd()
    except OSError:  # it was removed
        return None
