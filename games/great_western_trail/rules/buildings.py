"""Private buildings: placing and replacing them; arriving on a tile and what can be done there.

`docs/rules/great_western_trail.md` sections 1.6, 7 and 8.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CHOICE, SLOTS
from railhead.games.great_western_trail.rules.movement import face_on, owner_of
from railhead.games.great_western_trail.rules.workers import CRAFTSMAN
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import (
    FIRST_PRIVATE,
    MOST_NEIGHBOURS,
    NEUTRAL,
    PRIVATES,
)

TILE_ACTIONS: Final = state.LOCAL + 1
COPIED_ATTACHED: Final = state.LOCAL + 4


def side(position: Position, number: i64) -> i64:
    """The place in `names.BUILDINGS` of the side that a building number shows."""
    return number + state.BUILDINGS * ((position.cells[state.SIDES] >> number) & 1)


def craftsmen_needed(position: Position, seat: i64, number: i64, site: i64) -> i64:
    """The craftsmen that a building needs on a site, the replaced ones deducted; -1 if it may not
    be built there."""
    cells = position.cells
    craftsmen = position.components.building_craftsmen
    needed: i64 = craftsmen[side(position, number)]
    if cells[state.BOARD + site] == 0:
        return needed
    if owner_of(position, site) != seat:
        return -1
    needed -= craftsmen[side(position, (cells[state.BOARD + site] - 1) % state.BUILDINGS)]
    return needed if needed > 0 else -1


def is_affordable(position: Position, seat: i64, needed: i64, price: i64) -> bool:
    """Whether a player has so many craftsmen and the money for them."""
    own: i64 = state.block(seat)
    cells = position.cells
    if needed < 0 or needed > cells[own + state.WORKERS + CRAFTSMAN]:
        return False
    return needed * price <= cells[own + state.MONEY]


def collect_builds(position: Position, seat: i64, price: i64, out: Actions) -> None:
    """Every building on every site, at so many dollars a craftsman."""
    for number in range(state.BUILDINGS):
        if position.cells[state.block(seat) + state.SITES + number] == 0:
            face: i64 = side(position, number)
            for site in range(FIRST_PRIVATE, FIRST_PRIVATE + PRIVATES):
                needed: i64 = craftsmen_needed(position, seat, number, site)
                if is_affordable(position, seat, needed, price):
                    out.add(actions.BUILD, face, site)


def can_build(position: Position, seat: i64, price: i64) -> bool:
    """Whether a player can build anything anywhere."""
    for number in range(state.BUILDINGS):
        if position.cells[state.block(seat) + state.SITES + number] == 0:
            for site in range(FIRST_PRIVATE, FIRST_PRIVATE + PRIVATES):
                needed: i64 = craftsmen_needed(position, seat, number, site)
                if is_affordable(position, seat, needed, price):
                    return True
    return False


def build(position: Position, face: i64, site: i64) -> None:
    """The active player places a building; a replaced one leaves the game.

    Its actions go with it where the player is there, but for the option.
    """
    cells = position.cells
    seat: i64 = cells[state.ACTIVE]
    own: i64 = state.block(seat)
    number: i64 = face % state.BUILDINGS
    price: i64 = pending.top_first(position)
    pending.pop(position)
    needed: i64 = craftsmen_needed(position, seat, number, site)
    cells[own + state.MONEY] -= needed * price
    if cells[state.BOARD + site] > 0:
        cells[own + state.SITES + (cells[state.BOARD + site] - 1) % state.BUILDINGS] = -1
        if cells[own + state.PLACE] == site and cells[state.KEEP_ACTIONS] == 0:
            drop_tile_actions(position)
    cells[state.BOARD + site] = 1 + state.BUILDINGS * seat + number
    cells[own + state.SITES + number] = 1 + site


def building_count(position: Position, seat: i64) -> i64:
    """How many buildings a player has on the trail."""
    at: i64 = state.block(seat) + state.SITES
    total: i64 = 0
    for number in range(state.BUILDINGS):
        if position.cells[at + number] > 0:
            total += 1
    return total


def forest_buildings(position: Position, seat: i64) -> i64:
    """How many of a player's buildings touch a forest."""
    at: i64 = state.block(seat) + state.SITES
    total: i64 = 0
    for number in range(state.BUILDINGS):
        site: i64 = position.cells[at + number] - 1
        if site >= 0:
            total += position.components.trail.forest[site]
    return total


def drop_tile_actions(position: Position) -> None:
    """The tile's actions are no longer to be had on this visit; an attached one is."""
    for at in range(TILE_ACTIONS, state.LOCAL + state.LOCALS):
        position.cells[at] = 0
    position.cells[state.COPY_AT] = 0


def leave(position: Position) -> None:
    """This visit is over: its actions are lost."""
    position.cells[state.LOCAL] = 0
    position.cells[state.ACTED] = 0
    drop_tile_actions(position)


def show_tile(position: Position, space: i64) -> None:
    """The actions of the building there can be used."""
    face: i64 = face_on(position, space)
    actions_of = position.components.face_actions
    for slot in range(SLOTS):
        action: i64 = actions_of[SLOTS * face + slot]
        position.cells[TILE_ACTIONS + slot] = action
        if action == position.components.copy_action:
            position.cells[state.COPY_AT] = 1 + space


def arrive(position: Position, space: i64) -> None:
    """The active player's phase B begins on a space other than Kansas City."""
    cells = position.cells
    leave(position)
    pending.push(position, pending.LOCAL)
    if position.components.trail.kind[space] == NEUTRAL:
        show_tile(position, space)
    elif owner_of(position, space) == cells[state.ACTIVE]:
        show_tile(position, space)
        cells[state.LOCAL] = position.components.trail.attached[space] + 1


def can_copy(position: Position, space: i64) -> bool:
    """Whether the building on a neighbouring space can be copied: once a turn each."""
    if space < 0 or face_on(position, space) < 0:
        return False
    return position.cells[state.COPIED] & position.components.trail.bit[space] == 0


def collect_copies(position: Position, out: Actions) -> None:
    """The neighbours of the 8b that is used."""
    at: i64 = MOST_NEIGHBOURS * (position.cells[state.COPY_AT] - 1)
    for index in range(MOST_NEIGHBOURS):
        space: i64 = position.components.trail.neighbours[at + index]
        if can_copy(position, space):
            out.add(actions.COPY, space)


def copy(position: Position, space: i64) -> None:
    """The actions of the building on `space` take the place of 8b's."""
    cells = position.cells
    bit = position.components.trail.bit
    cells[state.COPIED] = cells[state.COPIED] | bit[space] | bit[cells[state.COPY_AT] - 1]
    drop_tile_actions(position)
    show_tile(position, space)
    if cells[state.COPY_ATTACHED] == 1:
        cells[COPIED_ATTACHED] = position.components.trail.attached[space] + 1


def take_slot(position: Position, effect: i64) -> None:
    """A local action of this visit is used: it cannot be used again."""
    for at in range(state.LOCAL, state.LOCAL + state.LOCALS):
        action: i64 = position.cells[at]
        if action % CHOICE == effect + 1 or action // CHOICE == effect + 1:
            position.cells[at] = 0
            break
    position.cells[state.ACTED] = 1
