"""The action Work in town: the auction of the city's rows, its payments and rewards.

`docs/rules/montana.md` section 3.5.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import ACTOR, SEATS, Actions
from games.montana.actions import BID, CITY, COLLECT, MOST_COLUMNS, PASS, SETS_END, UPGRADE
from games.montana.components import BYTE_HIGHS
from games.montana.rules.shared import (
    gain,
    gain_cattle,
    gain_set,
    give_back,
    may_trade,
    owned_anywhere,
)
from games.montana.state import (
    ACTIVE,
    ASKED,
    AUCTION,
    BIDDING,
    COINS,
    CONTRACTOR,
    COPPER,
    END_TRADE,
    GRAIN,
    LARGE,
    PASSED,
    PUMPKIN,
    REWARD,
    STONE,
    SUPPLY,
    WAITING,
    Position,
    block,
)

NOBODY: Final = -1


def can_open(state: Position, seat: i64) -> bool:
    """Whether the player can pay the cheapest column once the free pumpkin is taken."""
    cells = state.cells
    free: i64 = state.components.free_pumpkins
    own: i64 = cells[block(seat) + PUMPKIN]
    cheapest: i64 = state.components.prices[0]
    if cells[SUPPLY + PUMPKIN] >= free:
        return own + free >= cheapest
    if own + free < cheapest or not owned_anywhere(state, PUMPKIN):
        return own >= cheapest
    tried = state.clone()
    assert isinstance(tried, Position)
    gain(tried, seat, PUMPKIN, free)
    return tried.cells[block(seat) + PUMPKIN] >= cheapest


def standing(state: Position, row: i64) -> i64:
    """The seat whose contractor stands in a row, or `NOBODY`."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS]:
        at: i64 = cells[block(seat) + CONTRACTOR]
        if at > WAITING and (at - 1) // MOST_COLUMNS == row:
            return seat
        seat += 1
    return NOBODY


def first_column(state: Position, row: i64) -> i64:
    """The first column a new contractor may take in a row."""
    seat: i64 = standing(state, row)
    if seat == NOBODY:
        return 0
    return (state.cells[block(seat) + CONTRACTOR] - 1) % MOST_COLUMNS + 1


def collect_bids(state: Position, seat: i64, out: Actions) -> None:
    """Every space the player can pay for, to the right of who stands there; then passing."""
    cells = state.cells
    components = state.components
    pumpkins: i64 = cells[block(seat) + PUMPKIN]
    row: i64 = 0
    while row < components.rows:
        column: i64 = first_column(state, row)
        while column < components.columns and components.prices[column] <= pumpkins:
            out.add(BID | (row << 8) | (column << 18))
            column += 1
        row += 1
    if cells[AUCTION] == 1:
        out.add(PASS)


def open_auction(state: Position) -> None:
    """The free pumpkin, then the active player's first bid."""
    cells = state.cells
    active: i64 = cells[ACTIVE]
    gain(state, active, PUMPKIN, state.components.free_pumpkins)
    cells[ASKED] = 1
    state.enter(BIDDING, active)


def place_bid(state: Position, seat: i64, row: i64, column: i64) -> None:
    """A contractor to a space; who stood in that row acts at once, else the next player."""
    cells = state.cells
    outbid: i64 = standing(state, row)
    cells[AUCTION] = 1
    cells[block(seat) + CONTRACTOR] = 1 + row * MOST_COLUMNS + column
    if outbid == NOBODY:
        ask_next(state)
    else:
        cells[block(outbid) + CONTRACTOR] = WAITING
        state.enter(BIDDING, outbid)


def ask_next(state: Position) -> None:
    """The next player clockwise who has not acted yet; after the last one the payments."""
    cells = state.cells
    asked: i64 = cells[ASKED]
    if asked < cells[SEATS]:
        cells[ASKED] = asked + 1
        state.enter(BIDDING, (cells[ACTIVE] + asked) % cells[SEATS])
    else:
        cells[ASKED] = 0
        pay_next(state)


