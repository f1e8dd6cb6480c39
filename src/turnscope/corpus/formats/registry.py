"""All annotation formats by name: one line each."""

from __future__ import annotations

from turnscope.corpus.formats.base import Format

__all__ = ["FORMATS"]

FORMATS: dict[str, Format] = {}
