"""Cards of a player: drawing, discarding, removing, and what all others know of them.

`docs/rules/great_western_trail.md` sections 5, 6 and 16.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec


def hand_size(position: Position, seat: i64) -> i64:
    """How many cards a player holds."""
    return state.count(position.cells, state.block(seat) + state.HAND, CARDS)


def drawable(position: Position, seat: i64) -> i64:
    """How many cards a player could draw: the own deck and the discard pile."""
    own: i64 = state.block(seat)
    return state.count(position.cells, own + state.PILE, CARDS) + state.count(
        position.cells, own + state.DISCARDS, CARDS
    )


def owned_count(cells: vec[i64], own: i64, card: i64) -> i64:
    """How many cards of a kind lie in the block `own` of a player: hand, own deck, discard pile."""
    return (
        cells[own + state.HAND + card]
        + cells[own + state.PILE + card]
        + cells[own + state.DISCARDS + card]
    )


def may_hold(position: Position, seat: i64, card: i64) -> bool:
    """Whether all others must reckon with a cattle card of this kind in hand."""
    own: i64 = state.block(seat)
    cells = position.cells
    return cells[own + state.HAND + card] + cells[own + state.PILE + card] > 0


def may_hold_cattle(position: Position, seat: i64) -> bool:
    """Whether all others must reckon with any cattle card in hand."""
    own: i64 = state.block(seat)
    cells = position.cells
    if state.holds_any(cells, own + state.HAND, CATTLE):
        return True
    return state.holds_any(cells, own + state.PILE, CATTLE) and state.holds_any(
        cells, own + state.HAND, CARDS
    )


def may_hold_objective(position: Position, seat: i64) -> bool:
    """Whether all others must reckon with an objective card in hand."""
    own: i64 = state.block(seat)
    cells = position.cells
    if state.holds_any(cells, own + state.HAND + CATTLE, OBJECTIVES):
        return True
    return state.holds_any(cells, own + state.PILE + CATTLE, OBJECTIVES) and state.holds_any(
        cells, own + state.HAND, CARDS
    )


def is_secret(position: Position, seat: i64, card: i64) -> bool:
    """Whether a card in hand, of a kind with one copy, has never been seen by the others."""
    if card < CATTLE or card == state.X:
        return False
    cells = position.cells
    return (
        cells[state.UNSEEN + card - CATTLE] > 0 and cells[state.block(seat) + state.HAND + card] > 0
    )


def leave_hand(position: Position, seat: i64, card: i64) -> None:
    """A card leaves the hand before all eyes: what others know of the rest."""
    cells = position.cells
    own: i64 = state.block(seat)
    secret: bool = is_secret(position, seat, card)
    cells[own + state.HAND + card] -= 1
    if cells[own + state.KNOWN + card] > 0:
        cells[own + state.KNOWN + card] -= 1
    elif card == state.X and cells[own + state.PUBLIC_X] > 0:
        cells[own + state.PUBLIC_X] -= 1
        if (
            cells[state.UNSEEN + state.X - CATTLE] > 0
            and cells[own + state.SWAPS] < cells[own + state.SECRETS]
        ):
            # Nobody else can tell which X this was: the secret one may have left, with the public
            # one in the deck.
            cells[own + state.SWAPS] += 1
    elif secret or card == state.X:
        cells[state.UNSEEN + card - CATTLE] -= 1
        cells[own + state.SECRETS] -= 1
        if cells[own + state.SWAPS] > cells[own + state.SECRETS]:
            cells[own + state.SWAPS] = cells[own + state.SECRETS]
    prove_swaps(position, seat)


def prove_swaps(position: Position, seat: i64) -> None:
    """A hand too small for its secret cards: for each too many, an X that left was the secret one.

    So the X that all knew of still lies in the own deck, and has been seen.
    """
    cells = position.cells
    own: i64 = state.block(seat)
    if cells[own + state.SWAPS] == 0:
        return
    certain: i64 = (
        cells[own + state.SECRETS]
        + state.count(cells, own + state.KNOWN, CARDS)
        - hand_size(position, seat)
    )
    if certain > 0:
        cells[own + state.SECRETS] -= certain
        cells[own + state.SWAPS] -= certain
        cells[own + state.PUBLIC_X] += certain
        cells[state.UNSEEN + state.X - CATTLE] -= certain


def discard(position: Position, seat: i64, card: i64) -> None:
    """A card in hand goes to the discard pile."""
    leave_hand(position, seat, card)
    at: i64 = state.block(seat) + state.DISCARDS + card
    position.cells[at] += 1


def reshuffle(position: Position, seat: i64) -> None:
    """The discard pile becomes the own deck; whoever followed the match knows the hand now."""
    cells = position.cells
    own: i64 = state.block(seat)
    for card in range(CARDS):
        if card != state.X and not is_secret(position, seat, card):
            cells[own + state.KNOWN + card] = cells[own + state.HAND + card]
        cells[own + state.PILE + card] = cells[own + state.DISCARDS + card]
        cells[own + state.DISCARDS + card] = 0
    cells[own + state.KNOWN + state.X] += cells[own + state.PUBLIC_X]
    cells[own + state.PUBLIC_X] = cells[own + state.PILE + state.X]
    cells[own + state.SWAPS] = 0


def push_draw(position: Position, seat: i64, number: i64) -> None:
    """So many cards are to be drawn, as far as there are any."""
    if number > 0:
        pending.push(position, pending.DRAW, seat, number)


def is_draw_due(position: Position) -> bool:
    """Whether a card is to be drawn now; shuffles the discard pile where that is needed."""
    seat: i64 = pending.top_first(position)
    if pending.top_second(position) == 0:
        return False
    own: i64 = state.block(seat)
    if state.holds_any(position.cells, own + state.PILE, CARDS):
        return True
    if not state.holds_any(position.cells, own + state.DISCARDS, CARDS):
        return False
    reshuffle(position, seat)
    return True


def draw(position: Position, seat: i64, card: i64) -> None:
    """A card comes from the own deck into the hand."""
    cells = position.cells
    own: i64 = state.block(seat)
    cells[own + state.PILE + card] -= 1
    cells[own + state.HAND + card] += 1
    pending.set_second(position, pending.top_second(position) - 1)


def collect_hand(position: Position, code: i64, out: Actions) -> None:
    """An action for each kind of card in the active player's hand."""
    cells = position.cells
    at: i64 = state.block(cells[state.ACTIVE]) + state.HAND
    for card in range(CARDS):
        if cells[at + card] > 0:
            out.add(code, card)


