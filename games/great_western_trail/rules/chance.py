"""What is drawn and turned up: the outcomes that are due, and carrying one out.

`docs/rules/great_western_trail.md` sections 4.1, 5, 6.3 and 10.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from games.great_western_trail import actions, pending
from games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES, TILES
from games.great_western_trail.rules import cards, kansas_city, market, objectives
from games.great_western_trail.state import (
    ACTIVE,
    HAND,
    MARKET_DECK,
    OBJECTIVE_DECK,
    PILE,
    SUPPLY,
    Position,
    block,
    count,
)
from games.packing import among
from games.random import Random


def is_due(state: Position, code: i64) -> bool:
    """Whether the top frame, of this code, waits for chance; False where it is finished."""
    if code == pending.DRAW:
        return cards.is_draw_due(state)
    if code == pending.TURN_UP_HAND:
        return not kansas_city.is_hand_turned_up(state)
    if code == pending.TURN_UP_CARDS:
        return pending.top_first(state) > 0 and count(state.cells, MARKET_DECK, CATTLE) > 0
    if code == pending.FILL_FORESIGHT:
        return kansas_city.space_to_fill(state) >= 0
    return count(state.cells, OBJECTIVE_DECK, OBJECTIVES) > 0


def is_chance(code: i64) -> bool:
    """Whether a frame of this code waits for chance."""
    return among(code, pending.CHANCE_FRAMES)


def prefix(state: Position) -> i64:
    """The outcome that is due, its last parameter still 0."""
    code: i64 = pending.top(state)
    seat: i64 = pending.top_first(state)
    if code == pending.DRAW:
        return actions.DRAW | (seat << 8)
    if code == pending.TURN_UP_HAND:
        return actions.REVEAL | (seat << 8)
    if code == pending.TURN_UP_CARDS:
        return actions.TURN_UP_CATTLE
    if code == pending.FILL_FORESIGHT:
        column: i64 = kansas_city.space_to_fill(state) // kansas_city.COLUMN_SPACES
        return actions.FORESIGHT | (column << 8)
    if code == pending.FILL_DISPLAY:
        return actions.TURN_UP_OBJECTIVE
    active: i64 = state.cells[ACTIVE]
    taken: i64 = actions.TAKE_OBJECTIVE if seat == 1 else actions.GAIN_OBJECTIVE
    return taken | (active << 8)


def shift(state: Position) -> i64:
    """Where the last parameter of the outcome that is due lies."""
    code: i64 = pending.top(state)
    return 8 if code == pending.TURN_UP_CARDS or code == pending.FILL_DISPLAY else 18


def source(state: Position) -> i64:
    """The first cell of what is drawn from."""
    code: i64 = pending.top(state)
    own: i64 = block(pending.top_first(state)) if pending.top_first(state) < 4 else 0
    if code == pending.DRAW:
        return own + PILE
    if code == pending.TURN_UP_HAND:
        return own + (HAND if count(state.cells, own + HAND, CARDS) > 0 else PILE)
    if code == pending.TURN_UP_CARDS:
        return MARKET_DECK
    if code == pending.FILL_FORESIGHT:
        return SUPPLY + TILES * (kansas_city.space_to_fill(state) // kansas_city.COLUMN_SPACES)
    return OBJECTIVE_DECK


def kinds(state: Position) -> i64:
    """How many kinds there are in what is drawn from."""
    code: i64 = pending.top(state)
    if code == pending.DRAW or code == pending.TURN_UP_HAND:
        return CARDS
    if code == pending.TURN_UP_CARDS:
        return CATTLE
    return TILES if code == pending.FILL_FORESIGHT else OBJECTIVES


def outcomes(state: Position) -> list[tuple[int, int]]:
    """Every outcome that is possible now, with the number of pieces that make it."""
    at: i64 = source(state)
    first: i64 = prefix(state)
    by: i64 = shift(state)
    found: list[tuple[int, int]] = []
    kind: i64 = 0
    while kind < kinds(state):
        if state.cells[at + kind] > 0:
            found.append((int(first | (kind << by)), int(state.cells[at + kind])))
        kind += 1
    return found


def sample(state: Position, random: Random) -> i64:
    """One of the outcomes, drawn by their numbers."""
    cells = state.cells
    at: i64 = source(state)
    left: i64 = random.below(count(cells, at, kinds(state)))
    kind: i64 = 0
    while left >= cells[at + kind]:
        left -= cells[at + kind]
        kind += 1
    return prefix(state) | (kind << shift(state))


def play(state: Position, code: i64, action: i64) -> None:
    """Carry an outcome out."""
    first: i64 = (action >> 8) & 1023
    second: i64 = (action >> 18) & 1023
    if code == actions.DRAW:
        cards.draw(state, first, second)
    elif code == actions.REVEAL:
        kansas_city.turn_up(state, first, second)
    elif code == actions.TURN_UP_CATTLE:
        market.turned_up(state, first)
    elif code == actions.TURN_UP_OBJECTIVE:
        objectives.turned_up(state, first)
    elif code == actions.GAIN_OBJECTIVE:
        objectives.gained(state, first, second)
    elif code == actions.TAKE_OBJECTIVE:
        objectives.taken(state, first, second)
    else:
        kansas_city.fill(state, first, second)
