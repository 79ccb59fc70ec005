"""Private buildings: placing and replacing them; arriving on a tile and what can be done there.

`docs/rules/great_western_trail.md` sections 1.6, 7 and 8.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CHOICE, SLOTS
from games.great_western_trail.rules.movement import face_on, owner_of
from games.great_western_trail.rules.workers import CRAFTSMAN
from games.great_western_trail.state import (
    ACTED,
    ACTIVE,
    BOARD,
    BUILDINGS,
    COPIED,
    COPY_AT,
    COPY_ATTACHED,
    KEEP_ACTIONS,
    LOCAL,
    LOCALS,
    MONEY,
    PLACE,
    SIDES,
    SITES,
    WORKERS,
    Position,
    block,
)
from games.great_western_trail.trail import (
    FIRST_PRIVATE,
    MOST_NEIGHBOURS,
    NEUTRAL,
    PRIVATES,
)

TILE_ACTIONS: Final = LOCAL + 1
COPIED_ATTACHED: Final = LOCAL + 4


def side(state: Position, number: i64) -> i64:
    """The place in `names.BUILDINGS` of the side that a building number shows."""
    return number + BUILDINGS * ((state.cells[SIDES] >> number) & 1)


def craftsmen_needed(state: Position, seat: i64, number: i64, site: i64) -> i64:
    """The craftsmen that a building needs on a site, the replaced ones deducted; -1 if it may not
    be built there."""
    cells = state.cells
    craftsmen = state.components.building_craftsmen
    needed: i64 = craftsmen[side(state, number)]
    if cells[BOARD + site] == 0:
        return needed
    if owner_of(state, site) != seat:
        return -1
    needed -= craftsmen[side(state, (cells[BOARD + site] - 1) % BUILDINGS)]
    return needed if needed > 0 else -1


def is_affordable(state: Position, seat: i64, needed: i64, price: i64) -> bool:
    """Whether a player has so many craftsmen and the money for them."""
    own: i64 = block(seat)
    cells = state.cells
    if needed < 0 or needed > cells[own + WORKERS + CRAFTSMAN]:
        return False
    return needed * price <= cells[own + MONEY]


def collect_builds(state: Position, seat: i64, price: i64, out: Actions) -> None:
    """Every building on every site, at so many dollars a craftsman."""
    number: i64 = 0
    while number < BUILDINGS:
        if state.cells[block(seat) + SITES + number] == 0:
            face: i64 = side(state, number)
            site: i64 = FIRST_PRIVATE
            while site < FIRST_PRIVATE + PRIVATES:
                needed: i64 = craftsmen_needed(state, seat, number, site)
                if is_affordable(state, seat, needed, price):
                    out.add(actions.BUILD | (face << 8) | (site << 18))
                site += 1
        number += 1


def can_build(state: Position, seat: i64, price: i64) -> bool:
    """Whether a player can build anything anywhere."""
    number: i64 = 0
    while number < BUILDINGS:
        if state.cells[block(seat) + SITES + number] == 0:
            site: i64 = FIRST_PRIVATE
            while site < FIRST_PRIVATE + PRIVATES:
                needed: i64 = craftsmen_needed(state, seat, number, site)
                if is_affordable(state, seat, needed, price):
                    return True
                site += 1
        number += 1
    return False


def build(state: Position, face: i64, site: i64) -> None:
    """The active player places a building; a replaced one leaves the game.

    Its actions go with it where the player is there, but for the option.
    """
    cells = state.cells
    seat: i64 = cells[ACTIVE]
    own: i64 = block(seat)
    number: i64 = face % BUILDINGS
    price: i64 = pending.top_first(state)
    pending.pop(state)
    needed: i64 = craftsmen_needed(state, seat, number, site)
    cells[own + MONEY] = cells[own + MONEY] - needed * price
    if cells[BOARD + site] > 0:
        cells[own + SITES + (cells[BOARD + site] - 1) % BUILDINGS] = -1
        if cells[own + PLACE] == site and cells[KEEP_ACTIONS] == 0:
            drop_tile_actions(state)
    cells[BOARD + site] = 1 + BUILDINGS * seat + number
    cells[own + SITES + number] = 1 + site


def built(state: Position, seat: i64) -> i64:
    """How many buildings a player has on the trail."""
    at: i64 = block(seat) + SITES
    total: i64 = 0
    number: i64 = 0
    while number < BUILDINGS:
        if state.cells[at + number] > 0:
            total += 1
        number += 1
    return total


def forest_buildings(state: Position, seat: i64) -> i64:
    """How many of a player's buildings touch a forest."""
    at: i64 = block(seat) + SITES
    total: i64 = 0
    number: i64 = 0
    while number < BUILDINGS:
        site: i64 = state.cells[at + number] - 1
        if site >= 0:
            total += state.components.trail.forest[site]
        number += 1
    return total


