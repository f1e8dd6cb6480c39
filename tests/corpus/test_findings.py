"""Every kind of finding has its two sentences."""

from __future__ import annotations

import pytest

from turnscope.corpus.findings import KINDS, Finding


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_kind_says_what_it_means_and_what_to_do(kind: str) -> None:
    for sentence in KINDS[kind]:
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert ". " not in sentence, "one sentence"
    finding = Finding(kind, "20/speaker_1", {}, "note")
    assert (finding.means, finding.fix) == KINDS[kind]


def test_text() -> None:
    finding = Finding("heavy_bleed", "20/speaker_1 (a.wav)", {"bleed_db": -12.34}, "warning", "so")
    assert str(finding).startswith("20/speaker_1 (a.wav): heavy bleed (bleed_db -12.34; so). The ")
    assert str(Finding("not_judged", "20", {}, "note")).startswith("20: not judged. Too little")


def test_unknown_kind_and_frozen_values() -> None:
    with pytest.raises(ValueError, match="'typo'"):
        Finding("typo", "20", {}, "note")
    values = {"lag_s": 1.0}
    finding = Finding("annotation_offset", "20", values, "note")
    values["lag_s"] = 2.0
    assert finding.values == {"lag_s": 1.0}
