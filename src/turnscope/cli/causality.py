"""``turnscope causality``: does a system know what it has not heard?"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli import options as o
from turnscope.cli.console import progress, results_alone, say, show, write_json
from turnscope.cli.reading import Reading, with_reading
from turnscope.cli.targets import CorpusChoice, chosen_ids

__all__ = ["causality_command"]


@with_reading
def causality_command(
    system: Annotated[str, typer.Argument(metavar="SYSTEM", help="As for turnscope run.")],
    corpus: Annotated[
        str, typer.Option("--corpus", metavar="PATH|hub:ID|mini", help="The audio to replay.")
    ] = "mini",
    param: o.ParamOption = None,
    split: o.SplitOption = None,
    ids: o.IdsOption = None,
    at: Annotated[
        str | None,
        typer.Option(
            "--at",
            metavar="S,S,...",
            help="Replace the future from these seconds on.",
            show_default="where it said something, and in between",
        ),
    ] = None,
    cuts: Annotated[int, typer.Option("--cuts", min=1, help="How many such times to choose.")] = 6,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0.1, help="Replay only the beginning of each recording."),
    ] = None,
    tolerance: Annotated[
        float, typer.Option("--tolerance", min=0.0, help="Scores closer than this are equal.")
    ] = 1e-6,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Exit with status 1 also if it is declared non-causal."),
    ] = False,
    json_file: Annotated[Path | None, o.json_option("Write every changed replay here.")] = None,
    offsets: o.OffsetsOption = "0,0",
    swap: o.SwapOption = False,
    *,
    reading: Reading,
) -> None:
    """Prove that what a system says rests on nothing it had not heard by then.

    Each recording is replayed with everything after a time replaced by silence, by noise, by
    other speech, or by nothing; what was said by that time must stay as it was. If it does not,
    the look-ahead is measured, and the exit status is 1. A system that declares itself
    non-causal is measured all the same and passes, unless --strict.

    Examples:
      turnscope causality rms_vad
      turnscope causality rms_vad --corpus calls/ --ids 12,40 --seconds 60
      turnscope causality rms_vad --at 10,20.5 --json proof.json
    """
    from turnscope.report.causality import causality_document, causality_lines, proof_remarks
    from turnscope.study.causality import prove_corpus
    from turnscope.study.run import REPLAYS
    from turnscope.study.sources import held, opened, source_of
    from turnscope.systems.causality import Verdict
    from turnscope.systems.parameters import named_values

    if system in REPLAYS:
        show([f"{system}, declared non-causal: it hears nothing and is told the gold"])
        write_json(json_file, {"system": system, "declared_causal": False, "told_gold": True})
        raise typer.Exit(1 if strict else 0)
    named = source_of(system, named_values(param or ()))
    with results_alone(), held(named, also=tuple(REPLAYS)) as asked:
        card = asked.card
    heard = CorpusChoice(
        corpus,
        reading=reading,
        offsets=offsets,
        swap=swap,
    ).open()
    kept = chosen_ids(split, ids)
    n = len(heard.ids if kept is None else kept)
    with progress(f"{card.name} replays", n) as advance, results_alone():
        proofs = list(
            prove_corpus(
                lambda: opened(named),
                heard,
                ids=kept,
                at_s=None if at is None else _times(at),
                n_cuts=cuts,
                seconds=math.inf if seconds is None else seconds,
                tolerance=tolerance,
                progress=advance,
            )
        )
    if not proofs:
        raise typer.BadParameter("no conversation to replay")
    for remark in proof_remarks(proofs):
        say(f"warning: {remark}")
    write_json(json_file, causality_document(card.name, card.version, proofs, causal=card.causal))
    show(causality_lines(f"{card.name} {card.version}", proofs, causal=card.causal))
    proven = all(proof.verdict is Verdict.CAUSAL for proof in proofs)
    if not proven and (card.causal or strict):
        raise typer.Exit(1)


def _times(text: str) -> list[float]:
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise typer.BadParameter(f"--at {text!r}; expected seconds, S,S,...") from None
