"""``turnscope corpus``: what a corpus holds, whether it is sound, and in which format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import json_text, progress, say, show, write_json
from turnscope.cli.help import offer
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, chosen_ids, named_once, refuse_warnings

__all__ = ["check", "convert_command", "corpus_app", "info", "split_command"]

corpus_app = typer.Typer(no_args_is_help=True, help="Corpora: contents, checks, formats, splits.")


@with_reading
def info(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    each: Annotated[bool, typer.Option("--each", help="Add a row for each conversation.")] = False,
    json_file: Annotated[
        Path | None, o.json_option("Write every count and every oddity here.")
    ] = None,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Show what a corpus holds: conversations, hours, annotators, labels, and what is odd.

    Examples:
      turnscope corpus info data/turn-benchmark-dev
      turnscope corpus info calls/ --mapping mapping.toml --each
    """
    from turnscope.report.corpus_summary import corpus_document, corpus_table

    opened = CorpusChoice(
        named_once(corpus, corpus_option),
        reading=reading,
    ).open()
    conversations = opened.conversations()
    document = corpus_document(opened.name, opened.source, opened.revision, conversations)
    document["warnings"] = [str(fault) for fault in opened.faults]
    write_json(json_file, document)
    show(corpus_table(document, each=each))
    refuse_warnings(opened.faults, strict=strict)


@with_reading
def check(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: Annotated[
        Path | None, o.json_option("Write every finding and its values here.")
    ] = None,
    offsets: o.OffsetsOption = "0,0",
    swap: o.SwapOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Decode the audio, hold it against the annotations, and report what is suspicious.

    Each finding says what it means for scores. Findings stop nothing (--strict: status 2).

    Examples:
      turnscope corpus check calls/
      turnscope corpus check calls/ --offsets 0,-0.35 --json findings.json
    """
    from turnscope.report.findings import findings_document, findings_lines
    from turnscope.study.check import check_corpus

    opened = CorpusChoice(
        named_once(corpus, corpus_option),
        reading=reading,
        offsets=offsets,
        swap=swap,
    ).open()
    kept = chosen_ids(split, ids)
    n = len(opened.ids if kept is None else kept)
    with progress("checking", float(n)) as advance:
        found = check_corpus(opened, ids=kept, progress=advance)
    write_json(json_file, findings_document(found, opened.faults))
    show(findings_lines(found))
    refuse_warnings(opened.faults, strict=strict)
    if strict and any(finding.severity == "warning" for part in found.values() for finding in part):
        raise typer.Exit(2)


@with_reading
def convert_command(
    to: Annotated[str, typer.Option("--to", metavar="FORMAT", help="For example textgrid, eaf.")],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="An empty or new folder.")],
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    drop_texts: Annotated[
        bool, typer.Option("--drop-texts", help="Leave transcripts out (RTTM holds none).")
    ] = False,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Write the annotations of a corpus in another format, to be read back as a plain folder.

    Examples:
      turnscope corpus convert mini --to textgrid --out mini-textgrid
      turnscope corpus convert cabnc/ --to srt --out srt/ --mapping cabnc.toml
    """
    from turnscope.study.convert import convert_corpus

    opened = CorpusChoice(
        named_once(corpus, corpus_option),
        reading=reading,
    ).open()
    written, warnings = convert_corpus(
        opened, to, out, ids=chosen_ids(split, ids), drop_texts=drop_texts
    )
    show([f"{len(written)} files written to {out}"])
    refuse_warnings((*opened.faults, *warnings), strict=strict)


@with_reading
def split_command(
    corpus: o.CorpusArgument = None,
    corpus_option: o.CorpusOption = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write dev.txt and test.txt here."),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the random restarts.")] = 0,
    passes: Annotated[int, typer.Option("--passes", min=1, help="Random restarts.")] = 20_000,
    alone: Annotated[
        bool,
        typer.Option("--alone", help="Where speakers are not told, each conversation has its own."),
    ] = False,
    json_file: Annotated[Path | None, o.json_option("Write the split and its counts here.")] = None,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Split a corpus so that no speaker is on both sides and the types are balanced.

    Also tells how many speakers a random split of the same size would share.

    Examples:
      turnscope corpus split data/all --out splits
      turnscope corpus split calls/ --alone --seed 7
    """
    from turnscope.corpus.split import random_leak, split
    from turnscope.files.writing import Outputs, make_directory
    from turnscope.report.split import split_document, split_lines

    opened = CorpusChoice(
        named_once(corpus, corpus_option),
        reading=reading,
    ).open()
    conversations = opened.conversations()
    found = split(conversations, seed=seed, n_restarts=passes, unknown_stand_alone=alone)
    leak = None if alone else random_leak(conversations, n_dev=len(found.dev), seed=seed)
    if out is not None:
        make_directory(out)
    with Outputs() as outputs:
        if out is not None:
            for name, ids in (("dev.txt", found.dev), ("test.txt", found.test)):
                outputs.write(out / name, ("\n".join(ids) + "\n").encode())
        if json_file is not None:
            outputs.write(json_file, json_text(split_document(found, leak)).encode())
    show(split_lines(found, leak))
    if out is not None:
        say(f"dev.txt and test.txt written to {out}")
    refuse_warnings(opened.faults, strict=strict)


offer(corpus_app, "info", info, "Show what a corpus holds: hours, annotators, labels.")
offer(corpus_app, "check", check, "Hold audio against annotations; report what does not fit.")
offer(corpus_app, "convert", convert_command, "Write annotations in another format.")
offer(corpus_app, "split", split_command, "Split a corpus so that no speaker is on both sides.")
