"""Systems in processes of their own: what they hear, say and do wrong; the examples."""

import gc
import os
import pickle
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.architecture.house import ROOT
from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ProtocolError
from turnscope.systems.base import NOTHING, Audio, Said
from turnscope.systems.process import ProcessSystem, process_system
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import Heard, hear

EOT, INT = Task.EOT, Task.INTERRUPTION

PROGRAM = """
import array, json, os, sys, time
card = {{"turnscope": 1, "name": "x", "version": "1", "tasks": ["eot", "int"], "chunk_s": 0.1,
         "score_rate_hz": 10, "parameters": {{}}}}
say = lambda answer: print(json.dumps(answer), flush=True)
{first}
k = 0
for line in sys.stdin.buffer:
    message = json.loads(line)
    if message["type"] == "hello":
        card["parameters"] |= message["parameters"]
        say(card)
        continue
    if message["type"] == "open":
        k, opened = 0, message
        say({{"ready": True}})
        continue
    n = message["samples"]
    x = array.array("f", sys.stdin.buffer.read(4 * n * opened["channels"]))
    if message["type"] == "close":
        say({{"done": True}})
        continue
    k += 1
{then}
"""

Program = Callable[..., ProcessSystem]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    """Systems by what their program does first, and with the chunk ``x``, the ``k``-th."""
    systems: list[ProcessSystem] = []

    def made(then: str = "say({})", first: str = "", **parameters: float | str) -> ProcessSystem:
        path = tmp_path / f"program_{len(systems)}.py"
        body = textwrap.indent(textwrap.dedent(then), "    ")
        path.write_text(PROGRAM.format(first=textwrap.dedent(first), then=body))
        systems.append(process_system(f"{sys.executable} -I -S {path}", parameters))
        return systems[-1]

    yield made
    for each in systems:
        each.close()


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """Samples that tell where they are: k / 8000 on speaker 1, its negative on speaker 2."""
    rise = np.arange(8040, dtype=np.float32) / 8192
    soundfile.write(tmp_path / "c.wav", np.stack([rise, -rise], 1), 8000, subtype="FLOAT")
    return Recording.of_stereo("c", tmp_path / "c.wav")


def test_a_process_hears_what_a_system_hears(program: Program, recording: Recording) -> None:
    heard = hear(program('say({"scores": {"eot": abs(x[0])}})'), recording)
    toy = Toy(lambda _, audio: Said(scores={EOT: [abs(float(audio[0]))]}), score_rate_hz=10.0)
    expected = hear(toy, recording)
    for one, other in zip(heard.scores[EOT], expected.scores[EOT], strict=True):
        assert one.tolist() == other.tolist()
        assert len(set(one.tolist())) > 5


def test_both_channels_come_interleaved(program: Program, recording: Recording) -> None:
    system = program(
        'say({"scores": {"eot": x[0] * (x[1] == -x[0]) if x[0] > 0 else -x[0] * (x[0] < 0)}})',
        'card["hears"] = "both"',
    )
    assert system.card.hears == "both"
    first, second = hear(system, recording).scores[EOT]
    assert first.tolist() == second.tolist()
    assert first[-1] == np.float32(7200 / 8192)


def test_the_rate_and_chunk_of_a_session_are_told(program: Program, recording: Recording) -> None:
    card = 'card |= {"sample_rate_hz": 16000, "chunk_s": 0.05, "score_rate_hz": None}'
    right = "[16000, 1, 800, 800]"
    then = """
    got = [opened["rate_hz"], opened["channels"], opened["chunk_samples"], len(x)]
    """
    system = program(
        then + f'say({{"commits": ["eot"] if got == {right} and k % 5 == 0 else []}})', card
    )
    assert len(hear(system, recording).commits[1][EOT]) == 4


def test_what_is_said_is_stamped_with_the_audio_heard(
    program: Program, recording: Recording
) -> None:
    heard = hear(program('say({"commits": ["int"], "chunk": k} if k in (3, 7) else {})'), recording)
    assert heard.commits[1] == {EOT: [], INT: [3 * 0.1, 7 * 0.1]}


