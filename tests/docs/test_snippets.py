"""Every snippet of the documentation runs and prints what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.docs.snippets import Block, blocks, commands, fits, run_page

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_page_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / ".cache"))
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    run_page(path.read_text(encoding="utf-8"), str(path.relative_to(ROOT)), tmp_path)


def test_the_readme_shows_both_kinds() -> None:
    kinds = {block.language for block in blocks((ROOT / "README.md").read_text(encoding="utf-8"))}
    assert {"python", "console"} <= kinds


def page(language: str, text: str, *, before: str = "") -> str:
    return f"Words.\n\n{before}\n```{language}\n{text}\n```\n\nMore.\n"


GOOD = {
    "python": page("python", "x = 1\nassert x == 1"),
    "names shared": page("python", "x = 1") + page("python", "assert x == 1"),
    "output": page("python", "print('a b'); print(3)") + page("output", "a ...\n3"),
    "console": page("console", "$ echo one\none\n$ echo two"),
    "status": page("console", "$ exit 2  # exit status 2"),
    "continued": page("console", "$ echo one \\\n    two\none two"),
    "files stay": page("console", "$ echo hi > x") + page("python", "open('x').close()"),
    "exempt": page("console", "$ false", before="<!-- not run: it downloads -->"),
    "other languages": page("", "nonsense (") + page("text", "nonsense ("),
}
BAD = {
    "python": page("python", "x = 1\nraise RuntimeError('no')"),
    "syntax": page("python", "x = = 1"),
    "output differs": page("python", "print('a')") + page("output", "b"),
    "output of nothing": page("output", "b"),
    "console fails": page("console", "$ exit 3"),
    "console status": page("console", "$ true  # exit status 2"),
    "console differs": page("console", "$ echo one\ntwo"),
    "console extra": page("console", "$ echo one; echo two\none"),
    "no command": page("console", "echo one"),
    "not run": page("bash", "echo one"),
    "no reason": page("console", "$ false", before="<!-- not run: -->"),
    "marker of another block": page("python", "x = 1", before="<!-- not run: slow -->")
    + page("console", "$ false"),
    "not closed": "```python\nx = 1\n",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_a_right_page_passes(text: str, tmp_path: Path) -> None:
    run_page(text, "page.md", tmp_path)


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
def test_a_broken_page_fails(text: str, tmp_path: Path) -> None:
    with pytest.raises((AssertionError, RuntimeError, SyntaxError, ValueError)):
        run_page(text, "page.md", tmp_path)


def test_failures_name_page_and_line(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"page\.md:6: false"):
        run_page(page("console", "$ true\n$ false"), "page.md", tmp_path)


def test_blocks_that_run_are_counted(tmp_path: Path) -> None:
    text = GOOD["python"] + GOOD["console"] + GOOD["exempt"] + GOOD["other languages"]
    assert run_page(text, "page.md", tmp_path) == 2


def test_commands_run_where_home_is_the_folder(tmp_path: Path) -> None:
    run_page(page("console", '$ test "$HOME" = "$PWD"'), "page.md", tmp_path)


def test_output_below_a_command_is_its_own() -> None:
    found = list(commands(Block("console", "$ a\n1\n\n2\n$ b\n$ c  # exit status 1\n", 10)))
    assert [(c.text, c.expected, c.line, c.status) for c in found] == [
        ("a", "1\n\n2", 10, 0),
        ("b", "", 14, 0),
        ("c  # exit status 1", "", 15, 1),
    ]


def test_ellipsis_stands_for_anything() -> None:
    assert fits("a\nb\nc\n", "a\n...\nc")
    assert fits("recall 0.845 (5/6)  ", "recall ... (5/6)")
    assert not fits("a\nb", "a")
    assert not fits("axb", "a.b")


def test_links_between_pages_lead_somewhere() -> None:
    dead = [
        f"{path.relative_to(ROOT)}: {target}"
        for path in PAGES
        for target in re.findall(r"\]\((?!\w+:)([^)#]+)", path.read_text(encoding="utf-8"))
        if not (path.parent / target).exists()
    ]
    assert dead == []
