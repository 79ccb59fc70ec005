"""Who sees what: redacted actions, and re-dealing what a seat cannot know.

`docs/rules/santa_fe.md` section 5.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import SEATS, Actions
from railhead.games.packing import CODE_MASK, FIRST, HIDDEN, PARAMETER_MASK, with_parameter
from railhead.games.random import Random
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import HAND_SLOTS
from railhead.games.santa_fe.rules.cards import add_card, collect_selections, drawn_card
from railhead.games.santa_fe.state import Position


def redact(position: Position, viewer: i64, seat: i64, action: i64) -> i64:
    """An action as a viewer sees it: dealt, selected and exchanged cards are their owner's alone.

    A selected card is hidden from all but its seat, whichever card it is; exchanged cards may be
    shown by the option.
    """
    code: i64 = action & CODE_MASK
    hidden: i64 = HIDDEN
    if code == actions.DEAL:
        return (
            action
            if ((action >> FIRST) & PARAMETER_MASK) == viewer
            else with_parameter(action, 1, hidden)
        )
    if code == actions.DISCARD and position.cells[state.OPEN_EXCHANGE]:
        return action
    if seat != viewer and code in (actions.SELECT, actions.DISCARD):
        return with_parameter(action, 0, hidden)
    return action


def determinize(position: Position, viewer: i64, random: Random) -> None:
    """Deal anew all cards that the viewer has not seen, and choose others' selections anew.

    What others hold, laid aside and discarded goes back to the deck, which is then a multiset that
    the viewer knows; every place gets back as many cards as it had. Exchanges that were shown stay.
    """
    cells = position.cells
    seats: i64 = cells[SEATS]
    seat: i64 = 0
    pending: i64 = 0
    covered = cells[state.OPEN_EXCHANGE] == 0
    if covered and cells[state.PHASE] == state.EXCHANGE and cells[state.TURN] != viewer:
        pending = take_back(position, state.PENDING)
    held: i64 = 0
    while seat < seats:
        if seat != viewer:
            # The number of city cards of a hand takes four bits.
            held |= take_back(position, state.block(seat) + state.HAND) << (4 * seat)
        seat += 1
    # All is back in the deck before the first card is dealt: else the first seats could get nothing
    # of what the later ones hold.
    discarded: i64 = take_back_discards(position, viewer) if covered else 0
    seat = 0
    while seat < seats:
        if seat != viewer:
            deal(position, state.block(seat) + state.HAND, (held >> (4 * seat)) & 15, random)
        seat += 1
    deal(position, state.PENDING, pending, random)
    deal_discards(position, discarded, random)
    # Last, as a seat can have selected only what its new hand holds.
    choose_anew(position, viewer, random)


def take_back(position: Position, slots: i64) -> i64:
    """Put the cards of some slots into the deck; how many there were."""
    cells = position.cells
    count: i64 = 0
    while count < HAND_SLOTS and cells[slots + count]:
        cells[state.city_at(cells[slots + count] - 1) + state.IN_DECK] += 1
        cells[slots + count] = 0
        count += 1
    cells[state.DECK_SIZE] += count
    return count


def take_back_discards(position: Position, viewer: i64) -> i64:
    """Put the others' discards into the deck; how many each had, eight bits a seat."""
    cells = position.cells
    seats: i64 = cells[SEATS]
    counts: i64 = 0
    at: i64 = state.city_at(0)
    end: i64 = state.city_at(position.components.cards)
    while at < end:
        if cells[at + state.DISCARDED]:
            for seat in range(seats):
                copies: i64 = (
                    cells[at + state.DISCARDED] >> (state.SEAT_BITS * seat)
                ) & state.COPIES
                if copies and seat != viewer:
                    cells[at + state.DISCARDED] -= copies << (state.SEAT_BITS * seat)
                    cells[at + state.IN_DECK] += copies
                    cells[state.DECK_SIZE] += copies
                    counts += copies << (8 * seat)
        at += state.CITY_CELLS
    return counts


def deal(position: Position, slots: i64, count: i64, random: Random) -> None:
    """Deal so many cards of the deck into slots."""
    cells = position.cells
    while count > 0:
        card = drawn_card(position, random)
        cells[state.city_at(card) + state.IN_DECK] -= 1
        cells[state.DECK_SIZE] -= 1
        add_card(cells, slots, card)
        count -= 1


def deal_discards(position: Position, counts: i64, random: Random) -> None:
    """Deal each seat its number of discards."""
    cells = position.cells
    one: i64 = 1
    seat: i64 = 0
    while counts > 0:
        left: i64 = counts & 255
        while left > 0:
            card = drawn_card(position, random)
            cells[state.city_at(card) + state.IN_DECK] -= 1
            cells[state.DECK_SIZE] -= 1
            cells[state.city_at(card) + state.DISCARDED] += one << (state.SEAT_BITS * seat)
            left -= 1
        counts >>= 8
        seat += 1


def choose_anew(position: Position, viewer: i64, random: Random) -> None:
    """Replace every unrevealed selection of another seat by one that the seat might have made."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    if phase != state.SELECTING and phase != state.REVEALING:
        return
    offered = Actions(8)
    for seat in range(cells[SEATS]):
        if seat != viewer and cells[state.block(seat) + state.CHOSEN]:
            offered.clear()
            collect_selections(position, seat, offered)
            action: i64 = offered.items[random.below(offered.count)]
            cells[state.block(seat) + state.CHOSEN] = 1 + ((action >> FIRST) & PARAMETER_MASK)
