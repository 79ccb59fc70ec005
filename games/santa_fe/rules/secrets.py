"""Who sees what: redacted actions, and re-dealing what a seat cannot know.

`docs/rules/santa_fe.md` section 5.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import SEATS, Actions
from games.packing import HIDDEN
from games.random import Random
from games.santa_fe.actions import DEAL, DISCARD, SELECT
from games.santa_fe.components import HAND_SLOTS
from games.santa_fe.rules.cards import add_card, collect_selections, drawn_card
from games.santa_fe.state import (
    CHOSEN,
    CITY_CELLS,
    COPIES,
    DECK_SIZE,
    DISCARDED,
    EXCHANGE,
    HAND,
    IN_DECK,
    OPEN_EXCHANGE,
    PENDING,
    PHASE,
    REVEALING,
    SEAT_BITS,
    SELECTING,
    TURN,
    Position,
    block,
    city_at,
)


def observed(state: Position, viewer: i64, seat: i64, action: i64) -> i64:
    """An action as a viewer sees it: dealt, selected and exchanged cards are their owner's alone.

    A selected card is hidden from all but its seat, whichever card it is; exchanged cards may be
    shown by the option.
    """
    code: i64 = action & 255
    hidden: i64 = HIDDEN
    if code == DEAL:
        return action if (action >> 8) & 1023 == viewer else action | (hidden << 18)
    if code == DISCARD and state.cells[OPEN_EXCHANGE]:
        return action
    if seat != viewer and code in (SELECT, DISCARD):
        return action | (hidden << 8)
    return action


def determinize(state: Position, viewer: i64, random: Random) -> None:
    """Deal anew all cards that the viewer has not seen, and choose others' selections anew.

    What others hold, laid aside and discarded goes back to the deck, which is then a multiset that
    the viewer knows; every place gets back as many cards as it had. Exchanges that were shown stay.
    """
    cells = state.cells
    seats: i64 = cells[SEATS]
    seat: i64 = 0
    pending: i64 = 0
    covered = cells[OPEN_EXCHANGE] == 0
    if covered and cells[PHASE] == EXCHANGE and cells[TURN] != viewer:
        pending = take_back(state, PENDING)
    held: i64 = 0
    while seat < seats:
        if seat != viewer:
            # The number of city cards of a hand takes four bits.
            held |= take_back(state, block(seat) + HAND) << (4 * seat)
        seat += 1
    discarded: i64 = take_back_discards(state, viewer) if covered else 0
    seat = 0
    while seat < seats:
        if seat != viewer:
            deal(state, block(seat) + HAND, (held >> (4 * seat)) & 15, random)
        seat += 1
    deal(state, PENDING, pending, random)
    deal_discards(state, discarded, random)
    choose_anew(state, viewer, random)


def take_back(state: Position, slots: i64) -> i64:
    """Put the cards of some slots into the deck; how many there were."""
    cells = state.cells
    count: i64 = 0
    while count < HAND_SLOTS and cells[slots + count]:
        cells[city_at(cells[slots + count] - 1) + IN_DECK] += 1
        cells[slots + count] = 0
        count += 1
    cells[DECK_SIZE] += count
    return count


def take_back_discards(state: Position, viewer: i64) -> i64:
    """Put the others' discards into the deck; how many each had, eight bits a seat."""
    cells = state.cells
    seats: i64 = cells[SEATS]
    counts: i64 = 0
    at: i64 = city_at(0)
    end: i64 = city_at(state.components.cards)
    while at < end:
        if cells[at + DISCARDED]:
            seat: i64 = 0
            while seat < seats:
                copies: i64 = (cells[at + DISCARDED] >> (SEAT_BITS * seat)) & COPIES
                if copies and seat != viewer:
                    cells[at + DISCARDED] -= copies << (SEAT_BITS * seat)
                    cells[at + IN_DECK] += copies
                    cells[DECK_SIZE] += copies
                    counts += copies << (8 * seat)
                seat += 1
        at += CITY_CELLS
    return counts


def deal(state: Position, slots: i64, count: i64, random: Random) -> None:
    """Deal so many cards of the deck into slots."""
    cells = state.cells
    while count > 0:
        card = drawn_card(state, random)
        cells[city_at(card) + IN_DECK] -= 1
        cells[DECK_SIZE] -= 1
        add_card(cells, slots, card)
        count -= 1


def deal_discards(state: Position, counts: i64, random: Random) -> None:
    """Deal each seat its number of discards."""
    cells = state.cells
    one: i64 = 1
    seat: i64 = 0
    while counts > 0:
        left: i64 = counts & 255
        while left > 0:
            card = drawn_card(state, random)
            cells[city_at(card) + IN_DECK] -= 1
            cells[DECK_SIZE] -= 1
            cells[city_at(card) + DISCARDED] += one << (SEAT_BITS * seat)
            left -= 1
        counts >>= 8
        seat += 1


def choose_anew(state: Position, viewer: i64, random: Random) -> None:
    """Replace every unrevealed selection of another seat by one that the seat might have made."""
    cells = state.cells
    phase: i64 = cells[PHASE]
    if phase != SELECTING and phase != REVEALING:
        return
    offered = Actions(8)
    seat: i64 = 0
    while seat < cells[SEATS]:
        if seat != viewer and cells[block(seat) + CHOSEN]:
            offered.clear()
            collect_selections(state, seat, offered)
            action: i64 = offered.items[random.below(offered.count)]
            cells[block(seat) + CHOSEN] = 1 + (action >> 8)
        seat += 1
