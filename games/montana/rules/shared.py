"""Procedures that several actions use: gaining in a shortage, the worker limit, cattle trades.

`docs/rules/montana.md` section 3.6.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.montana import actions, state
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.state import Position
from railhead.games.vectors import vec

COLOUR_COUNT: Final[i64] = 4
GOOD_COUNT: Final[i64] = 6


def pieces_as_bytes(cells: vec[i64], at: i64, count: i64) -> i64:
    """`count` (at most 6) numbers below 128 from cell `at`, one byte each."""
    word: i64 = 0
    index: i64 = count
    while index > 0:
        index -= 1
        word = (word << 8) | cells[at + index]
    return word


def packed_goods(cells: vec[i64], seat: i64) -> i64:
    """A player's goods, one byte each, with the high bits set."""
    return pieces_as_bytes(cells, state.block(seat), GOOD_COUNT) | BYTE_HIGHS


def owned_anywhere(position: Position, kind: i64) -> bool:
    """Whether the supply or any player's board holds a piece of this kind."""
    cells = position.cells
    if cells[state.SUPPLY + kind] > 0:
        return True
    return any(cells[state.block(seat) + kind] > 0 for seat in range(cells[SEATS]))


def shortage(position: Position, kind: i64, wanted: i64) -> None:
    """Every owner returns one piece of a kind, again and again, until the supply has `wanted`
    or nobody owns any."""
    cells = position.cells
    returned: i64 = 1
    while cells[state.SUPPLY + kind] < wanted and returned > 0:
        returned = 0
        for seat in range(cells[SEATS]):
            at: i64 = state.block(seat) + kind
            if cells[at] > 0:
                cells[at] -= 1
                returned += 1
        cells[state.SUPPLY + kind] += returned


def gain(position: Position, seat: i64, kind: i64, wanted: i64) -> None:
    """The player takes `wanted` goods or workers of a kind, by the shortage rule."""
    cells = position.cells
    source: i64 = state.SUPPLY + kind
    if cells[source] < wanted:
        shortage(position, kind, wanted)
    taken: i64 = wanted if cells[source] >= wanted else cells[source]
    cells[source] -= taken
    at: i64 = state.block(seat) + kind
    cells[at] += taken


def give_back(position: Position, seat: i64, kind: i64, number: i64) -> None:
    """The player returns pieces of a kind to the supply."""
    cells = position.cells
    at: i64 = state.block(seat) + kind
    cells[at] -= number
    cells[state.SUPPLY + kind] += number


def gain_cattle(position: Position, seat: i64, wanted: i64) -> None:
    """The player takes cattle as far as there are any: no shortage rule."""
    cells = position.cells
    taken: i64 = (
        wanted
        if cells[state.SUPPLY + state.CATTLE] >= wanted
        else cells[state.SUPPLY + state.CATTLE]
    )
    give_back(position, seat, state.CATTLE, -taken)


def gain_set(position: Position, seat: i64, kind: i64, chosen: i64) -> None:
    """The player takes a multiset of colours: one gain a colour, of pieces from `kind` on."""
    counts = position.components.set_counts
    for colour in range(COLOUR_COUNT):
        number: i64 = counts[COLOUR_COUNT * chosen + colour]
        if number > 0:
            gain(position, seat, kind + colour, number)


def worker_count(cells: vec[i64], seat: i64) -> i64:
    """How many workers lie on a player's board."""
    at: i64 = state.block(seat) + state.WORKERS
    return cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3]


def keep_limit(position: Position, then: i64) -> None:
    """Phase `then` comes next for the active player, after the return of any surplus workers."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    if worker_count(cells, active) > position.components.worker_limit:
        cells[state.RESUME] = then
        cells[state.FLOOR] = 0
        position.enter(state.RETURN_WORKERS, active)
    else:
        position.enter(then, active)


def collect_returns(position: Position, seat: i64, out: Actions) -> None:
    """The colours to return: in ascending order, and leaving enough for what is still due."""
    cells = position.cells
    at: i64 = state.block(seat) + state.WORKERS
    due: i64 = worker_count(cells, seat) - position.components.worker_limit
    left: i64 = 0
    # In ascending order alone: the same workers in another order would be the same return once
    # more.
    colour: i64 = cells[state.FLOOR]
    while colour < COLOUR_COUNT:
        left += cells[at + colour]
        colour += 1
    colour = cells[state.FLOOR]
    while colour < COLOUR_COUNT and left >= due:
        if cells[at + colour] > 0:
            out.add(actions.DISCARD, colour)
        left -= cells[at + colour]
        colour += 1


def return_worker(position: Position, colour: i64) -> None:
    """The active player returns one worker, and goes on once the limit is kept."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    give_back(position, active, state.WORKERS + colour, 1)
    cells[state.FLOOR] = colour
    if worker_count(cells, active) <= position.components.worker_limit:
        position.enter(cells[state.RESUME], active)


def may_trade(position: Position, seat: i64) -> bool:
    """Whether a player may trade cattle now: in the own turn, with cattle to give."""
    cells = position.cells
    if seat != cells[state.ACTIVE] or cells[state.block(seat) + state.CATTLE] == 0:
        return False
    return cells[state.AUCTION] == 0 or cells[state.AUCTION_TRADES] == 1


def collect_trades(position: Position, seat: i64, out: Actions) -> None:
    """What a cattle buys now: only what there is."""
    if not may_trade(position, seat):
        return
    for kind in range(COLOUR_COUNT):
        if owned_anywhere(position, kind):
            out.add(actions.TRADE, kind)
    out.add(actions.TRADE, actions.TRADE_COINS)
    for kind in range(COLOUR_COUNT):
        if owned_anywhere(position, state.WORKERS + kind):
            out.add(actions.TRADE, actions.TRADE_WORKER + kind)


def trade(position: Position, bought: i64) -> None:
    """The active player gives one cattle; the decision that was open stays open.

    Where workers are being returned, one more may be due then, and they go from the first colour on
    again.
    """
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    give_back(position, active, state.CATTLE, 1)
    if bought == actions.TRADE_COINS:
        at: i64 = state.block(active) + state.COINS
        cells[at] += position.components.trade_coins
    elif bought < actions.TRADE_COINS:
        gain(position, active, bought, position.components.trade_goods)
    else:
        gain(
            position,
            active,
            state.WORKERS + bought - actions.TRADE_WORKER,
            position.components.trade_workers,
        )
        phase: i64 = cells[state.PHASE]
        keep_limit(position, cells[state.RESUME] if phase == state.RETURN_WORKERS else phase)
