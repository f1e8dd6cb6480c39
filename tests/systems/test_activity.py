"""Speech of one channel from single decisions."""

from turnscope.systems.activity import Activity, chunks_of


def followed(decisions: str, onset: int = 3, pause: int = 4) -> tuple[str, str, list[int | None]]:
    activity = Activity(onset, pause)
    speaking, began, silent = "", "", []
    for decision in decisions:
        activity.hear(decision == "x")
        speaking += "x" if activity.speaking else "."
        began += "x" if activity.began else "."
        silent.append(activity.n_silent)
    return speaking, began, silent


def test_onset_and_pause() -> None:
    #                                          onset 3 ↓        ↓ pause 4
    speaking, began, silent = followed("..x..xxxx.xx.......")
    assert speaking == ".......xxxxxxxx...."
    assert began == ".......x..........."
    assert silent == [None] * 7 + [0, 0, 1, 0, 0, 1, 2, 3, 4, 5, 6, 7]


def test_a_blip_does_not_set_silence_back() -> None:
    speaking, _, silent = followed("xxx......xx..")
    assert speaking == "..xxxx......."
    assert silent[-4:] == [7, 8, 9, 10]


def test_speech_within_the_pause_goes_on_without_a_new_onset() -> None:
    speaking, began, _ = followed("xxx...x....")
    assert speaking == "..xxxxxxxx."
    assert began.count("x") == 1


def test_speech_after_the_pause_needs_an_onset() -> None:
    _, began, _ = followed("xxx....xxx")
    assert began == "..x......x"


def test_an_onset_of_one_chunk() -> None:
    assert followed(".x.", onset=1, pause=1)[0] == ".x."


def test_chunks_of() -> None:
    assert chunks_of(1.0, 0.032) == 32
    assert chunks_of(0.2, 0.02) == 10
    assert chunks_of(0.7, 0.02) == 35
    assert chunks_of(0.201, 0.02) == 11
    assert chunks_of(0.0, 0.02) == 1
