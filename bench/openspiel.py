"""Our search beside OpenSpiel's MCTS in Python, over the same engine at the same positions.

Ours with all that the bots know and what is hidden dealt anew each time; OpenSpiel's, which has
neither, with random playouts of 30 plies in compiled code and points at their end.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

from bench.figure import Figure
from bench.search import PLIES, SECONDS, positions, simulations
from railhead.games.game import CHANCE, OVER, State
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.registry import rulesets

ROUND = 500
"""Simulations of one search."""


class Position:
    """A position of ours as OpenSpiel's search asks for it; actions go by their packed form."""

    def __init__(self, state: State) -> None:
        self.state = state

    def clone(self) -> Position:
        """A copy."""
        return Position(self.state.clone())

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance."""
        actor = int(self.state.actor())
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.state.actor() == OVER

    def is_chance_node(self) -> bool:
        """Whether chance acts."""
        return self.state.actor() == CHANCE

    def legal_actions(self, player: int) -> list[int]:
        """What the seat to act may do."""
        return self.state.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance with their probabilities."""
        outcomes = self.state.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def apply_action(self, action: int) -> None:
        """Let it happen."""
        self.state.play(self.state.actor(), action)

    def returns(self) -> list[float]:
        """Points, as a share of the most."""
        scores = self.state.scores()
        return [score / max(1, *map(abs, scores)) for score in scores]


class Playouts(mcts.Evaluator):  # type: ignore[misc]  # it has no types
    """Playouts in compiled code, all actions alike."""

    def __init__(self) -> None:
        self.random = Random(1)

    def evaluate(self, position: Position) -> Any:
        """The returns after a playout."""
        played = position.clone()
        random_match(played.state, self.random, PLIES)
        return np.array(played.returns())

    def prior(self, position: Position) -> list[tuple[int, float]]:
        """Equal probabilities, but for chance."""
        if position.is_chance_node():
            return position.chance_outcomes()
        actions = position.legal_actions(position.current_player())
        return [(action, 1.0 / len(actions)) for action in actions]


def theirs(ruleset_id: str, seats: int) -> float:
    """Simulations per second of OpenSpiel's search, the mean over positions."""
    any_game = pyspiel.load_game("tic_tac_toe")  # asked for its kind and largest return only
    draw = np.random.RandomState(1)
    bot = mcts.MCTSBot(any_game, 1.0, ROUND, Playouts(), solve=False, random_state=draw)
    count, elapsed = 0, 0.0
    for state in positions(ruleset_id, seats):
        start = time.process_time()
        while time.process_time() - start < SECONDS:
            bot.mcts_search(Position(state.clone()))
            count += ROUND
        elapsed += time.process_time() - start
    return count / elapsed


def figures() -> list[Figure]:
    """How many times as many simulations ours does, for every game with its fewest seats."""
    results = []
    for ruleset_id, ruleset in rulesets().items():
        ours, other = (rate(ruleset_id, ruleset.min_seats) for rate in (simulations, theirs))
        name = f"{ruleset_id}: simulations, times those of OpenSpiel's MCTS in Python"
        beside = f"{ours:,.0f} and {other:,.0f} a second, {ruleset.min_seats} seats"
        results.append(Figure(name, round(ours / other, 1), "x", beside=beside))
    return results
