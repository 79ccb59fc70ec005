"""The set-up of a match: drawing it, and laying it out as the first position.

A set-up is plain JSON: `{"seats": 4, "options": {…}, "cities": {"Albany": ["red", …], …},
"supply": [["blue", "gray", "red"], …], "tiles": [5, 3, 7, 1], "first_bidder": null}`. `tiles` are
the action tiles drawn by the seats for the first order, null where that is auctioned; then
`first_bidder` is the seat that bids first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from mypy_extensions import i64

from games.game import SEATS, Setup
from games.options import InvalidOption, Option, complete
from games.random import Source, shuffled
from games.steam.actions import COLOURS
from games.steam.components import FEWEST_SEATS, Tables
from games.steam.rules import auctions, turns
from games.steam.state import (
    BAG,
    BEGINNER,
    BELOW_ZERO,
    BRANCH_KEEPS,
    CASH,
    CITY_WITHOUT_GOODS,
    COLOUR,
    CUBES,
    DEALT_FREE_PASS,
    END_WITH_ONE,
    GROWTH_FIRST,
    GROWTH_FOR_NUMBER,
    HIGH_BID,
    IMPROVE_UNOWNED,
    INCOME_OVERFLOW,
    JOIN_UNOWNED,
    LAST_BID,
    LAST_TURN,
    LEADER,
    LOCOMOTIVE,
    MARKERS,
    NET_INCOME,
    NEW_CITIES,
    NO_BID,
    ORDER,
    OWN_COLOUR,
    PLAYERS_LEFT,
    REDIRECT_AND_IMPROVE,
    REDIRECT_DOUBLE,
    REDIRECT_START,
    SAME_HEX,
    SECOND_CHANCE,
    SPACES_AT,
    SPUR_TRACK,
    STANDARD,
    SUPPLIED,
    TILE,
    TILE_COUNT,
    TOWN_TWICE,
    TURN,
    Position,
    block,
    cell_count,
    stop_cell,
)
from games.vectors import vec

SWITCHES: Final = {
    "income_overflow": INCOME_OVERFLOW,
    "city_without_goods": CITY_WITHOUT_GOODS,
    "growth_for_number": GROWTH_FOR_NUMBER,
    "town_twice": TOWN_TWICE,
    "own_colour": OWN_COLOUR,
    "below_zero": BELOW_ZERO,
    "second_chance": SECOND_CHANCE,
    "dealt_free_pass": DEALT_FREE_PASS,
    "net_income": NET_INCOME,
    "end_with_one": END_WITH_ONE,
    "branch_keeps": BRANCH_KEEPS,
    "improve_unowned": IMPROVE_UNOWNED,
    "same_hex": SAME_HEX,
    "redirect_and_improve": REDIRECT_AND_IMPROVE,
    "spur_track": SPUR_TRACK,
    "growth_first": GROWTH_FIRST,
    "redirect_double": REDIRECT_DOUBLE,
    "redirect_start": REDIRECT_START,
    "join_unowned": JOIN_UNOWNED,
}
"""The cell of each switch."""


def check_options(tables: Tables, seats: int, options: Mapping[str, Any]) -> None:
    """Refuse what does not go together. Raises `InvalidOption`."""
    players = tables.land.players
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


def draw(tables: Tables, seats: int, options: Mapping[str, Any], source: Source) -> Setup:
    """A set-up for `seats` players. Raises `InvalidOption`."""
    check_options(tables, seats, options)
    bag = [colour for colour, number in enumerate(tables.goods) for _ in range(number)]
    drawn = [COLOURS[colour] for colour in shuffled(bag, source)]
    cities: dict[str, list[str]] = {}
    for stop, number in enumerate(tables.city_goods(seats)):
        cities[tables.land.stop_names[stop]] = _in_order(drawn[:number])
        drawn = drawn[number:]
    size = tables.cubes_per_space[seats - FEWEST_SEATS]
    supply = [
        _in_order(drawn[size * space : size * space + size]) for space in range(tables.spaces)
    ]
    auctioned = options["first_order"] == "auction"
    tiles = shuffled(list(range(1, int(TILE_COUNT) + 1)), source)[:seats]
    return {
        "seats": seats,
        "options": dict(options),
        "cities": cities,
        "supply": supply,
        "tiles": None if auctioned else tiles,
        "first_bidder": int(source.below(seats)) if auctioned else None,
    }


def _in_order(cubes: list[str]) -> list[str]:
    return sorted(cubes, key=COLOURS.index)


def lay_out(state: Position, setup: Mapping[str, Any], ruleset_options: Sequence[Option]) -> None:
    """Make the empty position `state` the first of a match. Raises `ValueError`."""
    tables = state.tables
    options = complete(ruleset_options, setup.get("options", {}))
    seats = setup.get("seats")
    if not is_number(seats):
        raise ValueError(f"seats must be a whole number, not {seats!r}")
    check_options(tables, seats, options)
    fill_header(state, seats, options)
    fill_goods(state, setup, seats)
    for seat in range(seats):
        own = int(block(seat))
        state.cells[own + LOCOMOTIVE] = 1
        state.cells[own + LAST_BID] = NO_BID
        state.cells[own + BEGINNER] = int(str(seat) in options["beginners"])
    if options["first_order"] == "auction":
        first = setup.get("first_bidder")
        if not is_number(first) or not 0 <= first < seats:
            raise ValueError(f"first_bidder must be a seat, not {first!r}")
        auctions.start_first(state, first)
        return
    order_by_draw(state, drawn_tiles(setup.get("tiles"), seats))
    turns.begin_turn(state)


def is_number(given: object) -> TypeGuard[int]:
    """Whether a part of a set-up is a whole number, not true or false."""
    return isinstance(given, int) and not isinstance(given, bool)


def drawn_tiles(given: object, seats: int) -> list[int]:
    """The action tiles drawn by the seats. Raises `ValueError`."""
    if not isinstance(given, list) or len(given) != seats:
        raise ValueError(f"tiles must be {seats} tiles, one for each seat, not {given!r}")
    numbers = [number for number in given if is_number(number) and 1 <= number <= TILE_COUNT]
    if len(set(numbers)) < seats:
        raise ValueError(f"tiles must be different numbers of action tiles, not {given!r}")
    return numbers


def fill_header(state: Position, seats: int, options: Mapping[str, Any]) -> None:
    """Seats, options and the common pieces but the goods."""
    cells = state.cells
    tables = state.tables
    cells[SEATS] = seats
    cells[PLAYERS_LEFT] = seats
    cells[TURN] = 1
    cells[LAST_TURN] = tables.turns[seats - FEWEST_SEATS]
    cells[SUPPLIED] = -1
    cells[HIGH_BID] = NO_BID
    cells[LEADER] = auctions.NOBODY
    cells[STANDARD] = int(options["variant"] == "standard")
    for name, cell in SWITCHES.items():
        cells[cell] = int(options[name])
    for colour in range(len(COLOURS)):
        cells[NEW_CITIES + colour] = tables.new_cities[colour]
    cells[MARKERS] = tables.markers


def fill_goods(state: Position, setup: Mapping[str, Any], seats: int) -> None:
    """The goods of cities and supply; the rest stays in the bag. Raises `ValueError`."""
    cells = state.cells
    tables = state.tables
    for colour, number in enumerate(tables.goods):
        cells[BAG + colour] = number
    cities = setup.get("cities")
    supply = setup.get("supply")
    if not isinstance(cities, dict) or not isinstance(supply, list):
        raise ValueError("cities must be a mapping, supply a list")
    names = tables.land.stop_names[: int(tables.land.city_count)]
    if set(cities) != set(names):
        wrong = ", ".join(sorted(str(name) for name in set(cities) ^ set(names)))
        raise ValueError(f"cities must be the cities of this map, not more or less: {wrong}")
    if len(supply) != tables.spaces:
        raise ValueError(f"supply must have {tables.spaces} spaces, not {len(supply)}")
    for stop, number in enumerate(tables.city_goods(seats)):
        at = int(stop_cell(stop))
        cells[at + COLOUR] = tables.land.printed_colour[stop] + 1
        _put(cells, at + CUBES, cities[names[stop]], number, names[stop])
    size = tables.cubes_per_space[seats - FEWEST_SEATS]
    for space, cubes in enumerate(supply):
        _put(cells, SPACES_AT + len(COLOURS) * space, cubes, size, f"supply space {space + 1}")


def _put(cells: vec[i64], at: int, cubes: object, number: int, where: str) -> None:
    """Move so many cubes from the bag."""
    if not isinstance(cubes, list) or len(cubes) != number:
        raise ValueError(f"{where} must have a list of {number} goods, not {cubes!r}")
    for name in cubes:
        if name not in COLOURS:
            raise ValueError(f"{name!r} is no colour of goods")
        colour = COLOURS.index(name)
        if cells[BAG + colour] == 0:
            raise ValueError(f"there are not so many {name} goods")
        cells[BAG + colour] -= 1
        cells[at + colour] += 1


def order_by_draw(state: Position, tiles: Sequence[int]) -> None:
    """The first turn order from the tiles drawn.

    In the base game the lowest starts, the rest follow clockwise, and each has a dollar more than
    the one before; in the standard game the tiles' numbers are the order.
    """
    cells = state.cells
    seats = len(tiles)
    if cells[STANDARD] == 1:
        for place, number in enumerate(sorted(tiles)):
            cells[ORDER + place] = tiles.index(number)
        if cells[DEALT_FREE_PASS] == 1:
            for seat, number in enumerate(tiles):
                cells[block(seat) + TILE] = number
        return
    first = tiles.index(min(tiles))
    for place in range(seats):
        seat = (first + place) % seats
        cells[ORDER + place] = seat
        cells[block(seat) + CASH] = place


def empty(tables: Tables) -> vec[i64]:
    """The cells of a position with nothing in it."""
    return vec[i64]([i64(0)] * cell_count(tables))
