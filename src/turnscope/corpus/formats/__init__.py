"""Annotation formats: bytes to cues and back, one file a format, without touching the disk."""
