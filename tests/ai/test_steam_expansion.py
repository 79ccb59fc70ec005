"""Where the networks of Steam can still grow."""

from __future__ import annotations

from itertools import islice

import pytest

from railhead.ai.knowledge.steam.expansion import Expansion
from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.track_networks import TrackNetworks
from railhead.games.random import Random
from railhead.games.steam import state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules.build import TILE_LIMIT
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from tests.ai.test_steam_features import positions, shared_network
from tests.games.steam.positions import BLACK, GREEN, ORANGE, drawn, opened, put, stop, track

SEATS = (BLACK, GREEN, ORANGE)


def expansion_of(position: Steam) -> Expansion:
    """What is around the networks of a position."""
    graph, networks, expansion = LinkGraph(), TrackNetworks(), Expansion()
    graph.find(position)
    networks.find(position, graph)
    expansion.find(position, graph, networks)
    return expansion


def linked(position: Steam) -> dict[int, dict[int, set[int]]]:
    """By stop the stops at the other ends of its links, and who owns these."""
    found: dict[int, dict[int, set[int]]] = {}
    for port, link in enumerate(links(position)):
        if link != NO_LINK:
            owners = found.setdefault(port // 6, {}).setdefault((int(link) & END_MASK) // 6, set())
            owners.add((int(link) >> END_BITS) - int(state.FIRST_OWNER))
    return found


def within_a_turn(position: Steam, start: int) -> set[int]:
    """The stops that tiles of one turn lead to from a stop over hexes without any, by a search."""
    land, found = position.land, set[int]()
    first = int(land.stop_hex[start])
    waiting = [(first, 0, frozenset({first}))]
    while waiting:
        place, laid, passed = waiting.pop()
        for edge in range(6):
            beyond = int(land.neighbour[6 * place + edge])
            if beyond < 0 or beyond in passed:
                continue
            reached = int(land.stop_at[beyond])
            if reached >= 0:
                if laid > 0:
                    found.add(reached)
            elif laid < TILE_LIMIT and position.pattern(beyond) == 0:
                waiting.append((beyond, laid + 1, passed | {beyond}))
    return found - {start}


@pytest.mark.parametrize(("seats", "chosen"), [(3, {}), (5, {}), (4, {"map": "ruhr"})])
def test_ways_are_those_of_a_search(seats: int, chosen: dict[str, str]) -> None:
    compared = 0
    for position in islice(positions(drawn(seats, 6, **chosen), Random(6)), 5, None, 31):
        expansion, joined = expansion_of(position), linked(position)
        for seat in range(seats):
            own = {at for at, ends in joined.items() if any(seat in who for who in ends.values())}
            ways = [
                (at, beyond)
                for at in own
                for beyond in within_a_turn(position, at) - joined[at].keys()
            ]
            assert expansion.ways[seat] == len(ways)
            assert expansion.stops[seat] == len({beyond for _, beyond in ways} - own)
            compared += len(ways)
    assert compared > 100


def test_without_links_there_is_no_room() -> None:
    expansion = expansion_of(opened())
    for numbers in (
        expansion.ways,
        expansion.stops,
        expansion.goods,
        expansion.own_goods,
        expansion.shared_goods,
    ):
        assert [int(numbers[seat]) for seat in SEATS] == [0, 0, 0]


def test_a_tile_in_the_way_takes_room() -> None:
    position = shared_network()
    before = expansion_of(position)
    assert before.ways[BLACK] >= before.stops[BLACK] > 0
    assert before.ways[ORANGE] == 0
    beyond = within_a_turn(position, stop(position, "New_York"))
    track(position, GREEN, J17="SW-NE")
    assert within_a_turn(position, stop(position, "New_York")) < beyond
    assert expansion_of(position).ways[BLACK] < before.ways[BLACK]


def test_goods_are_own_shared_or_still_to_be_linked() -> None:
    position = shared_network()
    put(position, "Albany", "blue", "blue", "yellow", "red")
    put(position, "New_York", "yellow", "purple")
    expansion = expansion_of(position)
    assert [int(expansion.own_goods[seat]) for seat in SEATS] == [2, 0, 0]
    assert [int(expansion.shared_goods[seat]) for seat in SEATS] == [4 + 4, 4, 0]
    assert [int(expansion.goods[seat]) for seat in SEATS] == [0, 0, 0]
    near, joined = within_a_turn(position, stop(position, "New_York")), linked(position)
    further = [
        name
        for number, name in enumerate(position.land.stop_names)
        if position.colour_of(number) > 0 and number in near and number not in joined
    ]
    put(position, further[0], "blue", "red", "red")
    assert expansion_of(position).goods[BLACK] == 3
