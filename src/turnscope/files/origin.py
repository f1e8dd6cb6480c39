"""Who made a predictions or score file, as the run record beside it tells.

The forms of these files have no place for it. A record counts only if it has the very bytes of
the file by their SHA-256, so that a file of another system under the same name stays unnamed.

::

    out.json  out.eot.scores.parquet     ◀── out.run.json       of turnscope run
    out.json                             ◀── out.operate.json   of turnscope operate
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from turnscope.errors import TurnscopeError
from turnscope.files.strict_json import read_json

__all__ = ["OPERATE_RECORD", "RUN_RECORD", "Origin", "file_hashes", "origin_of", "record_path"]

RUN_RECORD = "run"
"""The record of a run, by the word in its name."""

OPERATE_RECORD = "operate"
"""The record of a threshold applied."""

_SCORES = re.compile(r"\.(eot|int)\.scores\.\w+$")


@dataclass(frozen=True, slots=True)
class Origin:
    """A system.

    Attributes:
        system: its name.
        is_causal: whether it declares that what it says rests only on audio it had heard.
    """

    system: str
    is_causal: bool

    def stamp(self) -> dict[str, str]:
        """For the hashes of a result."""
        return {"system": self.system, "causal": "yes" if self.is_causal else "no"}


def record_path(path: Path, kind: str) -> Path:
    """Where the record of a predictions file lies."""
    return path.with_name(f"{path.stem}.{kind}.json")


def file_hashes(*paths: Path) -> dict[str, str]:
    """SHA-256 of files by their names, for a record beside them."""
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


def origin_of(path: Path, content: bytes) -> Origin | None:
    """Who made a file; None where no record beside it has it.

    Args:
        path: of predictions or scores.
        content: its bytes.
    """
    stem = _SCORES.sub("", path.name) if _SCORES.search(path.name) else path.stem
    for kind in (RUN_RECORD, OPERATE_RECORD):
        record = path.with_name(f"{stem}.{kind}.json")
        try:
            document = read_json(record) if record.is_file() else None
        except (TurnscopeError, OSError):
            continue  # what is no record tells nothing
        found = _told(document, path.name, hashlib.sha256(content).hexdigest())
        if found is not None:
            return found
    return None


def _told(document: object, name: str, sha256: str) -> Origin | None:
    if not isinstance(document, dict):
        return None
    files, system = document.get("files"), document.get("system")
    hashes = files.get("sha256") if isinstance(files, dict) else None
    if not isinstance(hashes, dict) or hashes.get(name) != sha256:
        return None
    told = system.get("name") if isinstance(system, dict) else None
    causal = document.get("causal")
    if not isinstance(told, str) or not isinstance(causal, bool):
        return None
    return Origin(told, causal)
