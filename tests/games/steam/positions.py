"""Positions of Steam made by hand: set-ups, track, goods, phases."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from typing import Any

from games.game import Game
from games.random import Random
from games.steam import RULESET
from games.steam.actions import COLOURS, EDGES, SHAPES, TILES
from games.steam.match import Steam
from games.steam.rules import lay, turns
from games.steam.state import (
    ALL_OWNERS,
    BAG,
    BUILDING,
    CASH,
    COLOUR,
    COLOUR_COUNT,
    CUBES,
    DUE,
    FIRST_BUILD,
    FIRST_MOVE,
    FIRST_OWNER,
    GOODS_ROUND,
    INCOME,
    LOCOMOTIVE,
    MARKED,
    MOVING,
    NEW_CITIES,
    ORDER,
    POINTS,
    SPACE_COUNT,
    SPACES_AT,
    TILE,
    block,
    stop_cell,
)
from tests.games.positions import Pieces, Positions, act, offered, refused

CELLS = {"cash": CASH, "income": INCOME, "points": POINTS, "locomotive": LOCOMOTIVE}
BLACK, GREEN, ORANGE = 0, 1, 2
FULL = [["red", "blue"], ["yellow", "gray"]]

PIECES = Pieces(CELLS)
MADE = Positions(RULESET, Steam)

have, held = PIECES.have, PIECES.held
options, game, started = MADE.options, MADE.game, MADE.started


@cache
def six_players() -> Game:
    """The game over a map that six may play on."""
    data = copy.deepcopy(game(map="ruhr").data["map"])
    data["players"].append(6)
    return RULESET.bind({"map": data}, {"map": "made by hand"})


def opened(
    seats: int = 3,
    bound: Game | None = None,
    supply: Sequence[Sequence[str]] = FULL,
    tiles: Sequence[int] | None = None,
    first_bidder: int | None = None,
    **chosen: Any,
) -> Steam:
    """A match with seat 0 first; goods lie in the supply only, as given, the rest in the bag."""
    played = bound or game(**chosen)
    setup = played.draw_setup(seats, options(**chosen), Random(1))
    setup["first_bidder"] = first_bidder
    if setup["tiles"] is not None:
        setup["tiles"] = list(tiles or range(1, seats + 1))
    state = MADE.started(setup, played)
    empty_supply(state)
    for number in range(int(state.land.city_count)):
        for colour in range(COLOUR_COUNT):
            state.cells[BAG + colour] += state.cells[stop_cell(number) + CUBES + colour]
            state.cells[stop_cell(number) + CUBES + colour] = 0
    for space, cubes in enumerate(supply):
        for cube in cubes:
            state.cells[SPACES_AT + COLOUR_COUNT * space + COLOURS.index(cube)] += 1
            state.cells[BAG + COLOURS.index(cube)] -= 1
    return state


def drawn(seats: int = 3, seed: int = 1, **chosen: Any) -> Steam:
    """A match as it is drawn."""
    played = game(**chosen)
    setup = played.draw_setup(seats, options(**chosen), Random(seed, 1))
    return MADE.started(setup, played)


def hex_number(state: Steam, name: str) -> int:
    return state.land.hex_names.index(name)


def stop(state: Steam, name: str) -> int:
    return state.land.stop_names.index(name)


def pattern(state: Steam, text: str) -> int:
    """The pattern of tracks such as `N-S, NE-SE`, or of the exits of a town, such as `N+S`."""
    if "-" in text:
        pairs = [tuple(sorted(map(EDGES.index, one.split("-")))) for one in text.split(", ")]
        wanted = frozenset(pairs)
    else:
        wanted = frozenset((EDGES.index(edge),) for edge in text.split("+"))
    return state.components.tiles.tracks.index(wanted)


def build(state: Steam, place: str, tracks: str) -> str:
    """The notation that lays these tracks on a hex."""
    number = pattern(state, tracks)
    shape = SHAPES[int(state.components.tiles.shape_of[number])]
    return f"build:{place}:{shape}:{state.components.tiles.turn_of[number]}"


def track(state: Steam, seat: int, **laid: str) -> None:
    """Lay tracks of an earlier turn for a seat, in the order given and without payment."""
    for place, tracks in laid.items():
        lay.lay(state, seat + FIRST_OWNER, hex_number(state, place), pattern(state, tracks))
    for at in range(int(state.exit_at), len(state.cells)):
        state.cells[at] &= ALL_OWNERS


def city(state: Steam, name: str, colour: str) -> None:
    """Make a town a New City."""
    lay.urbanize(state, FIRST_OWNER, stop(state, name), COLOURS.index(colour))


def put(state: Steam, name: str, *cubes: str) -> None:
    """Put goods from the bag into a city."""
    for cube in cubes:
        state.cells[stop_cell(stop(state, name)) + CUBES + COLOURS.index(cube)] += 1
        state.cells[BAG + COLOURS.index(cube)] -= 1


def empty_supply(state: Steam) -> None:
    """Put all goods of the supply back into the bag."""
    for index in range(COLOUR_COUNT * SPACE_COUNT):
        state.cells[BAG + index % COLOUR_COUNT] += state.cells[SPACES_AT + index]
        state.cells[SPACES_AT + index] = 0


def mark_all(state: Steam) -> None:
    """Give every city a growth marker."""
    for number in range(int(state.land.stop_count)):
        if state.cells[stop_cell(number) + COLOUR]:
            state.cells[stop_cell(number) + MARKED] = 1


def hold(state: Steam, **tiles: str) -> None:
    """Give seats their action tiles: `s0="engineer"`; others hold none."""
    for seat in range(int(state.seats())):
        state.give(seat, TILE, 0)
        state.give(seat, DUE, 0)
    for name, tile in tiles.items():
        number = TILES.index(tile) + 1
        state.give(int(name[1]), TILE, number)
        state.give(int(name[1]), DUE, int(tile in ("city_growth", "urbanization")))


def ordered(state: Steam, order: Sequence[int]) -> None:
    """Set the turn order."""
    for place, seat in enumerate(order):
        state.cells[ORDER + place] = seat


def building(state: Steam, *order: int, **tiles: str) -> Steam:
    """The building phase, in this order but for First Build, with money for everybody."""
    ordered(state, order or range(int(state.seats())))
    hold(state, **tiles)
    for seat in range(int(state.seats())):
        state.give(seat, CASH, 40)
    turns.begin_phase(state, BUILDING, FIRST_BUILD)
    return state


def moving(state: Steam, *order: int, goods_round: int = 1, **tiles: str) -> Steam:
    """A round of goods, in this order but for First Move."""
    ordered(state, order or range(int(state.seats())))
    hold(state, **tiles)
    state.cells[GOODS_ROUND] = goods_round
    turns.begin_phase(state, MOVING, FIRST_MOVE)
    return state


def lay_all(state: Steam, **laid: str) -> int:
    """Build tracks as the seat to act; the cash it costs."""
    seat = int(state.actor())
    before = held(state, seat, "cash")
    for place, tracks in laid.items():
        act(state, build(state, place, tracks))
    return before - held(state, seat, "cash")


def may_build(state: Steam, place: str, tracks: str) -> bool:
    return build(state, place, tracks) in offered(state, "build")


def refused_build(state: Steam, place: str, tracks: str) -> str:
    return refused(state, build(state, place, tracks))


def links(state: Steam, seat: int | None = None) -> list[tuple[str, str]]:
    """The complete links, as pairs of names in alphabetical order, of one seat where given."""
    return sorted(
        tuple(sorted((link["from"], link["to"])))
        for link in state.view(0)["links"]
        if link["complete"] and seat in (None, link["owner"])
    )


def owner_of(state: Steam, place: str, edge: str) -> int | None:
    """The seat that owns the track leaving a hex over a side; None for nobody."""
    code = int(state.exit(hex_number(state, place), EDGES.index(edge)))
    assert code, f"there is no track at {edge} of {place}"
    return code - FIRST_OWNER if code >= FIRST_OWNER else None


def laid(state: Steam, place: str) -> str | None:
    """The name of the tile on a hex, or None."""
    number = int(state.pattern(hex_number(state, place)))
    return SHAPES[int(state.components.tiles.shape_of[number])] if number else None


def new_cities(state: Steam, colour: str) -> int:
    return int(state.cells[NEW_CITIES + COLOURS.index(colour)])


def cash_of(state: Steam) -> list[int]:
    return [int(state.cells[block(seat) + CASH]) for seat in range(int(state.seats()))]
