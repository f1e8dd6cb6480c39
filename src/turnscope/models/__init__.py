"""Pretrained parts: a table of their weights, fetching them, and what runs them."""
