"""Cards of a player: drawing, discarding, removing, and what all others know of them.

`docs/rules/great_western_trail.md` sections 5, 6 and 16.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES
from games.great_western_trail.state import (
    ACTIVE,
    DISCARDS,
    HAND,
    KNOWN,
    PILE,
    PUBLIC_X,
    REMOVED_CARDS,
    SECRETS,
    SWAPS,
    UNSEEN,
    Position,
    X,
    block,
    count,
)
from games.vectors import vec


def hand_size(state: Position, seat: i64) -> i64:
    """How many cards a player holds."""
    return count(state.cells, block(seat) + HAND, CARDS)


def drawable(state: Position, seat: i64) -> i64:
    """How many cards a player could draw: the own deck and the discard pile."""
    own: i64 = block(seat)
    return count(state.cells, own + PILE, CARDS) + count(state.cells, own + DISCARDS, CARDS)


def owned(cells: vec[i64], own: i64, card: i64) -> i64:
    """How many cards of a kind lie in the block `own` of a player: hand, own deck, discard pile."""
    return cells[own + HAND + card] + cells[own + PILE + card] + cells[own + DISCARDS + card]


def may_hold(state: Position, seat: i64, card: i64) -> bool:
    """Whether all others must reckon with a cattle card of this kind in hand."""
    own: i64 = block(seat)
    cells = state.cells
    return cells[own + HAND + card] + cells[own + PILE + card] > 0


def may_hold_cattle(state: Position, seat: i64) -> bool:
    """Whether all others must reckon with any cattle card in hand."""
    if hand_size(state, seat) == 0:
        return False
    own: i64 = block(seat)
    return count(state.cells, own + HAND, CATTLE) + count(state.cells, own + PILE, CATTLE) > 0


def may_hold_objective(state: Position, seat: i64) -> bool:
    """Whether all others must reckon with an objective card in hand."""
    own: i64 = block(seat)
    cells = state.cells
    held: i64 = count(cells, own + HAND + CATTLE, OBJECTIVES)
    if held > 0:
        return True
    return count(cells, own + PILE + CATTLE, OBJECTIVES) > 0 and hand_size(state, seat) > 0


def is_secret(state: Position, seat: i64, card: i64) -> bool:
    """Whether a card in hand, of a kind with one copy, has never been seen by the others."""
    if card < CATTLE or card == X:
        return False
    cells = state.cells
    return cells[UNSEEN + card - CATTLE] > 0 and cells[block(seat) + HAND + card] > 0


def leave_hand(state: Position, seat: i64, card: i64) -> None:
    """A card leaves the hand before all eyes: what others know of the rest."""
    cells = state.cells
    own: i64 = block(seat)
    secret: bool = is_secret(state, seat, card)
    cells[own + HAND + card] = cells[own + HAND + card] - 1
    if cells[own + KNOWN + card] > 0:
        cells[own + KNOWN + card] = cells[own + KNOWN + card] - 1
    elif card == X and cells[own + PUBLIC_X] > 0:
        cells[own + PUBLIC_X] = cells[own + PUBLIC_X] - 1
        if cells[UNSEEN + X - CATTLE] > 0 and cells[own + SWAPS] < cells[own + SECRETS]:
            cells[own + SWAPS] = cells[own + SWAPS] + 1
    elif secret or card == X:
        cells[UNSEEN + card - CATTLE] = cells[UNSEEN + card - CATTLE] - 1
        cells[own + SECRETS] = cells[own + SECRETS] - 1
        if cells[own + SWAPS] > cells[own + SECRETS]:
            cells[own + SWAPS] = cells[own + SECRETS]
    prove_swaps(state, seat)


def prove_swaps(state: Position, seat: i64) -> None:
    """A hand too small for its secret cards: for each too many, an X that left was the secret one.

    So the X that all knew of still lies in the own deck, and has been seen.
    """
    cells = state.cells
    own: i64 = block(seat)
    if cells[own + SWAPS] == 0:
        return
    certain: i64 = cells[own + SECRETS] + count(cells, own + KNOWN, CARDS) - hand_size(state, seat)
    if certain > 0:
        cells[own + SECRETS] = cells[own + SECRETS] - certain
        cells[own + SWAPS] = cells[own + SWAPS] - certain
        cells[own + PUBLIC_X] = cells[own + PUBLIC_X] + certain
        cells[UNSEEN + X - CATTLE] = cells[UNSEEN + X - CATTLE] - certain


def discard(state: Position, seat: i64, card: i64) -> None:
    """A card in hand goes to the discard pile."""
    leave_hand(state, seat, card)
    at: i64 = block(seat) + DISCARDS + card
    state.cells[at] = state.cells[at] + 1


def reshuffle(state: Position, seat: i64) -> None:
    """The discard pile becomes the own deck; whoever followed the match knows the hand now."""
    cells = state.cells
    own: i64 = block(seat)
    card: i64 = 0
    while card < CARDS:
        if card != X and not is_secret(state, seat, card):
            cells[own + KNOWN + card] = cells[own + HAND + card]
        cells[own + PILE + card] = cells[own + DISCARDS + card]
        cells[own + DISCARDS + card] = 0
        card += 1
    cells[own + KNOWN + X] = cells[own + KNOWN + X] + cells[own + PUBLIC_X]
    cells[own + PUBLIC_X] = cells[own + PILE + X]
    cells[own + SWAPS] = 0


def push_draw(state: Position, seat: i64, number: i64) -> None:
    """So many cards are to be drawn, as far as there are any."""
    if number > 0:
        pending.push(state, pending.DRAW, seat, number)


def is_draw_due(state: Position) -> bool:
    """Whether a card is to be drawn now; shuffles the discard pile where that is needed."""
    seat: i64 = pending.top_first(state)
    if pending.top_second(state) == 0:
        return False
    own: i64 = block(seat)
    if count(state.cells, own + PILE, CARDS) > 0:
        return True
    if count(state.cells, own + DISCARDS, CARDS) == 0:
        return False
    reshuffle(state, seat)
    return True


def draw(state: Position, seat: i64, card: i64) -> None:
    """A card comes from the own deck into the hand."""
    cells = state.cells
    own: i64 = block(seat)
    cells[own + PILE + card] = cells[own + PILE + card] - 1
    cells[own + HAND + card] = cells[own + HAND + card] + 1
    pending.set_second(state, pending.top_second(state) - 1)


def collect_hand(state: Position, code: i64, out: Actions) -> None:
    """An action for each kind of card in the active player's hand."""
    cells = state.cells
    at: i64 = block(cells[ACTIVE]) + HAND
    card: i64 = 0
    while card < CARDS:
        if cells[at + card] > 0:
            out.add(code | (card << 8))
        card += 1


