"""Numbers in, numbers out: coefficients, intervals and tests that know nothing of turns."""
