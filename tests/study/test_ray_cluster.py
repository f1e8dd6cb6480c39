"""Jobs on a Ray cluster of this machine; nothing here without the package ray but its absence."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings, heard_in
from tests.systems.toys import Toy
from turnscope.errors import ProtocolError
from turnscope.study.jobs import Done, Failed, Job
from turnscope.study.ray_cluster import on_ray
from turnscope.study.run import run_all
from turnscope.study.setting import Setting
from turnscope.systems.base import NOTHING

has_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None, reason="the optional package ray is not installed"
)
# What ray does inside is not ours to mend.
quiet = pytest.mark.filterwarnings("ignore")


def test_without_the_package_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ProtocolError, match=r"ray is missing\. pip install 'turnscope\[ray\]'\.$"):
        list(on_ray(iter(()), Setting((), lambda _, __: None)))


@has_ray
@quiet
@pytest.mark.slow
def test_a_killed_worker_loses_nothing(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.mkdir()
    corpus = Recordings(tmp_path / "w", 4)
    system = Hearer(str(log), dies_on=2, dies_times=1, fails_on=3)
    parts: list[float] = []
    (found,) = run_all(
        [system],
        corpus,
        engine="ray",
        jobs=2,
        cache=tmp_path / "cache",
        progress=parts.append,
    )
    assert (log / "deaths").read_text() == "1"
    assert found.predictions.ids == ("a", "b", "d")
    assert "ZeroDivisionError" in str(found.faults[0])
    assert heard_in(log).count(2) == 3  # one that died, and both speakers
    assert sum(parts) == pytest.approx(4.0)
    here = Hearer(str(log), dies_on=2, dies_times=1, fails_on=3)
    (again,) = run_all([here], corpus, cache=tmp_path / "cache")
    assert [entry.is_kept for entry in again.entries.values()] == [True] * 3
    assert again.predictions.eot.time_s.tolist() == found.predictions.eot.time_s.tolist()


@has_ray
@quiet
@pytest.mark.slow
def test_objects_go_along_and_what_kills_every_worker_fails_alone(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.mkdir()
    corpus = Recordings(tmp_path / "w", 2)

    def jobs() -> Iterator[Job]:
        for number, (system, i) in enumerate([(0, "a"), (1, "a"), (1, "b")]):
            yield Job(number, system, corpus.recording(i))

    # cloudpickle takes the lambda that pickle would not
    sources = (Toy(lambda _, __: NOTHING), Hearer(str(log), dies_on=2))
    setting = Setting(sources, lambda _, __: None, 2)
    found = {job.number: outcome for job, outcome in on_ray(jobs(), setting)}
    assert [type(found[k]) for k in range(3)] == [Done, Done, Failed]
    failed = found[2]
    assert isinstance(failed, Failed)
    assert str(failed.faults[0]).startswith("hearer on b: Ray gave it up after 3 tries (")


@has_ray
@quiet
def test_no_cluster_at_an_address_is_told() -> None:
    setting = Setting((), lambda _, __: None, 2, "127.0.0.1:1")
    with pytest.raises(ProtocolError, match=r"no cluster at 127\.0\.0\.1:1"):
        list(on_ray(iter(()), setting))
