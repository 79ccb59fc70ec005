"""Tiles on the trail: laying hazards and teepees, removing hazards, trading.

`docs/rules/great_western_trail.md` sections 1.4 and 1.5.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.state import (
    ACTIVE,
    BOARD,
    HAZARD_POINTS,
    HAZARDS,
    MONEY,
    REMOVED_TILES,
    TEEPEES,
    Position,
    block,
)
from games.great_western_trail.trail import FIRST_HAZARD, FIRST_TEEPEE, HAZARDS_EACH
from games.great_western_trail.trail import HAZARDS as HAZARD_SPACES
from games.great_western_trail.trail import TEEPEES as TEEPEE_SPACES

GREEN_TEEPEE: Final = 4
FIRST_HAZARD_TILE: Final = 6
FACES: Final = 5
"""Different tiles of each type of hazard."""


def free_space(state: Position, tile: i64) -> i64:
    """Where a hazard or teepee tile goes: the first free space of its kind; -1 for none."""
    first: i64 = FIRST_TEEPEE
    end: i64 = FIRST_TEEPEE + TEEPEE_SPACES
    if tile >= FIRST_HAZARD_TILE:
        first = FIRST_HAZARD + HAZARDS_EACH * ((tile - FIRST_HAZARD_TILE) // FACES)
        end = first + HAZARDS_EACH
    while first < end:
        if state.cells[BOARD + first] == 0:
            return first
        first += 1
    return -1


def lay(state: Position, tile: i64) -> None:
    """A hazard or teepee tile comes to the trail, or out of the game where no space is free."""
    space: i64 = free_space(state, tile)
    if space < 0:
        state.cells[REMOVED_TILES + tile] = state.cells[REMOVED_TILES + tile] + 1
    else:
        state.cells[BOARD + space] = tile


def any_hazard(state: Position) -> bool:
    """Whether a hazard lies on the trail."""
    space: i64 = FIRST_HAZARD
    while space < FIRST_HAZARD + HAZARD_SPACES:
        if state.cells[BOARD + space] > 0:
            return True
        space += 1
    return False


def collect_hazards(state: Position, out: Actions) -> None:
    """Every hazard on the trail."""
    space: i64 = FIRST_HAZARD
    while space < FIRST_HAZARD + HAZARD_SPACES:
        if state.cells[BOARD + space] > 0:
            out.add(actions.HAZARD | (space << 8))
        space += 1


def remove_hazard(state: Position, space: i64) -> None:
    """The active player pays and takes the tile."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    cells[own + MONEY] = cells[own + MONEY] - pending.top_first(state)
    pending.pop(state)
    cells[own + HAZARDS] = cells[own + HAZARDS] + 1
    points: i64 = state.components.tile_points[cells[BOARD + space]]
    cells[own + HAZARD_POINTS] = cells[own + HAZARD_POINTS] + points
    cells[BOARD + space] = 0


def collect_trades(state: Position, seat: i64, out: Actions) -> None:
    """Every teepee that the player can pay for."""
    money: i64 = state.cells[block(seat) + MONEY]
    space: i64 = FIRST_TEEPEE
    while space < FIRST_TEEPEE + TEEPEE_SPACES:
        if state.cells[BOARD + space] > 0 and money + state.components.trail.gain[space] >= 0:
            out.add(actions.TRADE | (space << 8))
        space += 1


def can_trade(state: Position, seat: i64) -> bool:
    """Whether there is a teepee that the player can pay for."""
    money: i64 = state.cells[block(seat) + MONEY]
    space: i64 = FIRST_TEEPEE
    while space < FIRST_TEEPEE + TEEPEE_SPACES:
        if state.cells[BOARD + space] > 0 and money + state.components.trail.gain[space] >= 0:
            return True
        space += 1
    return False


def trade(state: Position, space: i64) -> None:
    """The active player takes a teepee, with what its space gains or costs."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    pending.pop(state)
    cells[own + MONEY] = cells[own + MONEY] + state.components.trail.gain[space]
    at: i64 = own + TEEPEES + cells[BOARD + space] - GREEN_TEEPEE
    cells[at] = cells[at] + 1
    cells[BOARD + space] = 0
