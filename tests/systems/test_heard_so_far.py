"""The latest audio: any stretch up to the longest, as if all had been kept."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from turnscope.systems.heard_so_far import HeardSoFar


@given(st.lists(st.integers(1, 9), min_size=1, max_size=40), st.integers(1, 30), st.integers(0, 40))
def test_it_is_the_end_of_everything(sizes: list[int], longest: int, n: int) -> None:
    heard, everything = HeardSoFar(longest), np.empty(0, np.float32)
    for size in sizes:
        chunk = np.arange(len(everything), len(everything) + size, dtype=np.float32)
        heard.hear(chunk)
        everything = np.concatenate([everything, chunk])
        n_asked = min(n, longest, len(everything))
        assert heard.last(n).tolist() == everything[len(everything) - n_asked :].tolist()
        assert len(heard) < longest + 9


def test_nothing_heard() -> None:
    assert len(HeardSoFar(5).last(3)) == 0
