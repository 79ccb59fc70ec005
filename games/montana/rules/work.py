"""The action Work at the bank and in the production areas.

`docs/rules/montana.md` section 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import Actions
from games.montana.actions import BANK, HELPERS, PAIRS, SETS_END, SINGLES, TRIPLES, WORK
from games.montana.components import AREA_PAYMENTS, AREA_SPACES, BYTE_HIGHS
from games.montana.rules.shared import COLOUR_COUNT, gain, pieces_as_bytes
from games.montana.state import (
    ACTIVE,
    BANK_AT,
    COINS,
    END_TRADE,
    LARGE_AT,
    SMALL_AT,
    SMALL_SPACE,
    SPACE,
    SUPPLY,
    WORKERS,
    Position,
    block,
)


def collect(state: Position, seat: i64, out: Actions) -> None:
    """Every free space of the bank and the areas, with every way to place workers there."""
    have: i64 = pieces_as_bytes(state.cells, block(seat) + WORKERS, COLOUR_COUNT) | BYTE_HIGHS
    if have != BYTE_HIGHS:
        collect_bank(state, have, out)
        area: i64 = 0
        while area < COLOUR_COUNT:
            collect_area(state, seat, area, have, out)
            area += 1


def bank_twin(state: Position, space: i64) -> bool:
    """Whether an earlier free space of the bank is the same as this one."""
    components = state.components
    earlier: i64 = 0
    while earlier < space:
        if (
            state.cells[BANK_AT + earlier] == 0
            and components.bank_workers[earlier] == components.bank_workers[space]
            and components.bank_coins[earlier] == components.bank_coins[space]
        ):
            return True
        earlier += 1
    return False


def first_set(size: i64) -> i64:
    """The first multiset of a size from 1 to 4."""
    if size == 1:
        return SINGLES
    if size == 2:
        return PAIRS
    return TRIPLES if size == 3 else SETS_END


def collect_bank(state: Position, have: i64, out: Actions) -> None:
    """The free spaces of the bank with exactly their number of workers."""
    components = state.components
    needed = components.set_bytes
    space: i64 = 0
    while space < components.bank_spaces:
        if state.cells[BANK_AT + space] == 0 and not bank_twin(state, space):
            workers: i64 = first_set(components.bank_workers[space])
            end: i64 = first_set(components.bank_workers[space] + 1)
            while workers < end:
                if ((have - needed[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
                    out.add(BANK | (space << 8) | ((workers - SINGLES) << 18))
                workers += 1
        space += 1


def collect_area(state: Position, seat: i64, area: i64, have: i64, out: Actions) -> None:
    """The free large spaces of an area that the player can pay."""
    cells = state.cells
    components = state.components
    coins: i64 = cells[block(seat) + COINS]
    index: i64 = area * AREA_SPACES
    space: i64 = 0
    while space < AREA_SPACES:
        if cells[LARGE_AT + index] == 0 and components.area_cost[index] <= coins:
            payment: i64 = area * AREA_PAYMENTS
            end: i64 = payment + AREA_PAYMENTS
            while payment < end:
                workers: i64 = components.area_payments[payment]
                if ((have - components.set_bytes[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
                    out.add(WORK | (area << 8) | (space << 18) | ((workers - SINGLES) << 28))
                payment += 1
        space += 1
        index += 1


def collect_helpers(state: Position, seat: i64, out: Actions) -> None:
    """Nobody, or every way to place workers on the small space."""
    out.add(HELPERS)
    components = state.components
    have: i64 = pieces_as_bytes(state.cells, block(seat) + WORKERS, COLOUR_COUNT) | BYTE_HIGHS
    payment: i64 = (state.cells[SPACE] // AREA_SPACES) * AREA_PAYMENTS
    end: i64 = payment + AREA_PAYMENTS
    while payment < end:
        workers: i64 = components.area_payments[payment]
        if ((have - components.set_bytes[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
            out.add(HELPERS | (workers << 8))
        payment += 1


def can_help(state: Position, seat: i64) -> bool:
    """Whether the player has workers for the small space: one of its colour, or any two."""
    cells = state.cells
    at: i64 = block(seat) + WORKERS
    if cells[at + cells[SPACE] // AREA_SPACES] > 0:
        return True
    return cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3] >= 2


def place(state: Position, at: i64, workers: i64) -> None:
    """Move workers from the active player's board to a space of the worker board."""
    cells = state.cells
    counts = state.components.set_counts
    cells[at] = workers
    source: i64 = block(cells[ACTIVE]) + WORKERS
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        cells[source + colour] = cells[source + colour] - counts[COLOUR_COUNT * workers + colour]
        colour += 1


def play_bank(state: Position, space: i64, workers: i64) -> None:
    """Workers to the bank, coins to the player."""
    cells = state.cells
    place(state, BANK_AT + space, workers)
    at: i64 = block(cells[ACTIVE]) + COINS
    cells[at] = cells[at] + state.components.bank_coins[space]
    state.enter(END_TRADE, cells[ACTIVE])


def play_area(state: Position, area: i64, space: i64, workers: i64) -> None:
    """Workers to a large space, its coins paid, its goods gained; the small space is next."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    index: i64 = area * AREA_SPACES + space
    place(state, LARGE_AT + index, workers)
    at: i64 = block(active) + COINS
    cells[at] = cells[at] - state.components.area_cost[index]
    gain(state, active, area, state.components.area_goods[index])
    cells[SPACE] = index
    state.enter(SMALL_SPACE, active)


def play_helpers(state: Position, workers: i64) -> None:
    """Workers, or none, to the small space beside the large one just taken."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    index: i64 = cells[SPACE]
    if workers > 0:
        place(state, SMALL_AT + index, workers)
        gain(state, active, index // AREA_SPACES, state.components.area_extra[index])
    state.enter(END_TRADE, active)


def play(state: Position, code: i64, action: i64) -> None:
    """Carry out `bank`, `work` or `helpers`."""
    first: i64 = (action >> 8) & 1023
    if code == BANK:
        play_bank(state, first, ((action >> 18) & 1023) + SINGLES)
    elif code == WORK:
        play_area(state, first, (action >> 18) & 1023, ((action >> 28) & 1023) + SINGLES)
    else:
        play_helpers(state, first)


def free_spaces(state: Position, at: i64, count: i64) -> None:
    """Return the workers on `count` spaces from cell `at` on to the supply."""
    cells = state.cells
    counts = state.components.set_counts
    space: i64 = at
    while space < at + count:
        colour: i64 = 0
        while colour < COLOUR_COUNT:
            kind: i64 = SUPPLY + WORKERS + colour
            cells[kind] = cells[kind] + counts[COLOUR_COUNT * cells[space] + colour]
            colour += 1
        cells[space] = 0
        space += 1


def all_taken(state: Position, at: i64, count: i64) -> bool:
    """Whether workers lie on each of `count` spaces from cell `at` on."""
    space: i64 = at
    while space < at + count:
        if state.cells[space] == 0:
            return False
        space += 1
    return True


def clear_full(state: Position) -> None:
    """Empty the bank if all its spaces are taken, and each area whose large spaces all are."""
    bank: i64 = state.components.bank_spaces
    if all_taken(state, BANK_AT, bank):
        free_spaces(state, BANK_AT, bank)
    index: i64 = 0
    while index < COLOUR_COUNT * AREA_SPACES:
        if all_taken(state, LARGE_AT + index, AREA_SPACES):
            free_spaces(state, LARGE_AT + index, AREA_SPACES)
            free_spaces(state, SMALL_AT + index, AREA_SPACES)
        index += AREA_SPACES
