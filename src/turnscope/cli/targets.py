"""From options to what they name: a corpus, a gold, some conversations, some speakers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

import typer

from turnscope.cli.console import say, warn
from turnscope.cli.reading import Reading
from turnscope.core.gold import Gold
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.corpus.corpus import Corpus
from turnscope.errors import CorpusError, Fault

__all__ = [
    "CorpusChoice",
    "chosen_ids",
    "chosen_speakers",
    "named_once",
    "refuse_strictly",
    "refuse_warnings",
    "remark_on",
    "target_gold",
    "target_roster",
]


@dataclass(frozen=True, slots=True)
class CorpusChoice:
    """Which corpus, if any, and how to read it."""

    corpus: str | None
    _: KW_ONLY
    reading: Reading = field(default_factory=Reading)
    offsets: str = "0,0"
    swap: bool = False

    def open(self) -> Corpus:
        """Open it; annotations and audio are read when asked for."""
        from turnscope.corpus.load import open_corpus

        if self.corpus is None:
            raise typer.BadParameter("give --corpus")
        return open_corpus(
            self.corpus,
            mapping=self.reading.mapping,
            durations=self.reading.durations,
            source=self.reading.source,
            annotation_format=self.reading.annotation_format,
            duration_from_annotations=self.reading.last_end,
            offsets_s=_offsets(self.offsets),
            swap=self.swap,
        )


def named_once(argument: str | None, option: str | None) -> str:
    """The corpus, named as an argument or by ``--corpus``."""
    given = [name for name in (argument, option) if name is not None]
    if len(given) != 1:
        raise typer.BadParameter("name one corpus, as an argument or by --corpus")
    return given[0]


def target_gold(
    choice: CorpusChoice,
    artefact: Path | None,
    *,
    exact: bool = False,
    consensus: str = "official",
    derive: bool = False,
    cache: bool = True,
) -> tuple[Gold, Sequence[Fault]]:
    """The gold to score against, from a corpus or from an artefact, and what is odd about it.

    A durations file wins over what the corpus or the artefact says. Other options that say how
    to read a corpus or how to make a gold are refused with an artefact, which is finished.
    """
    from turnscope.gold.derived import Derivation
    from turnscope.study.gold import corpus_gold

    protocol = Protocol(arithmetic="exact" if exact else "official", consensus=Consensus(consensus))
    if (choice.corpus is None) == (artefact is None):
        raise typer.BadParameter("give --corpus or --gold, one of the two")
    if artefact is None:
        derivation = Derivation() if derive else None
        return corpus_gold(choice.open(), protocol=protocol, derivation=derivation, cache=cache)
    idle = {
        "--mapping": choice.reading.mapping is not None,
        "--source": choice.reading.source is not None,
        "--format": choice.reading.annotation_format is not None,
        "--last-end": choice.reading.last_end,
        "--derive": derive,
        "--consensus": consensus != "official",
    }
    if any(idle.values()):
        named = ", ".join(option for option, given in idle.items() if given)
        raise typer.BadParameter(f"{named}: only with --corpus; the gold of --gold is finished")
    from turnscope.files.durations import read_durations
    from turnscope.files.gold_artefact import read_gold
    from turnscope.files.gold_doubts import gold_doubts

    gold = read_gold(artefact, protocol=protocol)
    if choice.reading.durations is not None:
        gold = gold.with_durations(read_durations(choice.reading.durations))
    if not len(gold.roster):
        found = "no conversation in it"
        raise CorpusError(Fault(str(artefact), found, "the gold of one conversation or more"))
    return gold, gold_doubts(gold, str(artefact))


def target_roster(choice: CorpusChoice, artefact: Path | None) -> tuple[Roster, Sequence[Fault]]:
    """The conversations to check predictions against; needs no annotations of a corpus."""
    if choice.corpus is None or artefact is not None:
        gold, faults = target_gold(choice, artefact)
        return gold.roster, faults
    corpus = choice.open()
    return corpus.roster(), corpus.faults


def chosen_ids(split: Path | None, ids: str | None) -> list[str] | None:
    """The conversations to keep; None for all."""
    if split is not None and ids is not None:
        raise typer.BadParameter("give --split or --ids, not both")
    if split is not None:
        from turnscope.files.ids_file import read_ids

        return list(read_ids(split))
    if ids is not None:
        kept = [part.strip() for part in ids.split(",") if part.strip()]
        if not kept:
            raise typer.BadParameter(f"--ids {ids!r} names no conversation")
        return kept
    return None


def chosen_speakers(speakers: str) -> tuple[int, ...]:
    """The speakers to keep, from ``1``, ``2`` or ``1,2``."""
    parts = {part.strip() for part in speakers.split(",")}
    if not parts or not parts <= {"1", "2"}:
        raise typer.BadParameter(f"--speakers {speakers!r}; expected 1, 2 or 1,2")
    return tuple(sorted(int(part) for part in parts))


def refuse_strictly(faults: Sequence[Fault], *, strict: bool) -> None:
    """With ``--strict``, tell the warnings and end with status 2 if there is any; else nothing."""
    if strict:
        refuse_warnings(faults, strict=True)


def refuse_warnings(faults: Sequence[Fault], *, strict: bool) -> None:
    """Tell the warnings; with ``--strict`` any of them ends the command with status 2."""
    warn(faults)
    if strict and faults:
        raise typer.Exit(2)


def remark_on(gold: Gold) -> None:
    """Tell what whoever reads the numbers of a gold should know of it."""
    if gold.provenance.source == "derived":
        say("note: this gold is derived from words or voice activity, not annotated.")
    if not any(len(gold.task(task).positives) + len(gold.task(task).negatives) for task in Task):
        say(
            "note: this gold has nothing to score. Labels that are not ours (see corpus info) need "
            "a --mapping; words or voice activity without labels need --derive."
        )


def _offsets(text: str) -> tuple[float, float]:
    try:
        first, second = (float(part) for part in text.split(","))
    except ValueError:
        first = math.nan
    if not (math.isfinite(first) and math.isfinite(second)):
        raise typer.BadParameter(f"--offsets {text!r}; expected two numbers of seconds, S1,S2")
    return first, second
