"""What the search knows of Steam."""

import pytest

from ai.knowledge import knowledge_for, made_from, weights_of
from ai.knowledge.steam.features import Distances, Network
from ai.search.levels import Player
from ai.training.arena import Match, play
from games.game import Actions
from games.random import Random
from games.steam.state import BANKRUPT, PENDING
from games.vectors import vec
from tests.ai.knowledge_in_play import kinds_weighed
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    build,
    building,
    drawn,
    have,
    hex_number,
    moving,
    opened,
    put,
    stop,
    track,
)


def standing(state):
    out = vec[float]([0.0] * 6)
    knowledge_for("steam").evaluate(state, out)
    return list(out)[: int(state.seats())]


def priors(state):
    """The weight of each legal action of the seat to act, by notation."""
    actions = Actions()
    seat = int(state.actor())
    state.collect(seat, actions)
    weights = vec[float]([0.0] * int(actions.count))
    knowledge_for("steam").priors(state, seat, actions, weights)
    notation = state.game.vocabulary.notation
    return {notation(action): weights[i] for i, action in enumerate(actions.to_list())}


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [(3, {}), (4, {"variant": "standard"}), (5, {"map": "ruhr", "first_order": "auction"})],
)
def test_every_move_has_a_prior_and_every_position_a_value(seats, chosen):
    codes = kinds_weighed(knowledge_for("steam"), drawn(seats, 2, **chosen), Random(seats))
    assert len(codes) >= 6


def test_more_is_better_for_its_owner():
    for numbers in ({"cash": 9}, {"income": 3}, {"points": 4}, {"locomotive": 3}):
        state = opened()
        track(state, BLACK, I12="N-S", I14="N+S", I16="N-S")
        before = standing(state)
        have(state, BLACK, **numbers)
        after = standing(state)
        assert after[0] > before[0], numbers
        assert after[1:] == before[1:]


def test_links_goods_and_pending_points_count():
    state = opened()
    before = standing(state)
    track(state, BLACK, I12="N-S", I14="N+S", I16="N-S")
    linked = standing(state)
    assert linked[0] > before[0] + 1.9
    have(state, BLACK, locomotive=2)
    ready = standing(state)
    put(state, "Albany", "blue")
    assert standing(state)[0] > ready[0] + 1.5
    state.give(BLACK, PENDING, 3)
    assert standing(state)[0] > ready[0] + 4


def test_ruin_is_near_and_then_there():
    state = opened(variant="standard")
    have(state, BLACK, income=-9, locomotive=4)
    near = standing(state)[BLACK]
    have(state, BLACK, cash=30)
    assert standing(state)[BLACK] > near + 10
    state.give(BLACK, BANKRUPT, 1)
    assert standing(state)[BLACK] < near


def test_the_best_deliveries_of_a_network():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+S", I16="N-S")
    track(state, GREEN, J11="NW-SE", K12="NW-S")
    put(state, "Albany", "blue", "blue", "yellow", "red")
    network = Network(state)
    assert (network.owned(BLACK), network.owned(GREEN)) == (2, 1)
    network.deliverable(BLACK, 2)
    assert list(network.counts)[1:3] == [0, 2]
    network.deliverable(BLACK, 1)
    assert list(network.counts)[1:3] == [0, 0]
    network.deliverable(GREEN, 3)
    assert list(network.counts)[1:3] == [1, 0]


def test_distances_to_the_nearest_stops():
    state = opened()
    near = Distances(state.components)
    place = hex_number(state, "I12")
    assert near.to_stop(place, stop(state, "Albany")) == 1
    assert near.stop_near(place, stop(state, "Albany")) == stop(state, "Poughkeepsie")
    assert near.to_stop(hex_number(state, "I14"), stop(state, "Albany")) == 0


def test_builds_that_lead_somewhere_come_first():
    state = building(opened())
    track(state, BLACK, I12="N-S", I14="N+S")
    building(state)
    weights = priors(state)
    finishing = weights[build(state, "I16", "N-S")]
    assert finishing == max(weights.values())
    assert weights[build(state, "O14", "SW-NW")] < finishing / 10


def considered(state):
    """What a playout chooses among, by notation."""
    actions = Actions()
    knowledge_for("steam").likely(state, int(state.actor()), actions)
    return {state.game.vocabulary.notation(action) for action in actions.to_list()}


def test_playouts_build_on_from_the_own_network():
    state = building(opened())
    assert len(considered(state)) > 20
    track(state, BLACK, I12="N-S", I14="N+S")
    state = building(state)
    found = considered(state)
    assert build(state, "I16", "N-S") in found
    assert build(state, "O14", "SW-NW") in priors(state)
    assert build(state, "O14", "SW-NW") not in found
    assert "done" in found


def test_long_deliveries_come_first():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+S", I16="N-S", J11="NW-SE", K12="NW-S")
    put(state, "Albany", "blue", "yellow")
    have(state, BLACK, locomotive=2)
    moving(state)
    weights = priors(state)
    longer = weights["deliver:Albany:blue:New_York:2"]
    assert longer > 2 * weights["deliver:Albany:yellow:Hartford:1"] > weights["pass"]


def test_every_weight_is_used():
    weights = weights_of("steam")
    for name in weights:
        less = {key: value for key, value in weights.items() if key != name}
        with pytest.raises(KeyError, match=name):
            made_from("steam", less)


def test_a_bot_plays_any_phase():
    for chosen in ({"variant": "standard"}, {"first_order": "auction"}):
        state = drawn(3, 4, **chosen)
        player = Player("steam", "easy", seed=1)
        for _ in range(12):
            seat = int(state.actor())
            state.apply(seat, player.choose(state, seat).action)


def test_easy_beats_random():
    match = Match("steam", "easy", "random", 0, seats=3, budget=0.25)
    assert play(match).won == 1.0
