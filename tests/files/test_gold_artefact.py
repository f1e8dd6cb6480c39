"""The gold artefact: what is written is what is read, and what is told of a broken one."""

import copy
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.columns import Floats, Ints, Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.errors import CorpusError, FormatError
from turnscope.files.gold_artefact import (
    gold_document,
    gold_json,
    parse_gold,
    read_gold,
    write_gold,
)
from turnscope.version import __version__

GOOD: dict[str, Any] = {
    "scorer_sha": "abc",
    "dataset_revision": "r1",
    "tau_pre_s": 0.25,
    "tau_max_s": 3.0,
    "conversations": {
        "20": {
            "duration_s": 60.5,
            "eot_positive_events": [{"speaker": 1, "time_s": 3.1}, {"speaker": 2, "time_s": 1.7}],
            "eot_negative_spans": [{"speaker": 1, "start": 5, "end": 6.25}],
            "int_positive_events": [{"speaker": 2, "time_s": 4.0}, {"speaker": 2, "time_s": 4.0}],
            "int_negative_spans": [],
            "eot_excluded": [{"speaker": 2, "start": 7.0, "end": 7.0}],
            "int_excluded": [],
        }
    },
}

TIMES = st.floats(0, 1e5)
EVENTS = st.lists(st.tuples(st.integers(0, 7), TIMES, TIMES), max_size=8)


def points(events: list[tuple[int, float, float]]) -> Points:
    return Points.sorted(
        np.array([g for g, _, _ in events], np.int64), np.array([t for _, t, _ in events])
    )


def spans(events: list[tuple[int, float, float]]) -> Spans:
    return Spans.sorted(
        np.array([g for g, _, _ in events], np.int64),
        np.array([min(a, b) for _, a, b in events], np.float64),
        np.array([max(a, b) for _, a, b in events], np.float64),
    )


def gold_of(
    *lists: list[tuple[int, float, float]],
    protocol: Protocol | None = None,
    provenance: Provenance | None = None,
) -> Gold:
    ids = ("20", "..x", 'ü"', " 7")
    metadata = (Metadata("Instructional", ("a", "b"), extra={"k": "v"}), *(Metadata(),) * 3)
    eot = TaskGold(points(lists[0]), spans(lists[1]), spans(lists[2]))
    interruption = TaskGold(points(lists[3]), spans(lists[4]), spans(lists[5]))
    roster = Roster(ids, np.array([0.1, 702.4, 1 / 3, 1e5]), metadata)
    return Gold(roster, eot, interruption, protocol or Protocol(), provenance or Provenance())


EMPTY: list[list[tuple[int, float, float]]] = [[]] * 6


def columns(gold: Gold) -> list[bytes]:
    parts: list[Floats | Ints] = [gold.roster.duration_s]
    for task in Task:
        of_task = gold.task(task)
        parts += [of_task.positives.group, of_task.positives.time_s]
        for column in (of_task.negatives, of_task.excluded):
            parts += [column.group, column.start_s, column.end_s]
    return [part.tobytes() for part in parts]


@given(st.lists(EVENTS, min_size=6, max_size=6), st.booleans())
@settings(deadline=None)
def test_round_trip_float_for_float(
    lists: list[list[tuple[int, float, float]]], with_metadata: bool
) -> None:
    gold = gold_of(*lists)
    read = parse_gold(json.loads(gold_json(gold, with_metadata=with_metadata)), "g")
    assert read.roster.ids == gold.roster.ids
    assert columns(read) == columns(gold)
    assert read.protocol == gold.protocol


def test_a_published_artefact(tmp_path: Path) -> None:
    path = tmp_path / "dev-gold.json"
    path.write_text(json.dumps(GOOD))
    gold = read_gold(path)
    assert gold.roster.ids == ("20",)
    assert gold.roster.duration_s.tolist() == [60.5]
    assert gold.eot.positives.of(0).tolist() == [3.1]
    assert gold.eot.positives.of(1).tolist() == [1.7]
    assert gold.interruption.positives.of(1).tolist() == [4.0, 4.0]
    assert gold.eot.negatives.of(0).tolist() == [[5.0, 6.25]]
    assert gold.eot.excluded.of(1).tolist() == [[7.0, 7.0]]
    assert gold.protocol == Protocol()
    assert gold.provenance.source == "artefact"
    assert gold.provenance.revision == "r1"
    assert len(gold.provenance.data_hash) == 64


def test_unknown_keys_and_absent_marks_are_tolerated() -> None:
    document = copy.deepcopy(GOOD)
    del document["scorer_sha"], document["dataset_revision"]
    document["made_by"] = [None]
    document["conversations"]["20"]["nft"] = 3
    document["conversations"]["20"]["eot_positive_events"][0]["id"] = "x"
    assert columns(parse_gold(document, "g")) == columns(parse_gold(GOOD, "g"))


def test_the_written_keys_and_order(tmp_path: Path) -> None:
    lists = copy.deepcopy(EMPTY)
    lists[0] = [(1, 2.0, 0), (0, 9.0, 0), (0, 3.5, 0)]
    gold = gold_of(*lists, provenance=Provenance(data_hash="h", revision=""))
    write_gold(tmp_path / "g.json", gold)
    document = json.loads((tmp_path / "g.json").read_text())
    assert list(document) == list(GOOD)
    assert document["scorer_sha"] == f"turnscope-{__version__}"
    assert document["dataset_revision"] == "h"
    first = document["conversations"]["20"]
    assert set(first) == set(GOOD["conversations"]["20"])
    assert first["eot_positive_events"] == [
        {"speaker": 1, "time_s": 3.5},
        {"speaker": 1, "time_s": 9.0},
        {"speaker": 2, "time_s": 2.0},
    ]
    revised = gold_of(*EMPTY, provenance=Provenance(data_hash="h", revision="r"))
    document = json.loads(gold_json(revised, scorer_sha="s"))
    assert (document["scorer_sha"], document["dataset_revision"]) == ("s", "r")


