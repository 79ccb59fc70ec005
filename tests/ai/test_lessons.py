"""Weights of moves, from what deep searches came to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from railhead.ai.knowledge import Knowledge, moves_from, weights_of
from railhead.ai.training import lessons
from railhead.ai.training.experience import Effort, play_and_record
from railhead.ai.training.lessons import Lesson, School, Teacher
from railhead.ai.training.matches import game_with, openings
from railhead.games.game import CHANCE, OVER, Actions
from railhead.games.random import Random
from railhead.games.vectors import vec

GAME = "santa_fe"
ADVANCED = {"variant": "advanced"}
RULES = game_with(GAME, {})
"""The options are kept in the position."""


def taught(options: Mapping[str, Any], match: int) -> list[Lesson]:
    """The lessons of a match of two."""
    teacher = Teacher(options, match)
    start = openings(GAME, 2, options)(match)
    effort = Effort(10, deep=4, share=0.5)
    play_and_record(start, Knowledge(), teacher, Random(match), effort, 2000)
    return teacher.lessons


@pytest.fixture(scope="module")
def played() -> list[Lesson]:
    return [*taught({}, 1), *taught(ADVANCED, 5)]


def preferred(weights: Mapping[str, float], wanted: list[Lesson]) -> list[Lesson]:
    """The same decisions, had searches come to exactly what these weights of moves say."""
    knowledge = moves_from(GAME, weights)
    out = vec[float]([0.0] * 500)
    found = []
    for lesson in wanted:
        state = RULES.load(lesson.position)
        legal = Actions()
        state.collect(lesson.seat, legal)
        knowledge.priors(state, lesson.seat, legal, out)
        total = sum(out[index] for index in range(int(legal.count)))
        shares = {action: out[index] / total for index, action in enumerate(legal.to_list())}
        found.append(Lesson(lesson.position, lesson.seat, shares, lesson.options, lesson.match))
    return found


def test_what_is_taken_down_are_decisions_with_shares_of_visits(played: list[Lesson]) -> None:
    assert len(played) > 40
    for lesson in played:
        state = RULES.load(lesson.position)
        assert state.actor() not in (CHANCE, OVER)
        assert set(lesson.shares) <= set(state.legal_actions(lesson.seat))
        assert sum(lesson.shares.values()) == pytest.approx(1)


def test_lessons_on_file_are_the_same(played: list[Lesson], tmp_path: Path) -> None:
    lessons.write(played[:10], tmp_path / "one.jsonl")
    lessons.write(played[10:], tmp_path / "two.jsonl")
    assert lessons.read([tmp_path / "one.jsonl", tmp_path / "two.jsonl"]) == played


def test_weights_are_found_that_made_the_choices(played: list[Lesson]) -> None:
    before = weights_of(GAME)
    other = {**before, "select_double": 3.0, "draw_double": 2.0, "bonus": 1.5}
    school = School(GAME, preferred(other, played))
    found = school.learn(before)
    for name in ("select_double", "draw_double", "bonus"):
        assert found[name] == pytest.approx(other[name], rel=0.25), name
    assert school.surprise(found, True) < school.surprise(before, True)
    assert school.surprise(found, False) < school.surprise(before, False)


def test_what_priors_do_not_depend_on_stays(played: list[Lesson]) -> None:
    before = weights_of(GAME)
    found = School(GAME, played).learn(before)
    for name in (
        "exploration",
        "exploration_per_seat",
        "caution",
        "usual_spread",
        "forgiveness",
        "leaf_plies",
        "leaf_margin",
    ):
        assert found[name] == before[name]
    assert found != before
    assert all(found[name] > 0 for name in found if before[name] > 0)


def test_surprise_is_the_cross_entropy(played: list[Lesson]) -> None:
    (lesson,) = [one for one in played if one.match == 1][:1]
    state = RULES.load(lesson.position)
    legal = Actions()
    state.collect(lesson.seat, legal)
    out = vec[float]([0.0] * 500)
    moves_from(GAME, weights_of(GAME)).priors(state, lesson.seat, legal, out)
    total = sum(out[index] for index in range(int(legal.count)))
    weight_of = {action: out[index] / total for index, action in enumerate(legal.to_list())}
    wanted = -sum(share * math.log(weight_of[action]) for action, share in lesson.shares.items())
    assert School(GAME, [lesson]).surprise(weights_of(GAME), False) == pytest.approx(wanted)
