"""Small corpora in every layout, made for the tests."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import soundfile

EVENTS = pa.list_(
    pa.struct(
        [
            ("start_s", pa.float64()),
            ("end_s", pa.float64()),
            ("label", pa.string()),
            ("text", pa.string()),
        ]
    )
)
AUDIO = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
META = pa.struct(
    [
        (name, pa.string())
        for name in (
            "task_id",
            "conversation_type",
            "speaker_1_actor_id",
            "speaker_1_actor_gender",
            "speaker_2_actor_id",
            "speaker_2_actor_gender",
        )
    ]
)
METADATA = {
    "task_id": "t1",
    "conversation_type": "Casual/Spontaneous",
    "speaker_1_actor_id": "p1",
    "speaker_1_actor_gender": "female",
    "speaker_2_actor_id": "p2",
    "speaker_2_actor_gender": "male",
}


def wav(
    duration_s: float = 10.0, n_channels: int = 1, rate: int = 8000, kind: str = "WAV"
) -> bytes:
    """Quiet audio, different on every channel."""
    n = round(duration_s * rate)
    steps = np.arange(n)[:, None] * (1 + np.arange(n_channels))[None, :]
    file = io.BytesIO()
    soundfile.write(file, 0.1 * np.sin(steps * 0.01), rate, format=kind, subtype="PCM_16")
    return file.getvalue()


def event(
    start_s: float | None,
    end_s: float | None,
    label: str | None = "Normal Turn",
    text: str | None = "so",
) -> dict[str, object]:
    return {"start_s": start_s, "end_s": end_s, "label": label, "text": text}


def row(conversation_id: str, /, **cells: object) -> dict[str, object]:
    """A row of the published layout; keyword arguments replace cells."""
    return {
        "conversation_id": conversation_id,
        **{f"speaker_{s}_audio": {"bytes": wav(10.0 + s), "path": f"{s}.flac"} for s in (1, 2)},
        **{
            f"speaker_{s}_annotation_{a}": [event(0.5 + s + 0.01 * k, 2.5 + s)]
            for s in (1, 2)
            for k, a in enumerate("abc")
        },
        "metadata": METADATA,
        "audio_status": "clean",
        **cells,
    }


def shard(path: Path, rows: Sequence[Mapping[str, object]], **types: pa.DataType) -> None:
    """Write rows as published: one row group a row."""
    kinds: dict[str, pa.DataType] = {}
    for name in rows[0]:
        if name.endswith("_audio"):
            kinds[name] = AUDIO
        elif "_annotation_" in name:
            kinds[name] = EVENTS
        elif name == "metadata":
            kinds[name] = META
        else:
            kinds[name] = pa.string()
    kinds |= types
    table = pa.table(
        {name: pa.array([one[name] for one in rows], kind) for name, kind in kinds.items()}
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, row_group_size=1)


def srt(events: Iterable[tuple[float, float, str]]) -> str:
    """Subtitles of (start, end, body)."""

    def clock(time_s: float) -> str:
        ms = round(time_s * 1000)
        return f"{ms // 3600000:02}:{ms // 60000 % 60:02}:{ms // 1000 % 60:02},{ms % 1000:03}"

    return "\n".join(
        f"{number}\n{clock(start)} --> {clock(end)}\n{body}\n"
        for number, (start, end, body) in enumerate(events, start=1)
    )


def put(root: Path, files: Mapping[str, bytes | str]) -> Path:
    """Write files below a folder."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def delivery(
    root: Path, conversation_id: str, annotators: str = "abc", /, **replaced: bytes | str | None
) -> Path:
    """One conversation of the raw delivery; keyword arguments replace files (None removes)."""
    files: dict[str, bytes | str | None] = {
        f"speaker_{s}_annotation_{a}.srt": srt([(0.5 + s, 2.5 + s, "[Normal Turn] so")])
        for s in (1, 2)
        for a in annotators
    }
    files |= {f"speaker_{s}_audio.wav": wav(10.0 + s) for s in (1, 2)}
    files["metadata.json"] = json.dumps(METADATA)
    files |= replaced
    return put(
        root,
        {f"{conversation_id}/{n}": c for n, c in files.items() if c is not None},
    )


def textgrid(tiers: Mapping[str, Sequence[tuple[float, float, str]]], end_s: float = 10.0) -> str:
    """A TextGrid in the short form; gaps between intervals are filled with empty ones."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", str(end_s)]
    lines += ["<exists>", str(len(tiers))]
    for name, events in tiers.items():
        intervals: list[tuple[float, float, str]] = []
        now = 0.0
        for start, end, text in events:
            if start > now:
                intervals.append((now, start, ""))
            intervals.append((start, end, text))
            now = end
        if now < end_s:
            intervals.append((now, end_s, ""))
        lines += ['"IntervalTier"', f'"{name}"', "0", str(end_s), str(len(intervals))]
        for start, end, text in intervals:
            lines += [str(start), str(end), f'"{text}"']
    return "\n".join(lines) + "\n"
