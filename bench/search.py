"""Simulations per second of the search, with the playouts of the strongest level."""

from __future__ import annotations

import time

from bench.engine import game_of
from bench.figure import Figure
from railhead.ai.knowledge import knowledge_for
from railhead.ai.search import Search
from railhead.ai.search.levels import Player
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from railhead.games.registry import rulesets

PLIES = 30
SECONDS = 0.5
POSITIONS = 6
APART = 12
"""How many decisions lie between two positions."""
LEVEL, SCALE = "easy", 0.1
"""Who plays to them, and with what part of its budget."""
BUDGETS = {
    "montana": 30_000,
    "santa_fe": 20_000,
    "great_western_trail": 12_000,
    "steam": 13_300,
}
"""Simulations a second to reach, by game, with what the bots know."""


def positions(ruleset_id: str, seats: int) -> list[State]:
    """Positions from the opening to the middle of bots' matches, with a choice to make.

    Matches of random play are over early in some games: Steam's companies go bankrupt.
    """
    game, options = game_of(ruleset_id)
    states: list[State] = []
    while len(states) < POSITIONS:
        number = len(states)
        state = game.start(game.draw_setup(seats, options, Random(number)))
        random, player = Random(number, 1), Player(ruleset_id, LEVEL, seed=number, scale=SCALE)
        decisions = 0
        while state.actor() != OVER:
            seat = int(state.actor())
            if seat == CHANCE:
                state.sample_chance(random)
                continue
            decisions += 1
            if decisions > APART * (1 + number) and len(state.legal_actions(seat)) > 1:
                states.append(state)
                break
            state.play(seat, player.choose(state, seat).action)
    return states


def simulations(ruleset_id: str, seats: int) -> float:
    """Simulations per second, the mean over positions."""
    count = 0
    elapsed = 0.0
    for state in positions(ruleset_id, seats):
        search = Search(state, int(state.actor()), knowledge_for(ruleset_id), 1, plies=PLIES)
        start = time.process_time()
        while time.process_time() - start < SECONDS:
            search.run(100)
        elapsed += time.process_time() - start
        count += int(search.simulations)
    return count / elapsed


def figures() -> list[Figure]:
    """Simulations per second for every game at its smallest number of seats."""
    results = []
    for ruleset_id, ruleset in rulesets().items():
        rate = simulations(ruleset_id, ruleset.min_seats)
        plies = min(PLIES, int(knowledge_for(ruleset_id).rollout_depth))
        name = f"{ruleset_id}: simulations with {plies}-ply playouts, {ruleset.min_seats} seats"
        beside = "bots' matches up to the middle; plies as the game wants"
        budget = f">= {BUDGETS[ruleset_id]}" if ruleset_id in BUDGETS else None
        results.append(Figure(name, round(rate), "1/s", budget, beside))
    return results
