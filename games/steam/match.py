"""A match of Steam as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.game import ACTOR, Actions
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, SECOND
from railhead.games.steam import actions, state
from railhead.games.steam.rules import auctions, goods, growth, lay, turns
from railhead.games.steam.state import Position


@final
class Steam(Position):
    """One position."""

    def clone(self) -> Steam:
        """An independent copy."""
        return Steam(self.game, self.cells[:])

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[state.PHASE]
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == state.BUILDING:
            turns.collect_building(self, seat, out)
        elif phase == state.MOVING:
            collect_goods(self, seat, out)
        elif phase == state.TAKING:
            out.add(actions.TAKE, actions.TAKE_INCOME)
            out.add(actions.TAKE, actions.TAKE_POINTS)
        elif phase == state.SUPPLYING:
            growth.collect_supply(self, out)
        elif phase == state.CHOOSING:
            turns.collect_tiles(self, seat, out)
        elif phase == state.BUYING:
            turns.collect_capital(self, seat, out)
        else:
            auctions.collect(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & CODE_MASK
        first: i64 = (action >> FIRST) & PARAMETER_MASK
        if code == actions.BUILD:
            lay.build(self, seat, action)
            turns.go_on_building(self, seat)
        elif code == actions.DELIVER:
            goods.deliver(self, seat, action)
            ask_taker(self)
        elif code == actions.TAKE:
            goods.take(self, seat, first == actions.TAKE_INCOME)
            ask_taker(self)
        elif code == actions.PASS and self.cells[state.PHASE] != state.MOVING:
            turns.pass_bid(self, seat)
        elif code == actions.PASS:
            turns.advance(self)
        elif code == actions.IMPROVE:
            improve(self, seat)
        elif code == actions.DONE:
            turns.finish_building(self, seat)
        elif code == actions.BID:
            auctions.bid(self, seat, first)
        elif code == actions.CAPITAL:
            turns.buy_capital(self, seat, first)
        elif code in (actions.SELECT, actions.DECLINE):
            turns.take_tile(self, seat, first + 1, code == actions.SELECT)
        else:
            grow(self, seat, code, action)

    def turn(self) -> i64:
        """By turn of the match, phase, round of goods and seat; in auctions by what was bid."""
        return turns.number(self)


def collect_goods(position: Steam, seat: i64, out: Actions) -> None:
    """A round of goods: improve the locomotive, deliver, or pass."""
    own: i64 = state.block(seat)
    level: i64 = position.cells[own + state.LOCOMOTIVE]
    if position.cells[own + state.IMPROVED] == 0 and level < position.components.highest_locomotive:
        out.add(actions.IMPROVE)
    goods.collect(position, seat, out)
    out.add(actions.PASS)


def improve(position: Steam, seat: i64) -> None:
    """One level more, once a turn."""
    own: i64 = state.block(seat)
    position.cells[own + state.LOCOMOTIVE] += 1
    position.cells[own + state.IMPROVED] = 1
    turns.advance(position)


def ask_taker(position: Steam) -> None:
    """The next who chooses what the points of a delivery become, or the next turn of goods."""
    seat: i64 = goods.next_taker(position, position.cells[state.ACTIVE])
    if seat >= 0:
        position.enter(state.TAKING, seat)
    else:
        position.enter(state.MOVING, position.cells[state.ACTIVE])
        turns.advance(position)


def grow(position: Steam, seat: i64, code: i64, action: i64) -> None:
    """Urbanization, City Growth, and the choice of their goods."""
    first: i64 = (action >> FIRST) & PARAMETER_MASK
    if code == actions.URBANIZE:
        growth.place_city(position, seat, first, ((action >> SECOND) & PARAMETER_MASK))
    elif code == actions.GROW:
        growth.grow(position, seat, first)
    else:
        growth.supply(position, first)
    if code == actions.SUPPLY or position.cells[state.PHASE] != state.SUPPLYING:
        turns.go_on_building(position, seat)
