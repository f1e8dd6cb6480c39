"""Labels written into the text of an entry, ``[Fine Label] transcript``: taken out and put back.

::

    [Normal Turn] so I said no       ->  label "Normal Turn",  text "so I said no"
    [Speech, Non-Linguistic]         ->  label "Speech, Non-Linguistic",  text ""
    so I said no [laughs]            ->  label "",  text "so I said no [laughs]"
    [] [laughs] so I said no         ->  label "",  text "[laughs] so I said no"
"""

from __future__ import annotations

import re
from typing import Literal

from turnscope.core.labels import FINE_LABELS, LABEL_ALIASES
from turnscope.errors import CorpusError, Fault

__all__ = ["KNOWN_LABELS", "Brackets", "join_label", "split_label"]

KNOWN_LABELS = frozenset(LABEL_ALIASES) | {fine.spelling for fine in FINE_LABELS}
"""Every spelling of a fine label that has a canonical class."""

Brackets = Literal["any", "known", "none"]
"""Which leading brackets are labels: every one, those of the inventory, or none."""

_LEADING = re.compile(r"\s*\[([^\]\n]*)\][ \n]?")


def split_label(body: str, *, brackets: Brackets = "any") -> tuple[str, str]:
    """Take the label out of an entry's text.

    Args:
        body: the text of the entry, line breaks as LF.
        brackets: "any" takes whatever stands in a bracket at the beginning (blanks before it
            aside), "known" only a label of the inventory (or the empty bracket that says there
            is none).

    Returns:
        The label ("" where there is none) and the rest without one following space or line break.
    """
    match = None if brackets == "none" else _LEADING.match(body)
    if match is None:
        return "", body
    label = match.group(1)
    if brackets == "known" and label and label not in KNOWN_LABELS:
        return "", body
    return label, body[match.end() :]


def join_label(label: str, text: str) -> str:
    """Put the label before the text, so that :func:`split_label` gives both back.

    A text without a label that begins with a bracket gets an empty bracket before it.

    Raises:
        CorpusError: if the label holds ``]`` or a line break, which a bracket cannot.
    """
    if "]" in label or "\n" in label or "\r" in label:
        raise CorpusError(
            Fault("label", repr(label), "a label without ] and line breaks to write in brackets")
        )
    if not label and not text.lstrip().startswith("["):
        return text
    return f"[{label}] {text}" if text else f"[{label}]"
