"""The mapping file: what it says and every way it can be wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnscope.corpus.mapping import AnnotationMapping, parse_mapping, read_mapping
from turnscope.errors import CorpusError, FormatError

TOML = """
ignore = ["comments"]
others = "ignore"
brackets = "any"
default_label = "Normal Turn"

[speakers]
caller = 1
agent = 2
"agent (2nd)" = 2

[annotators]
caller = "a"
agent = "a"
"agent (2nd)" = "b"

[labels]
turn = "Normal Turn"
bc = "Continuer Backchannel"
"/^(uh-huh|mm+)[.]?$/i" = "Acknowledgement Backchannel"
"""

YAML = """
ignore: [comments]
others: ignore
brackets: any
default_label: Normal Turn
speakers: {caller: 1, agent: 2, agent (2nd): 2}
annotators: {caller: a, agent: a, agent (2nd): b}
labels:
  turn: Normal Turn
  bc: Continuer Backchannel
  '/^(uh-huh|mm+)[.]?$/i': Acknowledgement Backchannel
"""


def faults(text: str, name: str = "m.toml") -> list[str]:
    with pytest.raises(FormatError) as caught:
        parse_mapping(text.encode(), name)
    return [str(fault) for fault in caught.value.faults]


def test_both_notations_say_the_same() -> None:
    toml = parse_mapping(TOML.encode(), "m.toml")
    assert toml == parse_mapping(YAML.encode(), "m.yaml")
    assert toml.speakers == {"caller": 1, "agent": 2, "agent (2nd)": 2}
    assert toml.annotators["agent (2nd)"] == "b"
    assert toml.patterns == (("/^(uh-huh|mm+)[.]?$/i", "Acknowledgement Backchannel"),)
    assert (toml.ignore, toml.others, toml.brackets) == (("comments",), "ignore", "any")


@pytest.mark.parametrize(("text", "name"), [("", "m.toml"), ("", "m.yml"), ("# no\n", "m.yaml")])
def test_an_empty_file_changes_nothing(text: str, name: str) -> None:
    assert parse_mapping(text.encode(), name) == AnnotationMapping()


def test_byte_order_marks_and_utf16_are_read() -> None:
    assert parse_mapping(TOML.encode("utf-8-sig"), "m.toml").speakers["caller"] == 1
    assert parse_mapping(YAML.encode("utf-16"), "m.yaml").speakers["caller"] == 1


@pytest.mark.parametrize(
    ("label", "text", "expected"),
    [
        ("turn", "so", ("Normal Turn", "so")),
        ("Filler", "so", ("Filler", "so")),
        ("odd", "so", ("odd", "so")),
        ("", "Mm.", ("Acknowledgement Backchannel", "Mm.")),
        ("", "Mm, no", ("Normal Turn", "Mm, no")),
        ("", "[bc] yes", ("Continuer Backchannel", "yes")),
        ("turn", "[bc] yes", ("Normal Turn", "[bc] yes")),
        ("", "[] mm", ("Acknowledgement Backchannel", "mm")),
    ],
)
def test_labels_then_brackets_then_patterns_then_the_default(
    label: str, text: str, expected: tuple[str, str]
) -> None:
    assert parse_mapping(TOML.encode(), "m.toml").labeller("known")(label, text) == expected


def test_a_foreign_bracket_is_a_label_only_if_it_is_listed() -> None:
    label_of = AnnotationMapping(labels={"bc": "Filler"}).labeller("known")
    assert label_of("", "[bc] yes") == ("Filler", "yes")
    assert label_of("", "[laughs] yes") == ("", "[laughs] yes")
    assert AnnotationMapping(brackets="none").labeller("any")("", "[Filler] x") == (
        "",
        "[Filler] x",
    )


def test_without_a_mapping_nothing_changes() -> None:
    assert AnnotationMapping().labeller("known")("", "mm") == ("", "mm")


def test_a_tier_may_be_called_1_in_yaml() -> None:
    assert parse_mapping(b"speakers: {1: 2, 2: 1}", "m.yaml").speakers == {"1": 2, "2": 1}


def test_all_faults_at_once() -> None:
    said = faults(
        """
        colour = "red"
        default_label = "Turn"
        ignore = "x"
        others = "maybe"
        brackets = "all"
        [speakers]
        a = 3
        b = "1"
        c = true
        d = 1.0
        e = 1
        [annotators]
        e = "d"
        [labels]
        x = "normal turn"
        "/(/" = "Filler"
        """
    )
    assert len(said) == 12
    text = "\n".join(said)
    for part in (
        "m.toml: colour: 'red'; expected one of the keys speakers",
        "default_label: 'Turn'; expected a fine label",
        "ignore: 'x'; expected a list",
        "others: 'maybe'; expected refuse or ignore",
        "brackets: 'all'; expected any or known or none",
        "speakers.a: 3; expected 1 or 2. Only two speakers are scored",
        "speakers.b: '1'",
        "speakers.c: True",
        "speakers.d: 1.0",
        "annotators.e: 'd'; expected 'a' or 'b' or 'c'",
        "labels.x: 'normal turn'; expected a fine label of the inventory. Did you mean",
        "labels./(/: '/(/'; expected a Python pattern",
    ):
        assert part in text


def test_speakers_annotators_and_ignore_must_agree() -> None:
    said = faults('ignore = ["x"]\n[speakers]\nx = 1\ny = 2\n[annotators]\nx = "a"\nz = "b"\n')
    assert len(said) == 3
    assert "ignore.x" in said[0]
    assert "speakers.y" in said[1]
    assert "annotators.z" in said[2]


def test_duplicate_keys() -> None:
    assert "once" in faults("[speakers]\na = 1\na = 2\n")[0]
    said = faults("speakers: {a: 1, a: 2}\nlabels: {x: Filler}\nlabels: {y: Filler}\n", "m.yaml")
    assert said == [
        "m.yaml:1: key 'a' appears again; expected each key once.",
        "m.yaml:3: key 'labels' appears again; expected each key once.",
    ]


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [
        ("speakers = ", "m.toml", "expected TOML"),
        ("speakers: [", "m.yaml", "expected YAML"),
        ("a: !!python/object/apply:os.system [ls]", "m.yaml", "expected YAML"),
        ("[1, 2]", "m.yaml", "expected a table with the keys"),
        ("speakers: [a]", "m.yaml", "speakers: a list of 1 values; expected a table"),
        ("speakers: {no: 1}", "m.yaml", "Put it in quotes"),
        ("? [a]\n: 1", "m.yaml", "expected"),
    ],
)
def test_broken_files(text: str, name: str, found: str) -> None:
    assert found in "\n".join(faults(text, name))


def test_a_bomb_of_aliases_is_harmless() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{k}: &a{k} [*a{k - 1}, *a{k - 1}]" for k in range(1, 40)]
    lines += ["labels: {x: *a39}", "default_label: *a39", "speakers: {x: *a39}", "ignore: *a39"]
    assert "one of the keys" in faults("\n".join(lines), "m.yaml")[0]


def test_reading_from_disk(tmp_path: Path) -> None:
    (tmp_path / "M.TOML").write_text(TOML)
    assert read_mapping(tmp_path / "M.TOML").speakers["caller"] == 1
    with pytest.raises(CorpusError, match="No such file"):
        read_mapping(tmp_path / "none.toml")


def test_the_example_of_the_documentation_is_a_mapping() -> None:
    from turnscope.corpus import mapping

    text = mapping.__doc__ or ""
    toml = text.split("::\n")[1].split("The same in YAML")[0]
    yaml = text.split("::\n")[2].split("A conversation none")[0]
    indented = [line[4:] for line in toml.splitlines()]
    assert parse_mapping("\n".join(indented).encode(), "m.toml").speakers["agent"] == 2
    assert parse_mapping("\n".join(yaml.splitlines()).encode(), "m.yaml").speakers["agent"] == 2


def test_the_stamp_tells_mappings_apart() -> None:
    assert AnnotationMapping().stamp() != parse_mapping(TOML.encode(), "m.toml").stamp()


@pytest.mark.parametrize("name", ["m.toml", "m.yaml"])
@pytest.mark.parametrize("value", ["1" + "0" * 5000, "[" * 20_000 + "]" * 20_000])
def test_numbers_and_nesting_beyond_reason(name: str, value: str) -> None:
    text = f"x = {value}" if name == "m.toml" else f"x: {value}"
    with pytest.raises(FormatError, match=rf"^{name}.*; expected (TOML|YAML)"):
        parse_mapping(text.encode(), name)
