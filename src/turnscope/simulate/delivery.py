"""A simulated conversation as the files of a raw delivery folder, with its truth beside them.

::

    casual-7-001/
      speaker_1_annotation_a.srt      of every annotator; speaker 2 likewise
      metadata.json                   the keys of the data, and duration_s
      truth.json                      what truly happens
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.tracks import Track
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.labelling import join_label
from turnscope.corpus.metadata import metadata_entries
from turnscope.errors import Fault, FormatError
from turnscope.simulate.happenings import Truth
from turnscope.simulate.truth_file import truth_bytes

__all__ = ["TRUTH_NAME", "delivery_files"]

TRUTH_NAME = "truth.json"
"""Name of the file in a conversation's folder that tells what truly happens."""


def delivery_files(
    truth: Truth, annotated: Conversation, *, made_with: Mapping[str, object] | None = None
) -> dict[str, bytes]:
    """File names and contents, sound aside; the same arguments give the same bytes.

    Args:
        truth: what happens.
        annotated: what the annotators made of it.
        made_with: to be noted in the truth's file.

    Raises:
        FormatError: for texts that SubRip cannot hold (blank lines, for example).
    """
    files: dict[str, bytes] = {}
    for speaker in SPEAKERS:
        for annotator in annotated.annotators:
            name = f"speaker_{speaker}_annotation_{annotator}.srt"
            where = f"{truth.conversation_id}/{name}"
            files[name] = _srt(annotated.track(speaker, annotator), where)
    told = {
        "task_id": truth.conversation_id,
        **metadata_entries(truth.metadata, truth.duration_s),
    }
    files["metadata.json"] = (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode()
    files[TRUTH_NAME] = truth_bytes(truth, made_with)
    return files


def _srt(track: Track, where: str) -> bytes:
    write = FORMATS["srt"].serialise
    assert write is not None
    cues = [
        Cue(start_s, end_s, text=join_label(label, text))
        for start_s, end_s, label, text in zip(
            track.start_s.tolist(), track.end_s.tolist(), track.labels, track.texts, strict=True
        )
    ]
    try:
        return write(cues)
    except FormatError as error:
        raise FormatError(
            [Fault(f"{where}: {f.where}", f.found, f.expected, f.hint) for f in error.faults]
        ) from None
