"""``turnscope corpus dynamics``, ``agreement`` and ``gold human``: tables of the annotations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from turnscope.cli import options as o
from turnscope.cli.console import show, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, chosen_ids, named_once, refuse_warnings
from turnscope.core.protocol import Consensus, Protocol
from turnscope.core.roster import positions
from turnscope.version import __version__

if TYPE_CHECKING:
    from turnscope.core.conversation import Conversation
    from turnscope.corpus.corpus import Corpus
    from turnscope.report.layouts import Table

__all__ = ["agreement_command", "dynamics_command", "human_command"]

_Layout = Literal["text", "csv", "json", "latex", "markdown"]
_By = Literal["type", "audio", "genders", "speakers", "conversation"]

_LayoutOption = Annotated[_Layout, typer.Option("--as", help="How the tables are written.")]
_ByOption = Annotated[_By, typer.Option("--by", help="What conversations are grouped by.")]


@with_reading
def dynamics_command(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    layout: _LayoutOption = "text",
    by: _ByOption = "type",
    words: Annotated[
        bool,
        typer.Option("--words", help="From words alone, where nobody annotated turns."),
    ] = False,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: o.JsonOption = None,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Show the tempo of a corpus and what the consensus keeps of it (the paper's Table III).

    Examples:
      turnscope corpus dynamics data/turn-benchmark-dev
      turnscope corpus dynamics mini --as latex > table3.tex
      turnscope corpus dynamics switchboard/ --words --last-end
    """
    from turnscope.study.annotation_tables import dynamics_tables, words_tables

    protocol = _protocol(consensus, exact=exact)
    opened, kept = _opened(corpus, corpus_option, reading, split, ids)
    tables = words_tables(kept, by=by) if words else dynamics_tables(kept, by=by, protocol=protocol)
    _tell(tables, layout, json_file, opened, protocol, strict=strict)


@with_reading
def agreement_command(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    layout: _LayoutOption = "text",
    by: _ByOption = "type",
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: o.JsonOption = None,
    exact: o.ExactOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Show how far annotators agree: kappas, alpha, boundary F1, and who confuses what.

    Frames of 0.1 s, canonical labels, silence among them. F1: onsets within 0.2 s, officially
    both speakers in one list; "F1 apart" matches each speaker's own.

    Examples:
      turnscope agreement data/turn-benchmark-dev
      turnscope agreement mini --as csv > agreement.csv
    """
    from turnscope.study.annotation_tables import agreement_tables

    protocol = _protocol(exact=exact)
    opened, kept = _opened(corpus, corpus_option, reading, split, ids)
    tables = agreement_tables(kept, by=by, protocol=protocol)
    _tell(tables, layout, json_file, opened, protocol, strict=strict)


@with_reading
def human_command(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    layout: _LayoutOption = "text",
    by: _ByOption = "type",
    against: Annotated[
        str | None,
        typer.Option(
            "--against",
            metavar="CORPUS",
            help="Another corpus: KS distances of its gaps and pauses.",
        ),
    ] = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: o.JsonOption = None,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Show how people time their turns: gaps, overlaps, pauses; responses to ends of turns.

    Transfers are of the raw annotations, responses of the consensus. Negative: in overlap.

    Examples:
      turnscope gold human data/turn-benchmark-dev
      turnscope gold human mini --against calls/ --json human.json
    """
    from turnscope.study.annotation_tables import human_tables

    protocol = _protocol(consensus, exact=exact)
    opened, kept = _opened(corpus, corpus_option, reading, split, ids)
    other = None
    if against is not None:
        second = CorpusChoice(against, reading=reading).open()
        other = (opened.name, second.name, second.conversations())
    tables = human_tables(kept, by=by, protocol=protocol, against=other)
    _tell(tables, layout, json_file, opened, protocol, strict=strict)


def _protocol(consensus: str = "official", *, exact: bool) -> Protocol:
    return Protocol(arithmetic="exact" if exact else "official", consensus=Consensus(consensus))


def _opened(
    argument: str | None,
    option: str | None,
    reading: Reading,
    split: Path | None,
    ids: str | None,
) -> tuple[Corpus, list[Conversation]]:
    """The corpus, and those of its conversations that were asked for."""
    opened = CorpusChoice(named_once(argument, option), reading=reading).open()
    conversations = opened.conversations()
    chosen = chosen_ids(split, ids)
    rows = range(len(conversations)) if chosen is None else positions(opened.ids, chosen)
    return opened, [conversations[k] for k in rows]


def _tell(
    tables: Sequence[Table],
    layout: _Layout,
    json_file: Path | None,
    opened: Corpus,
    protocol: Protocol,
    *,
    strict: bool,
) -> None:
    from turnscope.report.layouts import laid_out, tables_document

    document = {
        "version": __version__,
        "corpus": {
            "name": opened.name,
            "source": opened.source,
            "revision": opened.revision,
            "data_hash": opened.fingerprint(),
        },
        "protocol": protocol.stamp(),
        "tables": tables_document(tables),
        "warnings": [str(fault) for fault in opened.faults],
    }
    write_json(json_file, document)
    show(laid_out(tables, layout, document))
    refuse_warnings(opened.faults, strict=strict)
