"""``turnscope compare`` from files to ties."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Command = Callable[..., Ran]

SYSTEMS = ("often", "seldom", "never")


def said(path: Path, *times: float) -> Path:
    """The same times on every channel of the embedded corpus, for both tasks."""
    each = {"eot": list(times), "interruption": list(times)}
    predictions = [
        {"conversation_id": str(k), "speaker_1": each, "speaker_2": each} for k in range(1, 13)
    ]
    path.write_text(json.dumps({"schema_version": 1, "predictions": predictions}))
    return path


@pytest.fixture
def sent(tmp_path: Path) -> list[Path]:
    often = [0.5 * k for k in range(1, 30)]
    times = {"often": often, "seldom": often[::6], "never": ()}
    return [said(tmp_path / f"{name}.json", *times[name]) for name in SYSTEMS]


def test_systems_are_compared_and_written(
    turnscope: Command, sent: list[Path], tmp_path: Path
) -> None:
    out = tmp_path / "c.json"
    options = ("--corpus", "mini", "--resamples", "200", "--by", "type", "--json", out)
    ran = turnscope("compare", *sent, *options)
    assert ran.status == 0
    assert max(map(len, ran.lines)) <= 80
    assert ran.lines[2].split()[0] == "often"
    assert "never" in ran.lines[4]
    assert any("Casual" in line for line in ran.lines)
    document = json.loads(out.read_text())
    assert document["systems"] == list(SYSTEMS)
    assert document["resampling"] == {
        "level": 0.95,
        "method": "percentile",
        "n_resamples": 200,
        "seed": 0,
    }
    assert document["clusters"]["unit"] == "speakers"
    assert document["parts"]["all"]["eot"]["recall"]["standings"]["never"]["rank"] is None


def test_the_same_seed_is_the_same_answer(turnscope: Command, sent: list[Path]) -> None:
    options = (
        "--corpus",
        "mini",
        "--resamples",
        "150",
        "--clusters",
        "conversations",
        "--as",
        "csv",
    )
    first = turnscope("compare", *sent, *options)
    assert first.out == turnscope("compare", *sent, *options).out
    assert first.out != turnscope("compare", *sent, *options, "--seed", "5").out


def test_a_file_against_itself_is_a_tie(turnscope: Command, sent: list[Path]) -> None:
    ran = turnscope("compare", sent[0], sent[0], "--corpus", "mini", "--resamples", "100")
    assert sum(line.endswith("tie") for line in ran.lines) == 6
    assert not [line for line in ran.lines if line.endswith(("  A", "  B"))]


def test_many_pairs_are_shown_on_request(turnscope: Command, sent: list[Path]) -> None:
    options = ("--corpus", "mini", "--resamples", "100")
    seven = turnscope("compare", *(sent[:2] * 4)[:7], *options)
    assert "--pairs" in seven.out
    assert "A - B" not in seven.out
    assert "A - B" in turnscope("compare", *(sent[:2] * 4)[:7], *options, "--pairs").out


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--level", "95"), "level"),
        (("--resamples", "1"), "n_resamples"),
        (("--by", "moon"), "moon"),
        (("--clusters", "x"), "x"),
        (("--ids", "99"), "99"),
    ],
)
def test_wrong_usage_is_status_2(
    turnscope: Command, sent: list[Path], options: tuple[str, ...], named: str
) -> None:
    ran = turnscope("compare", *sent, "--corpus", "mini", *options)
    assert (ran.status, ran.out) == (2, "")
    assert named in ran.err


def test_one_file_is_refused(turnscope: Command, sent: list[Path]) -> None:
    ran = turnscope("compare", sent[0], "--corpus", "mini")
    assert ran.status == 2
    assert "two or more" in ran.err
