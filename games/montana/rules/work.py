"""The action Work at the bank and in the production areas.

`docs/rules/montana.md` section 3.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.montana import actions, state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.components import AREA_PAYMENTS, BYTE_HIGHS, OTHER_PAYMENTS
from railhead.games.montana.rules.shared import COLOUR_COUNT, gain, pieces_as_bytes
from railhead.games.montana.state import Position
from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND, THIRD


def collect(position: Position, seat: i64, out: Actions) -> None:
    """Every free space of the bank and the areas, with every way to place workers there."""
    have: i64 = (
        pieces_as_bytes(position.cells, state.block(seat) + state.WORKERS, COLOUR_COUNT)
        | BYTE_HIGHS
    )
    if have != BYTE_HIGHS:
        collect_bank(position, have, out)
        for area in range(COLOUR_COUNT):
            collect_area(position, seat, area, have, out)


def bank_twin(position: Position, space: i64) -> bool:
    """Whether an earlier free space of the bank is the same as this one."""
    components = position.components
    for earlier in range(space):
        if (
            position.cells[state.BANK_AT + earlier] == 0
            and components.bank_workers[earlier] == components.bank_workers[space]
            and components.bank_coins[earlier] == components.bank_coins[space]
        ):
            return True
    return False


def first_set(size: i64) -> i64:
    """The first multiset of a size from 1 to 4."""
    if size == 1:
        return actions.SINGLES
    if size == 2:
        return actions.PAIRS
    return actions.TRIPLES if size == 3 else actions.SETS_END


def collect_bank(position: Position, have: i64, out: Actions) -> None:
    """The free spaces of the bank with exactly their number of workers."""
    components = position.components
    needed = components.set_bytes
    for space in range(components.bank_spaces):
        if position.cells[state.BANK_AT + space] == 0 and not bank_twin(position, space):
            workers: i64 = first_set(components.bank_workers[space])
            end: i64 = first_set(components.bank_workers[space] + 1)
            while workers < end:
                if ((have - needed[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
                    out.add(actions.BANK, space, workers - actions.SINGLES)
                workers += 1


def payment_ways(position: Position) -> i64:
    """How many of an area's payments are open, by the reading in use of "two workers"."""
    return OTHER_PAYMENTS if position.cells[state.OTHER_COLOURS] == 1 else AREA_PAYMENTS


def collect_area(position: Position, seat: i64, area: i64, have: i64, out: Actions) -> None:
    """The free large spaces of an area that the player can pay."""
    cells = position.cells
    components = position.components
    coins: i64 = cells[state.block(seat) + state.COINS]
    index: i64 = area * AREA_SPACES
    first: i64 = area * AREA_PAYMENTS
    end: i64 = first + payment_ways(position)
    for space in range(AREA_SPACES):
        if cells[state.LARGE_AT + index] == 0 and components.area_cost[index] <= coins:
            for payment in range(first, end):
                workers: i64 = components.area_payments[payment]
                if ((have - components.set_bytes[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
                    out.add(actions.WORK, area, space, workers - actions.SINGLES)
        index += 1


def collect_helpers(position: Position, seat: i64, out: Actions) -> None:
    """Nobody, or every way to place workers on the small space."""
    out.add(actions.HELPERS)
    components = position.components
    have: i64 = (
        pieces_as_bytes(position.cells, state.block(seat) + state.WORKERS, COLOUR_COUNT)
        | BYTE_HIGHS
    )
    first: i64 = (position.cells[state.SPACE] // AREA_SPACES) * AREA_PAYMENTS
    for payment in range(first, first + payment_ways(position)):
        workers: i64 = components.area_payments[payment]
        if ((have - components.set_bytes[workers]) & BYTE_HIGHS) == BYTE_HIGHS:
            out.add(actions.HELPERS, workers)


def can_help(position: Position, seat: i64) -> bool:
    """Whether the player has workers for the small space: one of its colour, or any two."""
    cells = position.cells
    at: i64 = state.block(seat) + state.WORKERS
    if cells[at + cells[state.SPACE] // AREA_SPACES] > 0:
        return True
    return cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3] >= 2


def place(position: Position, at: i64, workers: i64) -> None:
    """Move workers from the active player's board to a space of the worker board."""
    cells = position.cells
    counts = position.components.set_counts
    cells[at] = workers
    source: i64 = state.block(cells[state.ACTIVE]) + state.WORKERS
    for colour in range(COLOUR_COUNT):
        cells[source + colour] -= counts[COLOUR_COUNT * workers + colour]


def play_bank(position: Position, space: i64, workers: i64) -> None:
    """Workers to the bank, coins to the player."""
    cells = position.cells
    place(position, state.BANK_AT + space, workers)
    at: i64 = state.block(cells[state.ACTIVE]) + state.COINS
    cells[at] += position.components.bank_coins[space]
    position.enter(state.END_TRADE, cells[state.ACTIVE])


def play_area(position: Position, area: i64, space: i64, workers: i64) -> None:
    """Workers to a large space, its coins paid, its goods gained; the small space is next."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    index: i64 = area * AREA_SPACES + space
    place(position, state.LARGE_AT + index, workers)
    at: i64 = state.block(active) + state.COINS
    cells[at] -= position.components.area_cost[index]
    gain(position, active, area, position.components.area_goods[index])
    cells[state.SPACE] = index
    position.enter(state.SMALL_SPACE, active)


def play_helpers(position: Position, workers: i64) -> None:
    """Workers, or none, to the small space beside the large one just taken."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    index: i64 = cells[state.SPACE]
    if workers > 0:
        place(position, state.SMALL_AT + index, workers)
        gain(position, active, index // AREA_SPACES, position.components.area_extra[index])
    position.enter(state.END_TRADE, active)


def play(position: Position, code: i64, action: i64) -> None:
    """Carry out `bank`, `work` or `helpers`."""
    first: i64 = (action >> FIRST) & PARAMETER_MASK
    if code == actions.BANK:
        play_bank(position, first, ((action >> SECOND) & PARAMETER_MASK) + actions.SINGLES)
    elif code == actions.WORK:
        play_area(
            position,
            first,
            ((action >> SECOND) & PARAMETER_MASK),
            ((action >> THIRD) & PARAMETER_MASK) + actions.SINGLES,
        )
    else:
        play_helpers(position, first)


def free_spaces(position: Position, at: i64, count: i64) -> None:
    """Return the workers on `count` spaces from cell `at` on to the supply."""
    cells = position.cells
    counts = position.components.set_counts
    for space in range(at, at + count):
        for colour in range(COLOUR_COUNT):
            kind: i64 = state.SUPPLY + state.WORKERS + colour
            cells[kind] += counts[COLOUR_COUNT * cells[space] + colour]
        cells[space] = 0


def all_taken(position: Position, at: i64, count: i64) -> bool:
    """Whether workers lie on each of `count` spaces from cell `at` on."""
    return all(position.cells[space] != 0 for space in range(at, at + count))


def clear_full(position: Position) -> None:
    """Empty the bank if all its spaces are taken, and each area whose large spaces all are."""
    bank: i64 = position.components.bank_spaces
    if all_taken(position, state.BANK_AT, bank):
        free_spaces(position, state.BANK_AT, bank)
    index: i64 = 0
    while index < COLOUR_COUNT * AREA_SPACES:
        if all_taken(position, state.LARGE_AT + index, AREA_SPACES):
            free_spaces(position, state.LARGE_AT + index, AREA_SPACES)
            free_spaces(position, state.SMALL_AT + index, AREA_SPACES)
        index += AREA_SPACES
