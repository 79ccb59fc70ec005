"""A whole match of uniformly random decisions: what tests and benchmarks play."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import CHANCE, OVER, Actions, State
from railhead.games.random import Random


def random_match(state: State, random: Random, limit: i64 = 10_000_000) -> i64:
    """Play `state` on at random to its end, or for `limit` decisions; how many were taken.

    Outcomes of chance are drawn and not counted.
    """
    out = Actions()
    taken: i64 = 0
    actor: i64 = state.actor()
    while actor != OVER and taken < limit:
        if actor == CHANCE:
            state.sample_chance(random)
        else:
            out.clear()
            state.collect(actor, out)
            state.play(actor, out.items[random.below(out.count)])
            taken += 1
        actor = state.actor()
    return taken