def test_metadata_and_origin_come_back_when_asked_for() -> None:
    provenance = Provenance("consensus", (1, 3), "h", "r")
    gold = gold_of(*EMPTY, provenance=provenance)
    read = parse_gold(json.loads(gold_json(gold, with_metadata=True)), "g")
    assert read.roster.metadata[0].actor_ids == ("a", "b")
    assert dict(read.roster.metadata[0].extra) == {"k": "v"}
    assert read.provenance == provenance
    plain = parse_gold(json.loads(gold_json(gold)), "g")
    assert plain.roster.metadata[0] == Metadata()
    assert plain.provenance.source == "artefact"


@pytest.mark.parametrize(
    ("protocol", "source"),
    [
        (Protocol(), "derived"),
        (Protocol(consensus=Consensus.ORDER_FREE), "consensus"),
        (Protocol(arithmetic="exact"), "consensus"),
        (Protocol(tau_max_s=2.0), "consensus"),
    ],
)
def test_a_gold_that_is_not_official_stays_marked(protocol: Protocol, source: str) -> None:
    gold = gold_of(*EMPTY, protocol=protocol, provenance=Provenance(source))
    read = parse_gold(json.loads(gold_json(gold)), "g")
    assert read.protocol == protocol
    assert (read.provenance.source == "derived") == (source == "derived")


def test_a_given_protocol_says_how_to_compare() -> None:
    exact = Protocol(arithmetic="exact", tau_max_s=9.0)
    read = parse_gold(GOOD, "g", protocol=exact)
    assert read.protocol == Protocol(arithmetic="exact")


def test_an_unknown_duration_cannot_be_written() -> None:
    gold = gold_of(*EMPTY)
    gold.roster.duration_s[1] = np.nan
    with pytest.raises(CorpusError, match=r"conversation \.\.x: its duration is unknown"):
        gold_document(gold)


def test_all_faults_come_together() -> None:
    document = copy.deepcopy(GOOD)
    document["tau_pre_s"] = "0.25"
    document["dataset_revision"] = 3
    entry = document["conversations"]["20"]
    entry["duration_s"] = 0
    entry["eot_positive_events"][1]["speaker"] = 3
    entry["eot_negative_spans"][0]["end"] = 4
    del entry["int_excluded"]
    entry["metadata"] = {"audio_status": 1}
    document["conversations"]["21"] = None
    document["turnscope"] = {"protocol": {}}
    with pytest.raises(FormatError) as caught:
        parse_gold(document, "g.json")
    told = [str(fault) for fault in caught.value.faults]
    for start in (
        "20: int_excluded is missing",
        "20/duration_s: 0; expected a finite number of seconds, above 0",
        "20/metadata/audio_status: 1",
        "20/eot_positive_events[1]/speaker: 3; expected the number 1 or 2",
        "20/eot_negative_spans[0]: ends at 4 s, before it starts at 5 s",
        "21: null; expected an object",
        "g.json/tau_pre_s: the text '0.25'",
        "g.json/dataset_revision: 3",
        "g.json/turnscope: an object with protocol",
    ):
        assert any(fault.startswith(start) for fault in told), start
    assert len(told) == 9


@pytest.mark.parametrize("document", [None, [], {}, {"conversations": []}, {"predictions": []}])
def test_other_documents(document: object) -> None:
    with pytest.raises(FormatError):
        parse_gold(document, "g")


def test_an_empty_gold() -> None:
    gold = parse_gold({"tau_pre_s": 0, "tau_max_s": 1, "conversations": {}}, "g")
    assert len(gold.roster) == 0
    assert gold_document(gold)["conversations"] == {}


@pytest.mark.parametrize("conversation_id", ["../x", "", " ", "a/b", "a\nb"])
def test_ids_that_cannot_be_names(conversation_id: str) -> None:
    entry = GOOD["conversations"]["20"]
    with pytest.raises(FormatError, match=r"^g: conversations: conversation id "):
        parse_gold({**GOOD, "conversations": {conversation_id: entry}}, "g")
    roster = Roster((conversation_id,), np.array([1.0]), (Metadata(),))
    with pytest.raises(CorpusError, match=r"^gold: conversation id "):
        gold_document(Gold(roster, TaskGold.empty(), TaskGold.empty()))


def test_milliseconds_for_seconds_in_the_windows() -> None:
    with pytest.raises(FormatError) as caught:
        parse_gold({**GOOD, "tau_pre_s": 250, "tau_max_s": 3000.0}, "g")
    assert [str(fault) for fault in caught.value.faults] == [
        "g/tau_pre_s: 250; expected seconds, 60 at most. Milliseconds?",
        "g/tau_max_s: 3000.0; expected seconds, 60 at most. Milliseconds?",
    ]


def test_times_before_the_recording() -> None:
    document = copy.deepcopy(GOOD)
    entry = document["conversations"]["20"]
    entry["eot_positive_events"][1]["time_s"] = -0.5
    entry["eot_excluded"][0]["start"] = -1
    with pytest.raises(FormatError) as caught:
        parse_gold(document, "g")
    assert [str(fault) for fault in caught.value.faults] == [
        "20/eot_positive_events[1]/time_s: -0.5 s is before the recording; "
        "expected seconds from its start, not negative.",
        "20/eot_excluded[0]/start: -1 s is before the recording; "
        "expected seconds from its start, not negative.",
    ]
