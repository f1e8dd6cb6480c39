"""``turnscope gold``: what the annotators' tracks become."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import say, show, warn, write_json
from turnscope.cli.help import offer
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import (
    CorpusChoice,
    chosen_ids,
    refuse_strictly,
    refuse_warnings,
    remark_on,
    target_gold,
)

__all__ = ["annotators", "derive_command", "export", "gold_app", "stats"]

gold_app = typer.Typer(no_args_is_help=True, help="Gold: statistics, export, derivation.")


@with_reading
def stats(
    corpus: o.CorpusOption = None,
    gold: o.GoldOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    json_file: o.JsonOption = None,
    derive: o.DeriveOption = False,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    no_cache: o.NoCacheOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Count positives, negatives, excluded stretches and masked positives, by type.

    With the official arithmetic it also tells how many events the exact one would change.

    Examples:
      turnscope gold stats --corpus data/turn-benchmark-dev
      turnscope gold stats --gold dev-gold.json --json counts.json
    """
    from turnscope.report.gold_counts import (
        count_gold,
        counts_document,
        counts_table,
        n_different,
    )

    kept = chosen_ids(split, ids)
    choice = CorpusChoice(corpus, reading=reading)
    cache = not no_cache
    target, faults = target_gold(
        choice, gold, exact=exact, consensus=consensus, derive=derive, cache=cache
    )
    refuse_strictly(faults, strict=strict)
    target = target if kept is None else target.subset(kept)
    counts = count_gold(target)
    document = counts_document(target, counts)
    lines = counts_table(counts)
    if corpus is not None and not exact:
        other, _ = target_gold(
            choice, None, exact=True, consensus=consensus, derive=derive, cache=cache
        )
        changed = n_different(target, other if kept is None else other.subset(kept))
        document["n_different_in_exact_arithmetic"] = {t.value: n for t, n in changed.items()}
        told = ", ".join(f"{n} {task.upper()}" for task, n in changed.items())
        lines += ["", f"events that differ in exact arithmetic: {told}"]
    write_json(json_file, document)
    show(lines)
    remark_on(target)
    warn(faults)


@with_reading
def export(
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help="The annotated corpus.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the terminal.")
    ] = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    with_metadata: Annotated[
        bool,
        typer.Option("--with-metadata", help="Add conversation types and speakers (extra key)."),
    ] = False,
    exact: o.ExactOption = False,
    consensus: o.ConsensusOption = "official",
    no_cache: o.NoCacheOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Print the gold artefact (JSON) that others score against without the annotations.

    Examples:
      turnscope gold export --corpus data/turn-benchmark-dev > dev-gold.json
      turnscope gold export --corpus mini --ids 1,2 --out gold.json
    """
    _export(
        CorpusChoice(corpus, reading=reading),
        out,
        chosen_ids(split, ids),
        with_metadata=with_metadata,
        exact=exact,
        consensus=consensus,
        derive=False,
        cache=not no_cache,
        strict=strict,
    )


@with_reading
def derive_command(
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID", help="Words or voice activity.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write here, not to the terminal.")
    ] = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Make a gold from words or voice activity alone, where nobody annotated turns.

    It is stamped as derived and is no substitute for annotation.

    Examples:
      turnscope gold derive --corpus switchboard/ --out derived-gold.json
      turnscope score predictions.json --corpus calls/ --derive
    """
    _export(
        CorpusChoice(corpus, reading=reading),
        out,
        chosen_ids(split, ids),
        derive=True,
        strict=strict,
    )


@with_reading
def annotators(
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help="Two annotators or more.")
    ],
    json_file: o.JsonOption = None,
    exact: o.ExactOption = False,
    strict: o.StrictOption = False,
    *,
    reading: Reading,
) -> None:
    """Score each annotator like a system, against the gold of the others.

    What a human reaches against the gold of both others, and of either. Annotators hear the
    whole conversation before they decide: this is no causal system.

    Examples:
      turnscope gold annotators --corpus mini
    """
    from turnscope.core.protocol import Protocol
    from turnscope.report.causality import titled
    from turnscope.report.result import task_scores
    from turnscope.report.tables import breakdown
    from turnscope.study.human import annotators_scored

    opened = CorpusChoice(corpus, reading=reading).open()
    protocol = Protocol(arithmetic="exact" if exact else "official")
    scored = annotators_scored(opened.conversations(), protocol=protocol)
    refuse_warnings(opened.faults, strict=strict)
    write_json(json_file, {name: task_scores(scores) for name, scores in scored.items()})
    told = {titled(name, causal=False): scores for name, scores in scored.items()}
    show(breakdown("annotator", told))


def _export(
    choice: CorpusChoice,
    out: Path | None,
    ids: list[str] | None,
    *,
    strict: bool,
    derive: bool,
    with_metadata: bool = False,
    exact: bool = False,
    consensus: str = "official",
    cache: bool = True,
) -> None:
    from turnscope.files.gold_artefact import gold_json
    from turnscope.files.writing import write_text

    target, faults = target_gold(
        choice, None, exact=exact, consensus=consensus, derive=derive, cache=cache
    )
    refuse_warnings(faults, strict=strict)
    target = target if ids is None else target.subset(ids)
    text = gold_json(target, with_metadata=with_metadata)
    if out is None:
        show([text])
    else:
        write_text(out, text + "\n")
        say(f"gold of {len(target.roster)} conversations written to {out}")


offer(gold_app, "stats", stats, "Count positives, negatives and excluded stretches.")
offer(gold_app, "export", export, "Print the gold artefact (JSON) that others score against.")
offer(gold_app, "derive", derive_command, "Make a gold from words or voice activity alone.")
offer(gold_app, "annotators", annotators, "Score each annotator against the gold of the others.")
