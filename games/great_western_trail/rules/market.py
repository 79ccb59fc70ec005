"""The cattle market.

`docs/rules/great_western_trail.md` section 5.3.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CATTLE
from games.great_western_trail.rules.workers import COWBOY
from games.great_western_trail.state import (
    ACTIVE,
    COWBOYS,
    COWBOYS_EACH_TURN,
    DISCARDS,
    MARKET,
    MARKET_DECK,
    MONEY,
    TURN_UP_LAST,
    WORKERS,
    Position,
    block,
    count,
)

OFFERS: Final = 8
TURNED_UP: Final = 2
"""Cards that one cowboy turns up."""


def free_cowboys(state: Position, seat: i64) -> i64:
    """The cowboys not assigned yet."""
    return state.cells[block(seat) + WORKERS + COWBOY] - state.cells[COWBOYS]


def can_turn_up(state: Position, seat: i64) -> bool:
    """Whether a cowboy can turn up cards of the market deck."""
    least: i64 = 1 if state.cells[TURN_UP_LAST] == 1 else TURNED_UP
    return free_cowboys(state, seat) > 0 and count(state.cells, MARKET_DECK, CATTLE) >= least


def to_turn_up(state: Position) -> i64:
    """How many cards a cowboy can turn up now."""
    left: i64 = count(state.cells, MARKET_DECK, CATTLE)
    return left if left < TURNED_UP else TURNED_UP


def collect_purchases(state: Position, seat: i64, out: Actions) -> None:
    """Every offer with every choice of cards; of two cards, one alone can be taken too."""
    components = state.components
    free: i64 = free_cowboys(state, seat)
    money: i64 = state.cells[block(seat) + MONEY]
    offer: i64 = 0
    while offer < OFFERS:
        if components.offer_cowboys[offer] <= free and components.offer_price[offer] <= money:
            collect_cards(state, offer, out)
        offer += 1


def collect_cards(state: Position, offer: i64, out: Actions) -> None:
    """The cards of one offer."""
    cells = state.cells
    value = state.components.value
    wanted: i64 = state.components.offer_value[offer]
    two: bool = state.components.offer_cards[offer] == 2
    one: i64 = 0
    while one < CATTLE:
        if cells[MARKET + one] > 0 and value[one] == wanted:
            bought: i64 = actions.BUY | (offer << 8) | (one << 18)
            out.add(bought | (actions.NO_CARD << 28))
            other: i64 = one if two else CATTLE
            while other < CATTLE:
                if value[other] == wanted and cells[MARKET + other] > i64(other == one):
                    out.add(bought | (other << 28))
                other += 1
        one += 1


def can_use_market(state: Position, seat: i64) -> bool:
    """Whether there is anything to buy or to turn up."""
    if can_turn_up(state, seat):
        return True
    components = state.components
    cells = state.cells
    free: i64 = free_cowboys(state, seat)
    money: i64 = cells[block(seat) + MONEY]
    offer: i64 = 0
    while offer < OFFERS:
        if components.offer_cowboys[offer] <= free and components.offer_price[offer] <= money:
            card: i64 = 0
            while card < CATTLE:
                if (
                    cells[MARKET + card] > 0
                    and components.value[card] == components.offer_value[offer]
                ):
                    return True
                card += 1
        offer += 1
    return False


def enter(state: Position) -> None:
    """The active player goes to the market; the cowboys are free again."""
    if state.cells[COWBOYS_EACH_TURN] == 0:
        state.cells[COWBOYS] = 0
    pending.push(state, pending.MARKET)


def collect(state: Position, seat: i64, out: Actions) -> None:
    """What can be done at the market; leaving it is possible once something was done."""
    collect_purchases(state, seat, out)
    if can_turn_up(state, seat):
        out.add(actions.TURN_UP)
    if pending.top_first(state) == 1:
        out.add(actions.STOP)


def buy(state: Position, offer: i64, one: i64, other: i64) -> None:
    """The active player buys one or two cards."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    cells[own + MONEY] = cells[own + MONEY] - state.components.offer_price[offer]
    cells[COWBOYS] = cells[COWBOYS] + state.components.offer_cowboys[offer]
    take(state, own, one)
    if other != actions.NO_CARD:
        take(state, own, other)
    pending.set_first(state, 1)


def take(state: Position, own: i64, card: i64) -> None:
    """A card of the market goes to a discard pile."""
    cells = state.cells
    cells[MARKET + card] = cells[MARKET + card] - 1
    cells[own + DISCARDS + card] = cells[own + DISCARDS + card] + 1


def turn_up(state: Position) -> None:
    """A cowboy turns up cards of the market deck."""
    state.cells[COWBOYS] = state.cells[COWBOYS] + 1
    pending.set_first(state, 1)
    pending.push(state, pending.TURN_UP_CARDS, TURNED_UP)


def turned_up(state: Position, card: i64) -> None:
    """A card of the market deck comes to the market."""
    cells = state.cells
    cells[MARKET_DECK + card] = cells[MARKET_DECK + card] - 1
    cells[MARKET + card] = cells[MARKET + card] + 1
    pending.set_first(state, pending.top_first(state) - 1)


def leave(state: Position) -> None:
    """The market is done with."""
    if state.cells[COWBOYS_EACH_TURN] == 0:
        state.cells[COWBOYS] = 0
    pending.pop(state)
