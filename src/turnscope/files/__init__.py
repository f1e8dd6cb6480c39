"""Nouns to files and back: gold artefacts, predictions, outcomes; nothing is half-written."""
