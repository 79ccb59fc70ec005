"""Procedures that several actions use: gaining in a shortage, the worker limit, cattle trades.

`docs/rules/montana.md` section 3.6.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.montana.actions import DISCARD, TRADE, TRADE_COINS, TRADE_WORKER
from games.montana.components import BYTE_HIGHS
from games.montana.state import (
    ACTIVE,
    AUCTION,
    AUCTION_TRADES,
    CATTLE,
    COINS,
    FLOOR,
    PHASE,
    PUMPKIN,
    RESUME,
    RETURN_WORKERS,
    SUPPLY,
    WORKERS,
    Position,
    block,
)
from games.vectors import vec

COLOUR_COUNT: Final = 4
GOOD_COUNT: Final = 6


def pieces_as_bytes(cells: vec[i64], at: i64, count: i64) -> i64:
    """`count` (at most 6) numbers below 128 from cell `at`, one byte each."""
    packed: i64 = 0
    index: i64 = count
    while index > 0:
        index -= 1
        packed = (packed << 8) | cells[at + index]
    return packed


def packed_goods(cells: vec[i64], seat: i64) -> i64:
    """A player's goods, one byte each, with the high bits set."""
    return pieces_as_bytes(cells, block(seat), GOOD_COUNT) | BYTE_HIGHS


def owned_anywhere(state: Position, kind: i64) -> bool:
    """Whether the supply or any player's board holds a piece of this kind."""
    cells = state.cells
    if cells[SUPPLY + kind] > 0:
        return True
    seat: i64 = 0
    while seat < cells[SEATS]:
        if cells[block(seat) + kind] > 0:
            return True
        seat += 1
    return False


def shortage(state: Position, kind: i64, wanted: i64) -> None:
    """Every owner returns one piece of a kind, again and again, until the supply has `wanted`
    or nobody owns any."""
    cells = state.cells
    returned: i64 = 1
    while cells[SUPPLY + kind] < wanted and returned > 0:
        returned = 0
        seat: i64 = 0
        while seat < cells[SEATS]:
            at: i64 = block(seat) + kind
            if cells[at] > 0:
                cells[at] = cells[at] - 1
                returned += 1
            seat += 1
        cells[SUPPLY + kind] = cells[SUPPLY + kind] + returned


def gain(state: Position, seat: i64, kind: i64, wanted: i64) -> None:
    """The player takes `wanted` goods or workers of a kind, by the shortage rule."""
    cells = state.cells
    source: i64 = SUPPLY + kind
    if cells[source] < wanted:
        shortage(state, kind, wanted)
    taken: i64 = wanted if cells[source] >= wanted else cells[source]
    cells[source] = cells[source] - taken
    at: i64 = block(seat) + kind
    cells[at] = cells[at] + taken


def give_back(state: Position, seat: i64, kind: i64, number: i64) -> None:
    """The player returns pieces of a kind to the supply."""
    cells = state.cells
    at: i64 = block(seat) + kind
    cells[at] = cells[at] - number
    cells[SUPPLY + kind] = cells[SUPPLY + kind] + number


def gain_cattle(state: Position, seat: i64, wanted: i64) -> None:
    """The player takes cattle as far as there are any: no shortage rule."""
    cells = state.cells
    taken: i64 = wanted if cells[SUPPLY + CATTLE] >= wanted else cells[SUPPLY + CATTLE]
    give_back(state, seat, CATTLE, -taken)


def gain_set(state: Position, seat: i64, kind: i64, chosen: i64) -> None:
    """The player takes a multiset of colours: one gain a colour, of pieces from `kind` on."""
    counts = state.components.set_counts
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        number: i64 = counts[COLOUR_COUNT * chosen + colour]
        if number > 0:
            gain(state, seat, kind + colour, number)
        colour += 1


def worker_count(cells: vec[i64], seat: i64) -> i64:
    """How many workers lie on a player's board."""
    at: i64 = block(seat) + WORKERS
    return cells[at] + cells[at + 1] + cells[at + 2] + cells[at + 3]


def keep_limit(state: Position, then: i64) -> None:
    """Phase `then` comes next for the active player, after the return of any surplus workers."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    if worker_count(cells, active) > state.components.worker_limit:
        cells[RESUME] = then
        cells[FLOOR] = 0
        state.enter(RETURN_WORKERS, active)
    else:
        state.enter(then, active)


def collect_returns(state: Position, seat: i64, out: Actions) -> None:
    """The colours to return: in ascending order, and leaving enough for what is still due."""
    cells = state.cells
    at: i64 = block(seat) + WORKERS
    due: i64 = worker_count(cells, seat) - state.components.worker_limit
    left: i64 = 0
    colour: i64 = cells[FLOOR]
    while colour < COLOUR_COUNT:
        left += cells[at + colour]
        colour += 1
    colour = cells[FLOOR]
    while colour < COLOUR_COUNT and left >= due:
        if cells[at + colour] > 0:
            out.add(DISCARD | (colour << 8))
        left -= cells[at + colour]
        colour += 1


def return_worker(state: Position, colour: i64) -> None:
    """The active player returns one worker, and goes on once the limit is kept."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    give_back(state, active, WORKERS + colour, 1)
    cells[FLOOR] = colour
    if worker_count(cells, active) <= state.components.worker_limit:
        state.enter(cells[RESUME], active)


def may_trade(state: Position, seat: i64) -> bool:
    """Whether a player may trade cattle now: in the own turn, with cattle to give."""
    cells = state.cells
    if seat != cells[ACTIVE] or cells[block(seat) + CATTLE] == 0:
        return False
    return cells[AUCTION] == 0 or cells[AUCTION_TRADES] == 1


def collect_trades(state: Position, seat: i64, out: Actions) -> None:
    """What a cattle buys now: only what there is, and in an auction no pumpkin by a shortage."""
    if not may_trade(state, seat):
        return
    cells = state.cells
    kind: i64 = 0
    while kind < COLOUR_COUNT:
        fixed: bool = kind == PUMPKIN and cells[AUCTION] == 1
        if fixed:
            if cells[SUPPLY + kind] >= state.components.trade_goods:
                out.add(TRADE | (kind << 8))
        elif owned_anywhere(state, kind):
            out.add(TRADE | (kind << 8))
        kind += 1
    out.add(TRADE | (TRADE_COINS << 8))
    kind = 0
    while kind < COLOUR_COUNT:
        if owned_anywhere(state, WORKERS + kind):
            out.add(TRADE | ((TRADE_WORKER + kind) << 8))
        kind += 1


def trade(state: Position, bought: i64) -> None:
    """The active player gives one cattle; the decision that was open stays open."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    give_back(state, active, CATTLE, 1)
    if bought == TRADE_COINS:
        at: i64 = block(active) + COINS
        cells[at] = cells[at] + state.components.trade_coins
    elif bought < TRADE_COINS:
        gain(state, active, bought, state.components.trade_goods)
    else:
        gain(state, active, WORKERS + bought - TRADE_WORKER, state.components.trade_workers)
        keep_limit(state, cells[PHASE])
