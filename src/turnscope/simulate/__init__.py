"""Corpora with known truth: two speakers whose every move was planned."""