def drop_tile_actions(state: Position) -> None:
    """The tile's actions are no longer to be had on this visit; an attached one is."""
    at: i64 = TILE_ACTIONS
    while at < LOCAL + LOCALS:
        state.cells[at] = 0
        at += 1
    state.cells[COPY_AT] = 0


def leave(state: Position) -> None:
    """This visit is over: its actions are lost."""
    state.cells[LOCAL] = 0
    state.cells[ACTED] = 0
    drop_tile_actions(state)


def show_tile(state: Position, space: i64) -> None:
    """The actions of the building there can be used."""
    face: i64 = face_on(state, space)
    actions_of = state.components.face_actions
    slot: i64 = 0
    while slot < SLOTS:
        action: i64 = actions_of[SLOTS * face + slot]
        state.cells[TILE_ACTIONS + slot] = action
        if action == state.components.copy_action:
            state.cells[COPY_AT] = 1 + space
        slot += 1


def arrive(state: Position, space: i64) -> None:
    """The active player's phase B begins on a space other than Kansas City."""
    cells = state.cells
    leave(state)
    pending.push(state, pending.LOCAL)
    if state.components.trail.kind[space] == NEUTRAL:
        show_tile(state, space)
    elif owner_of(state, space) == cells[ACTIVE]:
        show_tile(state, space)
        cells[LOCAL] = state.components.trail.attached[space] + 1


def can_copy(state: Position, space: i64) -> bool:
    """Whether the building on a neighbouring space can be copied: once a turn each."""
    if space < 0 or face_on(state, space) < 0:
        return False
    return state.cells[COPIED] & state.components.trail.bit[space] == 0


def collect_copies(state: Position, out: Actions) -> None:
    """The neighbours of the 8b that is used."""
    at: i64 = MOST_NEIGHBOURS * (state.cells[COPY_AT] - 1)
    index: i64 = 0
    while index < MOST_NEIGHBOURS:
        space: i64 = state.components.trail.neighbours[at + index]
        if can_copy(state, space):
            out.add(actions.COPY | (space << 8))
        index += 1


def copy(state: Position, space: i64) -> None:
    """The actions of the building on `space` take the place of 8b's."""
    cells = state.cells
    bit = state.components.trail.bit
    cells[COPIED] = cells[COPIED] | bit[space] | bit[cells[COPY_AT] - 1]
    drop_tile_actions(state)
    show_tile(state, space)
    if cells[COPY_ATTACHED] == 1:
        cells[COPIED_ATTACHED] = state.components.trail.attached[space] + 1


def take_slot(state: Position, effect: i64) -> None:
    """A local action of this visit is used: it cannot be used again."""
    at: i64 = LOCAL
    while at < LOCAL + LOCALS:
        action: i64 = state.cells[at]
        if action % CHOICE == effect + 1 or action // CHOICE == effect + 1:
            state.cells[at] = 0
            break
        at += 1
    state.cells[ACTED] = 1
