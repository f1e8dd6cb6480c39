"""Systems as they are given."""

import pickle

import pytest

from turnscope.errors import ProtocolError
from turnscope.study.sources import Named, opened, source_of
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
