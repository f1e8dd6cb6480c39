"""Turnscope."""
