"""Chance: cards drawn, and cards turned over, which everybody learns by an event."""

from __future__ import annotations

from mypy_extensions import i64

from examples.veil import actions, state
from examples.veil.state import Position
from railhead.games.game import SEATS
from railhead.games.packing import code_of, pack, parameter
from railhead.games.random import Random


def drawer(position: Position) -> i64:
    """The seat that draws next, or -1."""
    if position.count(state.DECK) > 0:
        for seat in range(position.cells[SEATS]):
            if position.count(state.HAND + seat) < position.components.hand_size:
                return seat
    return -1


def next_reveal(position: Position) -> i64:
    """The next card to be turned over, as an action: seats in order, then cards; -1 for none.

    While cards are revealed these are the selected ones, at the end those given face down.
    """
    revealing: bool = position.cells[state.PHASE] == state.REVEALING
    for seat in range(position.cells[SEATS]):
        for card in range(position.components.cards):
            if revealing:
                covered: bool = position.place(card) == state.CHOSEN + seat
            else:
                given: bool = position.place(card) == state.PILE + seat
                covered = given and position.viewers_of(card) != state.EVERYBODY
            if covered:
                return pack(actions.REVEAL, seat, card)
    return -1


def outcomes(position: Position) -> list[tuple[int, int]]:
    """Every card of the deck alike, or the one card that is turned over."""
    if position.cells[state.PHASE] != state.DRAWING:
        return [(int(next_reveal(position)), 1)]
    seat = drawer(position)
    return [(int(pack(actions.DRAW, seat, card)), 1) for card in position.at(state.DECK)]


def sample(position: Position, random: Random) -> i64:
    """One of the outcomes, as likely as they say."""
    if position.cells[state.PHASE] != state.DRAWING:
        return next_reveal(position)
    left: i64 = random.below(position.count(state.DECK))
    card: i64 = 0
    while left > 0 or position.place(card) != state.DECK:
        if position.place(card) == state.DECK:
            left -= 1
        card += 1
    return pack(actions.DRAW, drawer(position), card)


def play(position: Position, action: i64) -> None:
    """Carry out an outcome."""
    seat: i64 = parameter(action, 0)
    card: i64 = parameter(action, 1)
    if code_of(action) == actions.DRAW:
        position.move(card, state.HAND + seat, state.bit_of(seat))
    elif position.cells[state.PHASE] == state.REVEALING:
        position.move(card, state.TABLE + seat, state.EVERYBODY)
    else:
        position.move(card, state.PILE + seat, state.EVERYBODY)
