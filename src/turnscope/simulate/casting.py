"""Who is in which conversation of a simulated corpus: kinds, ids, actors, seeds.

::

    conversation   1      2      3      4      5      6
    kind           casual arg.   coll.  ...                  asked for, in turn
    actors         1 2    2 3    3 1    4 5    5 6    6 4    three meet in three conversations

Actors stay in groups of three, so a split that shares no actor can always be made. Conversation
``k`` is the same however many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from turnscope.core.conversation import Metadata
from turnscope.errors import Fault, ProtocolError
from turnscope.simulate.parameters import KINDS, kind_parameters

__all__ = ["GREATEST_SEED", "Actor", "Cast", "cast_of", "kinds_of"]

GREATEST_SEED = 2**53 - 1
"""The largest seed: the largest whole number that every reader of JSON keeps."""

_GROUP = 3
_OF_CONVERSATIONS, _OF_ACTORS = 52_711, 52_712


@dataclass(frozen=True, slots=True)
class Actor:
    """A simulated person, the same in all their conversations.

    Attributes:
        actor_id: unlike that of any actor of another seed.
        number: from 0 on, along the corpus.
        gender: ``female`` or ``male``.
        tempo: how fast they speak, in standard deviations from the mean of people.
    """

    actor_id: str
    number: int
    gender: str
    tempo: float


@dataclass(frozen=True, slots=True)
class Cast:
    """One conversation before it is simulated: its id, kind, actors and seed."""

    conversation_id: str
    kind: str
    actors: tuple[Actor, Actor]
    seed: int

    @property
    def metadata(self) -> Metadata:
        """What the delivery tells of it."""
        first, second = self.actors
        return Metadata(
            kind_parameters(self.kind).conversation_type,
            (first.actor_id, second.actor_id),
            (first.gender, second.gender),
            "clean",
        )


def kinds_of(names: Sequence[str]) -> tuple[str, ...]:
    """The kinds by what was asked for: their names, or ``all``; each once, in order.

    Raises:
        ProtocolError: for every name that is none of them, and for no name at all.
    """
    wanted = [kind for name in names for kind in (KINDS if name.lower() == "all" else [name])]
    rule = f"{', '.join(KINDS)} or all"
    faults = [
        Fault("type", repr(name), rule)
        for name in dict.fromkeys(wanted)
        if name.lower() not in KINDS
    ]
    if faults or not wanted:
        raise ProtocolError(faults or Fault("type", "none named", rule))
    return tuple(dict.fromkeys(name.lower() for name in wanted))


def cast_of(kinds: Sequence[str], number: int, *, seed: int) -> Cast:
    """Conversation ``number`` (from 0) of the corpus of a seed, its kinds taken in turn.

    Raises:
        ProtocolError: for a seed that is not from 0 to :data:`GREATEST_SEED`.
    """
    if not 0 <= seed <= GREATEST_SEED:
        raise ProtocolError(Fault("seed", f"{seed}", f"a whole number from 0 to {GREATEST_SEED}"))
    kind = kinds[number % len(kinds)]
    group, place = divmod(number, _GROUP)
    pair = (_GROUP * group + place, _GROUP * group + (place + 1) % _GROUP)
    drawn = np.random.default_rng([seed, _OF_CONVERSATIONS, number])
    return Cast(
        f"{kind}-{seed}-{number + 1:03d}",
        kind,
        (_actor(pair[0], seed), _actor(pair[1], seed)),
        int(drawn.integers(GREATEST_SEED)),
    )


def _actor(number: int, seed: int) -> Actor:
    rng = np.random.default_rng([seed, _OF_ACTORS, number])
    gender = ("female", "male")[int(rng.integers(2))]
    return Actor(f"s{seed}-{number + 1:04d}", number, gender, float(rng.standard_normal()))
