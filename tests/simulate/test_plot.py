"""The course of a conversation: scenes in order, one who leads, topics one after another."""

import numpy as np
import pytest

from turnscope.simulate.decks import Chance
from turnscope.simulate.grammar import Text, load_grammar
from turnscope.simulate.plot import Plot


def plot(kind: str, seed: int = 0) -> Plot:
    return Plot(load_grammar(kind), Chance(np.random.default_rng(seed)))


def lines(course: Plot, speaker: int, n: int) -> list[Text]:
    found = [course.line(speaker, 99.0, questions=True) for _ in range(n)]
    return [line for line in found if line is not None]


def test_a_story_is_told_in_order() -> None:
    course = plot("narrative")
    course.enter(2, 20)
    scenes = load_grammar("narrative").topics[course.topic].scenes
    told = [line for scene in scenes for line in scene[0]]
    assert lines(course, 2, 60)[: len(told)] == told


@pytest.mark.parametrize(("n_words", "role"), [(20, 0), (2, 1)])
def test_the_first_long_turn_tells_who_leads(n_words: int, role: int) -> None:
    course = plot("instructional")
    course.enter(2, n_words)
    course.enter(1, 50)
    assert course.role(2) == role
    assert course.role(1) == 1 - role


def test_who_does_not_lead_has_no_line_before_the_scene_is_open() -> None:
    course = plot("instructional")
    course.enter(1, 20)
    assert course.line(2, 99.0, questions=True) is None
    assert course.line(1, 99.0, questions=True) is not None
    assert course.line(2, 99.0, questions=True) is not None


def test_roles_swap_where_either_may_open_a_scene() -> None:
    course = plot("casual")
    course.enter(1, 20)
    lines(course, 1, 1)
    lines(course, 2, 12)
    assert course.role(2) == 0


def test_lines_that_are_too_long_or_ask_are_not_offered() -> None:
    course = plot("argumentative")
    assert course.line(1, 2.0, questions=True) is None
    assert not any(
        line.asking for _ in range(60) if (line := course.line(1, 99.0, questions=False))
    )


def test_after_the_last_scene_comes_another_topic() -> None:
    course = plot("narrative")
    course.enter(1, 20)
    seen = [course.topic]
    for _ in range(300):
        course.line(1, 99.0, questions=True)
        if course.topic != seen[-1]:
            seen.append(course.topic)
    assert set(seen[:3]) == set(load_grammar("narrative").topics)
    assert course.visit >= 3
