"""Urbanization and City Growth in the own building turn, and the goods they bring."""

from __future__ import annotations

from mypy_extensions import i64

from games.game import ACTOR, Actions
from games.steam.actions import GROW, SUPPLY, URBANIZE
from games.steam.rules.lay import urbanize
from games.steam.state import (
    CITY_GROWTH,
    CITY_WITHOUT_GOODS,
    COLOUR_COUNT,
    CUBES,
    DUE,
    FIRST_OWNER,
    GROWTH_FIRST,
    GROWTH_FOR_NUMBER,
    MARKED,
    MARKERS,
    NEW_CITIES,
    SPACE_COUNT,
    SPACES_AT,
    STANDARD,
    SUPPLIED,
    SUPPLYING,
    TILE,
    URBANIZATION,
    Position,
    block,
    stop_cell,
)


def goods_in(state: Position, space: i64) -> i64:
    """How many cubes lie in a supply space."""
    total: i64 = 0
    at: i64 = SPACES_AT + COLOUR_COUNT * space
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        total += state.cells[at + colour]
        colour += 1
    return total


def has_supply(state: Position) -> bool:
    """Whether any supply space has goods."""
    at: i64 = SPACES_AT
    while at < SPACES_AT + COLOUR_COUNT * SPACE_COUNT:
        if state.cells[at] > 0:
            return True
        at += 1
    return False


def can_grow(state: Position) -> bool:
    """Whether City Growth can be carried out: goods, a marker and a city without one."""
    if not has_supply(state) or state.cells[MARKERS] == 0:
        return False
    stop: i64 = 0
    while stop < state.land.stop_count:
        if state.colour_of(stop) > 0 and state.cells[stop_cell(stop) + MARKED] == 0:
            return True
        stop += 1
    return False


def may_take_growth(state: Position) -> bool:
    """Whether City Growth may be chosen: always, for its number, unless an option says no."""
    return state.cells[GROWTH_FOR_NUMBER] == 1 or can_grow(state)


def may_take_urbanization(state: Position) -> bool:
    """Whether Urbanization may be chosen: it can be carried out, with goods if an option says."""
    if state.cells[CITY_WITHOUT_GOODS] == 0 and not has_supply(state):
        return False
    return can_urbanize(state)


def can_urbanize(state: Position) -> bool:
    """Whether a New City tile and a town are left."""
    if not has_new_city(state):
        return False
    stop: i64 = state.land.city_count
    while stop < state.land.stop_count:
        if state.colour_of(stop) == 0:
            return True
        stop += 1
    return False


def has_new_city(state: Position) -> bool:
    """Whether a New City tile is left."""
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if state.cells[NEW_CITIES + colour] > 0:
            return True
        colour += 1
    return False


def is_due(state: Position, seat: i64) -> bool:
    """Whether the builder's City Growth or Urbanization can still be carried out."""
    own: i64 = block(seat)
    if state.cells[own + DUE] == 0:
        return False
    if state.cells[own + TILE] == CITY_GROWTH:
        return can_grow(state)
    return can_urbanize(state)


def is_tied(state: Position, seat: i64) -> bool:
    """Whether an option ties the builder's action to the time before the first tile."""
    return state.cells[GROWTH_FIRST] == 1 and state.cells[block(seat) + TILE] == CITY_GROWTH


def comes_first(state: Position, seat: i64) -> bool:
    """Whether a paid City Growth has to be carried out before any tile is laid."""
    return is_tied(state, seat) and state.cells[STANDARD] == 0 and is_due(state, seat)


def is_passed_by_tile(state: Position, seat: i64) -> bool:
    """Whether laying a tile now passes City Growth."""
    return is_tied(state, seat) and state.cells[STANDARD] == 1 and is_due(state, seat)


def collect(state: Position, seat: i64, out: Actions) -> None:
    """What the builder's City Growth or Urbanization may be used on."""
    if not is_due(state, seat):
        return
    cells = state.cells
    urbanizes = cells[block(seat) + TILE] == URBANIZATION
    stop: i64 = 0
    while stop < state.land.stop_count:
        city = state.colour_of(stop) > 0
        if urbanizes and not city:
            colour: i64 = 0
            while colour < COLOUR_COUNT:
                if cells[NEW_CITIES + colour] > 0:
                    out.add(URBANIZE | (stop << 8) | (colour << 18))
                colour += 1
        elif not urbanizes and city and cells[stop_cell(stop) + MARKED] == 0:
            out.add(GROW | (stop << 8))
        stop += 1


def collect_supply(state: Position, out: Actions) -> None:
    """The supply spaces with goods; of spaces with the same goods the first."""
    space: i64 = 0
    while space < SPACE_COUNT:
        if goods_in(state, space) > 0 and first_like(state, space) == space:
            out.add(SUPPLY | (space << 8))
        space += 1


def first_like(state: Position, space: i64) -> i64:
    """The first supply space with the same goods as this one."""
    cells = state.cells
    other: i64 = 0
    while other < space:
        colour: i64 = 0
        while colour < COLOUR_COUNT and (
            cells[SPACES_AT + COLOUR_COUNT * other + colour]
            == cells[SPACES_AT + COLOUR_COUNT * space + colour]
        ):
            colour += 1
        if colour == COLOUR_COUNT:
            return other
        other += 1
    return space


def place_city(state: Position, seat: i64, stop: i64, colour: i64) -> None:
    """Put a New City tile on a town; its goods are chosen next, where there are any."""
    urbanize(state, seat + FIRST_OWNER, stop, colour)
    state.cells[block(seat) + DUE] = 0
    if has_supply(state):
        choose_goods(state, stop)


def grow(state: Position, seat: i64, stop: i64) -> None:
    """Put a growth marker on a city; its goods are chosen next."""
    cells = state.cells
    cells[stop_cell(stop) + MARKED] = 1
    cells[MARKERS] -= 1
    cells[block(seat) + DUE] = 0
    choose_goods(state, stop)


def choose_goods(state: Position, stop: i64) -> None:
    """Ask the builder for a supply space."""
    state.cells[SUPPLIED] = stop
    state.enter(SUPPLYING, state.cells[ACTOR])


def supply(state: Position, space: i64) -> None:
    """Move all goods of a supply space to the city that waits for them."""
    cells = state.cells
    to: i64 = stop_cell(cells[SUPPLIED]) + CUBES
    at: i64 = SPACES_AT + COLOUR_COUNT * space
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        cells[to + colour] += cells[at + colour]
        cells[at + colour] = 0
        colour += 1
    cells[SUPPLIED] = -1
