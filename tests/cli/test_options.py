"""Options shared by commands mean the same everywhere."""

import inspect
import typing

from rich.markup import render

from turnscope.cli import options
from turnscope.cli.check import check_command
from turnscope.cli.corpus import check, convert_command, info, split_command
from turnscope.cli.gold import derive_command, export, stats
from turnscope.cli.run import run_command
from turnscope.cli.score import score_command

COMMANDS = [
    check_command,
    check,
    convert_command,
    info,
    split_command,
    derive_command,
    export,
    stats,
    run_command,
    score_command,
]


def test_help_texts_hold_nothing_that_rich_takes_for_markup() -> None:
    for command in COMMANDS:
        for name, hint in typing.get_type_hints(command, include_extras=True).items():
            for told in getattr(hint, "__metadata__", ()):
                assert render(told.help).plain == told.help, (command, name)


def declared(annotated: object) -> tuple[str, ...]:
    """The spellings of an option; its help may be more telling in one command."""
    _, option = typing.get_args(annotated)
    return tuple(option.param_decls)


def test_every_command_that_opens_a_corpus_can_say_how() -> None:
    for command in COMMANDS:
        hints = typing.get_type_hints(command, include_extras=True)
        for name, option in (
            ("mapping", options.MappingOption),
            ("durations", options.DurationsOption),
            ("source", options.SourceOption),
            ("last_end", options.LastEndOption),
            ("annotation_format", options.FormatOption),
            ("json_file", options.JsonOption),
        ):
            if name == "json_file" and command in (convert_command, derive_command, export):
                continue  # their output is a file or JSON itself
            assert declared(hints[name]) == declared(option), (command, name)


def test_what_is_listed_is_what_there_is() -> None:
    ours = {
        name
        for name, value in inspect.getmembers(options)
        if name.endswith(("Option", "Argument")) and type(value) is not type
    }
    assert set(options.__all__) == ours | {"json_option"}
