"""Processes that answer, and all the ways in which they do not: each with a real one."""

import os
import select
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from turnscope.errors import ProtocolError
from turnscope.systems.child import Child, arguments

ECHO = "import sys\nfor line in sys.stdin.buffer: sys.stdout.buffer.write(line); sys.stdout.flush()"


def python(code: str) -> list[str]:
    return [sys.executable, "-I", "-S", "-c", textwrap.dedent(code)]


class Started:
    """Children by their code, ended with the test."""

    def __init__(self) -> None:
        self.children: list[Child] = []

    def __call__(self, code: str, *, log: Path | None = None) -> Child:
        self.children.append(Child(python(code), log=log))
        return self.children[-1]


@pytest.fixture
def started() -> Iterator[Started]:
    made = Started()
    yield made
    for each in made.children:
        each.kill()


def is_gone(pid: int) -> bool:
    """Ended and reaped: not our child any more."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True
    return False


class Witness:
    """A fifo that a process holds open: it ends when the process does, whoever reaps it."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "fifo"
        os.mkfifo(self.path)
        self._fd = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def wait_for_start(self) -> None:
        assert select.select([self._fd], [], [], 10)[0]
        assert os.read(self._fd, 1) == b"x"

    def saw_the_end(self) -> bool:
        return bool(select.select([self._fd], [], [], 5)[0]) and os.read(self._fd, 1) == b""

    def sleeper(self) -> str:
        """Code that starts a grandchild which holds the fifo and sleeps."""
        return (
            "import subprocess\n"
            f"subprocess.Popen(['sh', '-c', 'exec 9>{self.path}; printf x >&9; exec sleep 60'])\n"
        )


def test_a_line_is_answered_by_a_line(started: Started) -> None:
    child = started(ECHO)
    assert child.ask(b"one\n", 10, "x") == b"one"
    assert child.ask(b"two\n", 10, "x") == b"two"
    assert child.is_alive


def test_it_ends_with_its_input(started: Started, tmp_path: Path) -> None:
    child = started(ECHO + f"\nopen({str(tmp_path / 'end')!r}, 'w').close()")
    child.ask(b"one\n", 10, "x")
    child.finish()
    assert (tmp_path / "end").exists()
    assert is_gone(child.pid)
    assert not child.is_alive


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("import sys; sys.exit(3)", "ended with exit status 3 when asked chunk 5"),
        ("1 / 0", r"exit status 1 .*Standard error ended: .*\| ZeroDivisionError"),
        ("import os; os.kill(os.getpid(), 11)", r"killed by signal 11 \(Seg"),
        ("input(); print('{\"a', end='', flush=True)", r"in the middle of an answer, '\{\"a',"),
        ("import os, time; os.close(1); time.sleep(9)", "closed its standard output"),
        ("input(); print('a'); print('b', flush=True)", "said 'b.*' after its answer to chunk 5"),
        ("input(); print('a\\n{', end='', flush=True)", "said '{' after its answer"),
        ("input(); print('x' * 2_000_000)", r"answered chunk 5 with \d+ bytes.*at most 1048576"),
        ("input()\nwhile True: print('x' * 9999, end='')", "answered chunk 5 with"),
        ("input()\nwhile True: print('x')", "said|after its answer"),
        ("import time; time.sleep(60)", "no answer to chunk 5 within 0.3 s.*flush.*timeout_s"),
        (
            "import time; input(); print('{', end='', flush=True); time.sleep(60)",
            "no answer but '{', no li",
        ),
        ("import sys, time; print('stuck', file=sys.stderr); time.sleep(60)", "ended: stuck"),
    ],
)
def test_what_does_not_answer_is_ended_and_told(started: Started, code: str, message: str) -> None:
    child = started(code)
    timeout_s = 0.3 if "sleep(60)" in code else 10
    with pytest.raises(ProtocolError, match=message):
        child.ask(b"\n", timeout_s, "chunk 5")
    assert not child.is_alive
    assert is_gone(child.pid)


