"""Plain tables: alignment, the two rows, the breakdown."""

from dataclasses import replace

from turnscope.core.protocol import Task
from turnscope.report.tables import WIDTH, aligned, breakdown, headline, masked_lines, wrapped
from turnscope.scoring.masked import MaskedPositive
from turnscope.scoring.metrics import Latency, TaskScore

NAN = float("nan")
COLUMNS = ("recall", "fp_rate", "p50", "ms")


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
    assert headline(scores(), title="x") == [
        "x             recall               fp_rate              p50 ms  p10   p90",
        "end of turn    0.845  (5315/6293)    0.055  (176/3191)     368  -57  1537",
        "interruption       —      (0/804)        —   (0/13778)       —    —     —",
        "interruption: not supported: no such event in the whole file",
    ]


def test_a_supported_task_that_never_hits_has_rates_of_zero() -> None:
    assert headline(scores(supported=True))[2].split()[1:3] == ["0.000", "(0/804)"]


def test_masked_positives_are_named() -> None:
    assert headline(scores(supported=True, n_masked=3))[-1] == "interruption: 3 masked"


def test_a_breakdown_has_a_row_a_key_and_the_same_columns() -> None:
    lines = breakdown("type", {"Casual": scores(), "Narrative": scores(fn=0, tn=0)})
    assert lines[0].split() == ["end", "of", "turn", "by", "type", *COLUMNS]
    assert lines[1].split() == ["Casual", "0.845", "(5315/6293)", "0.055", "(176/3191)", "368"]
    assert lines[3] == ""
    assert lines[4].split() == ["interruption", "by", "type", *COLUMNS]
    assert lines[6].split() == ["Narrative", "—", "(0/0)", "—", "(0/0)", "—"]


def test_tables_of_the_whole_benchmark_fit_a_terminal() -> None:
    long = {"annotator_2, either other (causal: no)": scores(n_masked=12)}
    tables = [*headline(scores(n_masked=12), title="smart_turn_v3 (causal: no)")]
    tables += breakdown("conversation", long | {"x" * 70: scores()})
    assert max(map(len, tables)) <= WIDTH
    # What is too long for a column stands whole above its numbers.
    at = tables.index("x" * 70)
    assert tables[at + 1].split() == ["0.845", "(5315/6293)", "0.055", "(176/3191)", "368"]


def test_prose_goes_on_below_and_no_word_is_lost() -> None:
    said = "of 2 conversations, " * 9
    lines = aligned([["types", "7", said], ["a", "11", "short"]], prose=True)
    assert max(map(len, lines)) <= WIDTH
    assert lines[1].startswith(" " * 11)
    assert " ".join(" ".join(lines).split()) == f"types 7 {said.strip()} a 11 short"
    assert max(map(len, wrapped(said, indent="  "))) <= WIDTH


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
