"""A process of its own: asked with bytes, it answers a line; killed with its children if not.

Nothing here waits for ever. What is written and what is read go side by side, so neither a full
pipe nor a talkative standard error can stop both. The process leads a group of its own: a
terminal's Ctrl-C reaches turnscope alone, which then ends the whole group.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, NoReturn

from turnscope.errors import Fault, ProtocolError

__all__ = ["Child", "arguments"]

_LONGEST_LINE = 1 << 20
_TAIL_LINES = 8
_TAIL_WIDTH = 500
_READ = 1 << 16
_SLICE_S = 0.2
"""How often a silent process is looked after: its children may hold its pipes open."""
_LAST_WORDS_S = 1.0
_GRACE_S = 3.0
"""How long a process may take to end once its input has."""
_FORGOTTEN_S = 0.5
"""The same, of one that nobody refers to any more, or at the end of the program."""


def arguments(command: str) -> list[str]:
    """A command line's words, as a POSIX shell would split them; nothing is expanded.

    Raises:
        ProtocolError: if there are none, or a quote is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        found = f"{command!r} cannot be split: {str(error).lower()}"
        raise ProtocolError(Fault("cmd", found, "a command with its arguments")) from None
    if not words:
        raise ProtocolError(Fault("cmd", "no command", 'one, as in "cmd: python my_model.py"'))
    return words


