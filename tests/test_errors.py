"""How faults read, and that an error holds all of them."""

from __future__ import annotations

import pickle

import pytest

from turnscope.errors import (
    SHOWN_FAULTS,
    CausalityError,
    CorpusError,
    Fault,
    FormatError,
    ProtocolError,
    SubmissionError,
    TurnscopeError,
)


@pytest.mark.parametrize(
    ("fault", "text"),
    [
        (
            Fault("20/speaker_1/eot[3]", "12840.0 s is past the end", "seconds", "Milliseconds?"),
            "20/speaker_1/eot[3]: 12840.0 s is past the end; expected seconds. Milliseconds?",
        ),
        (Fault("a.srt:3", "no time"), "a.srt:3: no time."),
        (Fault("", "no time"), "no time."),
        (Fault("a", "b", "c", "Add it"), "a: b; expected c. Add it."),
        (Fault("a", "b", "c", "Add it."), "a: b; expected c. Add it."),
        (Fault("a", "b.", "", "Add it"), "a: b. Add it."),
    ],
)
def test_a_fault_reads_as_one_sentence(fault: Fault, text: str) -> None:
    assert str(fault) == text


def test_an_error_holds_one_fault_or_many() -> None:
    one, two = Fault("a", "x"), Fault("b", "y")
    assert TurnscopeError(one).faults == (one,)
    assert TurnscopeError(iter([one, two])).faults == (one, two)
    assert str(TurnscopeError([one, two])) == "a: x.\nb: y."


def test_a_long_list_is_counted_and_kept() -> None:
    faults = [Fault(f"line {k}", "odd") for k in range(SHOWN_FAULTS + 3)]
    error = SubmissionError(faults)
    lines = str(error).splitlines()
    assert len(lines) == SHOWN_FAULTS + 1
    assert lines[-1] == "... and 3 more faults."
    assert error.faults == tuple(faults)
    assert "more faults" not in str(SubmissionError(faults[:SHOWN_FAULTS]))


def test_a_format_error_names_file_and_line() -> None:
    error = FormatError.at("a.eaf", 7, "no root", expected="ANNOTATION_DOCUMENT", hint="Cut off?")
    assert str(error) == "a.eaf:7: no root; expected ANNOTATION_DOCUMENT. Cut off?"
    assert str(FormatError.at("a.eaf", None, "no root")) == "a.eaf: no root."


@pytest.mark.parametrize(
    "kind", [FormatError, CorpusError, SubmissionError, CausalityError, ProtocolError]
)
def test_all_can_be_caught_as_one_and_told_apart(kind: type[TurnscopeError]) -> None:
    with pytest.raises(TurnscopeError) as caught:
        raise kind(Fault("a", "x"))
    assert type(caught.value) is kind


def test_an_error_crosses_processes_with_its_faults() -> None:
    error = CorpusError([Fault("a", "x"), Fault("b", "y", "z")])
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is CorpusError
    assert str(again) == str(error)
