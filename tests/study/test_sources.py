"""Systems as they are given."""

import pickle

import pytest

from turnscope.errors import ProtocolError
from turnscope.study.sources import Named, held, name_of, opened, released, source_of
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.rms_vad import RmsVad


def test_names_travel_with_their_parameters_in_one_order() -> None:
    one = source_of("silero_timeout", {"silence_s": 0.5, "a": "b"})
    assert one == source_of("silero_timeout", {"a": "b", "silence_s": 0.5})
    assert pickle.loads(pickle.dumps(one)) == one
    assert str(one) == "silero_timeout a=b silence_s=0.5"


def test_an_object_is_itself() -> None:
    system = RmsVad()
    assert source_of(system) is system
    assert opened(system) is system
    with pytest.raises(ProtocolError, match="parameters: a"):
        source_of(system, {"a": 1.0})


def test_names_are_resolved_and_unknown_ones_told() -> None:
    assert opened(Named("rms_vad")).card == RmsVad().card
    with pytest.raises(ProtocolError, match=r"'rms'; expected one of rms_vad.*, oracle"):
        opened(Named("rms"), also=("oracle",))


def test_a_human_cannot_be_run_and_the_way_is_shown() -> None:
    with pytest.raises(ProtocolError, match="turnscope gold annotators scores each annotator"):
        opened(Named("human"))


def test_names_for_messages() -> None:
    assert name_of(Named("energy", (("silence_s", 0.5),))) == "energy silence_s=0.5"
    assert name_of(RmsVad()) == "rms_vad"


class Closing(RmsVad):
    """Counts how often it is closed."""

    n_closed = 0

    def close(self) -> None:
        Closing.n_closed += 1


def test_what_was_made_from_a_name_is_closed_and_what_was_given_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SYSTEMS, "closing", Closing)
    with pytest.raises(KeyError), held(Named("closing")):
        raise KeyError
    assert Closing.n_closed == 1
    given = Closing()
    with held(given) as system:
        assert system is given
    assert Closing.n_closed == 1
    released(given)
    assert Closing.n_closed == 2
