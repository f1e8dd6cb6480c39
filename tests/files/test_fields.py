"""Keys of objects: complete, missing, misspelt."""

from turnscope.errors import Fault
from turnscope.files.fields import fields_of, meant_by

KEYS = ("eot", "interruption")


def test_a_complete_object_has_no_faults() -> None:
    faults: list[Fault] = []
    assert fields_of({"eot": 1, "interruption": 2}, "w", KEYS, faults) == {
        "eot": 1,
        "interruption": 2,
    }
    assert not faults


def test_a_misspelt_key_is_one_fault_and_stands_for_the_meant_one() -> None:
    for wrong, meant in (
        ("eots", "eot"),
        ("interruptions", "interruption"),
        ("int", "interruption"),
        ("EOT", "eot"),
    ):
        faults: list[Fault] = []
        whole = {"eot": 1, "interruption": 1}
        value = whole | {wrong: 7}
        del value[meant]
        assert fields_of(value, "w", KEYS, faults)[meant] == 7
        assert [str(f) for f in faults] == [
            f"w: the unknown key {wrong}; expected only the keys eot, interruption. "
            f"Did you mean {meant}?"
        ]


def test_missing_unknown_and_no_object() -> None:
    faults: list[Fault] = []
    assert fields_of({"x" * 9: 0}, "w", KEYS, faults) == {}
    assert [f.found for f in faults] == [
        "the unknown key xxxxxxxxx",
        "eot is missing",
        "interruption is missing",
    ]
    faults = []
    fields_of([1], "w", KEYS, faults)
    assert faults[0].found == "a list of 1 values"


def test_open_and_optional() -> None:
    faults: list[Fault] = []
    assert fields_of({"eot": 1, "interruption": 1, "x": 1}, "w", KEYS, faults, closed=False)
    fields_of({"eot": 1, "interruption": 1, "y": 1}, "w", KEYS, faults, optional=("y",))
    assert not faults


def test_many_unknown_keys_are_quick_and_all_told() -> None:
    faults: list[Fault] = []
    fields_of({f"eot{k}": 0 for k in range(5000)}, "w", KEYS, faults)
    assert len(faults) == 5002


def test_aliases_only_for_known_keys() -> None:
    assert meant_by("int", KEYS) == "interruption"
    assert meant_by("int", ("eot",)) is None
