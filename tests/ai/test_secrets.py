"""The search on a game that hides hands and choices: the swap test, end to end."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search import Search
from railhead.ai.search.levels import Level, Player
from railhead.ai.search.time_management import Budget
from railhead.games.game import CHANCE, OVER
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets


@pytest.mark.parametrize("seats", [2, 3])
def test_what_a_seat_cannot_know_changes_nothing(seats: int) -> None:
    ruleset = rulesets()["veil"]
    options = complete(ruleset.options, {})
    game = Catalogue().game(ruleset, options)
    state = game.start(game.draw_setup(seats, options, Random(seats)))
    random, different = Random(7), 0
    level = Level("few", "", Budget(simulations=20, floor=10))
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.sample_chance(random)
            continue
        seat = state.to_act()[-1]
        other = state.clone()
        other.determinize(seat, random)
        different += other.save() != state.save()
        statistics = []
        for position in (state, other):
            search = Search(position, seat, Knowledge(), 5)
            search.run(15)
            statistics.append(search.statistics())
        assert statistics[0] == statistics[1]
        chosen = [Player("veil", level, seed=2).choose(at, seat).action for at in (state, other)]
        assert chosen[0] == chosen[1]
        state.play(seat, chosen[0])
    assert different > 3
