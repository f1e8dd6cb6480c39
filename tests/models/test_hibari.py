"""hibari: what it says of itself and that its words fill its sound."""

import pytest

from turnscope.models.hibari import hibari_mark, hibari_spoken


def test_words_fill_the_sound() -> None:
    pytest.importorskip("hibari", reason="hibari-tts is not installed")
    pytest.importorskip("onnxruntime", reason="onnxruntime is not installed")
    spoken = hibari_spoken("we went down to the river", 1.0)
    said_s = sum(word.end_s - word.start_s for word in spoken.words)
    assert said_s > 0.7 * spoken.duration_s
    assert hibari_mark()[0].isdigit()
    slower = hibari_spoken("we went down to the river", 0.7)
    assert slower.duration_s > 1.2 * spoken.duration_s
