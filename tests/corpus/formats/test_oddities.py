"""Repeated oddities, told once."""

from __future__ import annotations

from turnscope.corpus.formats.oddities import Oddities


def test_each_oddity_is_told_once_at_its_first_line() -> None:
    odd = Oddities("a.srt")
    assert odd.notes() == ()
    odd.add(7, "no index")
    odd.add(9, "settings", "Coordinates?")
    odd.add(11, "no index")
    assert [str(note) for note in odd.notes()] == [
        "a.srt:7: no index (2 times).",
        "a.srt:9: settings. Coordinates?",
    ]
