"""Cards: dealing, selecting, revealing, exchanging and drawing them.

`docs/rules/santa_fe.md` sections 4.4, 4.5 and 4.8.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.packing import pack, parameter, with_parameter
from railhead.games.random import Random
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec


def add_card(cells: vec[i64], slots: i64, card: i64) -> None:
    """Put a city card into slots, which stay sorted, the empty ones last."""
    at: i64 = slots
    while cells[at]:
        at += 1
    while at > slots and cells[at - 1] > card + 1:
        cells[at] = cells[at - 1]
        at -= 1
    cells[at] = card + 1


def remove_card(cells: vec[i64], slots: i64, card: i64) -> None:
    """Take a city card out of slots that hold it."""
    at: i64 = slots
    end: i64 = slots + HAND_SLOTS - 1
    while cells[at] != card + 1:
        at += 1
    while at < end:
        cells[at] = cells[at + 1]
        at += 1
    cells[end] = 0


def drawn_card(position: Position, random: Random) -> i64:
    """A card of the deck, each as likely."""
    cells = position.cells
    left: i64 = random.below(cells[state.DECK_SIZE])
    card: i64 = 0
    while True:
        left -= cells[state.city_at(card) + state.IN_DECK]
        if left < 0:
            return card
        card += 1


def move_to_hand(position: Position, seat: i64, card: i64) -> None:
    """A city card goes from the deck to a hand."""
    cells = position.cells
    cells[state.city_at(card) + state.IN_DECK] -= 1
    cells[state.DECK_SIZE] -= 1
    add_card(cells, state.block(seat) + state.HAND, card)


def deal_outcomes(position: Position) -> list[tuple[int, int]]:
    """The cards that may be dealt next, each by the number of its copies in the deck."""
    cells = position.cells
    seat: i64 = cells[state.TURN]
    outcomes: list[tuple[int, int]] = []
    for card in range(position.components.cards):
        copies: i64 = cells[state.city_at(card) + state.IN_DECK]
        if copies:
            outcomes.append((int(pack(actions.DEAL, seat, card)), int(copies)))
    return outcomes


def can_select(position: Position, seat: i64) -> bool:
    """Whether a player holds a card to select; a double-turn card is none in the first round."""
    cells = position.cells
    at: i64 = state.block(seat)
    return cells[at + state.HAND] > 0 or (
        cells[at + state.HELD_DOUBLES] > 0 and cells[state.ROUND] > 1
    )


def next_to_select(position: Position) -> i64:
    """The first seat that still has to select a card, or the number of seats."""
    cells = position.cells
    seat: i64 = 0
    while seat < cells[SEATS] and (
        cells[state.block(seat) + state.CHOSEN] > 0 or not can_select(position, seat)
    ):
        seat += 1
    return seat


def collect_selections(position: Position, seat: i64, out: Actions) -> None:
    """The different city cards of the hand, and the double-turn card after the first round."""
    cells = position.cells
    at: i64 = state.block(seat) + state.HAND
    end: i64 = at + HAND_SLOTS
    before: i64 = 0
    while at < end and cells[at]:
        if cells[at] != before:
            before = cells[at]
            out.add(actions.SELECT, before - 1)
        at += 1
    if cells[state.block(seat) + state.HELD_DOUBLES] > 0 and cells[state.ROUND] > 1:
        out.add(actions.SELECT, position.components.cards)


def any_selected(position: Position) -> bool:
    """Whether a selected card is to be turned up."""
    cells = position.cells
    seat: i64 = 0
    while seat < cells[SEATS] and cells[state.block(seat) + state.CHOSEN] == 0:
        seat += 1
    return seat < cells[SEATS]


def reveal_action(position: Position) -> i64:
    """The outcome that turns up all selected cards."""
    cells = position.cells
    none: i64 = position.components.cards + 1
    action: i64 = actions.REVEAL
    for seat in range(actions.MOST_SEATS):
        chosen: i64 = cells[state.block(seat) + state.CHOSEN]
        action = with_parameter(action, seat, chosen - 1 if chosen else none)
    return action


def reveal(position: Position, action: i64) -> None:
    """Turn up all selected cards, and the branch cards with them."""
    for seat in range(position.cells[SEATS]):
        card: i64 = parameter(action, seat)
        if card <= position.components.cards:
            turn_up(position, seat, card)


def turn_up(position: Position, seat: i64, card: i64) -> None:
    """A player's selected card goes to the tableau, or makes a double turn."""
    cells = position.cells
    at: i64 = state.block(seat)
    cells[at + state.CHOSEN] = 0
    if card == position.components.cards:
        cells[at + state.HELD_DOUBLES] -= 1
        cells[at + state.DOUBLE_TURN] = 1
    else:
        remove_card(cells, at + state.HAND, card)
        one: i64 = 1
        cells[state.city_at(card) + state.TABLEAU] += one << (state.SEAT_BITS * seat)
    cells[at + state.PLAYED_BRANCH] = cells[at + state.HELD_BRANCH]
    cells[at + state.HELD_BRANCH] = 0


