"""What is hidden: re-dealing what a seat cannot know, and events as others see them.

`docs/rules/great_western_trail.md` section 16.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.game import SEATS
from railhead.games.great_western_trail import actions, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules.cards import is_secret
from railhead.games.great_western_trail.state import Position
from railhead.games.packing import CODE_MASK, FIRST, HIDDEN, PARAMETER_MASK, pack
from railhead.games.random import Random
from railhead.games.vectors import vec


def redact(viewer: i64, action: i64) -> i64:
    """A card drawn, or taken from the objective deck into the hand, is its owner's alone to see."""
    code: i64 = action & CODE_MASK
    if code == actions.DRAW or code == actions.TAKE_OBJECTIVE:
        seat: i64 = (action >> FIRST) & PARAMETER_MASK
        if seat != viewer:
            return pack(code, seat, HIDDEN)
    return action


def sample_card(pool: vec[i64], size: i64, random: Random) -> i64:
    """A card out of a pool of `size` cards, given by the numbers of each kind."""
    left: i64 = random.below(size)
    card: i64 = 0
    while left >= pool[card]:
        left -= pool[card]
        card += 1
    pool[card] -= 1
    return card


def unseen_by(position: Position, viewer: i64) -> vec[i64]:
    """The objective cards that a viewer has never seen."""
    cells = position.cells
    pool = cells[state.UNSEEN : state.UNSEEN + OBJECTIVES]
    if viewer < 0:
        return pool
    own: i64 = state.block(viewer)
    for card in range(OBJECTIVES - 1):
        if is_secret(position, viewer, CATTLE + card):
            pool[card] -= 1
    held: i64 = cells[own + state.HAND + state.X] + cells[own + state.PILE + state.X]
    held -= cells[own + state.KNOWN + state.X] + cells[own + state.PUBLIC_X]
    pool[state.X - CATTLE] -= held
    return pool


def public_pool(position: Position, seat: i64) -> vec[i64]:
    """The cards that all know to be in a player's hand or deck, those `KNOWN` in hand aside."""
    cells = position.cells
    own: i64 = state.block(seat)
    pool = cells[own + state.HAND : own + state.HAND + CARDS]
    for card in range(CARDS):
        pool[card] = pool[card] + cells[own + state.PILE + card] - cells[own + state.KNOWN + card]
        if is_secret(position, seat, card):
            pool[card] -= 1
    pool[state.X] = cells[own + state.PUBLIC_X]
    return pool


def deal(position: Position, seat: i64, unseen: vec[i64], random: Random) -> None:
    """Deal a player's hand and deck anew, the secret cards from `unseen`."""
    cells = position.cells
    own: i64 = state.block(seat)
    deck: i64 = state.count(cells, own + state.PILE, CARDS)
    hand: i64 = state.count(cells, own + state.HAND, CARDS) - state.count(
        cells, own + state.KNOWN, CARDS
    )
    secrets: i64 = cells[own + state.SECRETS]
    pool = public_pool(position, seat)
    swaps: i64 = cells[own + state.SWAPS]
    if swaps > unseen[state.X - CATTLE]:
        swaps = unseen[state.X - CATTLE]
    if swaps > 0:
        # Whether the X that left were public or secret is drawn too: see section 16 on `SWAPS`.
        swaps = random.below(swaps + 1)
        unseen[state.X - CATTLE] -= swaps
        pool[state.X] += swaps
    secrets -= swaps
    size: i64 = deck + hand - secrets
    card: i64 = 0
    while card < CARDS:
        cells[own + state.HAND + card] = cells[own + state.KNOWN + card]
        card += 1
    while size > deck:
        card = sample_card(pool, size, random)
        cells[own + state.HAND + card] += 1
        size -= 1
    card = 0
    while card < CARDS:
        cells[own + state.PILE + card] = pool[card]
        card += 1
    left: i64 = 0
    for number in unseen:
        left += number
    while secrets > 0:
        # All seats draw from the same `unseen`, so that no secret card is dealt twice.
        card = CATTLE + sample_card(unseen, left, random)
        cells[own + state.HAND + card] += 1
        left -= 1
        secrets -= 1


def determinize(position: Position, viewer: i64, random: Random) -> None:
    """Deal anew what a viewer cannot know; see `State.determinize`."""
    cells = position.cells
    unseen = unseen_by(position, viewer)
    for seat in range(cells[SEATS]):
        if seat != viewer:
            deal(position, seat, unseen, random)
    for card in range(OBJECTIVES):
        cells[state.OBJECTIVE_DECK + card] = unseen[card]
