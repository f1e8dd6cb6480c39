"""The demonstration."""

from turnscope.core.protocol import Task
from turnscope.scoring.metrics import summarise
from turnscope.study.demo import DEMO_SYSTEMS, demo_corpus, demo_golds, demo_placed


def test_dev_and_test_are_the_whole_and_share_nothing() -> None:
    gold, dev, test = demo_golds(demo_corpus())
    assert sorted((*dev.roster.ids, *test.roster.ids)) == sorted(gold.roster.ids)
    actors = [{a for m in g.roster.metadata for a in m.actor_ids} for g in (dev, test)]
    assert not actors[0] & actors[1]


def test_four_systems_are_placed_and_the_second_time_only_reads() -> None:
    corpus = demo_corpus()
    _, dev, test = demo_golds(corpus)
    first = demo_placed(corpus, dev, test)
    assert [run.system for run, _ in first] == list(DEMO_SYSTEMS)
    numbers = {run.system: summarise(placed.outcomes)["all"] for run, placed in first}
    assert numbers["oracle"][Task.EOT].recall == 1.0
    assert numbers["energy"][Task.EOT].fp_rate < numbers["rms_vad"][Task.EOT].fp_rate
    again = demo_placed(corpus, dev, test)
    heard = [entry for run, _ in again for entry in run.entries.values()]
    assert heard
    assert all(entry.is_kept for entry in heard)
    assert [summarise(p.outcomes) for _, p in again] == [summarise(p.outcomes) for _, p in first]
