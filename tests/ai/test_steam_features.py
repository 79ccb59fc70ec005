"""What a network is told of a position of Steam."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from railhead.ai.knowledge import knowledge_for
from railhead.ai.knowledge.steam.deliveries import BEST, KINDS, NEXT, NOW, POINTS, Deliveries
from railhead.ai.knowledge.steam.features import PositionFeatures
from railhead.ai.knowledge.steam.forecast import Forecast, deliveries_left, place_in_order
from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.track_networks import TrackNetworks
from railhead.ai.net.inputs import MOST_INPUTS, Inputs
from railhead.games.game import OVER, Actions
from railhead.games.packing import parameter
from railhead.games.random import Random
from railhead.games.steam import actions, state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules import goods
from railhead.games.steam.rules.track import links_of
from railhead.games.vectors import vec
from tests.games.positions import act
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    ORANGE,
    building,
    city,
    drawn,
    have,
    held,
    hold,
    moving,
    opened,
    put,
    six_players,
    track,
)

FEATURES = PositionFeatures()
Seen = tuple[Counter[int], list[Counter[int]]]


def positions(position: Steam, random: Random) -> Iterator[Steam]:
    """The positions of a match in which moves are drawn as the priors have them."""
    knowledge, legal = knowledge_for("steam"), Actions()
    weights = vec[float]([0.0] * 1000)
    while position.actor() != OVER:
        yield position
        seat = int(position.actor())
        legal.clear()
        knowledge.likely(position, seat, legal)
        knowledge.priors(position, seat, legal, weights)
        parts = [1 + int(1000 * min(weights[index], 1000.0)) for index in range(int(legal.count))]
        left, chosen = int(random.below(sum(parts))), 0
        while left >= parts[chosen]:
            left -= parts[chosen]
            chosen += 1
        position.play(seat, legal.items[chosen])
    yield position


def seen(position: Steam) -> Seen:
    """The inputs of the table and of every seat, by how often each is named."""
    inputs = Inputs()

    def taken() -> Counter[int]:
        return Counter(int(inputs.items[index]) for index in range(int(inputs.count)))

    FEATURES.see_table(position, inputs)
    table = taken()
    seats = []
    for seat in range(int(position.seats())):
        inputs.clear()
        FEATURES.see_seat(position, seat, inputs)
        seats.append(taken())
    return table, seats


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        (3, {}),
        (4, {"first_order": "auction"}),
        (5, {"map": "ruhr"}),
        (3, {"variant": "standard", "beginners": "0"}),
        (4, {"variant": "standard", "map": "ruhr", "town_twice": True, "own_colour": False}),
        (5, {"variant": "standard", "dealt_free_pass": True, "net_income": False}),
    ],
)
def test_inputs_are_within_their_bounds(seats: int, chosen: dict[str, str | bool]) -> None:
    phases = set()
    for number in range(3):
        for position in positions(drawn(seats, number, **chosen), Random(number)):
            phases.add(int(position.cells[state.PHASE]))
            table, own = seen(position)
            assert table.total() <= MOST_INPUTS
            assert 0 <= min(table) <= max(table) < FEATURES.of_table
            for block in own:
                assert block.total() <= MOST_INPUTS
                assert 0 <= min(block) <= max(block) < FEATURES.of_seat
                assert set(block.values()) == {1}
    assert phases >= {state.CHOOSING, state.BUILDING, state.MOVING, state.TAKING, state.ENDED}


def test_six_seats_are_seen() -> None:
    position = opened(6, six_players())
    assert len(seen(position)[1]) == 6
    assert seen(position)[0][6] == 1


def test_what_was_seen_before_changes_nothing() -> None:
    one = drawn(3, 1)
    other = drawn(5, 2, map="ruhr", variant="standard")
    for position in islice(positions(one, Random(1)), 300, 330):
        before = seen(position)
        seen(other)
        assert seen(position) == before
        assert seen(position.clone()) == before


def listed(position: Steam, seat: int, level: int) -> list[int]:
    """How many cubes bring a seat 1 to 6 points at best, by the deliveries that the rules list."""
    position = position.clone()
    position.give(seat, state.LOCOMOTIVE, min(level, int(actions.MOST_LINKS)))
    deliveries, best = Actions(), Counter[tuple[int, int]]()
    goods.collect(position, seat, deliveries)
    split_points = position.components.split_points
    for action in deliveries.to_list():
        cubes = parameter(action, 0), parameter(action, 1)
        points = int(split_points[actions.MOST_SEATS * parameter(action, 3) + seat])
        best[cubes] = max(best[cubes], points)
    counts = Counter[int]()
    for (origin, colour), points in best.items():
        counts[points] += int(position.cells[state.stop_cell(origin) + state.CUBES + colour])
    return [counts[points] for points in range(1, POINTS)]


@pytest.mark.parametrize(
    ("seats", "chosen"), [(3, {}), (4, {"map": "ruhr"}), (4, {"own_colour": False})]
)
def test_deliveries_are_those_of_the_rules(seats: int, chosen: dict[str, str | bool]) -> None:
    graph, deliveries, compared = LinkGraph(), Deliveries(), 0
    for position in islice(positions(drawn(seats, 4, **chosen), Random(4)), 0, None, 8):
        graph.find(position)
        deliveries.find(position, graph)
        for seat in range(seats):
            level = held(position, seat, "locomotive")
            assert networks_of(position).links[seat] == links_of(position, seat)
            for kind, reached in ((NOW, level), (NEXT, level + 1), (BEST, 6)):
                at = KINDS * POINTS * seat + POINTS * kind
                counts = [int(deliveries.counts[at + points]) for points in range(1, POINTS)]
                assert counts == listed(position, seat, reached)
                compared += sum(counts)
    assert compared > 100


def deliveries_of(position: Steam) -> Deliveries:
    """The deliveries of a position."""
    graph, deliveries = LinkGraph(), Deliveries()
    graph.find(position)
    deliveries.find(position, graph)
    return deliveries


def networks_of(position: Steam) -> TrackNetworks:
    """The networks of a position."""
    graph, networks = LinkGraph(), TrackNetworks()
    graph.find(position)
    networks.find(position, graph)
    return networks


def shared_network() -> Steam:
    """Black from Albany to New York over Poughkeepsie; Green from Albany to Hartford and on."""
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+S", I16="N-S")
    track(position, GREEN, J11="NW-SE", K12="NW-S")
    return position


@pytest.mark.parametrize(
    ("seat", "level", "counts"), [(BLACK, 2, [0, 2]), (BLACK, 1, [0, 0]), (GREEN, 3, [1, 0])]
)
def test_the_best_deliveries_of_a_network(seat: int, level: int, counts: list[int]) -> None:
    position = shared_network()
    put(position, "Albany", "blue", "blue", "yellow", "red")
    have(position, seat, locomotive=level)
    at = KINDS * POINTS * seat + POINTS * NOW
    assert [int(deliveries_of(position).counts[at + points]) for points in (1, 2)] == counts


def test_who_delivers_what_and_who_gains_by_it() -> None:
    position = shared_network()
    put(position, "Albany", "blue", "blue")
    put(position, "New_York", "yellow")
    deliveries = deliveries_of(position)
    assert [int(deliveries.counts[POINTS * kind + 2]) for kind in range(KINDS)] == [0, 2, 3]
    have(position, BLACK, locomotive=3)
    deliveries = deliveries_of(position)
    assert [int(deliveries.given[seat]) for seat in (BLACK, GREEN, ORANGE)] == [0, 0, 0]


def test_what_the_best_delivery_gives_to_others() -> None:
    position = shared_network()
    put(position, "Hartford", "blue")
    have(position, BLACK, locomotive=3)
    deliveries = deliveries_of(position)
    assert [int(deliveries.given[seat]) for seat in (BLACK, GREEN, ORANGE)] == [1, 0, 0]
    assert [int(deliveries.fed[seat]) for seat in (BLACK, GREEN, ORANGE)] == [0, 1, 0]


def test_goods_that_two_could_deliver_well_are_contested() -> None:
    position = shared_network()
    put(position, "Albany", "yellow", "yellow", "blue")
    track(position, BLACK, J17="SW-NE", K16="SW-N")
    have(position, BLACK, locomotive=4)
    assert list(deliveries_of(position).contested)[:3] == [0, 0, 0]


def test_networks_and_their_open_ends() -> None:
    position = shared_network()
    networks = networks_of(position)
    assert [int(networks.links[seat]) for seat in (BLACK, GREEN, ORANGE)] == [2, 1, 0]
    assert [int(networks.parts[seat]) for seat in (BLACK, GREEN, ORANGE)] == [1, 1, 0]
    assert [int(networks.cities[seat]) for seat in (BLACK, GREEN, ORANGE)] == [2, 2, 0]
    track(position, BLACK, M12="NW-NE", N09="S-NW")
    networks = networks_of(position)
    assert (int(networks.parts[BLACK]), int(networks.largest[BLACK])) == (1, 2)
    assert networks.open_ends[BLACK] == 2
    assert networks.tiles_to_go[BLACK] == 1
    assert networks.open_ends[GREEN] == 0
    track(position, BLACK, L11="NE+S", M10="SW-SE")
    networks = networks_of(position)
    assert (int(networks.parts[BLACK]), int(networks.largest[BLACK])) == (2, 2)
    assert networks.joinable[BLACK] == networks.links[BLACK] - 2
    assert networks.links[BLACK] > 2


def test_goods_of_the_own_network_and_around_it() -> None:
    position = shared_network()
    assert [int(networks_of(position).matched[seat]) for seat in (BLACK, GREEN)] == [0, 0]
    put(position, "Albany", "blue", "purple", "yellow")
    networks = networks_of(position)
    assert [int(networks.matched[seat]) for seat in (BLACK, GREEN)] == [1, 1]
    assert networks.near[BLACK] >= 1


def test_deliveries_and_places_are_counted_from_the_phase() -> None:
    position = moving(opened(), ORANGE, BLACK, GREEN)
    turns = int(position.cells[state.LAST_TURN])
    assert [deliveries_left(position, seat) for seat in range(3)] == [2 * turns] * 3
    assert [place_in_order(position, seat) for seat in range(3)] == [1, 2, 0]
    act(position, "pass")
    assert [deliveries_left(position, seat) for seat in range(3)] == [
        2 * turns,
        2 * turns,
        2 * turns - 1,
    ]
    moving(position, ORANGE, BLACK, GREEN, goods_round=2)
    position.cells[state.TURN] = turns
    assert [deliveries_left(position, seat) for seat in range(3)] == [1, 1, 1]


def test_nobody_without_a_place_has_one() -> None:
    position = opened(first_order="auction", first_bidder=0)
    assert [place_in_order(position, seat) for seat in range(3)] == [3, 3, 3]
    for move in ("bid:2", "pass", "pass"):
        act(position, move)
    assert [place_in_order(position, seat) for seat in range(3)] == [0, 3, 3]
    position = opened(variant="standard")
    for _ in range(3):
        act(position, "capital:3")
    assert [place_in_order(position, seat) for seat in range(3)] == [3, 3, 3]
    for move in ("bid:2", "pass"):
        act(position, move)
    assert [place_in_order(position, seat) for seat in range(3)] == [3, 2, 3]


def test_points_to_come_are_those_of_the_goods_and_the_locomotive() -> None:
    position = shared_network()
    put(position, "Albany", "blue", "blue", "blue")
    have(position, BLACK, locomotive=2, points=10, income=4)
    position.give(BLACK, state.PENDING, 1)
    forecast = Forecast()
    forecast.find(position, deliveries_of(position), networks_of(position))
    assert forecast.secured[BLACK] == 10 + 1 + 2 + 2
    assert forecast.sum[BLACK] == 6
    position.cells[state.TURN] = position.cells[state.LAST_TURN]
    forecast.find(position, deliveries_of(position), networks_of(position))
    assert forecast.sum[BLACK] == 4
    assert forecast.coming[BLACK] == 4
    have(position, BLACK, income=-6, cash=0)
    forecast.find(position, deliveries_of(position), networks_of(position))
    assert forecast.coming[BLACK] == 4 + 4 - 2


def test_points_that_are_certain_are_no_inputs_and_told_apart() -> None:
    position = moving(shared_network())
    before, features = seen(position), PositionFeatures()
    features.see_table(position, Inputs())
    certain = [int(features.certain(position, seat)) for seat in range(3)]
    have(position, BLACK, points=4)
    features.see_table(position, Inputs())
    certain[BLACK] += 4
    assert [int(features.certain(position, seat)) for seat in range(3)] == certain
    assert seen(position) == before


def pending(position: Steam) -> None:
    position.give(BLACK, state.PENDING, 3)


def improved(position: Steam) -> None:
    position.give(BLACK, state.IMPROVED, 1)


def due(position: Steam) -> None:
    position.give(BLACK, state.DUE, 1)


def bankrupt(position: Steam) -> None:
    position.give(BLACK, state.BANKRUPT, 1)


@pytest.mark.parametrize(
    "change",
    [
        lambda position: have(position, BLACK, cash=7),
        lambda position: have(position, BLACK, cash=21),
        lambda position: have(position, BLACK, income=-3),
        lambda position: have(position, BLACK, locomotive=2),
        lambda position: hold(position, s0="engineer"),
        pending,
        improved,
        due,
        bankrupt,
    ],
)
def test_a_fact_of_a_seat_changes_its_inputs(change: Callable[[Steam], None]) -> None:
    position = moving(shared_network())
    before = seen(position)
    change(position)
    after = seen(position)
    assert after[1][BLACK] != before[1][BLACK]
    assert after[0] == before[0]


@pytest.mark.parametrize(
    "change",
    [
        lambda position: put(position, "Boston", "blue", "blue", "blue"),
        lambda position: position.cells.__setitem__(state.TURN, position.cells[state.TURN] + 1),
        lambda position: position.cells.__setitem__(state.GOODS_ROUND, 2),
        lambda position: city(position, "Kingston", "red"),
    ],
)
def test_a_fact_of_the_table_changes_its_inputs(change: Callable[[Steam], None]) -> None:
    position = moving(shared_network())
    before = seen(position)
    change(position)
    assert seen(position)[0] != before[0]


def test_track_changes_the_inputs_of_its_owner() -> None:
    position = shared_network()
    before = seen(position)
    track(position, ORANGE, H11="NE-S")
    after = seen(position)
    assert after[1][ORANGE] != before[1][ORANGE]
    assert after[1][BLACK] == before[1][BLACK]


def test_seats_that_change_places_change_inputs() -> None:
    position = moving(opened(), BLACK, GREEN, ORANGE)
    for seat in (BLACK, GREEN, ORANGE):
        have(position, seat, cash=3)
    before = seen(position)
    moving(position, ORANGE, GREEN, BLACK)
    after = seen(position)
    assert after[1][BLACK] == before[1][ORANGE]
    assert after[1][GREEN] == before[1][GREEN]


def test_the_builder_is_told_how_many_tiles_are_left() -> None:
    position = building(opened(), BLACK, GREEN, ORANGE)
    told = seen(position)[1][BLACK]
    position.cells[state.LAID] = 2
    assert seen(position)[1][BLACK] != told
    assert actions.MOST_LINKS == POINTS - 1
