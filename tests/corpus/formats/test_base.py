"""What formats read: cues, documents and their counts."""

from __future__ import annotations

import dataclasses

import pytest

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.errors import Fault


def test_a_document_counts_what_it_could_and_could_not_read() -> None:
    cue = Cue(0.0, 1.0)
    fault = Fault("a.srt:3", "odd")
    assert Document(()).n_found == 0
    assert Document((cue, cue), (fault,)).n_found == 3
    assert Document((cue,), notes=(fault, fault)).n_found == 1


def test_a_cue_may_lack_everything_but_its_times() -> None:
    assert Cue(None, None) == Cue(None, None, "", "", "", None, "")


def test_nothing_can_be_changed_afterwards() -> None:
    for frozen in (Cue(2.0, 1.0), Document(()), Format("x", (".x",), lambda _, __: Document(()))):
        field = dataclasses.fields(frozen)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(frozen, field, None)


def test_headers_are_not_shared_and_not_writable() -> None:
    header = Document(()).header
    assert dict(header) == {}
    assert not hasattr(header, "__setitem__")


def test_a_format_that_says_nothing_cannot_be_written() -> None:
    one = Format("x", (".x",), lambda _, __: Document(()))
    assert one.serialise is None
    assert (one.carries_tiers, one.carries_recordings, one.resolution_s) == (True, False, 0.0)
