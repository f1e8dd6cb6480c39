"""Plain tables: alignment, the two rows, the breakdown."""

from dataclasses import replace

from turnscope.core.protocol import Task
from turnscope.report.tables import aligned, breakdown, headline, masked_lines
from turnscope.scoring.masked import MaskedPositive
from turnscope.scoring.metrics import Latency, TaskScore

NAN = float("nan")


def scores(
    *, fn: int = 804, tn: int = 13778, n_masked: int = 0, supported: bool = False
) -> dict[Task, TaskScore]:
    eot = TaskScore(5315, 978, 176, 3015, 0, Latency(-57.2, 368.1, 1537.0), True)
    never = TaskScore(0, fn, 0, tn, n_masked, Latency(NAN, NAN, NAN), supported)
    return {Task.EOT: eot, Task.INTERRUPTION: never}


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert aligned([["a", "1"], ["long", "1000"]]) == ["a        1", "long  1000"]
    assert aligned([["a", "b"], ["long", "c"]], left=2) == ["a     b", "long  c"]


def test_the_two_rows_give_each_rate_beside_its_counts() -> None:
    lines = headline(scores())
    assert lines == [
        "end of turn    recall 0.845 (5315/6293)   fp_rate 0.055 (176/3191)   "
        "latency 368 ms (p10 -57, p90 1537)",
        "interruption   recall — (0/804)           fp_rate — (0/13778)        "
        "latency — ms (p10 —, p90 —)          not supported: no such event in the whole file",
    ]


def test_a_supported_task_that_never_hits_has_rates_of_zero() -> None:
    assert "recall 0.000 (0/804)" in headline(scores(supported=True))[1]


def test_masked_positives_are_named() -> None:
    assert headline(scores(supported=True, n_masked=3))[1].endswith("3 masked")


def test_a_breakdown_has_a_row_a_key_and_the_same_columns() -> None:
    lines = breakdown("type", {"Casual": scores(), "Narrative": scores(fn=0, tn=0)})
    assert lines[0].split() == [
        "type",
        *("EOT", "recall", "fp_rate", "ms"),
        *("INT", "recall", "fp_rate", "ms"),
    ]
    assert lines[1].split()[:5] == ["Casual", "0.845", "(5315/6293)", "0.055", "(176/3191)"]
    assert lines[2].split()[-5:] == ["—", "(0/0)", "—", "(0/0)", "—"]


def test_masked_positives_are_listed_up_to_ten() -> None:
    one = MaskedPositive("20", 1, 123.4, hit=False)
    assert masked_lines({Task.EOT: (), Task.INTERRUPTION: ()}) == []
    lines = masked_lines({Task.INTERRUPTION: (one, replace(one, hit=True))})
    assert lines[0].endswith(": 2")
    assert lines[1:] == [
        "  20/speaker_1 int at 123.4 s",
        "  20/speaker_1 int at 123.4 s (hit all the same)",
    ]
    assert masked_lines({Task.EOT: (one,) * 13})[-1] == "  ... and 3 more"