def pay_next(state: Position) -> None:
    """The next winner clockwise from the active player pays; without one the city is done."""
    cells = state.cells
    winner: i64 = NOBODY
    later: i64 = 0
    turn: i64 = cells[ASKED]
    while turn < cells[SEATS]:
        seat: i64 = (cells[ACTIVE] + turn) % cells[SEATS]
        if cells[block(seat) + CONTRACTOR] > WAITING:
            if winner == NOBODY:
                winner = seat
                cells[ASKED] = turn + 1
            else:
                later += 1
        turn += 1
    if later == 0:
        cells[AUCTION] = 0
    if winner == NOBODY:
        close(state)
    else:
        column: i64 = (cells[block(winner) + CONTRACTOR] - 1) % MOST_COLUMNS
        give_back(state, winner, PUMPKIN, state.components.prices[column])
        state.enter(REWARD, winner)


def close(state: Position) -> None:
    """All contractors return to the hardware store."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS]:
        cells[block(seat) + CONTRACTOR] = WAITING
        seat += 1
    state.enter(END_TRADE, cells[ACTIVE])


def won_row(state: Position, seat: i64) -> i64:
    """The row in which a player's contractor stands."""
    return (state.cells[block(seat) + CONTRACTOR] - 1) // MOST_COLUMNS


def must_declare(state: Position, seat: i64) -> bool:
    """Whether there is anything to decide about a reward."""
    cells = state.cells
    row: i64 = won_row(state, seat)
    if state.components.row_goods[row] > 0 or may_trade(state, seat):
        return True
    at: i64 = block(seat)
    return state.components.row_upgrades[row] > 0 and cells[at + COPPER] + cells[at + STONE] > 0


def collect_reward(state: Position, seat: i64, out: Actions) -> None:
    """Every declaration: a multiset of the goods of the row, or numbers of upgrades."""
    cells = state.cells
    components = state.components
    row: i64 = won_row(state, seat)
    goods: i64 = components.row_goods[row]
    if goods > 0:
        choice: i64 = components.row_choice[row] | BYTE_HIGHS
        chosen: i64 = 0
        while chosen < SETS_END and components.set_size[chosen] <= goods:
            if ((choice - components.set_bytes[chosen]) & BYTE_HIGHS) == BYTE_HIGHS:
                out.add(COLLECT | (chosen << 8))
            chosen += 1
        return
    most: i64 = components.row_upgrades[row]
    copper: i64 = 0
    while copper <= most and copper <= cells[block(seat) + COPPER]:
        stone: i64 = 0
        while copper + stone <= most and stone <= cells[block(seat) + STONE]:
            out.add(UPGRADE | (copper << 8) | (stone << 18))
            stone += 1
        copper += 1


def upgrade(state: Position, seat: i64, small: i64, number: i64) -> None:
    """Swap small goods for large ones of the same material, by the shortage rule."""
    give_back(state, seat, small, number)
    gain(state, seat, small + LARGE, number)


def reward(state: Position, seat: i64, chosen: i64, copper: i64, stone: i64) -> None:
    """Carry out a declared reward; the next winner pays."""
    cells = state.cells
    components = state.components
    row: i64 = won_row(state, seat)
    gain_cattle(state, seat, components.row_cattle[row])
    at: i64 = block(seat) + COINS
    cells[at] = cells[at] + components.row_coins[row]
    gain_set(state, seat, GRAIN, chosen)
    upgrade(state, seat, COPPER, copper)
    upgrade(state, seat, STONE, stone)
    cells[block(seat) + CONTRACTOR] = WAITING
    pay_next(state)


def play(state: Position, code: i64, action: i64) -> None:
    """Carry out `city`, `bid`, `pass`, `collect` or `upgrade`."""
    cells = state.cells
    seat: i64 = cells[ACTOR]
    first: i64 = (action >> 8) & 1023
    second: i64 = (action >> 18) & 1023
    if code == CITY:
        open_auction(state)
    elif code == BID:
        place_bid(state, seat, first, second)
    elif code == PASS:
        cells[block(seat) + CONTRACTOR] = PASSED
        ask_next(state)
    elif code == COLLECT:
        reward(state, seat, first, 0, 0)
    else:
        reward(state, seat, 0, first, second)
