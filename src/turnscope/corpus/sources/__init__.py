"""Layouts of corpora on disk or on a hub, one file each."""
