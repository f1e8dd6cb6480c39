"""Kokoro's marks: each voice has its own, and the network's is in all."""

from turnscope.models.kokoro import kokoro_mark
from turnscope.models.voices import VOICES


def test_each_style_has_weights_and_a_mark_of_its_own() -> None:
    styles = [name.partition(":")[2] for name in VOICES if name.startswith("kokoro:")]
    marks = {kokoro_mark(style) for style in styles}
    assert len(marks) == 28
    assert all(mark.startswith("6e742170 ") for mark in marks)
