"""Jobs on a Ray cluster: one of several machines, or one that lives as long as the run does.

Each job is one Ray task. Ray does it again elsewhere if the process or the node that had it dies,
so a killed worker loses nothing. Every node needs this package, what the system needs, and the
audio under the same path; audio that came as bytes (parquet, a hub) travels with the job.
Source: Ray's documentation of tasks, ``max_retries`` and ``ray.wait``.
"""

from __future__ import annotations

import atexit
import re
import socket
from collections.abc import Iterator
from types import ModuleType

from turnscope.corpus.audio import Recording
from turnscope.errors import Fault, ProtocolError
from turnscope.study.jobs import Done, Failed, Job, attempt, failed
from turnscope.study.setting import Results, Setting, n_cores
from turnscope.study.sources import name_of, opened, released
from turnscope.systems.base import System

__all__ = ["on_ray"]

_PLACE = re.compile(r"(?:ray://)?([\w.-]+):(\d{1,5})")
_PATIENCE_S = 10.0
_RETRIES = 2
"""How often a task is done again whose worker died."""


def on_ray(jobs: Iterator[Job], setting: Setting) -> Results:
    """Do jobs as tasks of a cluster.

    Args:
        jobs: taken as the cluster has room for them, two for each of its processors.
        setting: its address names the cluster, ``auto`` one that runs on this machine; without
            one, a cluster of this machine's own is started and ended with the run. Its number of
            jobs limits how many are under way. Progress comes with the end of each.

    Raises:
        ProtocolError: if ray is not installed, a system cannot be pickled, or there is no
            cluster at the address.
    """
    ray = _imported()
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, setting)
    try:
        yield from _results(ray, jobs, setting)
    finally:
        if mine:
            ray.shutdown()


def _results(ray: ModuleType, jobs: Iterator[Job], setting: Setting) -> Results:
    task = ray.remote(max_retries=_RETRIES, num_cpus=1)(_attempted)
    sources = [ray.put(_pickled(ray, source)) for source in setting.sources]
    limit = setting.jobs or max(1, 2 * int(ray.cluster_resources().get("CPU", 1)))
    under_way: dict[object, Job] = {}
    try:
        while True:
            while len(under_way) < limit and (job := next(jobs, None)) is not None:
                under_way[task.remote(sources[job.system], job.recording)] = job
            if not under_way:
                return
            done, _ = ray.wait(list(under_way), num_returns=1)
            for reference in done:
                job = under_way.pop(reference)
                yield job, _outcome(ray, reference, job, name_of(setting.sources[job.system]))
    finally:
        for reference in under_way:
            ray.cancel(reference, force=True)


def _outcome(ray: ModuleType, reference: object, job: Job, system: str) -> Done | Failed:
    try:
        outcome: Done | Failed = ray.get(reference)
    except ray.exceptions.RayError as error:
        told = str(error).strip().split("\n", 1)[0].rstrip(".")
        found = f"Ray gave it up after {_RETRIES + 1} tries ({type(error).__name__}: {told})"
        return Failed((Fault(f"{system} on {job.recording.conversation_id}", found),), str(error))
    return outcome


def _attempted(source: bytes, recording: Recording) -> Done | Failed:
    """The task; it runs on a node."""
    try:
        system = _system(source)
    except Exception as error:
        return failed(recording.conversation_id, error, _name(source))
    return attempt(system, recording)


_made: dict[bytes, System] = {}


def _system(source: bytes) -> System:
    """The system of a process, made once: it may have to load a model."""
    from ray import cloudpickle

    if source not in _made:
        _release()
        _made[source] = opened(cloudpickle.loads(source))
    return _made[source]


@atexit.register
def _release() -> None:
    """Close the system of this process, for another or at its end."""
    while _made:
        released(_made.popitem()[1])


def _name(source: bytes) -> str:
    from ray import cloudpickle

    try:
        return name_of(cloudpickle.loads(source))
    except Exception:  # what cannot be unpickled here has no name either
        return "a system"


def _pickled(ray: ModuleType, source: object) -> bytes:
    try:
        content: bytes = ray.cloudpickle.dumps(source)
    except Exception as error:  # pickling raises whatever the object's parts do
        found = f"cannot be sent to a cluster ({type(error).__name__}: {error})"
        raise ProtocolError(Fault("system", found, "what cloudpickle can take")) from error
    return content


def _connect(ray: ModuleType, setting: Setting) -> None:
    address = setting.address
    own = {} if address else {"num_cpus": setting.jobs or n_cores(), "include_dashboard": False}
    try:
        if address and (place := _PLACE.fullmatch(address)):
            # Ray itself would try for minutes.
            socket.create_connection((place[1], int(place[2])), timeout=_PATIENCE_S).close()
        ray.init(address=address or "local", log_to_driver=False, logging_level="ERROR", **own)
    except (ConnectionError, RuntimeError, ValueError, OSError, ray.exceptions.RayError) as error:
        told = str(error).strip().split("\n", 1)[0].rstrip(".")
        found = f"no cluster at {address or 'this machine'} ({told})"
        hint = "Is one running there, and is its token in RAY_AUTH_TOKEN?" if address else ""
        raise ProtocolError(Fault("engine ray", found, "", hint)) from None


def _imported() -> ModuleType:
    try:
        import ray
    except ImportError:
        hint = "pip install 'turnscope[ray]'"
        raise ProtocolError(Fault("engine ray", "the package ray is missing", "", hint)) from None
    module: ModuleType = ray
    return module
