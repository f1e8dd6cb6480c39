"""The knobs of simulated annotators: what is read, and what is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from turnscope.core.conversation import TYPE_NAMES
from turnscope.errors import ProtocolError
from turnscope.simulate.ears import FINE_ORDER, PERFECT, Ears, default_ears, read_ears


def faults_of(text: str, tmp_path: Path) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(ProtocolError) as error:
        read_ears(path)
    return str(error.value)


def test_the_package_has_annotators_who_err() -> None:
    ears = default_ears()
    assert set(ears.difficulty) == {name.lower() for name in TYPE_NAMES.values()}
    assert 0 < ears.p_onset_slip < ears.p_offset_slip < 0.2
    assert ears.slip_ms[0] > 200
    assert ears.confusing().shape == (2, 17, 17)
    assert (ears.confusing()[:, :, -1] <= 0.5).all()
    assert len({str(PERFECT.stamp()), str(ears.stamp())}) == 2


def test_tables_are_numbered_by_the_inventory() -> None:
    ears = Ears(missed={"Laughter": 0.3}, alone={"Filler": {"Laughter": 0.1, "Overlap": 0.2}})
    assert ears.missing()[FINE_ORDER.index("Laughter")] == 0.3
    assert np.count_nonzero(ears.missing()) == 1
    row = ears.confusing()[0, FINE_ORDER.index("Filler")]
    assert row[FINE_ORDER.index("Overlap")] == pytest.approx(0.2)
    assert row[-1] == pytest.approx(0.3)
    assert not ears.confusing()[1].any()


def test_what_a_file_leaves_out_is_perfect(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[boundaries]\nonset_sd_ms = 10\n")
    assert read_ears(path).stamp() == Ears(onset_sd_ms=10.0).stamp()


def test_all_faults_of_values_are_told(tmp_path: Path) -> None:
    told = faults_of(
        "[boundaries]\nonset_sd_ms = -1\np_onset_slip = 1.5\nslip_ms = [5, 2]\n"
        '[missed]\n"Laugher" = 0.1\n"Filler" = 2\n[difficulty]\ncasual = -1\n'
        '[confused.alone]\n"Filler" = { "Overlap" = 0.7, "Laughter" = 0.7 }\n',
        tmp_path,
    )
    for place in (
        "onset_sd_ms: -1",
        "p_onset_slip: 1.5",
        "slip_ms: [5",
        "the label 'Laugher'",
        "missed/Filler: 2",
        "difficulty/casual: -1",
        "add up to 1.4",
    ):
        assert place in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[boundaries]\nonset = 1", "unknown key 'onset'"),
        ("[boundary]\nonset_sd_ms = 1", "unknown section [boundary]"),
        ("boundaries = 3", "a section"),
        ("[boundaries]\nonset_sd_ms = 'x'", "a number"),
        ("[boundaries]\nonset_sd_ms = true", "a number"),
        ("[boundaries]\nslip_ms = 3", "two numbers"),
        ("[confused]\nalways = 3", "alone and overlapping"),
        ("[confused.alone]\nFiller = 3", "a number"),
        ("[missed]\nFiller = 'often'", "a number"),
        ("[spellings]\na = { okay = 3 }", "text"),
        ("[boundaries\n", "TOML"),
    ],
)
def test_files_that_cannot_be_meant(text: str, told: str, tmp_path: Path) -> None:
    assert told in faults_of(text, tmp_path)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -0.1])
def test_no_odd_numbers(value: float) -> None:
    with pytest.raises(ProtocolError):
        Ears(offset_sd_ms=value)
    with pytest.raises(ProtocolError):
        Ears(p_split=value)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("[pauses]\np_merged = 1" + "0" * 400, "a number"),
        ("[pauses]\np_merged = 1" + "0" * 5000, "no TOML"),
        ("a = " + "[" * 20_000, "no TOML"),
        ("[difficulty]\ncasul = 1.2", "the kind 'casul'"),
        ("[boundaries]\nonset_sd_ms = 1e300", "a day at most"),
        ("[boundaries]\nslip_ms = [1e308, 1e308]", "a day at most"),
    ],
)
def test_values_beyond_sense_are_told(text: str, part: str, tmp_path: Path) -> None:
    path = tmp_path / "ears.toml"
    path.write_text(text)
    with pytest.raises(ProtocolError, match=part):
        read_ears(path)
