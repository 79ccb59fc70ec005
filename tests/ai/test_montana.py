"""What the search knows of Montana."""

import pytest

from ai.knowledge import knowledge_for, made_from, weights_of
from ai.search import Search
from ai.search.levels import Player
from ai.training.arena import Match, play
from ai.training.tune import Trial, play_trial
from games.game import CHANCE, OVER
from games.montana.state import CATTLE, COINS, SETTLEMENTS, WORKERS, block
from games.options import complete
from games.random import Random
from games.registry import Catalogue, rulesets
from games.vectors import vec
from tests.ai.knowledge_in_play import kinds_weighed


def opening(seats: int, seed: int = 1):
    ruleset = rulesets()["montana"]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    state = game.start(game.draw_setup(seats, options, Random(seed)))
    state.sample_chance(Random(seed))
    return state


def standing(state) -> list[float]:
    out = vec[float]([0.0] * 4)
    knowledge_for("montana").evaluate(state, out)
    return list(out)[: int(state.seats())]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_a_prior_and_every_position_a_value(seats):
    codes = kinds_weighed(knowledge_for("montana"), opening(seats), Random(seats))
    assert len(codes) >= 12


@pytest.mark.parametrize(("cell", "number"), [(CATTLE, 5), (COINS, 9), (WORKERS, 7), (0, 4)])
def test_more_pieces_are_better_for_their_owner(cell, number):
    state = opening(2)
    before = standing(state)
    state.give(0, cell, number)
    after = standing(state)
    assert after[0] > before[0]
    assert after[1] == before[1]


def test_settlements_count_more_than_anything_held():
    state = opening(2)
    before = standing(state)
    state.cells[block(1) + SETTLEMENTS] -= 2
    assert standing(state)[1] - before[1] > 1.5


def test_held_pieces_count_less_when_the_end_is_near():
    worth = []
    for left in (12, 1):
        state = opening(2)
        state.give(1, SETTLEMENTS, left)
        without = standing(state)[0]
        state.give(0, WORKERS, 6)
        worth.append(standing(state)[0] - without)
    assert worth[1] < worth[0] / 2


def test_a_missing_weight_is_named():
    weights = weights_of("montana")
    del weights["spread"]
    with pytest.raises(KeyError, match="spread"):
        made_from("montana", weights)


def test_a_decision_of_four_players():
    state = opening(4)
    search = Search(state, int(state.actor()), knowledge_for("montana"), 1)
    search.run(200)
    for _, visits, sums, _ in search.statistics():
        assert len(sums) == 4
        assert all(0.0 <= total <= visits for total in sums)


def test_fallback_plays_a_whole_match():
    state, random = opening(2), Random(3)
    player = Player("montana", "easy")
    for _ in range(3000):
        seat = int(state.actor())
        if seat == OVER:
            break
        if seat == CHANCE:
            state.sample_chance(random)
        else:
            state.apply(seat, player.fallback(state, seat).action)
    assert state.actor() == OVER


def test_an_easy_bot_beats_random_play():
    won = sum(play(Match("montana", "easy", "random", number)).won for number in range(4))
    assert won >= 3


def test_tuning_tells_a_blind_variant_from_the_weights_in_use():
    present = weights_of("montana")
    blind = {**present, "small_good": 0.0, "large_good": 0.0, "ready": 0.0, "spread": 1000.0}
    trials = [Trial("montana", blind, present, 40, number) for number in range(4)]
    won = list(map(play_trial, trials))
    assert sum(won) <= 2
    assert play_trial(trials[0]) == won[0]
