"""``turnscope simulate``: conversations whose truth is known, as a raw delivery."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from turnscope.cli.console import progress, say, show

__all__ = ["simulate_command"]


def simulate_command(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="A new or empty folder.")],
    types: Annotated[
        list[str],
        typer.Option("--type", metavar="KIND|all", help="Kinds to take in turn; may be repeated."),
    ],
    minutes: Annotated[
        float, typer.Option("--minutes", help="Length of each conversation.")
    ] = 11.7,
    seed: Annotated[int, typer.Option("--seed", help="Of everything that is drawn.")] = 0,
    conversations: Annotated[
        int | None, typer.Option("--conversations", help="How many; one a kind if not told.")
    ] = None,
    hours: Annotated[
        float | None, typer.Option("--hours", help="As many as fill so many hours.")
    ] = None,
    annotators: Annotated[
        str,
        typer.Option(
            "--annotators", metavar="1|2|3|perfect", help="How many, or one who errs not."
        ),
    ] = "3",
    no_audio: Annotated[
        bool, typer.Option("--no-audio", help="Timing, words and annotations alone.")
    ] = False,
    voices: Annotated[
        str,
        typer.Option("--voices", metavar="NAME,NAME,...", help="Who speaks; kokoro is all of it."),
    ] = "kokoro",
    degradations: Annotated[
        list[str] | None,
        typer.Option("--degrade", metavar="NAME[=VALUE]", help="Of the sound; may be repeated."),
    ] = None,
    beside: Annotated[
        bool, typer.Option("--beside", help="The folder may hold other conversations.")
    ] = False,
) -> None:
    """Make conversations whose truth is known to the millisecond.

    A folder a conversation, in the layout of the raw delivery: sound, annotations, metadata,
    and truth.json with all that truly happens. The same options give the same bytes. Kinds:
    argumentative, casual, collaborative, instructional, narrative, task-oriented.
    Degradations: bleed, room-noise, gain, clipping, telephone.

    Examples:
      turnscope simulate --type casual --minutes 10 --seed 7 --no-audio --out sim
      turnscope simulate --type all --hours 100 --no-audio --out sim100
    """
    from turnscope.study.simulate import Simulation, conversations_for, write_simulated

    if conversations is not None and hours is not None:
        raise typer.BadParameter("--conversations and --hours both say how many: give one")
    n, perfect = _annotators(annotators)
    speakers = () if no_audio else tuple(name.strip() for name in voices.split(","))
    degraded = "+".join(degradations or ["none"])
    if hours is not None:
        conversations = conversations_for(hours, minutes)
    if conversations is None:  # one a kind, which a wrong option must not hide
        asked = Simulation(tuple(types), 1, minutes, seed, n, perfect, speakers, degraded)
        conversations = len(asked.kinds)
    asked = Simulation(tuple(types), conversations, minutes, seed, n, perfect, speakers, degraded)
    with progress("simulating", float(asked.n_conversations)) as advance:
        written = write_simulated(out, asked, beside=beside, progress=advance)
    show(
        [
            f"{written.n_conversations} conversations, {written.duration_s / 3600:.2f} h: "
            f"{written.n_happenings} events, {written.n_annotations} annotations"
        ]
    )
    say(f"written to {out}; their truth is in truth.json, their gold from")
    say(f"  turnscope gold stats --corpus {out}")


def _annotators(told: str) -> tuple[int, bool]:
    """How many annotators, and whether they err in nothing."""
    if told.strip().lower() == "perfect":
        return 1, True
    try:
        return int(told), False
    except ValueError:
        raise typer.BadParameter(f"--annotators {told!r}: expected 1, 2, 3 or perfect") from None
