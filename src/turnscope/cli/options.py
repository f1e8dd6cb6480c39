"""Options that several commands share, said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from typer.models import OptionInfo

__all__ = [
    "ClustersOption",
    "ConsensusOption",
    "CorpusArgument",
    "CorpusOption",
    "DeriveOption",
    "DurationsOption",
    "ExactOption",
    "FormatOption",
    "GoldOption",
    "IdsOption",
    "JsonOption",
    "LastEndOption",
    "LayoutOption",
    "LevelOption",
    "MappingOption",
    "MethodOption",
    "NoCacheOption",
    "OffsetsOption",
    "ParamOption",
    "ResamplesOption",
    "SeedOption",
    "SourceOption",
    "SpeakersOption",
    "SplitOption",
    "StrictOption",
    "SwapOption",
    "json_option",
]

_CORPUS = "Folder of a corpus, hub:ID@REVISION, or mini (the embedded one)."

CorpusArgument = Annotated[
    str | None, typer.Argument(metavar="[CORPUS]", help=_CORPUS, show_default=False)
]
CorpusOption = Annotated[
    str | None, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help=_CORPUS)
]
GoldOption = Annotated[
    Path | None,
    typer.Option("--gold", metavar="FILE", help="A gold artefact, in place of a corpus."),
]
SplitOption = Annotated[
    Path | None,
    typer.Option("--split", metavar="FILE", help="Keep these conversations: ids, one a line."),
]
IdsOption = Annotated[
    str | None,
    typer.Option("--ids", metavar="ID,ID,...", help="Keep these conversations."),
]
SpeakersOption = Annotated[
    str,
    typer.Option("--speakers", metavar="1|2|1,2", help="Score these speakers (one-sided calls)."),
]


def json_option(told: str) -> OptionInfo:
    """``--json FILE``, with what the file will hold."""
    option: OptionInfo = typer.Option("--json", metavar="FILE", help=told)
    return option


JsonOption = Annotated[Path | None, json_option("Write every number to this file.")]
StrictOption = Annotated[
    bool, typer.Option("--strict", help="Exit with status 2 on anything that is warned of.")
]
MappingOption = Annotated[
    Path | None,
    typer.Option(
        "--mapping", metavar="FILE", help="TOML or YAML: foreign tiers and labels to ours."
    ),
]
DurationsOption = Annotated[
    Path | None,
    typer.Option("--durations", metavar="FILE", help='JSON {"durations": {id: seconds}}.'),
]
SourceOption = Annotated[
    str | None,
    typer.Option("--source", metavar="NAME", help="Take this layout instead of guessing it."),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format", metavar="NAME", help="Read annotations of this format only (plain folders)."
    ),
]
LastEndOption = Annotated[
    bool,
    typer.Option(
        "--last-end", help="Where nothing tells a duration, take the last annotation's end."
    ),
]
OffsetsOption = Annotated[
    str,
    typer.Option(
        "--offsets",
        metavar="S1,S2",
        help="Seconds by which each channel's audio starts late; negative: early.",
    ),
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", metavar="NAME=VALUE", help="A setting of the system; may be repeated."),
]
SwapOption = Annotated[bool, typer.Option("--swap", help="Channel 1 is speaker 2.")]
DeriveOption = Annotated[
    bool,
    typer.Option(
        "--derive", help="Derive labels from words or voice activity; stamped as derived."
    ),
]
ExactOption = Annotated[
    bool,
    typer.Option("--exact", help="Compare whole microseconds instead of float seconds."),
]
ConsensusOption = Annotated[
    Literal["official", "order_free"], typer.Option("--consensus", help="How annotators agree.")
]
NoCacheOption = Annotated[
    bool, typer.Option("--no-cache", help="Do not keep the gold, nor take a kept one.")
]
LayoutOption = Annotated[
    Literal["text", "csv", "json", "latex", "markdown"],
    typer.Option("--as", help="How the tables are written."),
]
LevelOption = Annotated[
    float, typer.Option("--level", metavar="SHARE", help="Of intervals that cover the truth.")
]
MethodOption = Annotated[
    Literal["percentile", "bca"], typer.Option("--method", help="How intervals are read off.")
]
ResamplesOption = Annotated[int, typer.Option("--resamples", metavar="N", help="Resamples drawn.")]
SeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="Of whatever is drawn.")]
ClustersOption = Annotated[
    Literal["speakers", "conversations"],
    typer.Option("--clusters", help="What is resampled: all of the same speakers, or each."),
]
