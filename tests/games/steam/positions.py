"""Positions of Steam made by hand: set-ups, track, goods, phases."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from functools import cache
from typing import Any

from railhead.games.game import Game
from railhead.games.random import Random
from railhead.games.steam import RULESET, actions, state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules import lay, turns
from tests.games.positions import Pieces, Positions, act, offered, refused

CELLS = {
    "cash": state.CASH,
    "income": state.INCOME,
    "points": state.POINTS,
    "locomotive": state.LOCOMOTIVE,
    "pending": state.PENDING,
}
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
    position = MADE.started(setup, played)
    empty_supply(position)
    for number in range(int(position.land.city_count)):
        for colour in range(state.COLOUR_COUNT):
            position.cells[state.BAG + colour] += position.cells[
                state.stop_cell(number) + state.CUBES + colour
            ]
            position.cells[state.stop_cell(number) + state.CUBES + colour] = 0
    for space, cubes in enumerate(supply):
        for cube in cubes:
            position.cells[
                state.SPACES_AT + state.COLOUR_COUNT * space + actions.COLOURS.index(cube)
            ] += 1
            position.cells[state.BAG + actions.COLOURS.index(cube)] -= 1
    return position


def drawn(seats: int = 3, seed: int = 1, **chosen: Any) -> Steam:
    """A match as it is drawn."""
    played = game(**chosen)
    setup = played.draw_setup(seats, options(**chosen), Random(seed, 1))
    return MADE.started(setup, played)


def hex_number(position: Steam, name: str) -> int:
    return position.land.hex_names.index(name)


def stop(position: Steam, name: str) -> int:
    return position.land.stop_names.index(name)


def pattern(position: Steam, text: str) -> int:
    """The pattern of tracks such as `N-S, NE-SE`, or of the exits of a town, such as `N+S`."""
    if "-" in text:
        pairs = [
            tuple(sorted(map(actions.EDGES.index, one.split("-")))) for one in text.split(", ")
        ]
        wanted = frozenset(pairs)
    else:
        wanted = frozenset((actions.EDGES.index(edge),) for edge in text.split("+"))
    return position.components.tiles.tracks.index(wanted)


def build(position: Steam, place: str, tracks: str) -> str:
    """The notation that lays these tracks on a hex."""
    number = pattern(position, tracks)
    shape = actions.SHAPES[int(position.components.tiles.shape_of[number])]
    return f"build:{place}:{shape}:{position.components.tiles.turn_of[number]}"


def track(position: Steam, seat: int, **laid: str) -> None:
    """Lay tracks of an earlier turn for a seat, in the order given and without payment."""
    for place, tracks in laid.items():
        lay.lay(
            position,
            seat + state.FIRST_OWNER,
            hex_number(position, place),
            pattern(position, tracks),
        )
    for at in range(int(position.exit_at), len(position.cells)):
        position.cells[at] &= state.ALL_OWNERS


def city(position: Steam, name: str, colour: str) -> None:
    """Make a town a New City."""
    lay.urbanize(position, state.FIRST_OWNER, stop(position, name), actions.COLOURS.index(colour))


def put(position: Steam, name: str, *cubes: str) -> None:
    """Put goods from the bag into a city."""
    for cube in cubes:
        position.cells[
            state.stop_cell(stop(position, name)) + state.CUBES + actions.COLOURS.index(cube)
        ] += 1
        position.cells[state.BAG + actions.COLOURS.index(cube)] -= 1


def empty_supply(position: Steam) -> None:
    """Put all goods of the supply back into the bag."""
    for index in range(state.COLOUR_COUNT * state.SPACE_COUNT):
        position.cells[state.BAG + index % state.COLOUR_COUNT] += position.cells[
            state.SPACES_AT + index
        ]
        position.cells[state.SPACES_AT + index] = 0


def mark_all(position: Steam) -> None:
    """Give every city a growth marker."""
    for number in range(int(position.land.stop_count)):
        if position.cells[state.stop_cell(number) + state.COLOUR]:
            position.cells[state.stop_cell(number) + state.MARKED] = 1


def hold(position: Steam, **tiles: str) -> None:
    """Give seats their action tiles: `s0="engineer"`; others hold none."""
    for seat in range(int(position.seats())):
        position.give(seat, state.TILE, 0)
        position.give(seat, state.DUE, 0)
    for name, tile in tiles.items():
        number = actions.TILES.index(tile) + 1
        position.give(int(name[1]), state.TILE, number)
        position.give(int(name[1]), state.DUE, int(tile in ("city_growth", "urbanization")))


def ordered(position: Steam, order: Sequence[int]) -> None:
    """Set the turn order."""
    for place, seat in enumerate(order):
        position.cells[state.ORDER + place] = seat


def building(position: Steam, *order: int, **tiles: str) -> Steam:
    """The building phase, in this order but for First Build, with money for everybody."""
    ordered(position, order or range(int(position.seats())))
    hold(position, **tiles)
    for seat in range(int(position.seats())):
        position.give(seat, state.CASH, 40)
    turns.begin_phase(position, state.BUILDING, state.FIRST_BUILD)
    return position


def moving(position: Steam, *order: int, goods_round: int = 1, **tiles: str) -> Steam:
    """A round of goods, in this order but for First Move."""
    ordered(position, order or range(int(position.seats())))
    hold(position, **tiles)
    position.cells[state.GOODS_ROUND] = goods_round
    turns.begin_phase(position, state.MOVING, state.FIRST_MOVE)
    return position


def lay_all(position: Steam, **laid: str) -> int:
    """Build tracks as the seat to act; the cash it costs."""
    seat = int(position.actor())
    before = held(position, seat, "cash")
    for place, tracks in laid.items():
        act(position, build(position, place, tracks))
    return before - held(position, seat, "cash")


def may_build(position: Steam, place: str, tracks: str) -> bool:
    return build(position, place, tracks) in offered(position, "build")


def refused_build(position: Steam, place: str, tracks: str) -> str:
    return refused(position, build(position, place, tracks))


def links(position: Steam, seat: int | None = None) -> list[tuple[str, str]]:
    """The complete links, as pairs of names in alphabetical order, of one seat where given."""
    return sorted(
        tuple(sorted((link["from"], link["to"])))
        for link in position.view(0)["links"]
        if link["complete"] and seat in (None, link["owner"])
    )


def owner_of(position: Steam, place: str, edge: str) -> int | None:
    """The seat that owns the track leaving a hex over a side; None for nobody."""
    code = int(position.exit(hex_number(position, place), actions.EDGES.index(edge)))
    assert code, f"there is no track at {edge} of {place}"
    return code - state.FIRST_OWNER if code >= state.FIRST_OWNER else None


def laid(position: Steam, place: str) -> str | None:
    """The name of the tile on a hex, or None."""
    number = int(position.pattern(hex_number(position, place)))
    return actions.SHAPES[int(position.components.tiles.shape_of[number])] if number else None


def new_cities(position: Steam, colour: str) -> int:
    return int(position.cells[state.NEW_CITIES + actions.COLOURS.index(colour)])


def cash_of(position: Steam) -> list[int]:
    return [
        int(position.cells[state.block(seat) + state.CASH]) for seat in range(int(position.seats()))
    ]
