"""A match of Steam as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from games.game import ACTOR, Actions
from games.random import Random
from games.steam import census
from games.steam.actions import (
    BID,
    BUILD,
    CAPITAL,
    DECLINE,
    DELIVER,
    DONE,
    GROW,
    IMPROVE,
    PASS,
    SELECT,
    SUPPLY,
    TAKE,
    TAKE_INCOME,
    TAKE_POINTS,
    URBANIZE,
)
from games.steam.refusals import refusal
from games.steam.rules import auctions, goods, growth, lay, scoring, turns
from games.steam.state import (
    ACTIVE,
    BUILDING,
    BUYING,
    CHOOSING,
    IMPROVED,
    LOCOMOTIVE,
    MOVING,
    PHASE,
    SUPPLYING,
    TAKING,
    Position,
    block,
)
from games.steam.wording import details


@final
class Steam(Position):
    """One position."""

    def clone(self) -> Steam:
        """An independent copy."""
        return Steam(self.game, self.cells[:])

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[PHASE]
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == BUILDING:
            turns.collect_building(self, seat, out)
        elif phase == MOVING:
            collect_goods(self, seat, out)
        elif phase == TAKING:
            out.add(TAKE | (TAKE_INCOME << 8))
            out.add(TAKE | (TAKE_POINTS << 8))
        elif phase == SUPPLYING:
            growth.collect_supply(self, out)
        elif phase == CHOOSING:
            turns.collect_tiles(self, seat, out)
        elif phase == BUYING:
            turns.collect_capital(self, seat, out)
        else:
            auctions.collect(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & 255
        first: i64 = (action >> 8) & 1023
        if code == BUILD:
            lay.build(self, seat, action)
            turns.go_on_building(self, seat)
        elif code == DELIVER:
            goods.deliver(self, seat, action)
            ask_taker(self)
        elif code == TAKE:
            goods.take(self, seat, first == TAKE_INCOME)
            ask_taker(self)
        elif code == PASS and self.cells[PHASE] != MOVING:
            turns.pass_bid(self, seat)
        elif code == PASS:
            turns.advance(self)
        elif code == IMPROVE:
            improve(self, seat)
        elif code == DONE:
            turns.finish_building(self, seat)
        elif code == BID:
            auctions.bid(self, seat, first)
        elif code == CAPITAL:
            turns.buy_capital(self, seat, first)
        elif code in (SELECT, DECLINE):
            turns.take_tile(self, seat, first + 1, code == SELECT)
        else:
            grow(self, seat, code, action)

    def sample_chance(self, random: Random) -> None:
        """Nothing is left to chance once the set-up is drawn."""

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """Nothing is left to chance once the set-up is drawn."""
        return []

    def scores(self) -> list[int]:
        """Victory points, income and links, were the match to end now."""
        return scoring.scores(self)

    def ranking(self) -> list[list[int]]:
        """By points, then income, then the action tile; bankrupt players last."""
        return scoring.ranking(self)

    def score_sheet(self) -> dict[str, list[int]]:
        """The parts of the total, and the tie-breaks."""
        return scoring.score_sheet(self)

    def census(self) -> dict[str, int]:
        """Every component, wherever it lies."""
        return census.census(self)

    def label_details(self, seat: i64, action: i64) -> dict[str, Any]:
        """What the label says beyond the parameters."""
        return details(self, int(seat), int(action))

    def explain(self, seat: i64, action: i64) -> str:
        """Why an action is not legal here."""
        return refusal(self, int(seat), int(action))


def collect_goods(state: Steam, seat: i64, out: Actions) -> None:
    """A round of goods: improve the locomotive, deliver, or pass."""
    own: i64 = block(seat)
    level: i64 = state.cells[own + LOCOMOTIVE]
    if state.cells[own + IMPROVED] == 0 and level < state.components.highest_locomotive:
        out.add(IMPROVE)
    goods.collect(state, seat, out)
    out.add(PASS)


def improve(state: Steam, seat: i64) -> None:
    """One level more, once a turn."""
    own: i64 = block(seat)
    state.cells[own + LOCOMOTIVE] += 1
    state.cells[own + IMPROVED] = 1
    turns.advance(state)


def ask_taker(state: Steam) -> None:
    """The next who chooses what the points of a delivery become, or the next turn of goods."""
    seat: i64 = goods.next_taker(state, state.cells[ACTIVE])
    if seat >= 0:
        state.enter(TAKING, seat)
    else:
        state.enter(MOVING, state.cells[ACTIVE])
        turns.advance(state)


def grow(state: Steam, seat: i64, code: i64, action: i64) -> None:
    """Urbanization, City Growth, and the choice of their goods."""
    first: i64 = (action >> 8) & 1023
    if code == URBANIZE:
        growth.place_city(state, seat, first, (action >> 18) & 1023)
    elif code == GROW:
        growth.grow(state, seat, first)
    else:
        growth.supply(state, first)
    if code == SUPPLY or state.cells[PHASE] != SUPPLYING:
        turns.go_on_building(state, seat)
