"""Cards: dealing, selecting, revealing, exchanging and drawing them.

`docs/rules/santa_fe.md` sections 4.4, 4.5 and 4.8.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.packing import packed
from games.random import Random
from games.santa_fe.actions import (
    DEAL,
    DISCARD,
    DRAW,
    KEEP,
    MOST_SEATS,
    RAILROAD_COUNT,
    REVEAL,
    SELECT,
    STOCK_BRANCH,
    STOCK_CITY,
    STOCK_DOUBLE,
    STOCK_ENGINEER,
    STOP,
)
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.state import (
    ADVANCED,
    BRANCHES,
    CHOSEN,
    DECK_SIZE,
    DISCARDED,
    DOUBLE_TURN,
    DOUBLES,
    ENGINEER,
    ENGINEERS,
    FREE,
    HAND,
    HELD_BRANCH,
    HELD_DOUBLES,
    IN_DECK,
    LONE_BRANCH,
    MONEY,
    OWED,
    PENDING,
    PLAYED_BRANCH,
    ROUND,
    SEAT_BITS,
    STOP_DRAWING,
    TABLEAU,
    TURN,
    Position,
    block,
    city_at,
)
from games.vectors import vec


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


def drawn_card(state: Position, random: Random) -> i64:
    """A card of the deck, each as likely."""
    cells = state.cells
    left: i64 = random.below(cells[DECK_SIZE])
    card: i64 = 0
    while True:
        left -= cells[city_at(card) + IN_DECK]
        if left < 0:
            return card
        card += 1


def move_to_hand(state: Position, seat: i64, card: i64) -> None:
    """A city card goes from the deck to a hand."""
    cells = state.cells
    cells[city_at(card) + IN_DECK] -= 1
    cells[DECK_SIZE] -= 1
    add_card(cells, block(seat) + HAND, card)


def deal_outcomes(state: Position) -> list[tuple[int, int]]:
    """The cards that may be dealt next, each by the number of its copies in the deck."""
    cells = state.cells
    seat: i64 = cells[TURN]
    outcomes: list[tuple[int, int]] = []
    card: i64 = 0
    while card < state.components.cards:
        copies: i64 = cells[city_at(card) + IN_DECK]
        if copies:
            outcomes.append((int(packed(DEAL, seat, card)), int(copies)))
        card += 1
    return outcomes


def can_select(state: Position, seat: i64) -> bool:
    """Whether a player holds a card to select; a double-turn card is none in the first round."""
    cells = state.cells
    at: i64 = block(seat)
    return cells[at + HAND] > 0 or (cells[at + HELD_DOUBLES] > 0 and cells[ROUND] > 1)


def next_to_select(state: Position) -> i64:
    """The first seat that still has to select a card, or the number of seats."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS] and (cells[block(seat) + CHOSEN] > 0 or not can_select(state, seat)):
        seat += 1
    return seat


def collect_selections(state: Position, seat: i64, out: Actions) -> None:
    """The different city cards of the hand, and the double-turn card after the first round."""
    cells = state.cells
    at: i64 = block(seat) + HAND
    end: i64 = at + HAND_SLOTS
    before: i64 = 0
    while at < end and cells[at]:
        if cells[at] != before:
            before = cells[at]
            out.add(SELECT | ((before - 1) << 8))
        at += 1
    if cells[block(seat) + HELD_DOUBLES] > 0 and cells[ROUND] > 1:
        out.add(SELECT | (state.components.cards << 8))


def any_selected(state: Position) -> bool:
    """Whether a selected card is to be turned up."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS] and cells[block(seat) + CHOSEN] == 0:
        seat += 1
    return seat < cells[SEATS]


def reveal_action(state: Position) -> i64:
    """The outcome that turns up all selected cards."""
    cells = state.cells
    none: i64 = state.components.cards + 1
    action: i64 = 0
    seat: i64 = MOST_SEATS
    while seat > 0:
        seat -= 1
        chosen: i64 = cells[block(seat) + CHOSEN]
        action = (action << 10) | (chosen - 1 if chosen else none)
    return (action << 8) | REVEAL


def reveal(state: Position, action: i64) -> None:
    """Turn up all selected cards, and the branch cards with them."""
    seat: i64 = 0
    while seat < state.cells[SEATS]:
        card: i64 = (action >> (8 + 10 * seat)) & 1023
        if card <= state.components.cards:
            turn_up(state, seat, card)
        seat += 1


def turn_up(state: Position, seat: i64, card: i64) -> None:
    """A player's selected card goes to the tableau, or makes a double turn."""
    cells = state.cells
    at: i64 = block(seat)
    cells[at + CHOSEN] = 0
    if card == state.components.cards:
        cells[at + HELD_DOUBLES] -= 1
        cells[at + DOUBLE_TURN] = 1
    else:
        remove_card(cells, at + HAND, card)
        one: i64 = 1
        cells[city_at(card) + TABLEAU] += one << (SEAT_BITS * seat)
    cells[at + PLAYED_BRANCH] = cells[at + HELD_BRANCH]
    cells[at + HELD_BRANCH] = 0


