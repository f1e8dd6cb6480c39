"""Optional packages: one line that says what to install."""

from __future__ import annotations

import pytest

from turnscope.errors import ModelError
from turnscope.models.packages import need_package


def test_what_is_here_is_not_told() -> None:
    need_package("json", "words", of="model x")


def test_what_is_missing_is_told_with_its_extra() -> None:
    with pytest.raises(ModelError) as caught:
        need_package("surely_not_installed", "words", of="model x")
    assert str(caught.value) == (
        "model x: surely_not_installed is not installed; expected it to run the model. "
        "pip install 'turnscope[words]'."
    )
