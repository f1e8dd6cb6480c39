"""The state of the code: only of the rooms asked for, and in one order."""

from turnscope.study.code_state import code_state


def test_rooms_are_apart_and_in_order() -> None:
    names = [name for name, _, _ in code_state("systems")]
    assert names == sorted(names)
    assert "systems/runner.py" in [name.replace("\\", "/") for name in names]
    assert not [name for name in names if not name.startswith("systems")]
    assert len(code_state("core", "systems")) > len(names)
    assert all(size >= 0 and time_ns > 0 for _, size, time_ns in code_state("systems"))
