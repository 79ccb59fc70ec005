"""What the search knows of Great Western Trail."""

import pytest

from ai.knowledge import knowledge_for, made_from, weights_of
from ai.search import Search
from ai.training.arena import Match, play
from games.great_western_trail.state import (
    CITIES,
    DISCARDS,
    HAND,
    HAZARD_POINTS,
    MONEY,
    PLACE,
    TRACK,
    WORKERS,
)
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets
from games.vectors import vec
from tests.ai.knowledge_in_play import kinds_weighed

GAME = "great_western_trail"
TEXAS_LONGHORN = 12
EL_PASO = 6


def opening(seats: int, seed: int = 1):
    ruleset = rulesets()[GAME]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    state = game.start(game.draw_setup(seats, options, Random(seed)))
    state.sample_chance(Random(seed))
    return state


def standing(state) -> list[float]:
    out = vec[float]([0.0] * 4)
    knowledge_for(GAME).evaluate(state, out)
    return list(out)[: int(state.seats())]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_a_prior_and_every_position_a_value(seats):
    codes: set[int] = set()
    for seed in range(3):
        codes |= kinds_weighed(knowledge_for(GAME), opening(seats, seed), Random(seed))
    assert len(codes) >= 18


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (MONEY, 20),
        (WORKERS, 4),
        (WORKERS + 2, 3),
        (HAZARD_POINTS, 4),
        (TRACK, 10),
        (DISCARDS + TEXAS_LONGHORN, 1),
        (CITIES + EL_PASO + 3, 1),
    ],
)
def test_more_is_better_for_its_owner(cell, number):
    state = opening(2)
    before = standing(state)
    state.give(0, cell, number)
    after = standing(state)
    assert after[0] > before[0]
    assert after[1] == before[1]


def test_a_good_hand_is_worth_more_near_kansas_city():
    worth = []
    for place in (1, 7):
        state = opening(2)
        state.give(0, PLACE, place)
        before = standing(state)[0]
        for card in range(4, 13, 3):
            state.give(0, HAND + card, 1)
        worth.append(standing(state)[0] - before)
    assert worth[1] > worth[0]


def test_a_missing_weight_is_named():
    for name in ("spread", "sharp", "future_cowboys"):
        weights = weights_of(GAME)
        del weights[name]
        with pytest.raises(KeyError, match=name):
            made_from(GAME, weights)


def test_a_decision_of_four_players():
    state = opening(4)
    search = Search(state, int(state.actor()), knowledge_for(GAME), 1)
    search.run(100)
    for _, visits, sums, _ in search.statistics():
        assert len(sums) == 4
        assert all(0.0 <= total <= visits for total in sums)


def test_an_easy_bot_beats_random_play():
    won = sum(play(Match(GAME, "easy", "random", number)).won for number in range(2))
    assert won == 2
