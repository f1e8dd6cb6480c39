"""Outcomes in, documents out: result files, terminal tables."""
