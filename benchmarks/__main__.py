"""``python -m benchmarks``: how fast gold, scoring and systems are.

Prints one line a measurement. Processor times are of this machine, wall times of this hour too;
the ratios and the growth are what to compare.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from benchmarks import annotating, hearing
from benchmarks.corpora import DEV_SIZE, conversations, predictions, write_delivery
from benchmarks.sweeping import measure
from benchmarks.timing import medians
from tests.oracles.engines import SlowEngine
from tests.oracles.forms import PlainConversation
from tests.oracles.rules import OFFICIAL_RULES
from turnscope.core.conversation import Conversation
from turnscope.gold.derive import gold_of
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score

__all__ = ["main"]

_GROWTH = (1, 4, 16)


def main() -> None:
    """Run all measurements."""
    dev = conversations(DEV_SIZE)
    n_events = sum(len(t) for c in dev for tracks in c.tracks for t in tracks.values())
    print(f"corpus: {DEV_SIZE} conversations, {n_events} annotated events")
    plain = [_plain(c) for c in dev]
    gold = gold_of(dev)
    said = predictions(gold.roster.ids)

    fast, slow = medians(
        lambda: gold_of(dev), lambda: SlowEngine().gold(plain, OFFICIAL_RULES), rounds=3
    )
    print(f"gold from tracks: {fast}; slow oracle {slow}: {slow.cpu_s / fast.cpu_s:.0f}x")

    scoring, numbers = medians(
        lambda: score(gold, said), lambda: summarise(score(gold, said), by="speaker")
    )
    print(f"scoring one submission: {scoring}; with numbers {numbers}")

    _growth()
    print(measure(dev, plain, gold))
    for line in (*annotating.measure(), *hearing.measure()):
        print(line, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        _whole_process(Path(folder), dev)


def _plain(conversation: Conversation) -> PlainConversation:
    first, second = (
        [
            list(zip(t.start_s.tolist(), t.end_s.tolist(), t.labels, strict=True))
            for t in tracks.values()
        ]
        for tracks in conversation.tracks
    )
    return PlainConversation(conversation.conversation_id, (first, second))


def _growth() -> None:
    """Time over corpora of one, four and sixteen times the size."""
    golds, scorings = [], []
    for times in _GROWTH:
        corpus = conversations(DEV_SIZE * times, seed=times)
        gold = gold_of(corpus)
        said = predictions(gold.roster.ids)
        gold_s, score_s = medians(partial(gold_of, corpus), partial(score, gold, said), rounds=3)
        golds.append(gold_s.cpu_s)
        scorings.append(score_s.cpu_s)
    for name, taken in (("gold", golds), ("scoring", scorings)):
        growth = ", ".join(
            f"{times}x corpus {seconds / taken[0]:.1f}x processor time"
            for times, seconds in zip(_GROWTH, taken, strict=True)
        )
        print(f"growth of {name}: {growth}")


def _whole_process(folder: Path, dev: Sequence[Conversation]) -> None:
    """``turnscope score`` from start to exit, with and without a kept gold."""
    from turnscope.files.submission_writing import write_predictions

    corpus, sent = folder / "corpus", folder / "sent.json"
    write_delivery(dev, corpus)
    write_predictions(sent, predictions([c.conversation_id for c in dev]))
    command = [sys.executable, "-m", "turnscope", "score", str(sent), "--corpus", str(corpus)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}

    def run(*more: str) -> None:
        subprocess.run([*command, *more], env=environment, check=True, capture_output=True)

    bare, fresh, kept = medians(
        lambda: subprocess.run([sys.executable, "-c", "import numpy"], check=True),
        lambda: run("--no-cache"),
        run,
    )
    print(
        f"turnscope score, whole process: {fresh}; gold kept {kept} "
        f"(python with numpy alone: {bare})"
    )


if __name__ == "__main__":
    main()
