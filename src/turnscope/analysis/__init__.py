"""Tracks and outcomes -> findings: what the numbers of tables and figures are made of."""