def may_exchange(state: Position, seat: i64) -> bool:
    """Whether a player has a double turn, a city card to exchange, and a deck to draw from."""
    cells = state.cells
    at: i64 = block(seat)
    return cells[at + DOUBLE_TURN] > 0 and cells[at + HAND] > 0 and cells[DECK_SIZE] > 0


def pending_count(state: Position) -> i64:
    """How many cards have been laid aside in the running exchange."""
    cells = state.cells
    count: i64 = 0
    while count < HAND_SLOTS and cells[PENDING + count]:
        count += 1
    return count


def collect_discards(state: Position, seat: i64, out: Actions) -> None:
    """The different cards that do not come before the last one laid aside, and keeping the rest."""
    cells = state.cells
    count = pending_count(state)
    before: i64 = cells[PENDING + count - 1] - 1 if count else 0
    at: i64 = block(seat) + HAND
    end: i64 = at + HAND_SLOTS
    while at < end and cells[at]:
        if cells[at] > before:
            before = cells[at]
            out.add(DISCARD | ((before - 1) << 8))
        at += 1
    out.add(KEEP)


def discard(state: Position, seat: i64, card: i64) -> bool:
    """Lay a card aside; whether no other can follow."""
    cells = state.cells
    remove_card(cells, block(seat) + HAND, card)
    add_card(cells, PENDING, card)
    return cells[block(seat) + HAND] == 0 or pending_count(state) == cells[DECK_SIZE]


def finish_exchange(state: Position, seat: i64) -> None:
    """The cards laid aside leave the game; the deck owes as many."""
    cells = state.cells
    one: i64 = 1
    count = pending_count(state)
    index: i64 = 0
    while index < count:
        cells[city_at(cells[PENDING + index] - 1) + DISCARDED] += one << (SEAT_BITS * seat)
        cells[PENDING + index] = 0
        index += 1
    cells[OWED] = count


def branch_price(state: Position) -> i64:
    """What a branch card costs."""
    return state.components.branch_price[state.cells[ADVANCED]]


def may_draw_branch(state: Position, seat: i64) -> bool:
    """Whether a player may buy a branch card, where one is left.

    It has to be played with another card in the next round, so there must be one in hand, but for
    the option.
    """
    cells = state.cells
    at: i64 = block(seat)
    return (
        cells[at + HELD_BRANCH] == 0
        and cells[at + MONEY] >= branch_price(state)
        and (cells[at + HAND] > 0 or cells[at + HELD_DOUBLES] > 0 or cells[LONE_BRANCH] > 0)
    )


def collect_draws(state: Position, seat: i64, out: Actions) -> None:
    """What a player below the hand limit may draw, and stopping where that is allowed.

    It is where no free card is left, and by the option.
    """
    cells = state.cells
    free = cells[DECK_SIZE] > 0 or cells[DOUBLES] > 0
    before: i64 = out.count
    if cells[DECK_SIZE] > 0:
        out.add(DRAW | (STOCK_CITY << 8))
    if cells[DOUBLES] > 0:
        out.add(DRAW | (STOCK_DOUBLE << 8))
    if cells[ADVANCED] and cells[block(seat) + ENGINEER] == 0 and cells[ENGINEERS] > 0:
        out.add(DRAW | (STOCK_ENGINEER << 8))
    if may_draw_branch(state, seat):
        railroad: i64 = 0
        while railroad < RAILROAD_COUNT:
            if cells[BRANCHES + railroad] > 0:
                out.add(DRAW | ((STOCK_BRANCH + railroad) << 8))
            railroad += 1
    if out.count > before and (not free or cells[STOP_DRAWING]):
        out.add(STOP)


def draw(state: Position, seat: i64, stock: i64) -> None:
    """Draw a card: from an open supply, or one that the deck then owes."""
    cells = state.cells
    at: i64 = block(seat)
    if stock == STOCK_CITY:
        cells[OWED] = 1
    elif stock == STOCK_DOUBLE:
        cells[DOUBLES] -= 1
        cells[at + HELD_DOUBLES] += 1
    elif stock == STOCK_ENGINEER:
        cells[ENGINEERS] -= 1
        cells[at + ENGINEER] = FREE
    else:
        cells[BRANCHES + stock - STOCK_BRANCH] -= 1
        cells[at + HELD_BRANCH] = 1 + stock - STOCK_BRANCH
        cells[at + MONEY] -= branch_price(state)
