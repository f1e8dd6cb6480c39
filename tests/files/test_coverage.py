"""Missing and unknown conversations."""

import numpy as np

from turnscope.core.conversation import Metadata
from turnscope.core.roster import Roster
from turnscope.files.coverage import coverage_faults, durations_of, unknown_conversation


def roster(*ids: str) -> Roster:
    return Roster(ids, np.arange(len(ids), dtype=np.float64) + 0.5, (Metadata(),) * len(ids))


def test_durations() -> None:
    assert durations_of(roster("a", "b")) == {"a": 0.5, "b": 1.5}
    assert durations_of(None) == {}


def test_every_missing_and_unknown_one_is_told() -> None:
    found = {"20": "p[0]", "020x": "p[1]", "38": "p[2]"}
    told = [str(f) for f in coverage_faults(found, roster("20", "21", "22"), "f.json")]
    assert told == [
        "p[1]: the unknown conversation 020x; expected a conversation of the split.",
        "p[2]: the unknown conversation 38; expected a conversation of the split.",
        "conversation 21: missing from f.json; expected each conversation once.",
        "conversation 22: missing from f.json; expected each conversation once.",
    ]


def test_another_split_is_guessed_and_near_misses_too() -> None:
    told = [str(f) for f in coverage_faults({"1": "a", "2": "b"}, roster("8", "9"), "f")]
    assert "another split" in told[0]
    told = [str(f) for f in coverage_faults({"20.0": "a"}, roster("20"), "f")]
    assert told[0].endswith("Did you mean 20?")
    assert unknown_conversation("\x1b", "w").found == r"the unknown conversation '\x1b'"


def test_a_whole_wrong_corpus_is_quick() -> None:
    ids = [f"conversation-{k}" for k in range(3000)]
    found = {f"conversatoin-{k}": "w" for k in range(3000)}
    assert len(coverage_faults(found, roster(*ids), "f")) == 6000
