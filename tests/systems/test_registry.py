"""Every built-in system is found under its own name."""

import pytest

from turnscope.systems.base import System
from turnscope.systems.registry import SYSTEMS


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_a_system_is_registered_under_its_own_name(name: str) -> None:
    system = SYSTEMS[name]()
    assert isinstance(system, System)
    assert system.card.name == name
