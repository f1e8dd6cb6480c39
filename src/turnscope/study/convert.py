"""Write a corpus in another annotation format, all files or none."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from turnscope.core.roster import positions
from turnscope.corpus.convert import converted
from turnscope.corpus.corpus import Corpus
from turnscope.errors import CorpusError, Fault
from turnscope.files.writing import Outputs, make_directory

__all__ = ["convert_corpus"]


def convert_corpus(
    corpus: Corpus,
    format_name: str,
    directory: Path,
    *,
    ids: Iterable[str] | None = None,
    drop_texts: bool = False,
) -> tuple[tuple[Path, ...], tuple[Fault, ...]]:
    """Convert a corpus into a new or empty folder.

    Returns:
        The files written, and warnings of what will not come back as it was.

    Raises:
        CorpusError: if the folder is not empty, the format is unknown, or an id is.
        FormatError: with everything the format cannot hold; then nothing is written.
    """
    if directory.exists() and (not directory.is_dir() or any(directory.iterdir())):
        raise CorpusError(
            Fault(str(directory), "is there and not empty", "a new or empty folder", "")
        )
    conversations = corpus.conversations()
    kept = range(len(corpus.ids)) if ids is None else positions(corpus.ids, ids)
    made = converted([conversations[k] for k in kept], format_name, drop_texts=drop_texts)
    with Outputs() as outputs:
        for name, content in made.files.items():
            target = directory / name
            make_directory(target.parent)
            outputs.write(target, content)
    return tuple(directory / name for name in made.files), made.warnings
