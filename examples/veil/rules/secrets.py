"""What is hidden: re-dealing what a seat cannot know, and events as others see them.

`examples/veil/rules.md` section 3.
"""

from __future__ import annotations

from mypy_extensions import i64

from examples.veil import actions, state
from examples.veil.rules.rounds import receiver_of
from examples.veil.state import Position
from railhead.games.game import SEATS
from railhead.games.packing import HIDDEN, code_of, pack, parameter
from railhead.games.random import Random, shuffled_copy


def redact(position: Position, viewer: i64, seat: i64, action: i64) -> i64:
    """A card drawn or selected is its seat's alone to see, one given that of giver and receiver."""
    code: i64 = code_of(action)
    if code == actions.DRAW and viewer != parameter(action, 0):
        return pack(code, parameter(action, 0), HIDDEN)
    if code == actions.SELECT and viewer != seat:
        return pack(code, HIDDEN)
    if code == actions.GIVE and viewer != seat and viewer != receiver_of(position, seat):
        return pack(code, HIDDEN)
    return action


def determinize(position: Position, viewer: i64, random: Random) -> None:
    """Deal anew what a viewer cannot know; see `State.determinize`."""
    choosers = take_back(position, viewer)
    unknown: list[int] = []
    lying: list[int] = []
    for card in range(position.components.cards):
        if not position.viewers_of(card) & state.bit_of(viewer):
            unknown.append(int(card))
            lying.append(
                int(position.place(card) * (state.EVERYBODY + 1) + position.viewers_of(card))
            )
    # Sorted, so that the outcome owes nothing to which card really lies where.
    lying.sort()
    lying = shuffled_copy(lying, random)
    for index in range(len(unknown)):
        place, seen = divmod(lying[index], state.EVERYBODY + 1)
        position.move(unknown[index], place, seen)
    for seat in choosers:
        select_anew(position, seat, random)


def take_back(position: Position, viewer: i64) -> list[int]:
    """Put the others' selected cards back into their hands; which seats had selected.

    Even a card that everybody knows to be in a hand may be the selected one, or not.
    """
    choosers: list[int] = []
    for seat in range(position.cells[SEATS]):
        if seat == viewer:
            continue
        for card in range(position.components.cards):
            if position.place(card) == state.CHOSEN + seat:
                position.move(card, state.HAND + seat, position.viewers_of(card))
                choosers.append(int(seat))
    return choosers


def select_anew(position: Position, seat: i64, random: Random) -> None:
    """Select one card of a hand, each as likely."""
    left: i64 = random.below(position.count(state.HAND + seat))
    for card in range(position.components.cards):
        if position.place(card) == state.HAND + seat:
            if left == 0:
                position.move(card, state.CHOSEN + seat, position.viewers_of(card))
                return
            left -= 1
