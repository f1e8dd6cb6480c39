"""The audio's clock in place of the machine's, for some modules and for a while."""

import subprocess
import sys
import time
import types
from collections.abc import Iterator

import pytest

from turnscope.systems.audio_clock import EPOCH_S, AudioClock

CODE = """
import time
import time as clock
from time import monotonic, sleep
from time import time_ns as now_ns

class Base:
    def shown(self):
        return time.monotonic(), clock.time(), monotonic(), time.perf_counter()
    def shown_ns(self):
        return now_ns(), time.monotonic_ns(), time.perf_counter_ns()
"""


def module(name: str, code: str) -> types.ModuleType:
    made = types.ModuleType(name)
    made.__dict__["Base"] = getattr(sys.modules.get("live_base"), "Base", object)
    sys.modules[name] = made
    exec(code, made.__dict__)
    return made


@pytest.fixture
def live() -> Iterator[types.ModuleType]:
    base = module("live_base", CODE)
    module("live_own", "import time\nclass Own(Base):\n    def own(self): return time.monotonic()")
    yield base
    del sys.modules["live_base"], sys.modules["live_own"]


def own() -> type:
    found: type = sys.modules["live_own"].__dict__["Own"]
    return found


@pytest.mark.usefixtures("live")
def test_all_clocks_show_the_audio_heard() -> None:
    clock = AudioClock(own())
    with clock.in_force():
        assert own()().shown() == pytest.approx((EPOCH_S,) * 4, abs=1e-8)
        clock.heard_s = 1.5
        assert own()().shown() == pytest.approx((EPOCH_S + 1.5,) * 4, abs=1e-8)
        assert own()().own() == pytest.approx(EPOCH_S + 1.5, abs=1e-8)
        assert own()().shown_ns() == pytest.approx(((EPOCH_S + 1.5) * 1e9,) * 3, abs=20)


def test_what_was_there_before_comes_back(live: types.ModuleType) -> None:
    clock = AudioClock(own())
    with pytest.raises(RuntimeError, match="x"), clock.in_force():
        raise RuntimeError("x")
    assert live.time is live.clock is sys.modules["live_own"].__dict__["time"] is time
    assert live.monotonic is time.monotonic
    assert own()().own() == pytest.approx(time.monotonic(), abs=5)


def test_all_else_of_time_is_as_it_was(live: types.ModuleType) -> None:
    with AudioClock(own()).in_force():
        assert live.sleep is time.sleep
        assert live.time.sleep is time.sleep
        assert live.time.strftime("%Y", live.time.gmtime(0)) == "1970"


@pytest.mark.usefixtures("live")
def test_nobody_else_sees_it() -> None:
    with AudioClock(own()).in_force():
        assert time.monotonic() != EPOCH_S
        assert vars(subprocess)["time"] is time
        assert sys.modules["time"] is time


@pytest.mark.usefixtures("live")
def test_two_clocks_do_not_meet() -> None:
    one, other = AudioClock(own()), AudioClock(own())
    one.heard_s, other.heard_s = 1.0, 2.0
    with one.in_force():
        assert own()().own() == pytest.approx(EPOCH_S + 1.0, abs=1e-8)
    with other.in_force():
        assert own()().own() == pytest.approx(EPOCH_S + 2.0, abs=1e-8)


def test_it_never_shows_what_code_takes_for_never() -> None:
    assert EPOCH_S > 1000


@pytest.mark.usefixtures("live")
@pytest.mark.parametrize("k", range(40))
def test_stamps_chunks_apart_are_not_decided_by_rounding(k: int) -> None:
    clock = AudioClock(own())
    with clock.in_force():
        clock.heard_s = k * 0.02
        early = own()().own()
        clock.heard_s = (k + 35) * 0.02
        _, later = own()().own(), own()().own()
    # what was stamped first in its chunk lies before what was stamped second, 0.7 s later
    assert early < later - 0.7


@pytest.mark.usefixtures("live")
def test_readings_follow_one_another_and_begin_anew_with_each_chunk() -> None:
    clock = AudioClock(own())
    with clock.in_force():
        first = own()().own()
        assert own()().own() > first
        clock.heard_s = 0.0
        assert own()().own() == first