def may_exchange(position: Position, seat: i64) -> bool:
    """Whether a player has a double turn, a city card to exchange, and a deck to draw from."""
    cells = position.cells
    at: i64 = state.block(seat)
    return (
        cells[at + state.DOUBLE_TURN] > 0
        and cells[at + state.HAND] > 0
        and cells[state.DECK_SIZE] > 0
    )


def pending_count(position: Position) -> i64:
    """How many cards have been laid aside in the running exchange."""
    cells = position.cells
    count: i64 = 0
    while count < HAND_SLOTS and cells[state.PENDING + count]:
        count += 1
    return count


def collect_discards(position: Position, seat: i64, out: Actions) -> None:
    """The different cards that do not come before the last one laid aside, and keeping the rest."""
    cells = position.cells
    count = pending_count(position)
    # In one order alone: else the same cards would be many sequences of actions that come to the
    # same.
    before: i64 = cells[state.PENDING + count - 1] - 1 if count else 0
    at: i64 = state.block(seat) + state.HAND
    end: i64 = at + HAND_SLOTS
    while at < end and cells[at]:
        if cells[at] > before:
            before = cells[at]
            out.add(actions.DISCARD, before - 1)
        at += 1
    out.add(actions.KEEP)


def discard(position: Position, seat: i64, card: i64) -> bool:
    """Lay a card aside; whether no other can follow."""
    cells = position.cells
    remove_card(cells, state.block(seat) + state.HAND, card)
    add_card(cells, state.PENDING, card)
    return (
        cells[state.block(seat) + state.HAND] == 0
        or pending_count(position) == cells[state.DECK_SIZE]
    )


def finish_exchange(position: Position, seat: i64) -> None:
    """The cards laid aside leave the game; the deck owes as many."""
    cells = position.cells
    one: i64 = 1
    count = pending_count(position)
    for index in range(count):
        cells[state.city_at(cells[state.PENDING + index] - 1) + state.DISCARDED] += one << (
            state.SEAT_BITS * seat
        )
        cells[state.PENDING + index] = 0
    cells[state.OWED] = count


def branch_price(position: Position) -> i64:
    """What a branch card costs."""
    return position.components.branch_price[position.cells[state.ADVANCED]]


def may_draw_branch(position: Position, seat: i64) -> bool:
    """Whether a player may buy a branch card, where one is left.

    It has to be played with another card in the next round, so there must be one in hand, but for
    the option.
    """
    cells = position.cells
    at: i64 = state.block(seat)
    return (
        cells[at + state.HELD_BRANCH] == 0
        and cells[at + state.MONEY] >= branch_price(position)
        and (
            cells[at + state.HAND] > 0
            or cells[at + state.HELD_DOUBLES] > 0
            or cells[state.LONE_BRANCH] > 0
        )
    )


def collect_draws(position: Position, seat: i64, out: Actions) -> None:
    """What a player below the hand limit may draw, and stopping where that is allowed.

    It is where no free card is left, and by the option.
    """
    cells = position.cells
    free = cells[state.DECK_SIZE] > 0 or cells[state.DOUBLES] > 0
    before: i64 = out.count
    if cells[state.DECK_SIZE] > 0:
        out.add(actions.DRAW, actions.STOCK_CITY)
    if cells[state.DOUBLES] > 0:
        out.add(actions.DRAW, actions.STOCK_DOUBLE)
    if (
        cells[state.ADVANCED]
        and cells[state.block(seat) + state.ENGINEER] == 0
        and cells[state.ENGINEERS] > 0
    ):
        out.add(actions.DRAW, actions.STOCK_ENGINEER)
    if may_draw_branch(position, seat):
        for railroad in range(actions.RAILROAD_COUNT):
            if cells[state.BRANCHES + railroad] > 0:
                out.add(actions.DRAW, actions.STOCK_BRANCH + railroad)
    if out.count > before and (not free or cells[state.STOP_DRAWING]):
        out.add(actions.STOP)


def draw(position: Position, seat: i64, stock: i64) -> None:
    """Draw a card: from an open supply, or one that the deck then owes."""
    cells = position.cells
    at: i64 = state.block(seat)
    if stock == actions.STOCK_CITY:
        cells[state.OWED] = 1
    elif stock == actions.STOCK_DOUBLE:
        cells[state.DOUBLES] -= 1
        cells[at + state.HELD_DOUBLES] += 1
    elif stock == actions.STOCK_ENGINEER:
        cells[state.ENGINEERS] -= 1
        cells[at + state.ENGINEER] = state.FREE
    else:
        cells[state.BRANCHES + stock - actions.STOCK_BRANCH] -= 1
        cells[at + state.HELD_BRANCH] = 1 + stock - actions.STOCK_BRANCH
        cells[at + state.MONEY] -= branch_price(position)