def test_what_is_said_unasked_is_refused(started: Started, tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    child = started(witness.sleeper() + "print('{}', flush=True); input()")
    witness.wait_for_start()
    time.sleep(0.2)
    with pytest.raises(ProtocolError, match=r"said '\{\}' unasked; expected one message"):
        child.ask(b"\n", 10, "chunk 5")


def test_the_last_answer_of_one_that_ends_counts(started: Started) -> None:
    child = started("input(); print('bye')")
    assert child.ask(b"\n", 10, "x") == b"bye"
    with pytest.raises(ProtocolError, match="ended with exit status 0"):
        child.ask(b"\n", 10, "x")


def test_a_full_pipe_waits_for_a_slow_reader(started: Started) -> None:
    child = started(
        """
        import sys, time
        n = 0
        while n < 1_000_000:
            time.sleep(0.005)
            n += len(sys.stdin.buffer.read(50_000))
        print(n, flush=True)
        """
    )
    assert child.ask(bytes(1_000_000), 30, "x") == b"1000000"


def test_one_that_never_reads_is_told(started: Started) -> None:
    child = started("import time; time.sleep(60)")
    with pytest.raises(ProtocolError, match=r"did not take chunk 5 within 0\.3 s"):
        child.ask(bytes(1_000_000), 0.3, "chunk 5")
    assert is_gone(child.pid)


def test_one_that_closes_its_input_is_told(started: Started) -> None:
    child = started("import os, time; os.close(0); print('x'); time.sleep(60)")
    with pytest.raises(ProtocolError, match="closed its standard input"):
        child.ask(bytes(1_000_000), 10, "x")


def test_a_talkative_one_does_not_block(started: Started) -> None:
    child = started(
        """
        import sys
        for k in range(20_000): print(f"warning {k}" * 10, file=sys.stderr)
        sys.stdin.buffer.read(500_000)
        print("ok", flush=True)
        sys.exit(4)
        """
    )
    assert child.ask(bytes(500_000), 30, "x") == b"ok"
    with pytest.raises(ProtocolError, match=r"exit status 4.*warning 19998.* \| warning 19999"):
        child.ask(b"\n", 10, "x")


def test_standard_error_goes_to_the_log(started: Started, tmp_path: Path) -> None:
    log = tmp_path / "log"
    child = started("import sys; print('hello', file=sys.stderr)\n" + ECHO, log=log)
    child.ask(b"a\n", 10, "x")
    child.finish()
    assert log.read_text() == "hello\n"


def test_a_hang_is_ended_with_its_children(started: Started, tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    child = started(witness.sleeper() + "import time; time.sleep(60)")
    witness.wait_for_start()
    with pytest.raises(ProtocolError, match="no answer"):
        child.ask(b"\n", 0.1, "x")
    assert witness.saw_the_end()


def test_a_crash_is_seen_though_children_hold_the_pipes(started: Started, tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    child = started(witness.sleeper() + "import sys; sys.exit(5)")
    witness.wait_for_start()
    with pytest.raises(ProtocolError, match="exit status 5"):
        child.ask(b"\n", 20, "x")
    assert witness.saw_the_end()


def test_children_do_not_outlive_an_orderly_end(started: Started, tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    child = started(witness.sleeper() + ECHO)
    witness.wait_for_start()
    child.finish()
    assert witness.saw_the_end()


def test_ctrl_c_ends_it_with_its_children(started: Started, tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    child = started(witness.sleeper() + "import time; time.sleep(60)")
    witness.wait_for_start()
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        child.ask(b"\n", 20, "x")
    timer.join()
    assert is_gone(child.pid)
    assert witness.saw_the_end()


def test_a_terminal_does_not_interrupt_it(started: Started) -> None:
    assert os.getpgid(started(ECHO).pid) != os.getpgid(0)


def test_what_is_forgotten_ends() -> None:
    child = Child(python(ECHO))
    pid = child.pid
    del child
    assert is_gone(pid)


def test_it_ends_with_the_program(tmp_path: Path) -> None:
    witness = Witness(tmp_path)
    code = (
        f"from turnscope.systems.child import Child; c = Child({python(witness.sleeper() + ECHO)})"
    )
    end = "\nimport time; time.sleep(0.3)"
    subprocess.run([sys.executable, "-c", code + end], check=True)
    witness.wait_for_start()
    assert witness.saw_the_end()


def test_a_fork_leaves_it_alone(started: Started, monkeypatch: pytest.MonkeyPatch) -> None:
    child = started(ECHO)
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        assert not child.is_alive
        child.kill()
    os.kill(child.pid, 0)
    assert os.waitpid(child.pid, 0)[0] == child.pid  # its input ended with our only copy


def test_missing_and_forbidden_programs_are_told(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="no program 'no-such-program'"):
        Child(["no-such-program", "1"])
    (tmp_path / "plain").write_text("x")
    with pytest.raises(ProtocolError, match="may not be run"):
        Child([str(tmp_path / "plain")])
    (tmp_path / "script").write_text("neither binary nor with a first line")
    (tmp_path / "script").chmod(0o755)
    with pytest.raises(ProtocolError, match="cannot be started"):
        Child([str(tmp_path / "script")])


def test_a_log_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match="cannot be written"):
        Child(python(ECHO), log=tmp_path / "no" / "log")


def test_elsewhere_than_on_posix_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "name", "nt")
    with pytest.raises(ProtocolError, match="Linux or macOS"):
        Child(python(ECHO))


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("python model.py --x 1", ["python", "model.py", "--x", "1"]),
        ("'my model' \"a b\"  c", ["my model", "a b", "c"]),
        ("sh -c 'a | b'", ["sh", "-c", "a | b"]),
        ("echo $HOME *", ["echo", "$HOME", "*"]),
    ],
)
def test_commands_are_split_and_nothing_is_expanded(command: str, words: list[str]) -> None:
    assert arguments(command) == words


@pytest.mark.parametrize("command", ["", "  ", "'open", '"'])
def test_what_is_no_command_is_refused(command: str) -> None:
    with pytest.raises(ProtocolError, match=r"cmd: .*; expected"):
        arguments(command)
