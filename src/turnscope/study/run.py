"""Put systems to a corpus: every conversation, every speaker, in parallel, kept as it is done."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.roster import positions
from turnscope.corpus.corpus import Corpus
from turnscope.errors import Fault, ProtocolError, TurnscopeError
from turnscope.gold.oracle import oracle
from turnscope.study.content import audio_hashes, heard_key, system_hash
from turnscope.study.engines import engine_named
from turnscope.study.gold import corpus_gold
from turnscope.study.heard_cache import heard_directory, keep_heard, kept_heard
from turnscope.study.jobs import Done, Failed, Job, failed
from turnscope.study.run_result import Entry, Run
from turnscope.study.setting import Setting
from turnscope.study.sources import Named, Source, held, source_of
from turnscope.systems.base import System, SystemCard

__all__ = ["REPLAYS", "run", "run_all"]

REPLAYS: dict[str, Callable[[Gold], Predictions]] = {
    "oracle": oracle,
}
"""What is run like a system but hears nothing: it is told the gold. Never causal."""


def run(
    system_or_name: System | Named | str,
    corpus: Corpus,
    *,
    ids: Iterable[str] | None = None,
    parameters: Mapping[str, float | str] = MappingProxyType({}),
    jobs: int | None = 1,
    cache: Path | bool = True,
    progress: Callable[[float], None] | None = None,
) -> Predictions:
    """The predictions of one system over a corpus; :func:`run_all` brings all there is.

    Args:
        system_or_name: a system, or the name of one or of a replay (``oracle``).
        corpus: its audio is heard; only a replay looks at its annotations.
        ids: hear only these conversations, all by default.
        parameters: settings of a system that is given by its name.
        jobs: how many conversations at a time; see :func:`run_all`.
        cache: where to keep what was heard; see :func:`run_all`.
        progress: called with the part of a conversation done since the last call.

    Raises:
        ProtocolError, CorpusError: as :func:`run_all`.
        TurnscopeError: if any conversation failed, after the others are done and kept.
    """
    source = source_of(system_or_name, parameters)
    (found,) = run_all([source], corpus, ids=ids, jobs=jobs, cache=cache, progress=progress)
    if not found.is_complete:
        raise TurnscopeError(found.faults)
    return found.predictions


def run_all(
    systems: Sequence[System | Named | str],
    corpus: Corpus,
    *,
    ids: Iterable[str] | None = None,
    jobs: int | None = 1,
    engine: str = "auto",
    address: str | None = None,
    cache: Path | bool = True,
    progress: Callable[[float], None] | None = None,
) -> tuple[Run, ...]:
    """Let systems hear a corpus; a conversation that fails does not stop the others.

    Args:
        systems: each a system, the name of one or of a replay (``oracle``), or a name with
            parameters.
        corpus: its audio is heard; only a replay looks at its annotations.
        ids: hear only these conversations, all by default.
        jobs: how many conversations at a time; None for one a processor core. More than one
            take processes of their own, to which systems go by name, or pickled; a script must
            then call this below ``if __name__ == "__main__":``.
        engine: who does the work, a key of :data:`turnscope.study.engines.ENGINES`.
        address: of a Ray cluster, for the engine ``ray``.
        cache: where to keep what was heard, conversation by conversation, and take it from when
            system and audio are the same; True for the user's cache directory, False for
            nowhere.
        progress: called with the part of a conversation done since the last call: 1 in all for
            each conversation and system.

    Returns:
        A run for each system, in their order.

    Raises:
        ProtocolError: for an unknown name or engine, or a system that cannot be made or sent.
        CorpusError: for an unknown id.
    """
    if jobs is not None and jobs < 1:
        raise ProtocolError(Fault("jobs", str(jobs), "at least 1"))
    work = engine_named(engine)
    kept = corpus.ids if ids is None else tuple(corpus.ids[k] for k in positions(corpus.ids, ids))
    plans = [_planned(source_of(each)) for each in systems]
    directory = heard_directory() if cache is True else cache or None
    circumstances: dict[str, object] = {
        "engine": engine,
        "jobs": jobs,
        "n_cores": os.cpu_count(),
        "machine": f"{platform.system()} {platform.machine()}",
    }
    study = _Study(corpus, kept, plans, directory, circumstances, progress or (lambda _: None))
    setting = Setting(tuple(plan.source for plan in plans), study.advance, jobs, address)
    results = work(study.jobs(), setting)
    with closing(results):  # an interrupted run ends what works for it, too
        for job, outcome in results:
            study.take(job, outcome)
    return tuple(study.run_of(number) for number in range(len(plans)))


@dataclass(frozen=True, slots=True)
class _Plan:
    """A system of the study; a replay has no card."""

    source: Source
    card: SystemCard | None
    content: str | None


def _planned(source: Source) -> _Plan:
    if isinstance(source, Named) and source.specification in REPLAYS:
        if source.parameters:
            raise ProtocolError(Fault(source.specification, str(source), "no parameters"))
        return _Plan(source, None, None)
    with held(source, also=tuple(REPLAYS)) as system:
        return _Plan(source, system.card, system_hash(source, system))


@dataclass(frozen=True, slots=True)
class _Ticket:
    """What the study keeps of a job while it is under way."""

    conversation_id: str
    hashes: tuple[str, str]
    key: str | None


class _Study:
    """Hands out what is to be heard and collects what came of it."""

    def __init__(
        self,
        corpus: Corpus,
        ids: tuple[str, ...],
        plans: Sequence[_Plan],
        directory: Path | None,
        circumstances: dict[str, object],
        progress: Callable[[float], None],
    ) -> None:
        self._corpus = corpus
        self._ids = ids
        self._plans = plans
        self._directory = directory
        self._circumstances = circumstances
        self._progress = progress
        self._tickets: dict[int, _Ticket] = {}
        self._told: dict[int, float] = {}
        self._entries: list[dict[str, Entry]] = [{} for _ in plans]
        self._failures: list[dict[str, Failed]] = [{} for _ in plans]
        self._unkept = False

    def jobs(self) -> Iterator[Job]:
        """What no earlier run has kept, system by system, so that one at a time is in memory."""
        hashes: dict[str, tuple[str, str]] = {}
        for number, plan in enumerate(self._plans):
            if plan.card is None:
                self._progress(float(len(self._ids)))
                continue
            for i in self._ids:
                try:
                    recording = self._corpus.recording(i)
                    hashes[i] = hashes.get(i) or audio_hashes(recording)
                except (TurnscopeError, OSError) as error:
                    self._failures[number][i] = failed(i, error, plan.card.name)
                    self._progress(1.0)
                    continue
                key = None
                if self._directory is not None and plan.content is not None:
                    key = heard_key(plan.content, recording, hashes[i])
                    before = kept_heard(self._directory, key, i)
                    if before is not None:
                        entry = Entry(before.done, hashes[i], True, before.circumstances)
                        self._entries[number][i] = entry
                        self._progress(1.0)
                        continue
                job = Job(len(self._tickets), number, recording)
                self._tickets[job.number] = _Ticket(i, hashes[i], key)
                yield job

    def advance(self, job: Job, part: float) -> None:
        """A part of a job is done; one that is done again is told once."""
        told = self._told.get(job.number, 0.0)
        part = min(part, 1.0 - told)
        self._told[job.number] = told + part
        self._progress(part)

    def take(self, job: Job, outcome: Done | Failed) -> None:
        """A job has ended: keep what was heard at once."""
        ticket = self._tickets[job.number]
        self.advance(job, 1.0)
        if isinstance(outcome, Failed):
            self._failures[job.system][ticket.conversation_id] = outcome
            return
        entry = Entry(outcome, ticket.hashes, False, self._circumstances)
        self._entries[job.system][ticket.conversation_id] = entry
        if self._directory is not None and ticket.key is not None:
            was_kept = keep_heard(
                self._directory, ticket.key, ticket.conversation_id, outcome, self._circumstances
            )
            self._unkept = self._unkept or not was_kept

    def run_of(self, number: int) -> Run:
        """The run of one system."""
        plan = self._plans[number]
        if plan.card is None:
            return self._replay(plan)
        entries = self._entries[number]
        heard = {i: entries[i] for i in self._ids if i in entries}
        failures = self._failures[number]
        name = plan.card.name
        return Run(
            name,
            {**plan.card.stamp(), **_named(plan.source)},
            plan.card.causal,
            self._ids,
            heard,
            {i: failures[i] for i in self._ids if i in failures},
            Predictions.of({i: e.done.heard.commits for i, e in heard.items()}, system=name),
            plan.card.score_rate_hz,
            self._notes(),
        )

    def _replay(self, plan: _Plan) -> Run:
        assert isinstance(plan.source, Named)
        name = plan.source.specification
        gold, _ = corpus_gold(self._corpus)
        said = REPLAYS[name](gold.subset(self._ids))
        stamp: dict[str, object] = {"name": name, "causal": False, "replays": "gold"}
        return Run(name, stamp, False, self._ids, {}, {}, said)

    def _notes(self) -> tuple[Fault, ...]:
        if not self._unkept:
            return ()
        where = str(self._directory)
        return (Fault(where, "what was heard cannot be kept here", "", "The next run hears again"),)


def _named(source: Source) -> dict[str, object]:
    return {"specification": str(source)} if isinstance(source, Named) else {}
