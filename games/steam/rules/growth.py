"""Urbanization and City Growth in the own building turn, and the goods they bring."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import ACTOR, Actions
from railhead.games.steam import actions, state
from railhead.games.steam.rules.lay import urbanize
from railhead.games.steam.state import Position


def goods_in(position: Position, space: i64) -> i64:
    """How many cubes lie in a supply space."""
    total: i64 = 0
    at: i64 = state.SPACES_AT + state.COLOUR_COUNT * space
    for colour in range(state.COLOUR_COUNT):
        total += position.cells[at + colour]
    return total


def has_supply(position: Position) -> bool:
    """Whether any supply space has goods."""
    for at in range(state.SPACES_AT, state.SPACES_AT + state.COLOUR_COUNT * state.SPACE_COUNT):
        if position.cells[at] > 0:
            return True
    return False


def can_grow(position: Position) -> bool:
    """Whether City Growth can be carried out: goods, a marker and a city without one."""
    if not has_supply(position) or position.cells[state.MARKERS] == 0:
        return False
    for stop in range(position.land.stop_count):
        if (
            position.colour_of(stop) > 0
            and position.cells[state.stop_cell(stop) + state.MARKED] == 0
        ):
            return True
    return False


def may_take_growth(position: Position) -> bool:
    """Whether City Growth may be chosen: always, for its number, unless an option says no."""
    return position.cells[state.GROWTH_FOR_NUMBER] == 1 or can_grow(position)


def may_take_urbanization(position: Position) -> bool:
    """Whether Urbanization may be chosen: it can be carried out, with goods if an option says."""
    if position.cells[state.CITY_WITHOUT_GOODS] == 0 and not has_supply(position):
        return False
    return can_urbanize(position)


def can_urbanize(position: Position) -> bool:
    """Whether a New City tile and a town are left."""
    if not has_new_city(position):
        return False
    for stop in range(position.land.city_count, position.land.stop_count):
        if position.colour_of(stop) == 0:
            return True
    return False


def has_new_city(position: Position) -> bool:
    """Whether a New City tile is left."""
    for colour in range(state.COLOUR_COUNT):
        if position.cells[state.NEW_CITIES + colour] > 0:
            return True
    return False


def is_due(position: Position, seat: i64) -> bool:
    """Whether the builder's City Growth or Urbanization can still be carried out."""
    own: i64 = state.block(seat)
    if position.cells[own + state.DUE] == 0:
        return False
    if position.cells[own + state.TILE] == state.CITY_GROWTH:
        return can_grow(position)
    return can_urbanize(position)


def is_tied(position: Position, seat: i64) -> bool:
    """Whether an option ties the builder's action to the time before the first tile."""
    return (
        position.cells[state.GROWTH_FIRST] == 1
        and position.cells[state.block(seat) + state.TILE] == state.CITY_GROWTH
    )


def comes_first(position: Position, seat: i64) -> bool:
    """Whether a paid City Growth has to be carried out before any tile is laid."""
    return (
        is_tied(position, seat) and position.cells[state.STANDARD] == 0 and is_due(position, seat)
    )


def is_passed_by_tile(position: Position, seat: i64) -> bool:
    """Whether laying a tile now passes City Growth."""
    return (
        is_tied(position, seat) and position.cells[state.STANDARD] == 1 and is_due(position, seat)
    )


def collect(position: Position, seat: i64, out: Actions) -> None:
    """What the builder's City Growth or Urbanization may be used on."""
    if not is_due(position, seat):
        return
    cells = position.cells
    urbanizes = cells[state.block(seat) + state.TILE] == state.URBANIZATION
    for stop in range(position.land.stop_count):
        city = position.colour_of(stop) > 0
        if urbanizes and not city:
            for colour in range(state.COLOUR_COUNT):
                if cells[state.NEW_CITIES + colour] > 0:
                    out.add(actions.URBANIZE, stop, colour)
        elif not urbanizes and city and cells[state.stop_cell(stop) + state.MARKED] == 0:
            out.add(actions.GROW, stop)


def collect_supply(position: Position, out: Actions) -> None:
    """The supply spaces with goods; of spaces with the same goods the first."""
    for space in range(state.SPACE_COUNT):
        if goods_in(position, space) > 0 and first_like(position, space) == space:
            out.add(actions.SUPPLY, space)


def first_like(position: Position, space: i64) -> i64:
    """The first supply space with the same goods as this one."""
    cells = position.cells
    for other in range(space):
        colour: i64 = 0
        while colour < state.COLOUR_COUNT and (
            cells[state.SPACES_AT + state.COLOUR_COUNT * other + colour]
            == cells[state.SPACES_AT + state.COLOUR_COUNT * space + colour]
        ):
            colour += 1
        if colour == state.COLOUR_COUNT:
            return other
    return space


def place_city(position: Position, seat: i64, stop: i64, colour: i64) -> None:
    """Put a New City tile on a town; its goods are chosen next, where there are any."""
    urbanize(position, seat + state.FIRST_OWNER, stop, colour)
    position.cells[state.block(seat) + state.DUE] = 0
    if has_supply(position):
        choose_goods(position, stop)


def grow(position: Position, seat: i64, stop: i64) -> None:
    """Put a growth marker on a city; its goods are chosen next."""
    cells = position.cells
    cells[state.stop_cell(stop) + state.MARKED] = 1
    cells[state.MARKERS] -= 1
    cells[state.block(seat) + state.DUE] = 0
    choose_goods(position, stop)


def choose_goods(position: Position, stop: i64) -> None:
    """Ask the builder for a supply space."""
    position.cells[state.SUPPLIED] = stop
    position.enter(state.SUPPLYING, position.cells[ACTOR])


def supply(position: Position, space: i64) -> None:
    """Move all goods of a supply space to the city that waits for them."""
    cells = position.cells
    to: i64 = state.stop_cell(cells[state.SUPPLIED]) + state.CUBES
    at: i64 = state.SPACES_AT + state.COLOUR_COUNT * space
    for colour in range(state.COLOUR_COUNT):
        cells[to + colour] += cells[at + colour]
        cells[at + colour] = 0
    cells[state.SUPPLIED] = -1
