"""The gold cache: what comes back is what was kept, and damage is no error."""

import random
from pathlib import Path

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.corpus.load import open_corpus
from turnscope.errors import Fault
from turnscope.study.gold import corpus_gold
from turnscope.study.gold_cache import cache_key, cached_gold, keep_gold


def gold() -> Gold:
    def task(shift: float) -> TaskGold:
        group = np.array([0, 3])
        times = np.array([1.0, 2.0]) + shift
        spans = Spans(group, times, times + 0.1)
        return TaskGold(Points(group, times), spans, Spans(group, times + 1, times + 2))

    metadata = Metadata("Casual/Spontaneous", ("A", None), (None, "female"), "clean", {"k": "v"})
    return Gold(
        Roster(("x", "ü"), np.array([10.0, np.nan]), (metadata, Metadata())),
        task(0.0),
        task(5.0),
        Protocol(arithmetic="exact", consensus=Consensus.ORDER_FREE),
        Provenance("consensus", (1, 3), "hash", "revision"),
    )


def test_everything_comes_back(tmp_path: Path) -> None:
    faults = (Fault("a", "b", "c", "d"),)
    keep_gold(tmp_path / "new", "k", gold(), faults)
    found = cached_gold(tmp_path / "new", "k")
    assert found is not None
    kept, told = found
    assert told == faults
    made = gold()
    assert kept.roster.ids == made.roster.ids
    assert np.array_equal(kept.roster.duration_s, made.roster.duration_s, equal_nan=True)
    assert [m.actor_ids for m in kept.roster.metadata] == [("A", None), (None, None)]
    assert dict(kept.roster.metadata[0].extra) == {"k": "v"}
    assert (kept.protocol, kept.provenance) == (made.protocol, made.provenance)
    for task in Task:
        for part in ("positives", "negatives", "excluded"):
            one, two = getattr(kept.task(task), part), getattr(made.task(task), part)
            for column in one.__slots__:
                assert np.array_equal(getattr(one, column), getattr(two, column))


@pytest.mark.parametrize("damage", ["absent", "empty", "cut", "text", "flipped"])
def test_damage_means_making_it_anew(tmp_path: Path, damage: str) -> None:
    keep_gold(tmp_path, "k", gold(), ())
    path = tmp_path / "k.npz"
    content = path.read_bytes()
    middle = len(content) // 2
    if damage == "absent":
        path.unlink()
    else:
        path.write_bytes(
            {
                "empty": b"",
                "cut": content[:middle],
                "text": b"not a cache",
                "flipped": content[:middle]
                + bytes([content[middle] ^ 0xFF])
                + content[middle + 1 :],
            }[damage]
        )
    assert cached_gold(tmp_path, "k") is None


def test_a_place_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    keep_gold(tmp_path / "file" / "below", "k", gold(), ())
    assert cached_gold(tmp_path / "file" / "below", "k") is None


def test_keys_differ_in_whatever_matters() -> None:
    keys = {
        cache_key("f", Protocol()),
        cache_key("g", Protocol()),
        cache_key("f", Protocol(tau_max_s=2.0)),
        cache_key("f", Protocol(), "derived"),
    }
    assert len(keys) == 4


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_file_is_made_anew(tmp_path: Path, seed: int) -> None:
    corpus = open_corpus("mini")
    whole, _ = corpus_gold(corpus, cache=tmp_path)
    (kept,) = tmp_path.iterdir()
    content, rng = bytearray(kept.read_bytes()), random.Random(seed)
    for _ in range(rng.choice([1, 5, 30])):
        content[rng.randrange(len(content))] = rng.randrange(256)
    kept.write_bytes(content[: rng.choice([len(content), rng.randrange(len(content))])])
    again, _ = corpus_gold(corpus, cache=tmp_path)
    assert again.roster.ids == whole.roster.ids
    assert again.eot.positives.time_s.tolist() == whole.eot.positives.time_s.tolist()
