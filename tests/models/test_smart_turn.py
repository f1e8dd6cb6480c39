"""Smart Turn: what the network is fed, and what the real one says of real recordings."""

from typing import Any

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.models.smart_turn import WINDOW, SmartTurn, smart_turn_mark
from turnscope.models.whisper_features import log_mel, standardised


class Net:
    def __init__(self) -> None:
        self.fed: Any = None

    def run(self, _: None, inputs: dict[str, Any]) -> list[Any]:
        self.fed = inputs["input_features"]
        return [np.array([[0.75]], np.float32)]


@pytest.mark.parametrize("n", [0, 1, 16000, WINDOW, WINDOW + 5000])
def test_the_last_8_s_are_heard_after_zeros(n: int) -> None:
    audio = np.random.default_rng(n).normal(0, 0.1, n).astype(np.float32)
    net = Net()
    assert SmartTurn(net.run)(audio) == 0.75
    window = np.concatenate([np.zeros(WINDOW, np.float32), audio])[-WINDOW:]
    assert net.fed.shape == (1, 80, 800)
    assert net.fed.dtype == np.float32
    assert np.array_equal(net.fed[0], log_mel(standardised(window)))


def test_the_mark_names_the_weights() -> None:
    assert smart_turn_mark() == "smart-turn-v3.2 2bb02631"


def test_the_real_model(monkeypatch: pytest.MonkeyPatch) -> None:
    need("smart-turn-v3.2", monkeypatch)
    model = SmartTurn()
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 0.1, 2 * WINDOW).astype(np.float32)
    assert 0.0 <= model(noise) <= 1.0
    assert model(noise) == model(noise[-WINDOW:])
    # standardised first, so loudness matters little; in 8 bits the last digits do move it a bit
    assert model(noise * np.float32(0.5)) == pytest.approx(model(noise), abs=0.05)
