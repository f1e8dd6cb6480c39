"""Pipecat's classes by path, and settings as they take them."""

import sys
from collections.abc import Iterator

import pytest

from tests.systems import fake_pipecat
from tests.systems.fake_pipecat import Analyzer, Vad, installed
from turnscope.errors import ProtocolError
from turnscope.systems.pipecat_classes import arguments_of, found_class

BASE = "pipecat.audio.turn.base_turn_analyzer:BaseTurnAnalyzer"
HERE = "tests.systems.fake_pipecat"


@pytest.fixture(autouse=True)
def _pipecat() -> Iterator[None]:
    with installed():
        yield


def test_a_class_is_found() -> None:
    assert found_class(f"{HERE}:Analyzer", BASE) is Analyzer


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "expected package.module:Class. For example pipecat"),
        ("Analyzer", "expected package.module:Class"),
        (f"{HERE}:", "expected package.module:Class"),
        (f"{HERE}:Nobody", "has no 'Nobody'; expected a class in it"),
        (f"{HERE}:Vad", "is no BaseTurnAnalyzer"),
        (f"{HERE}:np", "is no BaseTurnAnalyzer"),
        ("no_such_package.x:Y", "no module 'no_such_package'; expected it installed.$"),
        ("pipecat.no_such:Y", "no module 'pipecat.no_such'; expected it installed.$"),
        ("..x:Y", "importing ..x failed: TypeError"),
    ],
)
def test_what_is_no_class_is_told(path: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        found_class(path, BASE)


def test_without_pipecat_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [each for each in sys.modules if each.startswith("pipecat")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pipecat", None)
    with pytest.raises(ProtocolError, match=r"pip install --no-deps pipecat-ai==1\.14\.0"):
        found_class(f"{HERE}:Analyzer", BASE)


def test_settings_go_where_they_belong() -> None:
    found = arguments_of(Analyzer, "x", {"window_s": 2, "stop_secs": 0.5})
    params = found.pop("params")
    assert isinstance(params, fake_pipecat.Params)
    assert params.stop_secs == 0.5
    assert found == {"window_s": 2}
    assert arguments_of(Analyzer, "x", {}) == {}


def test_unknown_settings_are_told_with_the_known() -> None:
    with pytest.raises(
        ProtocolError, match=r"takes no windows; expected one of stop_secs, window_s"
    ):
        arguments_of(Analyzer, "x", {"windows": 1, "stop_secs": 1})
    with pytest.raises(
        ProtocolError, match="takes no vad_x; expected one of vad_start_secs, vad_st"
    ):
        arguments_of(Vad, "x", {"x": 1}, "vad_")
    for ours in ("sample_rate", "params"):
        with pytest.raises(ProtocolError, match=f"takes no {ours}"):
            arguments_of(Analyzer, "x", {ours: 1})


def test_values_of_the_wrong_kind_are_told() -> None:
    with pytest.raises(ProtocolError, match="stop_secs: a number; expected values"):
        arguments_of(Analyzer, "x", {"stop_secs": "long"})