def collect_pairs(position: Position, effect: i64, out: Actions) -> None:
    """Every two cards of one breed in hand."""
    cells = position.cells
    at: i64 = state.block(cells[state.ACTIVE]) + state.HAND
    breed = position.components.breed
    for one in range(CATTLE):
        if cells[at + one] > 0:
            other: i64 = one
            while other < CATTLE and breed[other] == breed[one]:
                if (other != one or cells[at + one] > 1) and cells[at + other] > 0:
                    out.add(actions.PAIR, effect, one, other)
                other += 1


def collect_spending(position: Position, effect: i64, first: i64, kinds: i64, out: Actions) -> None:
    """Every card in hand, of so many kinds from `first` on, that an effect can be paid with."""
    cells = position.cells
    at: i64 = state.block(cells[state.ACTIVE]) + state.HAND
    for card in range(first, first + kinds):
        if cells[at + card] > 0:
            out.add(actions.SPEND, effect, card)


def discard_one(position: Position, card: i64) -> None:
    """One of several cards to discard; they may go in any order."""
    discard(position, position.cells[state.ACTIVE], card)
    count_down(position)


def remove_one(position: Position, card: i64) -> None:
    """A card in hand leaves the game."""
    leave_hand(position, position.cells[state.ACTIVE], card)
    position.cells[state.REMOVED_CARDS + card] += 1
    count_down(position)


def count_down(position: Position) -> None:
    """One card fewer is to be discarded or removed; the frame ends with the last."""
    left: i64 = pending.top_first(position) - 1
    if left == 0 or hand_size(position, position.cells[state.ACTIVE]) == 0:
        pending.pop(position)
    else:
        pending.set_first(position, left)


def draw_to_discard(position: Position, number: i64) -> None:
    """Draw so many cards, then discard as many."""
    pending.push(position, pending.DISCARD, number)
    push_draw(position, position.cells[state.ACTIVE], number)


def turn_up(position: Position, seat: i64, card: i64) -> None:
    """A card in hand is turned up and discarded; at the end of the match one of the own deck."""
    cells = position.cells
    own: i64 = state.block(seat)
    if cells[own + state.HAND + card] == 0:
        cells[own + state.PILE + card] -= 1
        cells[own + state.HAND + card] += 1
    discard(position, seat, card)
