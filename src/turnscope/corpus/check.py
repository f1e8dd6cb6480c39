"""The check of a recording: its audio by itself, its channels together, and its annotations.

Every finding says what it means for scores; none stops anything or changes a value.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.corpus.alignment import SILENT_DB, Alignment, align
from turnscope.corpus.audio import Recording
from turnscope.corpus.check_tracks import check_tracks
from turnscope.corpus.findings import Finding, Severity
from turnscope.corpus.meter import ChannelMeasure, PairMeasure, measure
from turnscope.corpus.signals import MIN_RATE_HZ, decibels, line_through, speech_level_db

__all__ = ["check_recording"]

_LENGTH_SLACK_S = 0.02  # encoders pad by less; no event turns on it
_LOST_S = 1.0  # a second of audio may hold an event
_IDENTICAL_DB = -30.0  # lossy copies of one signal differ by less, two microphones by far more
_MIN_CLIPPED = 10
_CLIPPED_SHARE = 1e-5  # a few flat samples a second, at 48 kHz
_AUDIBLE_CLIPPED_SHARE = 1e-3
_MIN_LAG_S = 0.1  # levels and annotators agree on a boundary to about 0.05 s
_HARMFUL_LAG_S = 0.2  # the early side of a hit window has 0.25 s
_MIN_DRIFT_MS_PER_MIN = 10.0  # crystal clocks differ by less than 6
_MIN_DRIFTED_MS = 50.0
_DRIFT_ERRORS = 4.0  # about one false alarm in 10,000 by chance
_MIN_WINDOWS = 4
_BLEED_DB = -25.0  # energy detectors listen some 25 dB below the speech level
_HARMFUL_BLEED_DB = -15.0
_MIN_SHARED_BLOCKS = 4
_SAME_LAG_S = 0.02
_MIN_AGREEING = 0.6


def check_recording(recording: Recording, conversation: Conversation) -> tuple[Finding, ...]:
    """Decode a recording and compare it with itself and with its annotations.

    Reads both channels once, in blocks: memory grows only by one level for each 10 ms. Offsets
    of the recording are applied first, so findings are about what remains.

    Returns:
        Findings on the audio, on audio against annotations, then those of
        :func:`check_tracks`, which needs no audio. Audio that cannot be read is a finding too.
    """
    channels, pair = measure(recording)
    findings: list[Finding] = []
    for speaker, channel in zip(SPEAKERS, channels, strict=True):
        findings += _one_channel(recording.where(speaker), channel)
    findings += _lengths(recording, conversation, channels)
    findings += _both_channels(recording, channels, pair)
    findings += _past_end(conversation, channels)
    identical = any(f.kind == "identical_channels" for f in findings)
    if not identical and any(len(c.power) for c in channels):
        found = align((channels[0].power, channels[1].power), conversation.tracks)
        findings += _against_annotations(recording, found)
        findings += _against_each_other(recording, found, pair, channels[0].duration_s)
    return (*findings, *check_tracks(conversation))


def _severity(is_bad: bool) -> Severity:
    return "warning" if is_bad else "note"


def _one_channel(where: str, channel: ChannelMeasure) -> Iterator[Finding]:
    header = channel.header
    if channel.failure:
        seconds = {"decoded_s": channel.duration_s} if header else {}
        yield Finding("undecodable", where, seconds, "warning", channel.failure.rstrip("."))
    if header is None:
        return
    promised = channel.n_expected + header.n_promised - header.n_samples
    missing_s = (promised - channel.n_decoded) / header.rate_hz
    if not channel.failure and abs(missing_s) > _LENGTH_SLACK_S:
        yield Finding(
            "cut_off",
            where,
            {
                "declared_s": promised / header.rate_hz,
                "decoded_s": channel.duration_s,
                "missing_s": missing_s,
            },
            _severity(abs(missing_s) >= _LOST_S),
        )
    if header.rate_hz < MIN_RATE_HZ:
        yield Finding("low_rate", where, {"rate_hz": header.rate_hz}, "warning")
    if channel.n_not_finite:
        yield Finding("not_finite", where, {"n_samples": channel.n_not_finite}, "warning")
    if channel.n_over:
        over = {"n_samples": channel.n_over, "peak": channel.peak}
        yield Finding("over_full_scale", where, over, "note")
    share = channel.n_clipped / max(1, channel.n_decoded)
    if channel.n_clipped >= _MIN_CLIPPED and share >= _CLIPPED_SHARE:
        yield Finding(
            "clipped",
            where,
            {"n_samples": channel.n_clipped, "share_of_samples": share},
            _severity(share >= _AUDIBLE_CLIPPED_SHARE),
        )
    level = speech_level_db(channel.power)
    if channel.n_decoded and (channel.peak == 0 or (len(channel.power) and level < SILENT_DB)):
        peak_db = float(decibels(np.array([channel.peak**2]))[0])
        yield Finding(
            "silent_channel", where, {"speech_level_db": level, "peak_db": peak_db}, "warning"
        )


def _lengths(
    recording: Recording,
    conversation: Conversation,
    channels: tuple[ChannelMeasure, ChannelMeasure],
) -> Iterator[Finding]:
    first = channels[0]
    if first.header is not None:
        # a given offset moves the end of the audio; a duration may be told with it or without
        ends_s = first.n_expected / first.header.rate_hz - np.array([0.0, first.shift_s])
        apart = float(min(conversation.duration_s - ends_s, key=abs))
        if abs(apart) > _LENGTH_SLACK_S:
            yield Finding(
                "duration_differs",
                recording.where(1),
                {
                    "declared_s": conversation.duration_s,
                    "audio_s": conversation.duration_s - apart,
                    "excess_s": apart,
                },
                _severity(abs(apart) >= _LOST_S),
            )
    lengths = [c.duration_s - c.shift_s for c in channels]
    if abs(lengths[0] - lengths[1]) > _LENGTH_SLACK_S:
        yield Finding(
            "unequal_length",
            recording.conversation_id,
            {"channel_1_s": lengths[0], "channel_2_s": lengths[1]},
            _severity(abs(lengths[0] - lengths[1]) >= _LOST_S),
        )


def _both_channels(
    recording: Recording, channels: tuple[ChannelMeasure, ChannelMeasure], pair: PairMeasure
) -> Iterator[Finding]:
    where = recording.conversation_id
    headers = [c.header for c in channels]
    rates = [h.rate_hz for h in headers if h is not None]
    if len(set(rates)) > 1:
        values = {"channel_1_hz": float(rates[0]), "channel_2_hz": float(rates[1])}
        yield Finding("different_rates", where, values, "note")
    places = [c.content for c in recording.channels]
    used = 2 if places[0] == places[1] else 1
    for speaker, header in zip(SPEAKERS, headers, strict=True):
        if header is not None and header.n_channels > used and (used == 1 or speaker == 1):
            values = {"n_channels": float(header.n_channels), "n_used": float(used)}
            yield Finding("unused_channels", recording.where(speaker), values, "note")
    if pair.residual_db <= _IDENTICAL_DB:
        yield Finding(
            "identical_channels",
            where,
            {"gain_db": round(pair.gain_db, 2) + 0.0, "residual_db": round(pair.residual_db, 1)},
            "warning",
            "one is the other turned over" if pair.product < 0 else "",
        )


def _past_end(
    conversation: Conversation, channels: tuple[ChannelMeasure, ChannelMeasure]
) -> Iterator[Finding]:
    for speaker, channel in zip(SPEAKERS, channels, strict=True):
        if channel.header is None or channel.failure:
            continue
        limit = channel.duration_s
        for name, track in conversation.tracks[speaker - 1].items():
            past = track.end_s > limit + _LENGTH_SLACK_S
            if not past.any():
                continue
            wholly = track.start_s >= limit
            yield Finding(
                "annotation_past_end",
                f"{conversation.conversation_id}/speaker_{speaker}/annotator {name}",
                {
                    "n_events": int(past.sum()),
                    "n_wholly_past": int(wholly.sum()),
                    "last_end_s": float(track.end_s.max()),
                    "audio_s": limit,
                },
                _severity(bool(wholly.any())),
            )


def _against_annotations(recording: Recording, found: Alignment) -> Iterator[Finding]:
    where = recording.conversation_id
    if np.isnan(found.straight) and np.isnan(found.crossed):
        yield Finding("not_judged", where, {}, "note")
        return
    both = {"follow_own_channel": found.straight, "follow_other_channel": found.crossed}
    if found.swapped:
        yield Finding("swapped_channels", where, both, "warning")
    for speaker in SPEAKERS:
        follow = found.follow[speaker - 1]
        here = recording.where((3 - speaker) if found.swapped else speaker)
        if np.isnan(follow):
            yield Finding("not_judged", f"{where}/speaker_{speaker}", {}, "note")
        elif np.isnan(found.lag_s[speaker - 1]):
            values = {"follow": follow}
            yield Finding("unrelated_annotation", f"{where}/speaker_{speaker}", values, "warning")
        else:
            yield from _lag(here, recording, speaker, found)
        bleed_db = found.bleed_db[speaker - 1]
        if bleed_db >= _BLEED_DB:
            severity = _severity(bleed_db >= _HARMFUL_BLEED_DB)
            yield Finding("heavy_bleed", here, {"bleed_db": round(bleed_db, 1)}, severity)


def _lag(here: str, recording: Recording, speaker: int, found: Alignment) -> Iterator[Finding]:
    k = speaker - 1
    lag_s = found.lag_s[k]
    if abs(lag_s) >= _MIN_LAG_S:
        channel = recording.channels[1 - k if found.swapped else k]
        yield Finding(
            "annotation_offset",
            here,
            {
                "lag_s": round(lag_s, 3),
                "offset_fix_s": round(channel.offset_s - lag_s, 3),
                "follow": found.follow[k],
            },
            _severity(abs(lag_s) >= _HARMFUL_LAG_S),
        )
    drift, error, minutes = found.drift_ms_per_min[k], found.drift_error[k], found.lag_windows[k]
    if _drifts(drift, error, minutes, minutes):
        values = {"drift_ms_per_min": drift, "error_ms_per_min": error, "n_windows": float(minutes)}
        yield Finding("annotation_drift", here, values, "warning")


def _drifts(drift: float, error: float, n_windows: int, minutes: float) -> bool:
    return (
        n_windows >= _MIN_WINDOWS
        and abs(drift) >= max(_MIN_DRIFT_MS_PER_MIN, _DRIFT_ERRORS * error)
        and abs(drift) * minutes >= _MIN_DRIFTED_MS
    )


def _against_each_other(
    recording: Recording, found: Alignment, pair: PairMeasure, duration_s: float
) -> Iterator[Finding]:
    """Offset and drift of channel 1 against channel 2: by what both hear, else by annotations."""
    where = recording.conversation_id
    centre, lag = np.array(pair.centre_s), np.array(pair.lag_s)
    slope, middle, error = line_through(centre / 60, lag * 1000)
    on_line = np.abs(lag * 1000 - _line(centre / 60, slope, middle)) <= _SAME_LAG_S * 1000
    if on_line.sum() >= max(_MIN_SHARED_BLOCKS, _MIN_AGREEING * len(lag)):
        clock, n, minutes = "by_bleed", len(lag), float(np.ptp(centre[on_line])) / 60
        offset_s, drift = middle / 1000, slope
    else:
        sign = -1.0 if found.swapped else 1.0
        clock, n, minutes = "by_annotation", min(found.lag_windows), duration_s / 60
        offset_s = sign * (found.lag_s[0] - found.lag_s[1]) if all(found.lag_known) else 0.0
        drift = sign * (found.drift_ms_per_min[0] - found.drift_ms_per_min[1])
        error = float(np.hypot(*found.drift_error))
    if abs(offset_s) >= _MIN_LAG_S:
        yield Finding(
            "channel_offset",
            where,
            {f"offset_{clock}_s": round(offset_s, 3)},
            _severity(abs(offset_s) >= _HARMFUL_LAG_S),
        )
    if _drifts(drift, error, n, minutes):
        yield Finding(
            "channel_drift",
            where,
            {f"drift_{clock}_ms_per_min": drift, "error_ms_per_min": error},
            "warning",
        )


def _line(x: np.ndarray, slope: float, at_middle: float) -> np.ndarray:
    return at_middle + slope * (x - (x.min() + x.max()) / 2) if len(x) else x
