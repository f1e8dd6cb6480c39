"""A missing runtime or model is told; sessions are shared."""

import pytest

from tests.models.weights_here import need
from turnscope.errors import ModelError
from turnscope.models.fetching import find
from turnscope.models.onnx import onnx_session, session_showing


def test_without_onnxruntime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnscope.models.packages.find_spec", lambda _: None)
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[onnx\]'"):
        onnx_session("silero")


def test_a_model_is_loaded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    need("silero", monkeypatch)
    session = onnx_session("silero")
    assert onnx_session("silero") is session
    assert session.get_providers() == ["CPUExecutionProvider"]
    assert session.get_session_options().intra_op_num_threads == 1


def test_an_inner_tensor_is_shown_after_the_outputs(monkeypatch: pytest.MonkeyPatch) -> None:
    need("kokoro-82m", monkeypatch)
    path = find("kokoro-82m")
    session = session_showing(path, "/encoder/Clip_output_0")
    assert [each.name for each in session.get_outputs()] == ["audio", "/encoder/Clip_output_0"]
    assert session_showing(path, "/encoder/Clip_output_0") is session
