"""The action Work in town: the auction of the city's rows, its payments and rewards.

`docs/rules/montana.md` section 3.5.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import ACTOR, SEATS, Actions
from railhead.games.montana import actions, state
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.rules.shared import (
    gain,
    gain_cattle,
    gain_set,
    give_back,
    may_trade,
    owned_anywhere,
)
from railhead.games.montana.state import Position
from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND

NOBODY: Final = -1


def can_open(position: Position, seat: i64) -> bool:
    """Whether the player can pay the cheapest column once the free pumpkin is taken."""
    cells = position.cells
    free: i64 = position.components.free_pumpkins
    own: i64 = cells[state.block(seat) + state.PUMPKIN]
    cheapest: i64 = position.components.prices[0]
    if cells[state.SUPPLY + state.PUMPKIN] >= free:
        return own + free >= cheapest
    if own + free < cheapest or not owned_anywhere(position, state.PUMPKIN):
        return own >= cheapest
    tried = position.clone()
    assert isinstance(tried, Position)
    gain(tried, seat, state.PUMPKIN, free)
    return tried.cells[state.block(seat) + state.PUMPKIN] >= cheapest


def standing(position: Position, row: i64) -> i64:
    """The seat whose contractor stands in a row, or `NOBODY`."""
    cells = position.cells
    for seat in range(cells[SEATS]):
        at: i64 = cells[state.block(seat) + state.CONTRACTOR]
        if at > state.WAITING and (at - 1) // actions.MOST_COLUMNS == row:
            return seat
    return NOBODY


def first_column(position: Position, row: i64) -> i64:
    """The first column a new contractor may take in a row."""
    seat: i64 = standing(position, row)
    if seat == NOBODY:
        return 0
    return (position.cells[state.block(seat) + state.CONTRACTOR] - 1) % actions.MOST_COLUMNS + 1


def collect_bids(position: Position, seat: i64, out: Actions) -> None:
    """Every space the player can pay for, to the right of who stands there; then passing."""
    cells = position.cells
    components = position.components
    pumpkins: i64 = cells[state.block(seat) + state.PUMPKIN]
    for row in range(components.rows):
        column: i64 = first_column(position, row)
        while column < components.columns and components.prices[column] <= pumpkins:
            out.add(actions.BID, row, column)
            column += 1
    if cells[state.AUCTION] == 1:
        out.add(actions.PASS)


def open_auction(position: Position) -> None:
    """The free pumpkin, then the active player's first bid."""
    cells = position.cells
    active: i64 = cells[state.ACTIVE]
    gain(position, active, state.PUMPKIN, position.components.free_pumpkins)
    cells[state.ASKED] = 1
    position.enter(state.BIDDING, active)


def place_bid(position: Position, seat: i64, row: i64, column: i64) -> None:
    """A contractor to a space; who stood in that row acts at once, else the next player."""
    cells = position.cells
    outbid: i64 = standing(position, row)
    cells[state.AUCTION] = 1
    cells[state.block(seat) + state.CONTRACTOR] = 1 + row * actions.MOST_COLUMNS + column
    if outbid == NOBODY:
        ask_next(position)
    else:
        cells[state.block(outbid) + state.CONTRACTOR] = state.WAITING
        position.enter(state.BIDDING, outbid)


def ask_next(position: Position) -> None:
    """The next player clockwise who has not acted yet; after the last one the payments."""
    cells = position.cells
    asked: i64 = cells[state.ASKED]
    if asked < cells[SEATS]:
        cells[state.ASKED] = asked + 1
        position.enter(state.BIDDING, (cells[state.ACTIVE] + asked) % cells[SEATS])
    else:
        cells[state.ASKED] = 0
        pay_next(position)


def price_of(position: Position, seat: i64) -> i64:
    """The pumpkins that the space of a player's contractor costs."""
    at: i64 = position.cells[state.block(seat) + state.CONTRACTOR]
    return position.components.prices[(at - 1) % actions.MOST_COLUMNS]


