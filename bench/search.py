"""Simulations per second of the search, with the playouts of the strongest level."""

from __future__ import annotations

import time

from bench.engine import game_of
from bench.figure import Figure
from railhead.ai.knowledge import knowledge_for
from railhead.ai.search import Search
from railhead.games.game import CHANCE, OVER, State
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import rulesets

PLIES = 30
SECONDS = 0.5
POSITIONS = 6
BUDGETS = {
    "montana": 20_000,
    "santa_fe": 20_000,
    "great_western_trail": 12_000,
    "steam": 10_000,
}
"""Simulations a second to reach, by game, with what the bots know."""


def positions(ruleset_id: str, seats: int) -> list[State]:
    """Positions from the opening to the middle of random matches, with a choice to make."""
    game, options = game_of(ruleset_id)
    found: list[State] = []
    number = 0
    while len(found) < POSITIONS:
        state = game.start(game.draw_setup(seats, options, Random(number)))
        random = Random(number, 1)
        random_match(state, random, 12 + 12 * len(found))
        number += 1
        while state.actor() != OVER:
            if state.actor() == CHANCE:
                state.sample_chance(random)
            if len(state.legal_actions(int(state.actor()))) > 1:
                found.append(state)
                break
            random_match(state, random, 1)
    return found


def simulations(ruleset_id: str, seats: int) -> float:
    """Simulations per second, the mean over positions."""
    done = 0
    elapsed = 0.0
    for state in positions(ruleset_id, seats):
        search = Search(state, int(state.actor()), knowledge_for(ruleset_id), 1, plies=PLIES)
        begun = time.perf_counter()
        while time.perf_counter() - begun < SECONDS:
            search.run(100)
        elapsed += time.perf_counter() - begun
        done += int(search.simulations)
    return done / elapsed


def figures() -> list[Figure]:
    """Simulations per second for every game at its smallest number of seats."""
    found = []
    for ruleset_id, ruleset in rulesets().items():
        rate = simulations(ruleset_id, ruleset.min_seats)
        plies = min(PLIES, int(knowledge_for(ruleset_id).rollout_depth))
        name = f"{ruleset_id}: simulations with {plies}-ply playouts, {ruleset.min_seats} seats"
        beside = "one core, random matches up to the middle; plies as the game wants"
        budget = f">= {BUDGETS[ruleset_id]}" if ruleset_id in BUDGETS else None
        found.append(Figure(name, round(rate), "1/s", budget, beside))
    return found
