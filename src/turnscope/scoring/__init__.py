"""Gold and predictions in, outcomes out; numbers are group-bys of the outcome table."""
