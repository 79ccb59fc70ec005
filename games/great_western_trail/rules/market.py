"""The cattle market.

`docs/rules/great_western_trail.md` section 5.3.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE
from railhead.games.great_western_trail.rules.workers import COWBOY
from railhead.games.great_western_trail.state import Position

OFFERS: Final[i64] = 8
TURNED_UP: Final = 2
"""Cards that one cowboy turns up."""


def free_cowboys(position: Position, seat: i64) -> i64:
    """The cowboys not assigned yet."""
    return (
        position.cells[state.block(seat) + state.WORKERS + COWBOY] - position.cells[state.COWBOYS]
    )


def can_turn_up(position: Position, seat: i64) -> bool:
    """Whether a cowboy can turn up cards of the market deck."""
    least: i64 = 1 if position.cells[state.TURN_UP_LAST] == 1 else TURNED_UP
    return (
        free_cowboys(position, seat) > 0
        and state.count(position.cells, state.MARKET_DECK, CATTLE) >= least
    )


def to_turn_up(position: Position) -> i64:
    """How many cards a cowboy can turn up now."""
    left: i64 = state.count(position.cells, state.MARKET_DECK, CATTLE)
    return left if left < TURNED_UP else TURNED_UP


def collect_purchases(position: Position, seat: i64, out: Actions) -> None:
    """Every offer with every choice of cards; of two cards, one alone can be taken too."""
    components = position.components
    free: i64 = free_cowboys(position, seat)
    money: i64 = position.cells[state.block(seat) + state.MONEY]
    for offer in range(OFFERS):
        if components.offer_cowboys[offer] <= free and components.offer_price[offer] <= money:
            collect_cards(position, offer, out)


def collect_cards(position: Position, offer: i64, out: Actions) -> None:
    """The cards of one offer."""
    cells = position.cells
    value = position.components.value
    wanted: i64 = position.components.offer_value[offer]
    two: bool = position.components.offer_cards[offer] == 2
    for one in range(CATTLE):
        if cells[state.MARKET + one] > 0 and value[one] == wanted:
            out.add(actions.BUY, offer, one, actions.NO_CARD)
            for other in range(one if two else CATTLE, CATTLE):
                if value[other] == wanted and cells[state.MARKET + other] > i64(other == one):
                    out.add(actions.BUY, offer, one, other)


def can_use_market(position: Position, seat: i64) -> bool:
    """Whether there is anything to buy or to turn up."""
    if can_turn_up(position, seat):
        return True
    components = position.components
    cells = position.cells
    free: i64 = free_cowboys(position, seat)
    money: i64 = cells[state.block(seat) + state.MONEY]
    for offer in range(OFFERS):
        if components.offer_cowboys[offer] <= free and components.offer_price[offer] <= money:
            for card in range(CATTLE):
                if (
                    cells[state.MARKET + card] > 0
                    and components.value[card] == components.offer_value[offer]
                ):
                    return True
    return False


def enter(position: Position) -> None:
    """The active player goes to the market; the cowboys are free again."""
    if position.cells[state.COWBOYS_EACH_TURN] == 0:
        position.cells[state.COWBOYS] = 0
    pending.push(position, pending.MARKET)


def collect(position: Position, seat: i64, out: Actions) -> None:
    """What can be done at the market; leaving it is possible once something was done."""
    collect_purchases(position, seat, out)
    if can_turn_up(position, seat):
        out.add(actions.TURN_UP)
    if pending.top_first(position) == 1:
        out.add(actions.STOP)


def buy(position: Position, offer: i64, one: i64, other: i64) -> None:
    """The active player buys one or two cards."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    cells[own + state.MONEY] -= position.components.offer_price[offer]
    cells[state.COWBOYS] += position.components.offer_cowboys[offer]
    take(position, own, one)
    if other != actions.NO_CARD:
        take(position, own, other)
    pending.set_first(position, 1)


def take(position: Position, own: i64, card: i64) -> None:
    """A card of the market goes to a discard pile."""
    cells = position.cells
    cells[state.MARKET + card] -= 1
    cells[own + state.DISCARDS + card] += 1


def turn_up(position: Position) -> None:
    """A cowboy turns up cards of the market deck."""
    position.cells[state.COWBOYS] += 1
    pending.set_first(position, 1)
    pending.push(position, pending.TURN_UP_CARDS, TURNED_UP)


def add_to_market(position: Position, card: i64) -> None:
    """A card of the market deck comes to the market."""
    cells = position.cells
    cells[state.MARKET_DECK + card] -= 1
    cells[state.MARKET + card] += 1
    pending.set_first(position, pending.top_first(position) - 1)


def leave(position: Position) -> None:
    """The market is done with."""
    if position.cells[state.COWBOYS_EACH_TURN] == 0:
        position.cells[state.COWBOYS] = 0
    pending.pop(position)
