"""The eager read-out asks from 0.2 s on, and no longer than the published one."""

from tests.systems.test_smart_turn_v3 import Told
from turnscope.systems.smart_turn_v3_eager import SmartTurnV3Eager


def test_asked_from_a_fifth_of_a_second_on() -> None:
    told = Told(SmartTurnV3Eager())
    told.hear((20, True), (200, False))
    assert told.asked_at == [20 + 7 + 8 * k for k in range(11)]
    assert (told.asked_at[-1] - 20) * 0.032 <= 3.0


def test_it_goes_by_its_own_name() -> None:
    card = SmartTurnV3Eager(every_chunks=4).card
    assert card.name == "smart_turn_v3_eager"
    assert card.parameters["silence_s"] == 0.2
    assert card.parameters["every_chunks"] == 4
