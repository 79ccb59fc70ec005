"""Gaining and playing objective cards.

`docs/rules/great_western_trail.md` section 6.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import cards
from railhead.games.great_western_trail.state import Position


def any_to_gain(position: Position, how: i64) -> bool:
    """Whether there is an objective card to gain in this way."""
    if state.holds_any(position.cells, state.DISPLAY, OBJECTIVES):
        return True
    return how != pending.FROM_DISPLAY and state.holds_any(
        position.cells, state.OBJECTIVE_DECK, OBJECTIVES
    )


def collect_gains(position: Position, out: Actions) -> None:
    """The cards of the display, and the top of the deck."""
    cells = position.cells
    how: i64 = pending.top_first(position)
    for card in range(OBJECTIVES):
        if cells[state.DISPLAY + card] > 0:
            out.add(actions.OBJECTIVE, card)
    if how != pending.FROM_DISPLAY and state.holds_any(cells, state.OBJECTIVE_DECK, OBJECTIVES):
        out.add(actions.OBJECTIVE, actions.FROM_DECK)
    if how == pending.INTO_HAND:
        out.add(actions.SKIP)


def gain(position: Position, card: i64) -> None:
    """The active player chooses a card of the display, or the top of the deck."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    into_hand: bool = pending.top_first(position) == pending.INTO_HAND
    pending.pop(position)
    if card == actions.FROM_DECK:
        pending.push(position, pending.TOP_OBJECTIVE, i64(into_hand))
        return
    cells[state.DISPLAY + card] -= 1
    if into_hand:
        cells[own + state.HAND + CATTLE + card] += 1
        cells[own + state.KNOWN + CATTLE + card] += 1
    else:
        cells[own + state.DISCARDS + CATTLE + card] += 1
    pending.push(position, pending.FILL_DISPLAY)


def reveal(position: Position, card: i64) -> None:
    """A card of the objective deck is turned up for all to see."""
    cells = position.cells
    cells[state.OBJECTIVE_DECK + card] -= 1
    cells[state.UNSEEN + card] -= 1
    pending.pop(position)


def add_to_display(position: Position, card: i64) -> None:
    """A card comes to the display."""
    reveal(position, card)
    position.cells[state.DISPLAY + card] += 1


def gain_top(position: Position, seat: i64, card: i64) -> None:
    """The top of the deck goes face up to the discard pile."""
    reveal(position, card)
    at: i64 = state.block(seat) + state.DISCARDS + CATTLE + card
    position.cells[at] += 1


def take_top(position: Position, seat: i64, card: i64) -> None:
    """The top of the deck goes into the hand, and only its owner has seen it."""
    cells = position.cells
    own: i64 = state.block(seat)
    cells[state.OBJECTIVE_DECK + card] -= 1
    cells[own + state.HAND + CATTLE + card] += 1
    cells[own + state.SECRETS] += 1
    pending.pop(position)


def collect_plays(position: Position, seat: i64, out: Actions) -> None:
    """The objective cards in hand."""
    at: i64 = state.block(seat) + state.HAND + CATTLE
    for card in range(OBJECTIVES):
        if position.cells[at + card] > 0:
            out.add(actions.PLAY, card)


def play(position: Position, card: i64) -> None:
    """The active player lays a card down; its immediate action is offered."""
    cells = position.cells
    cards.leave_hand(position, cells[state.ACTIVE], CATTLE + card)
    at: i64 = state.block(cells[state.ACTIVE]) + state.PLAYED + card
    cells[at] += 1
    pending.push(position, pending.OFFER, position.components.objective_effect[card] + 1)
