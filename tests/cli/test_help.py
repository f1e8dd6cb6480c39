"""Help texts: paragraphs are filled anew, examples are not."""

import pytest
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from turnscope.cli.help import help_of
from turnscope.cli.main import app


def command() -> None:
    """Do it.

    A sentence that
    goes on.

    Examples:
      turnscope it
      turnscope that
    """


def test_only_examples_keep_their_lines() -> None:
    assert help_of(command) == (
        "Do it.\n\nA sentence that goes on.\n\n\b\nExamples:\n  turnscope it\n  turnscope that"
    )


def pages() -> list[list[str]]:
    """The command itself and every one below it, as words."""
    found: list[list[str]] = [[]]
    for words in found:
        command = get_command(app)
        for word in words:
            assert isinstance(command, TyperGroup)
            command = command.commands[word]
        if isinstance(command, TyperGroup):
            found += [[*words, name] for name in command.commands]
    return found


def test_every_page_fits_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert len(pages()) > 15
    for words in pages():
        shown = CliRunner().invoke(app, [*words, "--help"])
        assert shown.exit_code == 0
        wide = [line for line in shown.stdout.splitlines() if len(line) > 80]
        assert wide == [], words


def test_what_json_writes_is_said_where_it_is_not_numbers() -> None:
    for name, told in (("check", "verdict"), ("run", "run record"), ("causality", "replay")):
        shown = CliRunner().invoke(app, [name, "--help"]).stdout
        (line,) = [line for line in shown.splitlines() if line.lstrip().startswith("--json")]
        assert told in line


def test_lists_of_commands_say_each_in_one_whole_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for words in ([], ["corpus"], ["gold"], ["weights"]):
        shown = CliRunner().invoke(app, [*words, "--help"]).stdout
        listed = shown.split("Commands:\n")[1].splitlines()
        assert len(listed) >= 3
        assert all(line.endswith(".") and not line.endswith("...") for line in listed), words
