"""What the search knows of a position, and random matches that hold it to what searches need."""

from __future__ import annotations

import math

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.games.game import CHANCE, OVER, Actions, State
from railhead.games.random import Random
from railhead.games.vectors import vec

MOST_ACTIONS = 1000


def standing(state: State) -> list[float]:
    """How each seat stands, by what is known of its game."""
    values = vec[float]([0.0] * (2 * int(state.seats())))
    knowledge_for(state.game.ruleset.id).evaluate(state, values)
    return list(values)[: int(state.seats())]


def priors(state: State) -> dict[str, float]:
    """The weight of each legal action of the seat to act, by notation."""
    seat, actions = int(state.actor()), Actions()
    state.collect(seat, actions)
    weights = vec[float]([0.0] * int(actions.count))
    knowledge_for(state.game.ruleset.id).priors(state, seat, actions, weights)
    notation = state.game.vocabulary.notation
    return {notation(action): weights[i] for i, action in enumerate(actions.to_list())}


def kinds_weighed(knowledge: Knowledge, state: State, random: Random) -> set[int]:
    """Play `state` to its end at random; the codes of all action types that were played.

    Fails where a legal action has no prior above 0, where a playout would have nothing to choose
    or an illegal action, or a position no finite value.
    """
    actions = Actions()
    likely = Actions()
    weights = vec[float]([0.0] * MOST_ACTIONS)
    values = vec[float]([0.0] * (2 * int(state.seats())))
    codes = set()
    while state.actor() != OVER:
        seat = int(state.actor())
        if seat == CHANCE:
            state.sample_chance(random)
            continue
        actions.clear()
        state.collect(seat, actions)
        count = int(actions.count)
        likely.clear()
        knowledge.likely(state, seat, likely)
        considered = likely.to_list()
        assert considered
        assert set(considered) <= set(actions.to_list())
        assert len(set(considered)) == len(considered)
        knowledge.priors(state, seat, actions, weights)
        assert all(0.0 < weights[index] < 1e6 for index in range(count))
        knowledge.evaluate(state, values)
        assert all(math.isfinite(value) for value in values)
        chosen = actions.items[random.below(count)]
        codes.add(chosen & 255)
        state.play(seat, chosen)
    knowledge.evaluate(state, values)
    assert all(math.isfinite(value) for value in values)
    return codes
