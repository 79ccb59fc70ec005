"""Tiles on the trail: laying hazards and teepees, removing hazards, trading.

`docs/rules/great_western_trail.md` sections 1.4 and 1.5.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import FIRST_HAZARD, FIRST_TEEPEE, HAZARDS_EACH
from railhead.games.great_western_trail.trail import HAZARDS as HAZARD_SPACES
from railhead.games.great_western_trail.trail import TEEPEES as TEEPEE_SPACES

GREEN_TEEPEE: Final = 4
FIRST_HAZARD_TILE: Final = 6
FACES: Final = 5
"""Different tiles of each type of hazard."""


def free_space(position: Position, tile: i64) -> i64:
    """Where a hazard or teepee tile goes: the first free space of its kind; -1 for none."""
    first: i64 = FIRST_TEEPEE
    end: i64 = FIRST_TEEPEE + TEEPEE_SPACES
    if tile >= FIRST_HAZARD_TILE:
        first = FIRST_HAZARD + HAZARDS_EACH * ((tile - FIRST_HAZARD_TILE) // FACES)
        end = first + HAZARDS_EACH
    while first < end:
        if position.cells[state.BOARD + first] == 0:
            return first
        first += 1
    return -1


def lay(position: Position, tile: i64) -> None:
    """A hazard or teepee tile comes to the trail, or out of the game where no space is free."""
    space: i64 = free_space(position, tile)
    if space < 0:
        position.cells[state.REMOVED_TILES + tile] += 1
    else:
        position.cells[state.BOARD + space] = tile


def any_hazard(position: Position) -> bool:
    """Whether a hazard lies on the trail."""
    for space in range(FIRST_HAZARD, FIRST_HAZARD + HAZARD_SPACES):
        if position.cells[state.BOARD + space] > 0:
            return True
    return False


def collect_hazards(position: Position, out: Actions) -> None:
    """Every hazard on the trail."""
    for space in range(FIRST_HAZARD, FIRST_HAZARD + HAZARD_SPACES):
        if position.cells[state.BOARD + space] > 0:
            out.add(actions.HAZARD, space)


def remove_hazard(position: Position, space: i64) -> None:
    """The active player pays and takes the tile."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    cells[own + state.MONEY] -= pending.top_first(position)
    pending.pop(position)
    cells[own + state.HAZARDS] += 1
    points: i64 = position.components.tile_points[cells[state.BOARD + space]]
    cells[own + state.HAZARD_POINTS] += points
    cells[state.BOARD + space] = 0


def collect_trades(position: Position, seat: i64, out: Actions) -> None:
    """Every teepee that the player can pay for."""
    money: i64 = position.cells[state.block(seat) + state.MONEY]
    for space in range(FIRST_TEEPEE, FIRST_TEEPEE + TEEPEE_SPACES):
        if (
            position.cells[state.BOARD + space] > 0
            and money + position.components.trail.gain[space] >= 0
        ):
            out.add(actions.TRADE, space)


def can_trade(position: Position, seat: i64) -> bool:
    """Whether there is a teepee that the player can pay for."""
    money: i64 = position.cells[state.block(seat) + state.MONEY]
    for space in range(FIRST_TEEPEE, FIRST_TEEPEE + TEEPEE_SPACES):
        if (
            position.cells[state.BOARD + space] > 0
            and money + position.components.trail.gain[space] >= 0
        ):
            return True
    return False


def trade(position: Position, space: i64) -> None:
    """The active player takes a teepee, with what its space gains or costs."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    pending.pop(position)
    cells[own + state.MONEY] += position.components.trail.gain[space]
    at: i64 = own + state.TEEPEES + cells[state.BOARD + space] - GREEN_TEEPEE
    cells[at] += 1
    cells[state.BOARD + space] = 0
