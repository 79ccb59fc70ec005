"""Gaining and playing objective cards.

`docs/rules/great_western_trail.md` section 6.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CATTLE, OBJECTIVES
from games.great_western_trail.rules import cards
from games.great_western_trail.state import (
    ACTIVE,
    DISCARDS,
    DISPLAY,
    HAND,
    KNOWN,
    OBJECTIVE_DECK,
    PLAYED,
    SECRETS,
    UNSEEN,
    Position,
    block,
    count,
)


def any_to_gain(state: Position, how: i64) -> bool:
    """Whether there is an objective card to gain in this way."""
    if count(state.cells, DISPLAY, OBJECTIVES) > 0:
        return True
    deck: i64 = count(state.cells, OBJECTIVE_DECK, OBJECTIVES)
    return deck > 0 and how != pending.FROM_DISPLAY


def collect_gains(state: Position, out: Actions) -> None:
    """The cards of the display, and the top of the deck."""
    cells = state.cells
    how: i64 = pending.top_first(state)
    card: i64 = 0
    while card < OBJECTIVES:
        if cells[DISPLAY + card] > 0:
            out.add(actions.OBJECTIVE | (card << 8))
        card += 1
    if how != pending.FROM_DISPLAY and count(cells, OBJECTIVE_DECK, OBJECTIVES) > 0:
        out.add(actions.OBJECTIVE | (actions.FROM_DECK << 8))
    if how == pending.INTO_HAND:
        out.add(actions.SKIP)


def gain(state: Position, card: i64) -> None:
    """The active player chooses a card of the display, or the top of the deck."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    into_hand: bool = pending.top_first(state) == pending.INTO_HAND
    pending.pop(state)
    if card == actions.FROM_DECK:
        pending.push(state, pending.TOP_OBJECTIVE, i64(into_hand))
        return
    cells[DISPLAY + card] = cells[DISPLAY + card] - 1
    if into_hand:
        cells[own + HAND + CATTLE + card] = cells[own + HAND + CATTLE + card] + 1
        cells[own + KNOWN + CATTLE + card] = cells[own + KNOWN + CATTLE + card] + 1
    else:
        cells[own + DISCARDS + CATTLE + card] = cells[own + DISCARDS + CATTLE + card] + 1
    pending.push(state, pending.FILL_DISPLAY)


def seen(state: Position, card: i64) -> None:
    """A card of the objective deck is turned up for all to see."""
    cells = state.cells
    cells[OBJECTIVE_DECK + card] = cells[OBJECTIVE_DECK + card] - 1
    cells[UNSEEN + card] = cells[UNSEEN + card] - 1
    pending.pop(state)


def turned_up(state: Position, card: i64) -> None:
    """A card comes to the display."""
    seen(state, card)
    state.cells[DISPLAY + card] = state.cells[DISPLAY + card] + 1


def gained(state: Position, seat: i64, card: i64) -> None:
    """The top of the deck goes face up to the discard pile."""
    seen(state, card)
    at: i64 = block(seat) + DISCARDS + CATTLE + card
    state.cells[at] = state.cells[at] + 1


def taken(state: Position, seat: i64, card: i64) -> None:
    """The top of the deck goes into the hand, and only its owner has seen it."""
    cells = state.cells
    own: i64 = block(seat)
    cells[OBJECTIVE_DECK + card] = cells[OBJECTIVE_DECK + card] - 1
    cells[own + HAND + CATTLE + card] = cells[own + HAND + CATTLE + card] + 1
    cells[own + SECRETS] = cells[own + SECRETS] + 1
    pending.pop(state)


def collect_plays(state: Position, seat: i64, out: Actions) -> None:
    """The objective cards in hand."""
    at: i64 = block(seat) + HAND + CATTLE
    card: i64 = 0
    while card < OBJECTIVES:
        if state.cells[at + card] > 0:
            out.add(actions.PLAY | (card << 8))
        card += 1


def play(state: Position, card: i64) -> None:
    """The active player lays a card down; its immediate action is offered."""
    cells = state.cells
    cards.leave_hand(state, cells[ACTIVE], CATTLE + card)
    at: i64 = block(cells[ACTIVE]) + PLAYED + card
    cells[at] = cells[at] + 1
    pending.push(state, pending.OFFER, state.components.objective_effect[card] + 1)
