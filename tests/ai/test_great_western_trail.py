"""What the search knows of Great Western Trail."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge import build_knowledge, knowledge_for, weights_of
from railhead.ai.knowledge.great_western_trail.action_values import ActionValues
from railhead.ai.search import Search
from railhead.ai.training.arena import Match, play
from railhead.games.great_western_trail import RULESET, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.random import Random
from tests.ai.knowledge_in_play import kinds_weighed, standing
from tests.games.positions import Positions, settle_chance

GAME = "great_western_trail"
TEXAS_LONGHORN = 12
EL_PASO = 6

MADE = Positions(RULESET, GreatWesternTrail)


def opening(seats: int, seed: int = 1) -> GreatWesternTrail:
    """The first decision of a match with the default options."""
    position = MADE.opened(seats, seed)
    settle_chance(position, seed)
    return position


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_a_prior_and_every_position_a_value(seats: int) -> None:
    codes: set[int] = set()
    for seed in range(3):
        codes |= kinds_weighed(knowledge_for(GAME), opening(seats, seed), Random(seed))
    assert len(codes) >= 18


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (state.MONEY, 20),
        (state.WORKERS, 4),
        (state.WORKERS + 2, 3),
        (state.HAZARD_POINTS, 4),
        (state.TRACK, 10),
        (state.DISCARDS + TEXAS_LONGHORN, 1),
        (state.CITIES + EL_PASO + 3, 1),
    ],
)
def test_more_is_better_for_its_owner(cell: int, number: int) -> None:
    position = opening(2)
    before = standing(position)
    position.give(0, cell, number)
    after = standing(position)
    assert after[0] > before[0]
    assert after[0] - after[1] > before[0] - before[1]


def test_a_good_hand_is_worth_more_near_kansas_city() -> None:
    worth = []
    for place in (1, 7):
        position = opening(2)
        position.give(0, state.PLACE, place)
        before = standing(position)[0]
        for card in range(4, 13, 3):
            position.give(0, state.HAND + card, 1)
        worth.append(standing(position)[0] - before)
    assert worth[1] > worth[0]


def test_a_missing_weight_is_named() -> None:
    for name in ("spread", "sharp", "herd"):
        weights = weights_of(GAME)
        del weights[name]
        with pytest.raises(KeyError, match=name):
            build_knowledge(GAME, weights)


def test_a_decision_of_four_players() -> None:
    position = opening(4)
    search = Search(position, int(position.actor()), knowledge_for(GAME), 1)
    search.run(100)
    for _, visits, sums, _ in search.statistics():
        assert len(sums) == 4
        assert all(0.0 <= total <= visits for total in sums)


@pytest.mark.full
def test_an_easy_bot_beats_random_play() -> None:
    won = sum(play(Match(GAME, "easy", "random", number, budget=0.3)).won for number in range(2))
    assert won == 2


def test_a_station_master_tile_that_was_left_adds_nothing_to_its_station() -> None:
    position = opening(2)
    worth = ActionValues(weights_of(GAME))
    position.give(0, state.MONEY, 9)
    position.give(1, state.MASTERS_LEFT, 1)
    worth.look(position, 0)
    before = worth.upgrade(position, 0)
    position.give(0, state.MASTERS_LEFT, 1)
    assert before - worth.upgrade(position, 0) == pytest.approx(1.0)
