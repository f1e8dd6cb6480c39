"""Bytes of a text file to text; lives in :mod:`turnscope.files.decoding`, re-exported here."""

from __future__ import annotations

from turnscope.files.decoding import decode

__all__ = ["decode"]
