"""What a system may not do to the program that runs it."""

import asyncio
import os
from pathlib import Path

import pytest

from turnscope.errors import Ended, ProtocolError
from turnscope.systems.foreign import foreign_code


@pytest.mark.parametrize(
    "error", [SystemExit(0), SystemExit(), GeneratorExit(), asyncio.CancelledError()]
)
def test_the_end_of_the_program_is_an_error_of_the_system(error: BaseException) -> None:
    with (
        pytest.raises(
            ProtocolError, match=rf"mine: tried to end the program \({type(error).__name__}"
        ),
        foreign_code("mine"),
    ):
        raise error


@pytest.mark.parametrize("error", [ValueError("x"), KeyboardInterrupt(), Ended(143)])
def test_errors_and_orders_pass(error: BaseException) -> None:
    with pytest.raises(type(error)) as found, foreign_code("mine"):
        raise error
    assert found.value is error


def test_an_order_of_ray_passes() -> None:
    error = SystemExit(1)
    error.__dict__["ray_terminate_msg"] = b""
    with pytest.raises(SystemExit), foreign_code("mine"):
        raise error


def test_the_working_directory_is_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with foreign_code("mine"):
        os.chdir("/")
    assert Path.cwd() == tmp_path.resolve()
    with pytest.raises(ValueError, match="x"), foreign_code("mine"):
        _move_and_raise()
    assert Path.cwd() == tmp_path.resolve()


def _move_and_raise() -> None:
    os.chdir("/")
    raise ValueError("x")
