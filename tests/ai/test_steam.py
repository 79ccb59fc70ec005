"""What the search knows of Steam."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge import knowledge_for, made_from, weights_of
from railhead.ai.knowledge.steam.features import Distances, Network
from railhead.ai.search.levels import Player
from railhead.ai.training.arena import Match, play
from railhead.games.game import Actions
from railhead.games.random import Random
from railhead.games.steam import state
from railhead.games.steam.match import Steam
from tests.ai.knowledge_in_play import kinds_weighed, priors, standing
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


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [(3, {}), (4, {"variant": "standard"}), (5, {"map": "ruhr", "first_order": "auction"})],
)
def test_every_move_has_a_prior_and_every_position_a_value(
    seats: int, chosen: dict[str, str]
) -> None:
    codes = kinds_weighed(knowledge_for("steam"), drawn(seats, 2, **chosen), Random(seats))
    assert len(codes) >= 6


def test_more_is_better_for_its_owner() -> None:
    for numbers in ({"cash": 9}, {"income": 3}, {"points": 4}, {"locomotive": 3}):
        position = opened()
        track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")
        before = standing(position)
        have(position, BLACK, **numbers)
        after = standing(position)
        assert after[0] > before[0], numbers
        assert after[1:] == before[1:]


def test_links_goods_and_pending_points_count() -> None:
    position = opened()
    before = standing(position)
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")
    linked = standing(position)
    assert linked[0] > before[0] + 1.9
    have(position, BLACK, locomotive=2)
    ready = standing(position)
    put(position, "Albany", "blue")
    assert standing(position)[0] > ready[0] + 1.5
    position.give(BLACK, state.PENDING, 3)
    assert standing(position)[0] > ready[0] + 4


def test_ruin_is_near_and_then_there() -> None:
    position = opened(variant="standard")
    have(position, BLACK, income=-9, locomotive=4)
    near = standing(position)[BLACK]
    have(position, BLACK, cash=30)
    assert standing(position)[BLACK] > near + 10
    position.give(BLACK, state.BANKRUPT, 1)
    assert standing(position)[BLACK] < near


def test_the_best_deliveries_of_a_network() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")
    track(position, GREEN, J11="NW-SE", K12="NW-S")
    put(position, "Albany", "blue", "blue", "yellow", "red")
    network = Network(position)
    assert (network.owned(BLACK), network.owned(GREEN)) == (2, 1)
    network.deliverable(BLACK, 2)
    assert list(network.counts)[1:3] == [0, 2]
    network.deliverable(BLACK, 1)
    assert list(network.counts)[1:3] == [0, 0]
    network.deliverable(GREEN, 3)
    assert list(network.counts)[1:3] == [1, 0]


def test_distances_to_the_nearest_stops() -> None:
    position = opened()
    near = Distances(position.components)
    place = hex_number(position, "I12")
    assert near.to_stop(place, stop(position, "Albany")) == 1
    assert near.stop_near(place, stop(position, "Albany")) == stop(position, "Poughkeepsie")
    assert near.to_stop(hex_number(position, "I14"), stop(position, "Albany")) == 0


def test_builds_that_lead_somewhere_come_first() -> None:
    position = building(opened())
    track(position, BLACK, I12="N-S", I14="N+S")
    building(position)
    weights = priors(position)
    finishing = weights[build(position, "I16", "N-S")]
    assert finishing == max(weights.values())
    assert weights[build(position, "O14", "SW-NW")] < finishing / 10


def considered(position: Steam) -> set[str]:
    """What a playout chooses among, by notation."""
    actions = Actions()
    knowledge_for("steam").likely(position, int(position.actor()), actions)
    return {position.game.vocabulary.notation(action) for action in actions.to_list()}


def test_playouts_build_on_from_the_own_network() -> None:
    position = building(opened())
    assert len(considered(position)) > 20
    track(position, BLACK, I12="N-S", I14="N+S")
    position = building(position)
    found = considered(position)
    assert build(position, "I16", "N-S") in found
    assert build(position, "O14", "SW-NW") in priors(position)
    assert build(position, "O14", "SW-NW") not in found
    assert "done" in found


def test_long_deliveries_come_first() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S", J11="NW-SE", K12="NW-S")
    put(position, "Albany", "blue", "yellow")
    have(position, BLACK, locomotive=2)
    moving(position)
    weights = priors(position)
    longer = weights["deliver:Albany:blue:New_York:2"]
    assert longer > 2 * weights["deliver:Albany:yellow:Hartford:1"] > weights["pass"]


def test_every_weight_is_used() -> None:
    weights = weights_of("steam")
    for name in weights.keys() - {"leaf_plies", "leaf_margin"}:  # what a network in training takes
        less = {key: value for key, value in weights.items() if key != name}
        with pytest.raises(KeyError, match=name):
            made_from("steam", less)


def test_a_bot_plays_any_phase() -> None:
    for chosen in ({"variant": "standard"}, {"first_order": "auction"}):
        position = drawn(3, 4, **chosen)
        player = Player("steam", "easy", seed=1)
        for _ in range(12):
            seat = int(position.actor())
            position.apply(seat, player.choose(position, seat).action)


def test_easy_beats_random() -> None:
    match = Match("steam", "easy", "random", 0, seats=3, budget=0.25)
    assert play(match).won == 1.0
