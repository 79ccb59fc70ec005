"""Games of OpenSpiel for tests, and matches played in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pyspiel

from railhead.games.random import Random
from railhead.rl import openspiel
from railhead.rl.openspiel.observers import observer_of
from tests.rl.tables import GAMES

SPIEL: Final = dict.fromkeys(GAMES, "setups=4") | {
    "montana": "players=3,setups=4,options=round_limit:8",
}
"""Parameters of games that are played."""


def load(game: str, parameters: str = "") -> Any:
    """One of our games, as OpenSpiel loads it."""
    return pyspiel.load_game(f"{openspiel.game_name(game)}({parameters or SPIEL[game]})")


def play(game: Any, seed: int, most: int = 5000) -> Iterator[Any]:
    """The state of one match again and again, after each of up to `most` random steps."""
    state = game.new_initial_state()
    random = np.random.RandomState(seed)
    for _ in range(most):
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(random.choice(outcomes, p=odds)))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
        yield state


def swap(state: Any, viewer: int, seed: int) -> Any:
    """Another world for `viewer`: what it cannot know is different, and so may others' seen be."""
    other = state.clone()
    other.moment = state.moment.suppose(viewer, Random(seed, 5))
    return other


def part_observer(game: Any, *, public: bool, private: bool, recalls: bool = False) -> Any:
    """The observer of a kind, None where there is none."""
    kinds = pyspiel.PrivateInfoType
    return observer_of(
        game.settings,
        pyspiel.IIGObservationType(
            perfect_recall=recalls,
            public_info=public,
            private_info=kinds.SINGLE_PLAYER if private else kinds.NONE,
        ),
    )
