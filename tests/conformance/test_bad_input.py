"""Every kind of bad input, through the command: one clear report, status 2, nothing written.

A case names what is wrong with one file of a good setting, and fragments that the report must
hold: the place, the value, the likely cause. The odd, which is not bad, stands in a table of its
own: it is kept or set aside by rule and told of with status 0, and only ``--strict`` refuses it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import typer

from tests.corpus.sources.making import delivery, put, row, shard, srt, textgrid, wav
from turnscope.cli.main import app, main

Json = dict[str, Any]
Run = Callable[..., tuple[int, str, str]]

COMMAND = typer.main.get_command(app)
"""Made once: making it takes longer than most commands run."""

IDS = ("20", "21")
BOMB = (
    '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    "<ANNOTATION_DOCUMENT>&b;</ANNOTATION_DOCUMENT>"
)
CUT_XML = '<?xml version="1.0"?>\n<ANNOTATION_DOCUMENT>\n<TIME_ORDER>'
A, B = [(1.0, 2.0, "[Normal Turn] so")], [(2.5, 3.0, "[Filler] uh")]
GRID = textgrid({"A": A, "B": B})
HUGE = "1" + "0" * 400
DEEP = "[" * 50_000


def copied(document: Json) -> Json:
    """A copy no two parts of which are the same object."""
    made: Json = json.loads(json.dumps(document))
    return made


def predictions() -> Json:
    """Two conversations, an event each."""
    silent: Json = {"eot": [], "interruption": []}
    entries = [
        {"conversation_id": i, "speaker_1": {**silent, "eot": [3.5]}, "speaker_2": silent}
        for i in IDS
    ]
    return copied({"schema_version": 1, "predictions": entries})


def gold() -> Json:
    """The gold of two conversations of eleven seconds."""
    names = ("positive_events", "negative_spans", "excluded")
    lists: Json = {f"{task}_{name}": [] for task in ("eot", "int") for name in names}
    lists["eot_positive_events"] = [{"speaker": 1, "time_s": 3.5}]
    entries = {i: {"duration_s": 11.0, **lists} for i in IDS}
    return copied({"tau_pre_s": 0.25, "tau_max_s": 3.0, "conversations": entries})


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the command in ``tmp_path``: status, standard output, standard error."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path.parent / f"{tmp_path.name}-cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("turnscope.cli.main.app", COMMAND)

    def command(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["turnscope", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), out, err

    return command


def refused(run: Run, arguments: str, *fragments: str) -> None:
    """The command ends with one report that holds the fragments, and leaves nothing behind."""
    before = {path: path.lstat().st_mtime_ns for path in Path().rglob("*")}
    status, out, err = run(*arguments.split())
    assert status == 2, (status, err)
    assert out == ""
    assert "Traceback" not in err
    assert "should not have happened" not in err
    assert err.startswith(("error: ", "Usage: ")), err
    for fragment in fragments:
        assert fragment in err, err
    assert {path: path.lstat().st_mtime_ns for path in Path().rglob("*")} == before


def text_of(change: Callable[[Json], object], document: Callable[[], Json] = predictions) -> str:
    made = document()
    change(made)
    return json.dumps(made)


def entry(made: Json) -> Json:
    """The first conversation of a predictions file."""
    first: Json = made["predictions"][0]
    return first


def with_times(times: str) -> str:
    """The text of a predictions file, the first list replaced."""
    return json.dumps(predictions()).replace("[3.5]", times, 1)


GOOD = json.dumps(predictions())

PREDICTIONS: dict[str, tuple[str | bytes, list[str]]] = {
    "empty": ("", ["p.json: the file is empty"]),
    "wrong JSON": (GOOD[:-3], ["p.json:1:", "the file ends in the middle", "Cut short"]),
    "comma": (with_times("[3.5,]"), ["p.json:1:", "A comma before the closing bracket?"]),
    "not JSON": ("<html>", ["p.json:1:1", "A web page or XML?"]),
    "unknown key": (text_of(lambda p: entry(p).update(note=1)), ["20: the unknown key note"]),
    "third speaker": (text_of(lambda p: entry(p).update(speaker_3={})), ["unknown key speaker_3"]),
    "duplicate keys": (
        GOOD.replace('"eot": [3.5]', '"eot": [9], "eot": [3.5]', 1),
        ["p.json:1:", "the key 'eot'", "again"],
    ),
    "text": (with_times('["3.5"]'), ["20/speaker_1/eot[0]", "'3.5'", "Write it without quotes"]),
    "boolean": (with_times("[true]"), ["20/speaker_1/eot[0]: true", "A flag"]),
    "null": (with_times("[null]"), ["20/speaker_1/eot[0]: null"]),
    "NaN": (with_times("[NaN]"), ["20/speaker_1/eot[0]: NaN"]),
    "Infinity": (with_times("[-Infinity]"), ["20/speaker_1/eot[0]: -Infinity"]),
    "1e400": (with_times("[1e400]"), ["20/speaker_1/eot[0]: Infinity"]),
    "huge": (with_times(f"[{HUGE}]"), ["20/speaker_1/eot[0]: a number of 401 digits"]),
    "negative": (with_times("[-0.5]"), ["20/speaker_1/eot[0]: -0.5 s is before the recording"]),
    "unsorted": (with_times("[3.5, 2]"), ["20/speaker_1/eot[1]: 2.0 s comes after 3.5", "Sort"]),
    "repeated": (with_times("[3, 3.0]"), ["20/speaker_1/eot[1]: 3.0 s a second time"]),
    "past the end": (with_times("[11.5]"), ["[0]: 11.5 s is past the end of the audio (11.0 s)"]),
    "milliseconds": (with_times("[3500]"), ["[0]: 3500.0 s is past the end", "Milliseconds?"]),
    "nested": (with_times(DEEP), ["p.json:1:", "nested"]),
    "missing": (text_of(lambda p: p["predictions"].__delitem__(0)), ["conversation 20: missing"]),
    "duplicate": (
        text_of(lambda p: p["predictions"].append(entry(p))),
        ["predictions[2]: conversation 20 again", "predictions[0]"],
    ),
    "unknown": (text_of(lambda p: entry(p).update(conversation_id="22")), ["conversation 22"]),
    "number for an id": (
        text_of(lambda p: entry(p).update(conversation_id=20)),
        ['Ids are text: write "20"'],
    ),
    "../x": (text_of(lambda p: entry(p).update(conversation_id="../x")), ["conversation ../x"]),
    "gb2312": (GOOD.replace("20", "二").encode("gb2312"), ["p.json:1", "is not utf-8", "Save"]),
    "a gold": (json.dumps(gold()), ["A gold artefact?"]),
    "gzip": (b"\x1f\x8b\x08\x00", ["a gzip archive"]),
}


@pytest.mark.parametrize("name", PREDICTIONS)
def test_predictions(run: Run, tmp_path: Path, name: str) -> None:
    content, fragments = PREDICTIONS[name]
    put(tmp_path, {"p.json": content, "g.json": json.dumps(gold())})
    outputs = "--json r.json --outcomes o.parquet"
    refused(run, f"score p.json --gold g.json {outputs}", "p.json", *fragments)
    refused(run, "check p.json --gold g.json", "p.json", *fragments)


CSV = "conversation_id,speaker,task,time_s\n"
TABLES = {
    "no header": ("20,1,eot,3.5\n", ["p.csv:1", "No header?"]),
    "decimal comma": (CSV.replace(",", ";") + "20;1;eot;3,5\n", ["p.csv:2", "A decimal comma?"]),
    "NaN": (CSV + "20,1,eot,nan\n", ["p.csv:2 (20/speaker_1/eot)", "'nan'"]),
    "third speaker": (CSV + "20,3,eot,1\n", ["p.csv:2", "speaker '3'"]),
    "unknown": (CSV + "20,1,eot,1\n99,1,eot,1\n", ["p.csv:3", "the unknown conversation 99"]),
    "open quote": (CSV + '"20,1,eot,1\n', ["p.csv:2: not CSV"]),
    "milliseconds": (CSV + "20,1,eot,3500\n", ["p.csv:2", "Milliseconds?"]),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(run: Run, tmp_path: Path, name: str) -> None:
    content, fragments = TABLES[name]
    put(tmp_path, {"p.csv": content, "g.json": json.dumps(gold())})
    refused(run, "score p.csv --gold g.json --json r.json", *fragments)


def of_20(change: Callable[[Json], object]) -> str:
    return text_of(lambda g: change(g["conversations"]["20"]), gold)


def event(change: Callable[[Json], object]) -> str:
    return of_20(lambda one: change(one["eot_positive_events"][0]))


def renamed(conversation_id: str) -> str:
    return json.dumps(gold()).replace('"20"', json.dumps(conversation_id))


GOLDS: dict[str, tuple[str | bytes, list[str]]] = {
    "cut": (json.dumps(gold())[:-9], ["g.json:1:", "Cut short"]),
    "duplicate keys": (renamed("21"), ["the key '21' in conversations again"]),
    "../x": (renamed("../x"), ["g.json: conversations: conversation id '../x'"]),
    "text": (event(lambda e: e.update(time_s="3")), ["in g.json:", "[0]/time_s: the text '3'"]),
    "NaN": (event(lambda e: e.update(time_s=float("nan"))), ["g.json:1:", "NaN in conversations"]),
    "negative": (event(lambda e: e.update(time_s=-1)), ["[0]/time_s: -1 s is before the record"]),
    "third speaker": (event(lambda e: e.update(speaker=3)), ["speaker: 3; expected the number 1"]),
    "boolean": (event(lambda e: e.update(speaker=True)), ["speaker: true"]),
    "missing list": (of_20(lambda one: one.pop("int_excluded")), ["20: int_excluded is missing"]),
    "no duration": (of_20(lambda one: one.update(duration_s=0)), ["20/duration_s: 0;"]),
    "no conversation": (
        text_of(lambda g: g.update(conversations={}), gold),
        ["g.json: no conversation in it"],
    ),
    "milliseconds": (
        text_of(lambda g: g.update(tau_max_s=3000), gold),
        ["g.json/tau_max_s: 3000", "Milliseconds?"],
    ),
}


@pytest.mark.parametrize("name", GOLDS)
def test_golds(run: Run, tmp_path: Path, name: str) -> None:
    content, fragments = GOLDS[name]
    put(tmp_path, {"p.json": GOOD, "g.json": content})
    refused(run, "score p.json --gold g.json --json r.json", "g.json", *fragments)
    refused(run, "gold stats --gold g.json", *fragments)


def changed(**files: str | bytes | None) -> Callable[[Path], object]:
    """A raw delivery, some of the files of one conversation replaced."""
    named = {name.replace("__", "."): content for name, content in files.items()}
    return lambda root: delivery(root, "20", **named)


def folder(**files: str | bytes) -> Callable[[Path], object]:
    """A plain folder of a stereo file and whatever stands beside it."""
    named = {name.replace("__", "."): content for name, content in files.items()}
    return lambda root: put(root, {"c1.wav": wav(10.0, 2), **named})


def parquet(
    types: dict[str, pa.DataType] | None = None, **cells: object
) -> Callable[[Path], object]:
    """A parquet shard of one row, some of its cells and types replaced."""
    return lambda root: shard(root / "x.parquet", [row("20", **cells)], **(types or {}))


ANNOTATION = "speaker_1_annotation_a__srt"
CORPORA: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "no folder": (lambda _: None, ["corpus: there is no such folder"]),
    "no conversations": (Path.mkdir, ["corpus: no conversations in it"]),
    "missing files": (
        changed(**{ANNOTATION: None, "metadata__json": None}),
        ["20/speaker_1_annotation_a.srt: no such file", "20/metadata.json: no such file"],
    ),
    "third speaker": (changed(speaker_3_annotation_a__srt=""), ["speaker 3; expected two speak"]),
    "not subtitles": (changed(**{ANNOTATION: "hello"}), ["annotation_a.srt:1: 'hello'"]),
    "gb2312": (
        changed(**{ANNOTATION: srt(A).replace("so", "你好").encode("gb2312")}),
        ["annotation_a.srt:3: byte 0xc4", "Save the file as UTF-8"],
    ),
    "wrong JSON": (changed(metadata__json="{"), ["20/metadata.json:1:2", "Cut short"]),
    "duplicate keys": (
        changed(metadata__json='{"task_id": "1", "task_id": "2"}'),
        ["20/metadata.json:1:", "the key 'task_id' again"],
    ),
    "boolean": (changed(metadata__json='{"duration_s": true}'), ["duration_s: true"]),
    "huge": (changed(metadata__json=f'{{"duration_s": {HUGE}}}'), ["a number of 401 digits"]),
    "milliseconds": (changed(metadata__json='{"duration_s": 702400}'), ["Milliseconds?"]),
    "audio of no bytes": (changed(speaker_1_audio__wav=b""), ["is empty (0 bytes)"]),
    "audio of no sample": (changed(speaker_1_audio__wav=wav(0.0)), ["holds no sample"]),
    "no audio": (changed(speaker_1_audio__wav=b"junk"), ["cannot be decoded"]),
    "mismatched channels": (
        folder(d_1__wav=wav(9.0), d_2__wav=wav(9.0, 2)),
        ["channels do not match: 1 in d_1.wav and 2 in d_2.wav"],
    ),
    "annotation of another conversation": (
        folder(all__rttm="SPEAKER c9 1 1.0 1.0 <NA> <NA> A <NA> <NA>\n"),
        ["all.rttm:1: recording 'c9'", "Another conversation's annotation?"],
    ),
    "annotation without its audio": (folder(c2__TextGrid=GRID), ["durations of 1 conversation"]),
    "a recording ../x": (
        lambda root: put(root, {"x.rttm": "SPEAKER ../x 1 1 1 <NA> <NA> A <NA> <NA>\n"}),
        ["conversation id '../x'"],
    ),
    "third tier": (
        folder(c1__TextGrid=textgrid({"A": A, "B": B, "C": A})),
        ["c1.TextGrid: 3 tiers: 'A' (1), 'B' (1), 'C' (1)", "ignore"],
    ),
    "truncated XML": (folder(c1__eaf=CUT_XML), ["c1.eaf:3: not well-formed", "cut short"]),
    "entity bomb": (folder(c1__eaf=BOMB), ["c1.eaf:1: it declares or fetches an entity"]),
    "cut TextGrid": (folder(c1__TextGrid=GRID[:80]), ["c1.TextGrid:8", "Cut short"]),
    "two mappings": (
        folder(c1__TextGrid=GRID, mapping__toml="", mapping__yaml=""),
        ["mapping.toml and mapping.yaml"],
    ),
    "mapping of no sense": (
        folder(c1__TextGrid=GRID, mapping__toml="a = 1" + "0" * 5000),
        ["mapping.toml", "expected TOML"],
    ),
    "null column": (parquet(speaker_1_annotation_a=None), ["20/speaker_1_annotation_a: is null"]),
    "labels of numbers": (
        parquet(
            {
                "speaker_1_annotation_a": pa.list_(
                    pa.struct([(n, pa.int64()) for n in ("start_s", "end_s", "label", "text")])
                )
            },
            speaker_1_annotation_a=[dict.fromkeys(("start_s", "end_s", "label", "text"), 1)],
        ),
        ["x.parquet: speaker_1_annotation_a: a column of list<"],
    ),
    "ids of numbers": (
        parquet({"conversation_id": pa.float64()}, conversation_id=20.0),
        ["x.parquet: conversation_id: a column of double"],
    ),
    "no row": (
        lambda root: shard(root / "x.parquet", [row("../x")]),
        ["x.parquet, row 0: conversation id '../x'"],
    ),
    "cut parquet": (
        lambda root: put(root, {"x.parquet": b"PAR1" + b"\0" * 99}),
        ["x.parquet: cannot be read", "Cut short"],
    ),
}


COMMANDS = (
    "corpus info corpus --json r.json",
    "score p.json --corpus corpus --json r.json --outcomes o.parquet",
    "gold export --corpus corpus --out r.json",
    "gold derive --corpus corpus --out r.json",
    "corpus check corpus --json r.json",
    "corpus convert corpus --to jsonl --out converted",
    "corpus split corpus --alone --passes 5 --out splits",
    "run oracle --corpus corpus --out r.json",
)
OF_ALL_LAYOUTS = ("no folder", "missing files", "third tier", "null column")


@pytest.mark.parametrize("name", CORPORA)
def test_corpora(run: Run, tmp_path: Path, name: str) -> None:
    make, fragments = CORPORA[name]
    make(tmp_path / "corpus")
    put(tmp_path, {"p.json": GOOD})
    for command in COMMANDS if name in OF_ALL_LAYOUTS else COMMANDS[:2]:
        refused(run, command, *fragments)


def cue(start_s: float, end_s: float, body: str = "[Normal Turn] so") -> Callable[[Path], object]:
    return changed(**{ANNOTATION: srt([(5.0, 6.0, "[Filler] so"), (start_s, end_s, body)])})


ODD: dict[str, tuple[Callable[[Path], object], int, str]] = {
    # what is odd, how many events of the six files' seven entries are kept, what is said
    "reversed": (cue(8, 7), 6, "srt:6: 8.0 s to 7.0 s ('so')"),
    "no length": (cue(8, 8), 7, "srt:6: 1 entry of no length"),
    "unsorted": (cue(1, 2), 7, "srt:6: 1 entry before the one above"),
    "overlapping": (cue(5.5, 7), 7, "srt:6: 1 entry while the same speaker's earlier one"),
    "past the end": (cue(8, 12), 7, "srt:6: 1 entry past the end of the audio"),
    "milliseconds": (cue(8000, 9000), 7, "milliseconds for seconds?"),
    "unknown label": (cue(8, 9, "[Foo] x"), 7, "label outside the inventory, first 'Foo'"),
    "no label": (cue(8, 9, "x"), 7, "srt:6: 1 entry without a label"),
    "broken times": (
        changed(**{ANNOTATION: srt([(5.0, 6.0, "[Filler] so")]) + "\n2\n0x:1 --> 2\nx\n"}),
        6,
        "srt:6: time line '0x:1 --> 2'",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_annotations_are_kept_or_set_aside(run: Run, tmp_path: Path, name: str) -> None:
    make, n_events, said = ODD[name]
    make(tmp_path / "corpus")
    status, _, err = run("corpus", "info", "corpus", "--json", "r.json")
    assert (status, err.count("warning: ")) == (0, 1)
    assert said in err
    assert json.loads((tmp_path / "r.json").read_text())["n_events"] == n_events
    for command in ("corpus info corpus", "gold stats --corpus corpus"):
        status, _, err = run(*command.split(), "--strict")
        assert (status, said in err) == (2, True)
    # The second time the gold comes from the cache, which hides nothing.
    assert run("gold", "stats", "--corpus", "corpus", "--strict")[0] == 2


FINE = {
    "a mark": b"\xef\xbb\xbf" + GOOD.encode(),
    "UTF-16": GOOD.encode("utf-16"),
    "ids that are no numbers": GOOD.replace('"20"', '"zwanzig — 二十"').encode(),
}


@pytest.mark.parametrize("name", FINE)
def test_what_only_looks_bad(run: Run, tmp_path: Path, name: str) -> None:
    target = renamed("zwanzig — 二十") if name.startswith("ids") else json.dumps(gold())
    put(tmp_path, {"p.json": FINE[name], "g.json": target})
    status, out, err = run("score", "p.json", "--gold", "g.json")
    assert (status, err) == (0, "")
    assert out.splitlines()[1].startswith("end of turn    1.000  (2/2) ")


def test_a_doubtful_gold_is_told_of(run: Run, tmp_path: Path) -> None:
    late = event(lambda e: e.update(time_s=3500))
    put(tmp_path, {"p.json": GOOD, "g.json": late})
    status, out, err = run("score", "p.json", "--gold", "g.json")
    assert (status, "(1/2)" in out) == (0, True)
    assert "warning: g.json/20: 1 of 1 times past the end of the audio (11.0 s)" in err
    assert run("score", "p.json", "--gold", "g.json", "--strict", "--json", "r.json")[0] == 2
    assert not (tmp_path / "r.json").exists()


USAGE = {
    "score p.json --gold g.json --ids ,": "names no conversation",
    "score p.json --gold g.json --ids 20,99": "conversation 99: asked for",
    "score p.json --gold g.json --speakers 3": "expected 1, 2 or 1,2",
    "score p.json --gold g.json --split g.json": "expected one id a line",
    "score p.json --gold g.json --corpus mini": "one of the two",
    "score p.json --gold g.json --json same --outcomes ./same": "is named for two outputs",
    "score p.json --gold g.json --json no/r.json --outcomes o.parquet": "no/r.json: its directory",
    "score p.json --gold g.json --json . --outcomes o.parquet": "a directory of that name",
    "score p.json --gold g.json --json -": "Standard output is /dev/stdout",
    "score p.json --gold g.json --json /dev/full": "/dev/full: the disk is full",
    "score - --gold g.json": "Standard input is /dev/stdin",
    "score . --gold g.json": "a directory; expected a file",
    "score nope.json --gold g.json": "nope.json: no such file",
    "gold export --corpus mini --ids ,": "names no conversation",
    "gold export --corpus mini --out no/g.json": "its directory does not exist",
    "corpus info mini --durations p.json": "p.json: an object with schema_version",
    "corpus check mini --offsets 0,1e308": "Milliseconds?",
    "corpus check mini --offsets 0": "two numbers of seconds",
    "corpus convert mini --to nope --out c": "'nope', which is not known",
    "corpus convert mini --to srt --out p.json": "p.json: is there and not empty",
    "corpus convert mini --to srt --out p.json/c": "p.json/c",
    "corpus split mini --out p.json": "p.json: a file of that name is in the way",
    "corpus split mini --seed -1": "--seed",
}


@pytest.mark.parametrize("arguments", USAGE)
def test_usage_and_places(run: Run, tmp_path: Path, arguments: str) -> None:
    put(tmp_path, {"p.json": GOOD, "g.json": json.dumps(gold())})
    refused(run, arguments, USAGE[arguments])


def test_an_empty_name_is_no_corpus(run: Run, tmp_path: Path) -> None:
    put(tmp_path, {"c1.wav": wav(10.0, 2), "c1.TextGrid": GRID})
    status, out, err = run("gold", "stats", "--corpus", "")
    assert (status, out) == (2, "")
    assert "its name is empty" in err


def test_links_in_a_circle(run: Run, tmp_path: Path) -> None:
    folder(c1__TextGrid=GRID)(tmp_path / "corpus")
    (tmp_path / "corpus" / "again").symlink_to(tmp_path / "corpus")
    (tmp_path / "corpus" / "itself").symlink_to("itself")
    status, _, err = run("corpus", "info", "corpus")
    assert status == 0
    assert "again: not used: a link to a folder already read" in err
    assert "itself: not used: a link to nothing" in err
