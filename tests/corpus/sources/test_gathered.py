"""Files whose stretches are fetched ahead read like the files they stand for."""

from __future__ import annotations

import io
import random

from turnscope.corpus.sources.gathered import Gathered

CONTENT = random.Random(0).randbytes(1000)


class Counted(io.BytesIO):
    """A file that notes what is read of it."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.sizes: list[int | None] = []

    def read(self, size: int | None = -1, /) -> bytes:
        self.sizes.append(size)
        return super().read(size)


def test_it_reads_as_the_file_does_wherever_one_looks() -> None:
    plain, gathered = io.BytesIO(CONTENT), Gathered(io.BytesIO(CONTENT))
    gathered.fetch([(100, 200), (500, 50), (990, 100), (-3, 5), (7, 0)])
    dice = random.Random(1)
    for _ in range(2_000):
        whence = dice.choice([io.SEEK_SET, io.SEEK_CUR, io.SEEK_END])
        offset = {0: dice.randrange(1100), 1: dice.randrange(5), 2: -dice.randrange(1000)}[whence]
        assert gathered.seek(offset, whence) == plain.seek(offset, whence)
        size = dice.choice([-1, 0, 1, dice.randrange(300)])
        assert gathered.read(size) == plain.read(size)
        assert gathered.tell() == plain.tell()


def test_what_was_fetched_is_not_asked_for_again() -> None:
    file = Counted(CONTENT)
    gathered = Gathered(file)
    gathered.fetch([(100, 200)])
    gathered.seek(150)
    assert gathered.read(150) == CONTENT[150:300]
    assert file.sizes == [200]
    gathered.read(1)
    assert file.sizes == [200, 1]


def test_the_file_stays_open() -> None:
    file = io.BytesIO(CONTENT)
    Gathered(file).close()
    assert not file.closed