class Child:
    """A running process; whatever goes wrong ends it and is raised as ProtocolError."""

    def __init__(self, words: Sequence[str], *, log: Path | None = None) -> None:
        command = shlex.join(words)
        self.where = f"cmd: {command if len(command) <= 80 else command[:77] + '...'}"
        if os.name != "posix":
            raise ProtocolError(Fault(self.where, f"run on {os.name}", "Linux or macOS"))
        self._log = self._opened(log)
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            if self._log is not None:
                self._log.close()
            raise ProtocolError(self._not_started(words[0], error)) from None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._stdin = stdin
        self._selector = selectors.DefaultSelector()
        for pipe in (stdin, stdout, stderr):
            os.set_blocking(pipe.fileno(), False)
        self._open = {"stdout": stdout, "stderr": stderr}
        for name, pipe in self._open.items():
            self._selector.register(pipe, selectors.EVENT_READ, name)
        self._said = bytearray()
        self._tail: deque[bytes] = deque(maxlen=_TAIL_LINES)
        self._cut = bytearray()
        self._held = [each for each in (self._log, self._selector) if each is not None]
        self._owner = os.getpid()
        self._end = weakref.finalize(self, _end, self._process, self._owner, self._held)

    @property
    def pid(self) -> int:
        """Its process id, which is that of its group too."""
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it can be asked: not in a fork of the process that started it."""
        return self._end.alive and self._owner == os.getpid()

    def ask(self, message: bytes, timeout_s: float, what: str) -> bytes:
        """Send a message and take the one line that answers it.

        Args:
            message: bytes to write.
            timeout_s: seconds in which all must be taken and answered.
            what: what is asked, for messages.

        Raises:
            ProtocolError: if it ends, hangs, has said something unasked, or says too much.
        """
        try:
            return self._exchange(memoryview(message), timeout_s, what)
        except BaseException:
            # Ctrl-C too: what is half said cannot be taken up again
            self.kill()
            raise

    def finish(self) -> None:
        """End its input and give it a few seconds to end by itself."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        deadline = time.monotonic() + _GRACE_S
        with contextlib.suppress(KeyboardInterrupt):
            while self._process.poll() is None and time.monotonic() < deadline:
                self._read(0.02)
            self._read(0.0)
        self.kill()

    def kill(self) -> None:
        """End it and its children at once, and leave no zombie."""
        if self._end.detach() is not None:
            _end(self._process, self._owner, self._held, grace_s=0.0)

    def _exchange(self, todo: memoryview, timeout_s: float, what: str) -> bytes:
        deadline = time.monotonic() + timeout_s
        self._read(0.0)
        if self._said:
            self._fail(f"said {_shown(self._said)} unasked", "one message, one answer")
        while True:
            todo = self._write(todo, what)
            if not todo and (line := self._line(what)) is not None:
                return line
            if len(self._said) > _LONGEST_LINE:
                self._too_long(what)
            left_s = deadline - time.monotonic()
            if left_s <= 0:
                self._hung(what, timeout_s, taken=not todo)
            if "stdout" not in self._open or self._process.poll() is not None:
                status = self._last_words()
                if not todo and (line := self._line(what)) is not None:
                    return line
                self._ended(what, status)
            self._read(min(left_s, _SLICE_S), writing=bool(todo))

    def _line(self, what: str) -> bytes | None:
        """The answer, once it is whole."""
        line, end, rest = self._said.partition(b"\n")
        if not end:
            return None
        if rest:
            found = f"said {_shown(rest)} after its answer to {what}"
            self._fail(found, "one message, one answer")
        if len(line) > _LONGEST_LINE:
            self._too_long(what)
        self._said.clear()
        return bytes(line)

    def _write(self, todo: memoryview, what: str) -> memoryview:
        while todo:
            try:
                todo = todo[os.write(self._stdin.fileno(), todo) :]
            except BlockingIOError:
                break
            except BrokenPipeError:
                self._ended(what, self._last_words(), closed="its standard input")
        return todo

    def _read(self, wait_s: float, *, writing: bool = False) -> bool:
        """Take what it says, on both outputs, waiting until there is something to do.

        Returns whether there was.
        """
        if writing:
            self._selector.register(self._stdin, selectors.EVENT_WRITE, "stdin")
        try:
            ready = [key.data for key, _ in self._selector.select(wait_s)]
        finally:
            if writing:
                self._selector.unregister(self._stdin)
        for name in ready:
            if name == "stdin":
                continue
            said = os.read(self._open[name].fileno(), _READ)
            if not said:
                self._selector.unregister(self._open.pop(name))
            elif name == "stdout":
                self._said += said
            else:
                self._keep(said)
        return bool(ready)

    def _keep(self, said: bytes) -> None:
        if self._log is not None:
            self._log.write(said)
        *lines, rest = (bytes(self._cut) + said).split(b"\n")
        self._tail.extend(line[:_TAIL_WIDTH] for line in lines if line.strip())
        self._cut = bytearray(rest[:_TAIL_WIDTH])

    def _last_words(self) -> int | None:
        """Read what is left of a process that ends; its exit status, None if it goes on."""
        deadline = time.monotonic() + _LAST_WORDS_S
        while time.monotonic() < deadline:
            # Its pipes close before it has quite ended; its children may hold them for longer.
            has_ended = self._process.poll() is not None
            if not self._open:
                if has_ended:
                    break
                time.sleep(0.005)
            elif not self._read(0.0 if has_ended else 0.02) and has_ended:
                break
        return self._process.poll()

    def _ended(
        self, what: str, status: int | None, *, closed: str = "its standard output"
    ) -> NoReturn:
        if status is None:
            how = f"closed {closed}"
        elif status < 0:
            how = f"was killed by signal {-status} ({signal.strsignal(-status)})"
        else:
            how = f"ended with exit status {status}"
        half = f" in the middle of an answer, {_shown(self._said)}," if self._said else ""
        self._fail(f"{how}{half} when asked {what}", "an answer")

    def _hung(self, what: str, timeout_s: float, *, taken: bool) -> NoReturn:
        if not taken:
            found = f"did not take {what} within {timeout_s:g} s"
            self._fail(found, "a program that reads its standard input", slow=True)
        half = f" but {_shown(self._said)}, no line," if self._said else ""
        found = f"no answer{half} to {what} within {timeout_s:g} s"
        self._fail(found, "a line, flushed at once", slow=True)

    def _too_long(self, what: str) -> NoReturn:
        found = f"answered {what} with {len(self._said)} bytes and more: {_shown(self._said)}"
        self._fail(found, f"a line of at most {_LONGEST_LINE} bytes")

    def _fail(self, found: str, expected: str, *, slow: bool = False) -> NoReturn:
        hint = "Does it flush after each line? If it is slow, raise timeout_s." if slow else ""
        tail = [*self._tail, bytes(self._cut)]
        lines = [line.decode("utf-8", "replace").rstrip() for line in tail if line.strip(b" ^~")]
        if lines:
            hint += f"{' ' if hint else ''}Standard error ended: {' | '.join(lines)}"
        raise ProtocolError(Fault(self.where, found, expected, hint))

    def _opened(self, log: Path | None) -> BinaryIO | None:
        try:
            return None if log is None else log.open("ab", buffering=0)
        except OSError as error:
            found = f"cannot be written: {error.strerror}"
            raise ProtocolError(Fault(f"log {log}", found, "a file")) from None

    def _not_started(self, program: str, error: OSError | ValueError) -> Fault:
        if isinstance(error, FileNotFoundError):
            found, rule = f"no program {program!r}", "one that is on PATH, or a path to it"
        elif isinstance(error, PermissionError):
            found, rule = f"{program!r} may not be run", "a program marked as executable"
        else:
            found, rule = f"cannot be started: {error}", "a program"
        return Fault(self.where, found, rule)


def _end(
    process: subprocess.Popen[bytes],
    owner: int,
    held: Sequence[BinaryIO | selectors.BaseSelector],
    grace_s: float = _FORGOTTEN_S,
) -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()
    # A fork of the owner has copies of the pipes, but the process is not its own to end.
    if os.getpid() == owner:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(grace_s)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.kill()
        process.wait()
    else:
        process.returncode = 0  # lest this copy of the object complains that it goes on
    for pipe in (process.stdout, process.stderr, *held):
        if pipe is not None:
            with contextlib.suppress(OSError):
                pipe.close()


def _shown(said: bytes | bytearray) -> str:
    text = said[:300].decode("utf-8", "replace").strip()
    return repr(text if len(text) <= 80 else text[:77] + "...")
