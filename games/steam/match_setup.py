"""The set-up of a match: drawing it, and laying it out as the first position.

A set-up is plain JSON: `{"seats": 4, "options": {…}, "cities": {"Albany": ["red", …], …},
"supply": [["blue", "gray", "red"], …], "tiles": [5, 3, 7, 1], "first_bidder": null}`. `tiles` are
the action tiles drawn by the seats for the first order, null where that is auctioned; then
`first_bidder` is the seat that bids first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mypy_extensions import i64

from railhead.games.data import Entry
from railhead.games.game import SEATS, Setup
from railhead.games.options import InvalidOption
from railhead.games.random import Source, shuffled_copy
from railhead.games.steam import actions, state
from railhead.games.steam.components import Components
from railhead.games.steam.data_schema import FEWEST_SEATS
from railhead.games.steam.rules import auctions, turns
from railhead.games.steam.state import Position
from railhead.games.vectors import vec


def check_options(components: Components, seats: int, options: Mapping[str, Any]) -> None:
    """Refuse what does not go together. Raises `InvalidOption`."""
    players = components.land.players
    if seats not in players:
        numbers = ", ".join(str(number) for number in players)
        raise InvalidOption("map", f"is made for {numbers} players, not for {seats}")
    standard = options["variant"] == "standard"
    if standard and options["first_order"] != "random":
        raise InvalidOption("first_order", "is random in the standard game, which auctions it")
    beginners = options["beginners"]
    if beginners != "none":
        if not standard:
            raise InvalidOption("beginners", "are of the standard game")
        if len(set(beginners)) < len(beginners) or int(max(beginners)) >= seats:
            raise InvalidOption("beginners", f"must be different seats below {seats}")


def draw_setup(
    components: Components, seats: int, options: Mapping[str, Any], source: Source
) -> Setup:
    """A set-up for `seats` players. Raises `InvalidOption`."""
    check_options(components, seats, options)
    bag = [colour for colour, number in enumerate(components.goods) for _ in range(number)]
    drawn = [actions.COLOURS[colour] for colour in shuffled_copy(bag, source)]
    cities: dict[str, list[str]] = {}
    for stop, number in enumerate(components.city_goods(seats)):
        cities[components.land.stop_names[stop]] = _in_order(drawn[:number])
        drawn = drawn[number:]
    size = components.cubes_per_space[seats - FEWEST_SEATS]
    supply = [
        _in_order(drawn[size * space : size * space + size]) for space in range(components.spaces)
    ]
    auctioned = options["first_order"] == "auction"
    tiles = shuffled_copy(list(range(1, int(state.TILE_COUNT) + 1)), source)[:seats]
    return {
        "seats": seats,
        "options": dict(options),
        "cities": cities,
        "supply": supply,
        "tiles": None if auctioned else tiles,
        "first_bidder": int(source.below(seats)) if auctioned else None,
    }


def _in_order(cubes: list[str]) -> list[str]:
    return sorted(cubes, key=actions.COLOURS.index)


def set_initial_state(position: Position, setup: Entry, options: Mapping[str, Any]) -> None:
    """Make the empty position the first of a set-up. Raises `InvalidOption`, `DataError`."""
    cells = position.cells
    seats = int(cells[SEATS])
    check_options(position.components, seats, options)
    fill_header(position)
    fill_goods(position, setup)
    for seat in range(seats):
        own = int(state.block(seat))
        cells[own + state.LOCOMOTIVE] = 1
        cells[own + state.LAST_BID] = state.NO_BID
        cells[own + state.BEGINNER] = int(str(seat) in options["beginners"])
    cells[state.JOIN_UNOWNED] += state.LOOPS_STEP * state.LOOPS.index(options["loops"])
    if options["first_order"] == "auction":
        auctions.start_first(position, setup["first_bidder"].integer(0, seats - 1))
        return
    tiles = [tile.integer(1, int(state.TILE_COUNT)) for tile in setup["tiles"].items(seats)]
    if len(set(tiles)) < seats:
        raise setup["tiles"].fail("deals an action tile twice")
    order_by_draw(position, tiles)
    turns.begin_turn(position)


def fill_header(position: Position) -> None:
    """The turns, and the common pieces but the goods."""
    cells, components = position.cells, position.components
    seats = int(cells[SEATS])
    cells[state.PLAYERS_LEFT] = seats
    cells[state.TURN] = 1
    cells[state.LAST_TURN] = components.turns[seats - FEWEST_SEATS]
    cells[state.SUPPLIED] = -1
    cells[state.HIGH_BID] = state.NO_BID
    cells[state.LEADER] = auctions.NOBODY
    for colour in range(len(actions.COLOURS)):
        cells[state.NEW_CITIES + colour] = components.new_cities[colour]
    cells[state.MARKERS] = components.markers


def fill_goods(position: Position, setup: Entry) -> None:
    """The goods of cities and supply; the rest stays in the bag. Raises `DataError`."""
    cells, components = position.cells, position.components
    seats = int(cells[SEATS])
    for colour, number in enumerate(components.goods):
        cells[state.BAG + colour] = number
    cities = setup["cities"]
    cities.only(*components.land.stop_names[: int(components.land.city_count)])
    for stop, number in enumerate(components.city_goods(seats)):
        at = int(state.stop_cell(stop))
        cells[at + state.COLOUR] = components.land.printed_colour[stop] + 1
        _put(cells, at + state.CUBES, cities[components.land.stop_names[stop]], number)
    size = components.cubes_per_space[seats - FEWEST_SEATS]
    for space, cubes in enumerate(setup["supply"].items(components.spaces)):
        _put(cells, state.SPACES_AT + len(actions.COLOURS) * space, cubes, size)


def _put(cells: vec[i64], at: int, cubes: Entry, number: int) -> None:
    """Move so many cubes from the bag."""
    for cube in cubes.items(number):
        colour = cube.index(actions.COLOURS)
        if cells[state.BAG + colour] == 0:
            raise cube.fail(f"is one more of {cube.value} than there are")
        cells[state.BAG + colour] -= 1
        cells[at + colour] += 1


def order_by_draw(position: Position, tiles: Sequence[int]) -> None:
    """The first turn order from the tiles drawn.

    In the base game the lowest starts, the rest follow clockwise, and each has a dollar more than
    the one before; in the standard game the tiles' numbers are the order.
    """
    cells = position.cells
    seats = len(tiles)
    if cells[state.STANDARD] == 1:
        for place, number in enumerate(sorted(tiles)):
            cells[state.ORDER + place] = tiles.index(number)
        if cells[state.DEALT_FREE_PASS] == 1:
            for seat, number in enumerate(tiles):
                cells[state.block(seat) + state.TILE] = number
        return
    first = tiles.index(min(tiles))
    for place in range(seats):
        seat = (first + place) % seats
        cells[state.ORDER + place] = seat
        cells[state.block(seat) + state.CASH] = place
