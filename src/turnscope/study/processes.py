"""Jobs in several processes of this machine, each of which may die without harm to the rest.

::

    jobs ──▶ this process ──recording──▶ worker     one pipe each, one job at a time
                          ◀──progress───
                          ◀──answers────

Workers are started afresh (spawn), so that they share nothing with this process, whatever
threads and models it holds. A worker serves one system and makes room for another's, so that
memory is that of one system. If one dies (out of memory, a crash in native code, ``kill -9``)
the job it had is done again by another; if that dies of it too, the job has failed.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from turnscope.errors import Fault, ProtocolError, TurnscopeError
from turnscope.study.jobs import Done, Failed, Job
from turnscope.study.setting import Results, Setting, n_cores
from turnscope.study.sources import Source, name_of
from turnscope.study.worker import READY, serve

__all__ = ["in_processes"]

_TRIES = 2
_PATIENCE_S = 5.0
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS")


def in_processes(jobs: Iterator[Job], setting: Setting) -> Results:
    """Do jobs in processes of their own, by default as many at a time as there are cores.

    Raises:
        ProtocolError: if a system cannot be sent to another process.
        TurnscopeError: if workers cannot be started.
    """
    pool = _Pool(setting, setting.jobs or n_cores())
    try:
        yield from pool.results(jobs)
    finally:
        pool.stop()


class _Worker:
    """A process, the pipe to it, and the job it has."""

    def __init__(self, process: BaseProcess, pipe: Connection, system: int) -> None:
        self.process = process
        self.pipe = pipe
        self.system = system
        self.job: Job | None = None
        self.is_ready = False


class _Pool:
    def __init__(self, setting: Setting, n_workers: int) -> None:
        self._setting = setting
        self._n_workers = n_workers
        self._workers: list[_Worker] = []
        self._again: deque[Job] = deque()
        self._deaths: dict[int, int] = {}

    def results(self, jobs: Iterator[Job]) -> Results:
        while True:
            self._hand_out(jobs)
            busy = [worker for worker in self._workers if worker.job is not None]
            if not busy:
                return
            ready = wait([worker.pipe for worker in busy])
            for worker in busy:
                if worker.pipe in ready:
                    result = self._listen(worker)
                    if result is not None:
                        yield result

    def _hand_out(self, jobs: Iterator[Job]) -> None:
        while sum(worker.job is not None for worker in self._workers) < self._n_workers:
            job = self._again.popleft() if self._again else next(jobs, None)
            if job is None:
                return
            worker = self._idle(job.system)
            worker.job = job
            try:
                worker.pipe.send(job.recording)
            except OSError:
                continue  # it has died; the end of its pipe will say so

    def _idle(self, system: int) -> _Worker:
        for worker in [each for each in self._workers if each.job is None]:
            if worker.system == system:
                return worker
            self._dismiss(worker)
        worker = self._started(system)
        self._workers.append(worker)
        return worker

    def _started(self, system: int) -> _Worker:
        context = get_context("spawn")
        mine, theirs = context.Pipe()
        source = self._setting.sources[system]
        process = context.Process(target=serve, args=(theirs, source), daemon=True)
        with _threads(max(1, n_cores() // self._n_workers)):
            try:
                process.start()
            except OSError:
                mine.close()
                raise
            except Exception as error:  # pickling raises whatever the object's parts do
                mine.close()
                raise ProtocolError(_unsendable(source, error)) from error
            finally:
                theirs.close()
        return _Worker(process, mine, system)

    def _listen(self, worker: _Worker) -> tuple[Job, Done | Failed] | None:
        job = worker.job
        assert job is not None
        try:
            message = worker.pipe.recv()
        except (EOFError, OSError):
            return self._buried(worker, job)
        if message == READY:
            worker.is_ready = True
        elif isinstance(message, float):
            self._setting.progress(job, message)
        else:
            worker.job = None
            return job, message
        return None

    def _buried(self, worker: _Worker, job: Job) -> tuple[Job, Done | Failed] | None:
        worker.process.join(_PATIENCE_S)
        status = worker.process.exitcode
        how = _end_of(status)
        self._dismiss(worker)
        if not worker.is_ready:
            raise TurnscopeError(
                Fault(
                    "a worker process",
                    f"could not start ({how})",
                    "",
                    "In a script, call this below if __name__ == '__main__':, or with jobs=1",
                )
            )
        deaths = self._deaths[job.number] = self._deaths.get(job.number, 0) + 1
        if deaths < _TRIES:
            self._again.append(job)
            return None
        found = f"the process that heard it {how}, {deaths} times over"
        hint = "Out of memory? Fewer jobs at a time need less" if status == -9 else ""
        where = f"{name_of(self._setting.sources[job.system])} on {job.recording.conversation_id}"
        return job, Failed((Fault(where, found, "", hint),))

    def _dismiss(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        _end([worker])

    def stop(self) -> None:
        """End all workers, those at work too."""
        workers, self._workers = self._workers, []
        _end(workers)


def _end(workers: list[_Worker]) -> None:
    for worker in workers:
        worker.pipe.close()
        if worker.job is not None:
            worker.process.terminate()
    for worker in workers:
        worker.process.join(_PATIENCE_S)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()


def _end_of(status: int | None) -> str:
    if status is not None and status < 0:
        return f"was killed by signal {-status}"
    return f"ended with exit status {status}"


def _unsendable(source: Source, error: Exception) -> Fault:
    return Fault(
        f"system {name_of(source)}",
        f"cannot be sent to another process ({type(error).__name__}: {error})",
        "what pickle can take: classes at the top of a module, no lambdas, no open files",
        "Hear it in this process: jobs=1",
    )


@contextmanager
def _threads(n: int) -> Iterator[None]:
    """Processes started meanwhile share the cores between them, unless the user said otherwise."""
    mine = [name for name in _THREADS if name not in os.environ]
    os.environ.update(dict.fromkeys(mine, str(n)))
    try:
        yield
    finally:
        for name in mine:
            os.environ.pop(name, None)
