"""What the search knows of Steam."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railhead.ai.knowledge import build_knowledge, knowledge_for, moves_from, weights_of
from railhead.ai.knowledge.steam.deliveries import BEST, KINDS, POINTS, Deliveries
from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.stop_distances import StopDistances
from railhead.ai.knowledge.steam.track_networks import TrackNetworks
from railhead.ai.search.choices import Choices
from railhead.ai.search.levels import Player
from railhead.ai.training.arena import Match, play
from railhead.ai.training.self_play import sample_by_priors
from railhead.games.game import Actions
from railhead.games.random import Random
from railhead.games.steam import state
from railhead.games.steam.actions import MOST_LINKS
from railhead.games.steam.match import Steam
from railhead.games.steam.rules.income import go_bankrupt
from tests.ai.knowledge_in_play import kinds_weighed, priors, standing
from tests.games.positions import act, offered
from tests.games.steam.positions import (
    BLACK,
    build,
    building,
    drawn,
    have,
    held,
    hex_number,
    moving,
    opened,
    put,
    stop,
    track,
)

UNIT = 10
"""So many points are a standing of 1."""


def lead(position: Steam, seat: int = BLACK) -> float:
    """How far a seat is before the best other: of standings only differences count."""
    values = standing(position)
    return values[seat] - max(values[:seat] + values[seat + 1 :])


def linked(position: Steam) -> None:
    """Give Black two links, from Albany over Poughkeepsie to New York."""
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [(3, {}), (4, {"variant": "standard"}), (5, {"map": "ruhr", "first_order": "auction"})],
)
def test_every_move_has_a_prior_and_every_position_a_value(
    seats: int, chosen: dict[str, str]
) -> None:
    codes = kinds_weighed(knowledge_for("steam"), drawn(seats, 2, **chosen), Random(seats))
    assert len(codes) >= 6


@pytest.mark.parametrize("numbers", [{"cash": 9}, {"income": 3}, {"points": 4}, {"locomotive": 3}])
def test_more_is_better_for_its_owner(numbers: dict[str, int]) -> None:
    position = opened()
    linked(position)
    before = lead(position)
    have(position, BLACK, **numbers)
    assert lead(position) > before


def test_points_that_are_certain_count_as_what_they_are() -> None:
    position = opened()
    linked(position)
    before = lead(position)
    have(position, BLACK, points=4)
    assert lead(position) - before == pytest.approx(4 / UNIT, abs=0.5 / UNIT)


def links_of(position: Steam, seat: int) -> int:
    graph, networks = LinkGraph(), TrackNetworks()
    graph.find(position)
    networks.find(position, graph)
    return int(networks.links[seat])


def after_builds(position: Steam, seat: int) -> Steam:
    """The position when the seat lays no further tile, where it may do that."""
    after = position.clone()
    if after.actor() == seat and "done" in offered(after):
        act(after, "done")
    return after


@pytest.mark.full
def test_links_that_are_finished_in_matches_are_worth_more_than_their_points() -> None:
    gains = []
    choices = Choices(moves_from("steam", weights_of("steam")))
    for number in range(12):
        position, random = drawn(3, number), Random(number)
        while position.cells[state.TURN] < 6:
            seat = int(position.actor())
            builds = position.cells[state.PHASE] == state.BUILDING
            before, links = position.clone(), links_of(position, seat) if builds else 0
            position.play(seat, sample_by_priors(choices, position, seat, 2.0, random))
            if builds and links_of(position, seat) > links and position.cells[state.TURN] > 1:
                with_it, without = after_builds(position, seat), after_builds(before, seat)
                gains.append(lead(with_it, seat) - lead(without, seat))
    assert len(gains) > 40
    assert sum(gains) / len(gains) > 1.5 / UNIT


def in_matches(matches: int, turns: int) -> Iterator[tuple[Steam, int, Random]]:
    """The decisions of so many matches up to a turn, with whose they are; priors draw the moves."""
    choices = Choices(moves_from("steam", weights_of("steam")))
    for number in range(matches):
        position, random = drawn(3, number), Random(number)
        while position.cells[state.TURN] <= turns:
            seat = int(position.actor())
            yield position, seat, random
            position.play(seat, sample_by_priors(choices, position, seat, 2.0, random))


def test_pending_points_count() -> None:
    position = opened()
    linked(position)
    have(position, BLACK, locomotive=2)
    before = lead(position)
    have(position, BLACK, pending=3)
    assert lead(position) > before + 3 / UNIT


def test_pending_points_count_in_matches_as_what_they_are() -> None:
    gains = []
    for position, seat, _ in in_matches(4, 7):
        pending = held(position, seat, "pending")
        if 0 < pending < MOST_LINKS:
            more = position.clone()
            have(more, seat, pending=pending + 1)
            gains.append(lead(more, seat) - lead(position, seat))
    assert len(gains) > 40
    assert sum(gains) / len(gains) == pytest.approx(1 / UNIT, abs=0.5 / UNIT)


def most_points(position: Steam, seat: int) -> list[int]:
    """How many cubes bring a seat 0 to 6 points at best, with the highest locomotive."""
    graph, deliveries = LinkGraph(), Deliveries()
    graph.find(position)
    deliveries.find(position, graph)
    at = KINDS * POINTS * seat + POINTS * BEST
    return [int(deliveries.counts[at + points]) for points in range(POINTS)]


def further_goods(position: Steam) -> Iterator[tuple[int, float]]:
    """By seat and city, what one more cube there would bring, and what the seat gains by it."""
    for seat in range(int(position.seats())):
        counts, before = most_points(position, seat), lead(position, seat)
        for number in range(int(position.land.city_count)):
            more = position.clone()
            more.cells[state.stop_cell(number) + state.CUBES + number % state.COLOUR_COUNT] += 1
            pairs = zip(most_points(more, seat), counts, strict=True)
            points = max((index for index, (new, old) in enumerate(pairs) if new > old), default=0)
            yield points, lead(more, seat) - before


def test_goods_are_worth_more_the_more_points_they_bring() -> None:
    gains: dict[int, list[float]] = {}
    for position, _, random in in_matches(4, 7):
        if position.cells[state.PHASE] == state.MOVING and random.below(4) == 0:
            for points, gain in further_goods(position):
                gains.setdefault(min(points, 4), []).append(gain * UNIT)
    means = [sum(gains[points]) / len(gains[points]) for points in range(5)]
    assert min(len(found) for found in gains.values()) > 30
    assert means == sorted(means)
    assert means[0] < 0.1
    assert means[3] > 0.3
    assert means[4] > 1.0


def test_ruin_is_near_and_then_there() -> None:
    position = building(opened(variant="standard"))
    put(position, "Albany", "blue", "blue")
    linked(position)
    have(position, BLACK, income=-6, locomotive=3, cash=0)
    near = lead(position)
    have(position, BLACK, cash=30)
    averted = lead(position)
    assert averted > near + 5 / UNIT
    go_bankrupt(position, BLACK)
    assert lead(position) < averted - 5 / UNIT


def test_distances_to_the_nearest_stops() -> None:
    position = opened()
    near = StopDistances(position.components)
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
    for name in weights:
        less = {key: value for key, value in weights.items() if key != name}
        with pytest.raises(KeyError, match=name):
            build_knowledge("steam", less)


@pytest.mark.full
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


def test_playouts_do_not_end_in_the_middle_of_a_turn_of_building() -> None:
    quiet = knowledge_for("steam").is_quiet
    position = building(opened())
    assert quiet(position)
    act(position, build(position, "I12", "N-S"))
    assert not quiet(position)
    act(position, "done")
    assert position.actor() != BLACK
    assert quiet(position)


def test_playouts_do_not_end_before_goods_of_the_supply_are_placed() -> None:
    quiet = knowledge_for("steam").is_quiet
    position = building(opened(), s0="urbanization")
    act(position, "urbanize:Poughkeepsie:red")
    assert not quiet(position)
    act(position, "supply:1", "done")
    assert quiet(position)


def test_playouts_do_not_end_before_the_points_of_a_delivery_are_taken() -> None:
    quiet = knowledge_for("steam").is_quiet
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")
    put(position, "Albany", "blue")
    have(position, BLACK, locomotive=2)
    moving(position)
    assert quiet(position)
    act(position, next(one for one in offered(position) if one.startswith("deliver:")))
    assert not quiet(position)
    act(position, next(one for one in offered(position) if one.startswith("take")))
    assert quiet(position)
