"""Code blocks of the documentation: found, run in order, and what they print compared.

    ```python        run; the blocks of one page share their names
    ```console       each line after ``$ `` is a command; what follows it is its output
    ```output        what the ``python`` block before it prints

``...`` in expected output stands for anything. A command without output below it may print what
it likes. A command ends well unless it says ``# exit status 2`` (or another). A block after
``<!-- not run: reason -->`` is not run. Each page runs in a folder of its own, without a network.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

RUN = {"python", "console"}
OUTPUT = "output"
LOOKS_RUN = {"py", "python3", "pycon", "bash", "sh", "shell", "zsh", "shell-session"}
"""Languages that look like code a reader would try, but that are not run."""

_FENCE = re.compile(r"^(`{3,}|~{3,})\s*([\w-]*)")
_EXEMPT = re.compile(r"<!--\s*not run:\s*(\S.*?)\s*-->")
_STATUS = re.compile(r"#\s*exit status (\d+)\s*$")


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, text, the line it begins on, and why it is not run."""

    language: str
    text: str
    line: int
    exempt: str = ""


@dataclass(frozen=True)
class Command:
    """One command of a console block, the output shown below it, its line and exit status."""

    text: str
    expected: str
    line: int
    status: int


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a Markdown page, in order.

    Raises:
        ValueError: if a block is not closed.
    """
    fence, language, first, body, exempt = "", "", 0, list[str](), ""
    for number, line in enumerate(page.splitlines(), 1):
        opened = _FENCE.match(line)
        if fence:
            if line.rstrip() == fence:
                yield Block(language, "\n".join(body), first, exempt)
                fence, exempt = "", ""
            else:
                body.append(line)
        elif opened:
            fence, language, first, body = opened[1], opened[2], number + 1, []
        elif line.strip():
            marker = _EXEMPT.search(line)
            exempt = marker[1] if marker else ""
    if fence:
        raise ValueError(f"line {first - 1}: the block is not closed")


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block; a line that ends in a backslash goes on."""
    lines = block.text.splitlines()
    starts = [k for k, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        last = start
        while lines[last].endswith("\\") and last + 1 < end:
            last += 1
        text = "\n".join([lines[start][2:], *lines[start + 1 : last + 1]])
        status = _STATUS.search(text)
        expected = "\n".join(lines[last + 1 : end]).strip("\n")
        yield Command(text, expected, block.line + start, int(status[1]) if status else 0)


def fits(shown: str, expected: str) -> bool:
    """Whether output is as the page shows it; spaces at line ends and empty ends are ignored."""
    pattern = ".*".join(re.escape(part) for part in _tidy(expected).split("..."))
    return re.fullmatch(pattern, _tidy(shown), flags=re.DOTALL) is not None


def _tidy(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def run_page(page: str, name: str, folder: Path) -> int:
    """Run the blocks of a page in ``folder``; returns how many ran.

    Raises:
        AssertionError: naming page and line, where output or exit status is not as shown.
        Exception: whatever a python block raises.
    """
    namespace: dict[str, object] = {"__name__": "__main__"}
    printed: str | None = None
    n_run = 0
    with contextlib.chdir(folder):
        for block in blocks(page):
            place = f"{name}:{block.line}"
            if block.exempt:
                printed = None
                continue
            assert block.language not in LOOKS_RUN, f"{place}: {block.language} is not run"
            if block.language == OUTPUT:
                assert printed is not None, f"{place}: no python block before this output"
                assert fits(printed, block.text), _difference(place, printed, block.text)
            elif block.language == "python":
                printed = _run_python(block, name, namespace)
            elif block.language == "console":
                _run_console(block, name, folder)
            n_run += block.language in RUN
    return n_run


def _run_python(block: Block, name: str, namespace: dict[str, object]) -> str:
    # empty lines before the code make the line numbers of a traceback those of the page
    code = compile("\n" * (block.line - 1) + block.text, name, "exec")
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown):
        exec(code, namespace)
    return shown.getvalue()


def _run_console(block: Block, name: str, folder: Path) -> None:
    found = list(commands(block))
    assert found, f"{name}:{block.line}: no line begins with `$ `"
    for command in found:
        place = f"{name}:{command.line}: {command.text}"
        done = subprocess.run(
            command.text,
            shell=True,
            cwd=folder,
            env=environment(folder),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert done.returncode == command.status, (
            f"{place}\nexit status {done.returncode}, expected {command.status}\n{done.stdout}"
        )
        if command.expected:
            assert fits(done.stdout, command.expected), _difference(
                place, done.stdout, command.expected
            )


def environment(folder: Path) -> dict[str, str]:
    """The environment of a command: this Python's programs, a home of its own, no colours."""
    return {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / ".cache"),
        "HF_HUB_OFFLINE": "1",
        "NO_COLOR": "1",
        "TERM": "dumb",
        "COLUMNS": "100",
        "LC_ALL": "C.UTF-8",
    }


def _difference(place: str, shown: str, expected: str) -> str:
    return f"{place}\n--- shown on the page\n{_tidy(expected)}\n--- printed\n{_tidy(shown)}"
