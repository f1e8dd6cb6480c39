"""Help texts: paragraphs are filled anew, examples are not."""

from turnscope.cli.help import help_of


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
