"""What is hidden: re-dealing what a seat cannot know, and events as others see them.

`docs/rules/great_western_trail.md` section 16.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.game import SEATS
from games.great_western_trail import actions
from games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES
from games.great_western_trail.rules.cards import is_secret
from games.great_western_trail.state import (
    HAND,
    KNOWN,
    OBJECTIVE_DECK,
    PILE,
    PUBLIC_X,
    SECRETS,
    SWAPS,
    UNSEEN,
    Position,
    X,
    block,
    count,
)
from games.packing import HIDDEN, packed
from games.random import Random
from games.vectors import vec


def observed(viewer: i64, action: i64) -> i64:
    """A card drawn, or taken from the objective deck into the hand, is its owner's alone to see."""
    code: i64 = action & 255
    if code == actions.DRAW or code == actions.TAKE_OBJECTIVE:
        seat: i64 = (action >> 8) & 1023
        if seat != viewer:
            return packed(code, seat, HIDDEN)
    return action


def drawn(pool: vec[i64], size: i64, random: Random) -> i64:
    """A card out of a pool of `size` cards, given by the numbers of each kind."""
    left: i64 = random.below(size)
    card: i64 = 0
    while left >= pool[card]:
        left -= pool[card]
        card += 1
    pool[card] = pool[card] - 1
    return card


def unseen_by(state: Position, viewer: i64) -> vec[i64]:
    """The objective cards that a viewer has never seen."""
    cells = state.cells
    pool = cells[UNSEEN : UNSEEN + OBJECTIVES]
    if viewer < 0:
        return pool
    own: i64 = block(viewer)
    card: i64 = 0
    while card < OBJECTIVES - 1:
        if is_secret(state, viewer, CATTLE + card):
            pool[card] = pool[card] - 1
        card += 1
    held: i64 = cells[own + HAND + X] + cells[own + PILE + X]
    held -= cells[own + KNOWN + X] + cells[own + PUBLIC_X]
    pool[X - CATTLE] = pool[X - CATTLE] - held
    return pool


def public_pool(state: Position, seat: i64) -> vec[i64]:
    """The cards that all know to be in a player's hand or deck, those `KNOWN` in hand aside."""
    cells = state.cells
    own: i64 = block(seat)
    pool = cells[own + HAND : own + HAND + CARDS]
    card: i64 = 0
    while card < CARDS:
        pool[card] = pool[card] + cells[own + PILE + card] - cells[own + KNOWN + card]
        if is_secret(state, seat, card):
            pool[card] = pool[card] - 1
        card += 1
    pool[X] = cells[own + PUBLIC_X]
    return pool


def deal(state: Position, seat: i64, unseen: vec[i64], random: Random) -> None:
    """Deal a player's hand and deck anew, the secret cards from `unseen`."""
    cells = state.cells
    own: i64 = block(seat)
    deck: i64 = count(cells, own + PILE, CARDS)
    hand: i64 = count(cells, own + HAND, CARDS) - count(cells, own + KNOWN, CARDS)
    secrets: i64 = cells[own + SECRETS]
    pool = public_pool(state, seat)
    swaps: i64 = cells[own + SWAPS]
    if swaps > unseen[X - CATTLE]:
        swaps = unseen[X - CATTLE]
    if swaps > 0:
        swaps = random.below(swaps + 1)
        unseen[X - CATTLE] = unseen[X - CATTLE] - swaps
        pool[X] = pool[X] + swaps
    secrets -= swaps
    size: i64 = deck + hand - secrets
    card: i64 = 0
    while card < CARDS:
        cells[own + HAND + card] = cells[own + KNOWN + card]
        card += 1
    while size > deck:
        card = drawn(pool, size, random)
        cells[own + HAND + card] = cells[own + HAND + card] + 1
        size -= 1
    card = 0
    while card < CARDS:
        cells[own + PILE + card] = pool[card]
        card += 1
    left: i64 = 0
    for number in unseen:
        left += number
    while secrets > 0:
        card = CATTLE + drawn(unseen, left, random)
        cells[own + HAND + card] = cells[own + HAND + card] + 1
        left -= 1
        secrets -= 1


def determinize(state: Position, viewer: i64, random: Random) -> None:
    """Deal anew what a viewer cannot know; see `State.determinize`."""
    cells = state.cells
    unseen = unseen_by(state, viewer)
    seat: i64 = 0
    while seat < cells[SEATS]:
        if seat != viewer:
            deal(state, seat, unseen, random)
        seat += 1
    card: i64 = 0
    while card < OBJECTIVES:
        cells[OBJECTIVE_DECK + card] = unseen[card]
        card += 1