def pay_next(position: Position) -> None:
    """The next winner clockwise from the active player pays; without one the city is done.

    Who cannot pay any more, since a shortage took pumpkins after the bid, is no winner.
    """
    cells = position.cells
    winner: i64 = NOBODY
    later: i64 = 0
    for turn in range(cells[state.ASKED], cells[SEATS]):
        seat: i64 = (cells[state.ACTIVE] + turn) % cells[SEATS]
        own: i64 = state.block(seat)
        if cells[own + state.CONTRACTOR] > state.WAITING:
            if winner != NOBODY:
                later += 1
            elif cells[own + state.PUMPKIN] >= price_of(position, seat):
                winner = seat
                cells[state.ASKED] = turn + 1
            else:
                cells[own + state.CONTRACTOR] = state.WAITING
    if later == 0:
        cells[state.AUCTION] = 0
    if winner == NOBODY:
        close(position)
    else:
        give_back(position, winner, state.PUMPKIN, price_of(position, winner))
        position.enter(state.REWARD, winner)


def close(position: Position) -> None:
    """All contractors return to the hardware store."""
    cells = position.cells
    for seat in range(cells[SEATS]):
        cells[state.block(seat) + state.CONTRACTOR] = state.WAITING
    position.enter(state.END_TRADE, cells[state.ACTIVE])


def won_row(position: Position, seat: i64) -> i64:
    """The row in which a player's contractor stands."""
    return (position.cells[state.block(seat) + state.CONTRACTOR] - 1) // actions.MOST_COLUMNS


def must_declare(position: Position, seat: i64) -> bool:
    """Whether there is anything to decide about a reward."""
    cells = position.cells
    row: i64 = won_row(position, seat)
    if position.components.row_goods[row] > 0 or may_trade(position, seat):
        return True
    at: i64 = state.block(seat)
    return (
        position.components.row_upgrades[row] > 0
        and cells[at + state.COPPER] + cells[at + state.STONE] > 0
    )


def collect_reward(position: Position, seat: i64, out: Actions) -> None:
    """Every declaration: a multiset of the goods of the row, or numbers of upgrades."""
    cells = position.cells
    components = position.components
    row: i64 = won_row(position, seat)
    goods: i64 = components.row_goods[row]
    if goods > 0:
        choice: i64 = components.row_choice[row] | BYTE_HIGHS
        chosen: i64 = 0
        while chosen < actions.SETS_END and components.set_size[chosen] <= goods:
            if ((choice - components.set_bytes[chosen]) & BYTE_HIGHS) == BYTE_HIGHS:
                out.add(actions.COLLECT, chosen)
            chosen += 1
        return
    most: i64 = components.row_upgrades[row]
    copper: i64 = 0
    while copper <= most and copper <= cells[state.block(seat) + state.COPPER]:
        stone: i64 = 0
        while copper + stone <= most and stone <= cells[state.block(seat) + state.STONE]:
            out.add(actions.UPGRADE, copper, stone)
            stone += 1
        copper += 1


def upgrade(position: Position, seat: i64, small: i64, number: i64) -> None:
    """Swap small goods for large ones of the same material, by the shortage rule."""
    give_back(position, seat, small, number)
    gain(position, seat, small + state.LARGE, number)


def reward(position: Position, seat: i64, chosen: i64, copper: i64, stone: i64) -> None:
    """Carry out a declared reward; the next winner pays."""
    cells = position.cells
    components = position.components
    row: i64 = won_row(position, seat)
    gain_cattle(position, seat, components.row_cattle[row])
    at: i64 = state.block(seat) + state.COINS
    cells[at] += components.row_coins[row]
    gain_set(position, seat, state.GRAIN, chosen)
    upgrade(position, seat, state.COPPER, copper)
    upgrade(position, seat, state.STONE, stone)
    cells[state.block(seat) + state.CONTRACTOR] = state.WAITING
    pay_next(position)


def play(position: Position, code: i64, action: i64) -> None:
    """Carry out `city`, `bid`, `pass`, `collect` or `upgrade`."""
    cells = position.cells
    seat: i64 = cells[ACTOR]
    first: i64 = (action >> FIRST) & PARAMETER_MASK
    second: i64 = (action >> SECOND) & PARAMETER_MASK
    if code == actions.CITY:
        open_auction(position)
    elif code == actions.BID:
        place_bid(position, seat, first, second)
    elif code == actions.PASS:
        cells[state.block(seat) + state.CONTRACTOR] = state.PASSED
        ask_next(position)
    elif code == actions.COLLECT:
        reward(position, seat, first, 0, 0)
    else:
        reward(position, seat, 0, first, second)