def test_what_is_said_at_the_end_counts(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "end.py"
    done = 'say({"done": True, "commits": ["eot"], "scores": {"int": n / 100}})'
    text = PROGRAM.format(first="", then="    say({})").replace('say({"done": True})', done)
    path.write_text(text)
    system = process_system(f"{sys.executable} -I -S {path}", {})
    heard = hear(system, recording)
    system.close()
    assert heard.commits[2][EOT] == [8040 / 8000]
    assert heard.scores[INT][0].tolist() == [0.0] * 10


def test_parameters_reach_the_process_and_its_card(program: Program) -> None:
    system = program(theta=0.5, mode="fast", timeout_s=10)
    assert system.card.parameters == {"theta": 0.5, "mode": "fast"}


def test_one_process_serves_all_sessions(program: Program, recording: Recording) -> None:
    system = program('say({"commits": ["eot"] if k == 1 else []})')
    assert system.pid is None
    first = hear(system, recording)
    pid = system.pid
    assert hear(system, recording).commits == first.commits
    assert system.pid == pid is not None


def test_a_process_for_each_session_on_request(program: Program, recording: Recording) -> None:
    counts = (
        'n_opened = 0\nsay_ = say\ndef say(a):\n    globals()["n_opened"] += "ready" in a; say_(a)'
    )
    then = 'say({"commits": ["eot"] * (n_opened > 1)})'
    assert hear(program(then, counts), recording).commits[2][EOT] != []
    assert hear(program(then, counts, restart="session"), recording).commits[2][EOT] == []


BROKEN = {
    "crash": ("if k == 3: 1 / 0\nsay({})", "exit status 1 when asked chunk 3.*ZeroDivisionError"),
    "garbage": ("print('hm', flush=True)", "answer to chunk 1: 'hm'; expected a line of JSON"),
    "NaN": ('say({"scores": {"eot": float("nan")}})', "NaN in"),
    "range": ('say({"scores": {"eot": 1.01}})', "numbers from 0 to 1"),
    "future": ('say({"chunk": k + 1})', "'2'; expected 1, the one that was asked"),
    "past": ('say({"chunk": max(1, k - 1)})', "chunk 2: .*'1'; expected 2"),
    "time": ('say({"eot_s": 1.25})', "has 'eot_s'"),
    "two at once": ("print('{}\\n{}', flush=True)", "said '{}' after its answer to chunk 1"),
    "one too many, late": (
        "say({})\nif k == 10: time.sleep(.05); say({})",
        r"unasked|after its answer|to the end: '\{\}'; expected .*too many",
    ),
    "one too few": ("if k != 4: say({})", "no answer to chunk 4 within 0.4 s"),
    "one too few, found at the end": (
        "if k != 4: say({})\nif k == 4: say({}); say({})",
        # Which of the three depends on when its second answer arrives.
        r"said|unasked|to the end: '\{\}'; expected .*too many",
    ),
    "hang": ("time.sleep(60)", "no answer to chunk 1 within 0.4 s"),
    "half": ("print('{', end='', flush=True); sys.exit()", "in the middle of an answer"),
    "silent end": ("sys.exit(0)", "ended with exit status 0 when asked chunk 1"),
    "closes": ("os.close(1); time.sleep(9)", "closed its standard output"),
    "does not read": ("say({})\ntime.sleep(60)", "no answer to chunk 2|did not take chunk 2"),
    "done early": ('say({"done": True})', "expected an answer to audio"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_process_is_told_and_ended(
    name: str, program: Program, recording: Recording
) -> None:
    then, message = BROKEN[name]
    system = program(then, timeout_s=0.4 if "0.4" in message or "chunk 2|" in message else 20)
    _ = system.card
    pid = system.pid
    with pytest.raises(ProtocolError, match=message):
        hear(system, recording)
    assert system.pid is None
    assert pid is not None
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        ("print('Loading...', flush=True)", "its card: 'Loading...'; .*standard error|said"),
        ("sys.exit('no weights')", "exit status 1 when asked hello; .*ended: no weights"),
        ("time.sleep(60)", r"no answer to hello within 0\.4 s"),
        ('card["chunk_s"] = -1', "chunk_s: -1"),
        ('del card["name"]', "name: nothing"),
        ("import no_such_model", "ModuleNotFoundError: No module named 'no_such_model'"),
    ],
)
def test_a_process_that_does_not_start_is_told(program: Program, first: str, message: str) -> None:
    system = program(first=first, start_timeout_s=0.4 if "sleep" in first else 20)
    with pytest.raises(ProtocolError, match=message):
        _ = system.card
    assert system.pid is None


def test_a_session_must_be_ready(tmp_path: Path) -> None:
    path = tmp_path / "unready.py"
    path.write_text(PROGRAM.format(first="", then="    say({})").replace('{"ready": True}', "{}"))
    system = process_system(f"{sys.executable} -I -S {path}", {})
    with pytest.raises(ProtocolError, match=r"'\{\}'; expected \{\"ready\": true\}"):
        system.open(8000)
    assert system.pid is None


def test_after_a_crash_the_next_session_starts_anew(
    program: Program, recording: Recording, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    system = program(
        f"if not os.path.exists({str(mark)!r}): open({str(mark)!r}, 'w'); 1 / 0\nsay({{}})"
    )
    with pytest.raises(ProtocolError, match="ZeroDivisionError"):
        hear(system, recording)
    assert hear(system, recording).commits[1] == {EOT: [], INT: []}


def test_another_card_after_a_restart_is_refused(program: Program) -> None:
    system = program(first='card["version"] = str(os.getpid())')
    _ = system.card
    system.close()
    with pytest.raises(ProtocolError, match="declares another card than before"):
        system.open(8000)


def test_a_session_left_open_is_closed_and_over(program: Program) -> None:
    system = program('say({"commits": ["eot"] if k == 1 else []})')
    silence = np.zeros(800, np.float32)
    first = system.open(8000)
    pid = system.pid
    assert first.feed(silence).commits == [EOT]
    second = system.open(8000)
    assert second.feed(silence).commits == [EOT]
    assert second.feed(silence).commits == []
    assert system.pid == pid
    with pytest.raises(ProtocolError, match="a session that is over"):
        first.feed(silence)
    assert second.close(silence[:5]).commits == []


def test_a_pickled_system_has_a_process_of_its_own(program: Program) -> None:
    system = program(theta=0.5)
    card, pid = system.card, system.pid
    copy = pickle.loads(pickle.dumps(system))
    assert copy.pid is None
    assert copy.card == card
    assert copy.pid not in (None, pid)
    copy.close()
    assert system.pid == pid


def test_a_forgotten_system_leaves_no_process(program: Program, tmp_path: Path) -> None:
    program()
    system = process_system(f"{sys.executable} -I -S {tmp_path / 'program_0.py'}", {})
    session = system.open(8000)
    pid = system.pid
    assert pid is not None
    del system, session
    gc.collect()
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def test_standard_error_goes_to_a_log(program: Program, tmp_path: Path) -> None:
    log = tmp_path / "log.txt"
    system = program(first="print('loading', file=sys.stderr)", log=str(log))
    _ = system.card
    system.close()
    assert log.read_text() == "loading\n"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"timeout_s": "soon"}, "timeout_s: 'soon'; expected a number of seconds"),
        ({"start_timeout_s": 0}, "start_timeout_s: 0;"),
        ({"restart": "often"}, "restart: 'often'; expected never or session"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(
    parameters: dict[str, float | str], message: str
) -> None:
    with pytest.raises(ProtocolError, match=message):
        process_system("true", parameters)


def energy(threshold: float) -> Toy:
    """What the examples do, as a system in this process: sums in the order of the samples."""
    active: list[bool] = []

    def answer(k: int, audio: Audio) -> Said:
        power = 0.0
        for x in audio.tolist():
            power += x * x
        if k == 1:
            active.clear()
        active.append(power / len(audio) > threshold)
        if k == 1 or active[-1] == active[-2]:
            return NOTHING
        return Said((INT if active[-1] else EOT,))

    return Toy(answer, chunk_s=0.02)


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The first 15 s of the embedded corpus."""
    corpus = open_corpus("mini")
    whole = corpus.recording(corpus.ids[0])
    rate_hz, path = whole.rate_hz(1), tmp_path_factory.mktemp("mini") / "mini.wav"
    audio = np.stack([whole.read(speaker)[: 15 * rate_hz] for speaker in (1, 2)], 1)
    soundfile.write(path, audio, rate_hz, subtype="FLOAT")
    return Recording.of_stereo("mini", path)


@pytest.fixture(scope="module")
def expected(mini: Recording) -> Heard:
    return hear(energy(2e-4), mini)


def example(program: str, name: str) -> str:
    return f"{program} '{ROOT / 'examples' / name}'"


@pytest.mark.parametrize(
    ("program", "name"),
    [
        pytest.param(sys.executable, "external_energy.py", id="python"),
        pytest.param(
            "node",
            "external_energy.js",
            id="node",
            marks=pytest.mark.skipif(not shutil.which("node"), reason="node is not installed"),
        ),
    ],
)
def test_the_examples_equal_a_built_in_system(
    program: str, name: str, mini: Recording, expected: Heard
) -> None:
    system = process_system(example(program, name), {"threshold": 2e-4})
    heard = hear(system, mini)
    system.close()
    assert heard.commits == expected.commits
    assert min(len(heard.commits[s][EOT]) for s in (1, 2)) > 2
    assert system.card.parameters == {"threshold": 2e-4}


def test_at_its_own_threshold_the_example_is_rms_vad(mini: Recording) -> None:
    system = process_system(example(sys.executable, "external_energy.py"), {})
    heard = hear(system, mini)
    system.close()
    assert heard.commits == hear(RmsVad(), mini).commits


def test_the_example_is_short_and_shown_in_the_documentation() -> None:
    text = (ROOT / "examples" / "external_energy.py").read_text()
    code = text.split('"""', 2)[2].strip()
    assert len([line for line in code.splitlines() if line.strip()]) <= 26
    assert code in (ROOT / "docs" / "external.md").read_text()
