"""Sessions of onnxruntime, on one thread, from weights on this machine."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turnscope.models.fetching import find
from turnscope.models.packages import need_package

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

__all__ = ["Run", "onnx_session", "session_showing"]

Run = Callable[[None, dict[str, Any]], list[Any]]
"""How a model is run: from nothing and inputs by name to its outputs."""


def onnx_session(name: str) -> InferenceSession:
    """The model of these weights, loaded once a process however often it is asked for.

    A session of onnxruntime holds no state between calls, so many may share it. It runs on one
    thread: two threads on a busy machine are slower than one, and figures of speed are a core's.

    Raises:
        ModelError: if onnxruntime is not installed, or the weights are not here or not right.
    """
    need_package("onnxruntime", "onnx", of=f"model {name}")
    path = find(name)
    return _loaded(path, path.stat().st_mtime_ns)


@cache
def _loaded(path: Path, changed_ns: int) -> InferenceSession:
    import onnxruntime

    del changed_ns
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        str(path), sess_options=options, providers=["CPUExecutionProvider"]
    )


def session_showing(path: Path, inner: str) -> InferenceSession:
    """A model whose tensor ``inner`` is an output too, after its own; loaded once a process.

    A serialised model is a protobuf message, and two of them in a row merge: what is appended
    here adds one name to the list of the graph's outputs and changes nothing else.

    Args:
        path: of the model.
        inner: a tensor's name, up to 100 ASCII characters.

    Raises:
        ModelError: if onnxruntime is not installed.
    """
    need_package("onnxruntime", "onnx", of=f"model {path.name}")
    return _loaded_showing(path, path.stat().st_mtime_ns, inner)


@cache
def _loaded_showing(path: Path, changed_ns: int, inner: str) -> InferenceSession:
    import onnxruntime

    del changed_ns
    name = inner.encode("ascii")
    named = b"\x0a" + bytes([len(name)]) + name  # ValueInfoProto.name
    output = b"\x62" + bytes([len(named)]) + named  # GraphProto.output
    graph = b"\x3a" + bytes([len(output)]) + output  # ModelProto.graph
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        path.read_bytes() + graph, sess_options=options, providers=["CPUExecutionProvider"]
    )
