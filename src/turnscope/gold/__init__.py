"""Annotations in, gold out: consensus of annotators, then who has the floor."""