def collect_pairs(state: Position, effect: i64, out: Actions) -> None:
    """Every two cards of one breed in hand."""
    cells = state.cells
    at: i64 = block(cells[ACTIVE]) + HAND
    breed = state.components.breed
    one: i64 = 0
    while one < CATTLE:
        if cells[at + one] > 0:
            other: i64 = one
            while other < CATTLE and breed[other] == breed[one]:
                if (other != one or cells[at + one] > 1) and cells[at + other] > 0:
                    out.add(actions.PAIR | (effect << 8) | (one << 18) | (other << 28))
                other += 1
        one += 1


def collect_spending(state: Position, effect: i64, first: i64, kinds: i64, out: Actions) -> None:
    """Every card in hand, of so many kinds from `first` on, that an effect can be paid with."""
    cells = state.cells
    at: i64 = block(cells[ACTIVE]) + HAND
    card: i64 = first
    while card < first + kinds:
        if cells[at + card] > 0:
            out.add(actions.SPEND | (effect << 8) | (card << 18))
        card += 1


def discard_one(state: Position, card: i64) -> None:
    """One of several cards to discard; they may go in any order."""
    discard(state, state.cells[ACTIVE], card)
    count_down(state)


def remove_one(state: Position, card: i64) -> None:
    """A card in hand leaves the game."""
    leave_hand(state, state.cells[ACTIVE], card)
    state.cells[REMOVED_CARDS + card] = state.cells[REMOVED_CARDS + card] + 1
    count_down(state)


def count_down(state: Position) -> None:
    """One card fewer is to be discarded or removed; the frame ends with the last."""
    left: i64 = pending.top_first(state) - 1
    if left == 0 or hand_size(state, state.cells[ACTIVE]) == 0:
        pending.pop(state)
    else:
        pending.set_first(state, left)


def draw_to_discard(state: Position, number: i64) -> None:
    """Draw so many cards, then discard as many."""
    pending.push(state, pending.DISCARD, number)
    push_draw(state, state.cells[ACTIVE], number)


def turn_up(state: Position, seat: i64, card: i64) -> None:
    """A card in hand is turned up and discarded; at the end of the match one of the own deck."""
    cells = state.cells
    own: i64 = block(seat)
    if cells[own + HAND + card] == 0:
        cells[own + PILE + card] = cells[own + PILE + card] - 1
        cells[own + HAND + card] = cells[own + HAND + card] + 1
    discard(state, seat, card)
