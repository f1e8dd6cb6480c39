"""Options on how a corpus is read, given to commands that ask for them."""

import inspect
import typing
from pathlib import Path

from turnscope.cli.options import MappingOption
from turnscope.cli.reading import Reading, with_reading

GIVEN: list[tuple[str, int, Reading]] = []


@with_reading
def command(corpus: str, n: int = 1, *, reading: Reading) -> None:
    """Do it."""
    GIVEN.append((corpus, n, reading))


def test_the_argument_becomes_the_options_it_stands_for() -> None:
    names = list(inspect.signature(command).parameters)
    assert names == ["corpus", "n", *Reading.__dataclass_fields__]
    hints = typing.get_type_hints(command, include_extras=True)
    assert hints["mapping"] == MappingOption
    assert hints["n"] is int
    assert command.__doc__ == "Do it."


def test_what_is_given_reaches_the_command_together() -> None:
    told = {"durations": None, "source": "folder", "annotation_format": "eaf", "last_end": True}
    command(corpus="c", n=2, mapping=Path("m.toml"), **told)
    assert GIVEN[-1] == ("c", 2, Reading(Path("m.toml"), None, "folder", "eaf", last_end=True))
