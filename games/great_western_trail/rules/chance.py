"""What is drawn and turned up: the outcomes that are due, and carrying one out.

`docs/rules/great_western_trail.md` sections 4.1, 5, 6.3 and 10.4.
"""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, OBJECTIVES, TILES
from railhead.games.great_western_trail.rules import cards, kansas_city, market, objectives
from railhead.games.great_western_trail.state import Position
from railhead.games.packing import FIRST, PARAMETER_MASK, SECOND, among, pack, with_parameter
from railhead.games.random import Random


def is_due(position: Position, code: i64) -> bool:
    """Whether the top frame, of this code, waits for chance; False where it is finished."""
    if code == pending.DRAW:
        return cards.is_draw_due(position)
    if code == pending.TURN_UP_HAND:
        return not kansas_city.is_hand_turned_up(position)
    if code == pending.TURN_UP_CARDS:
        return pending.top_first(position) > 0 and state.holds_any(
            position.cells, state.MARKET_DECK, CATTLE
        )
    if code == pending.FILL_FORESIGHT:
        return kansas_city.space_to_fill(position) >= 0
    return state.holds_any(position.cells, state.OBJECTIVE_DECK, OBJECTIVES)


def is_chance(code: i64) -> bool:
    """Whether a frame of this code waits for chance."""
    return among(code, pending.CHANCE_FRAMES)


def prefix(position: Position) -> i64:
    """The outcome that is due, its last parameter still 0."""
    code: i64 = pending.top(position)
    seat: i64 = pending.top_first(position)
    if code == pending.DRAW:
        return pack(actions.DRAW, seat)
    if code == pending.TURN_UP_HAND:
        return pack(actions.REVEAL, seat)
    if code == pending.TURN_UP_CARDS:
        return actions.TURN_UP_CATTLE
    if code == pending.FILL_FORESIGHT:
        column: i64 = kansas_city.space_to_fill(position) // kansas_city.COLUMN_SPACES
        return pack(actions.FORESIGHT, column)
    if code == pending.FILL_DISPLAY:
        return actions.TURN_UP_OBJECTIVE
    active: i64 = position.cells[state.ACTIVE]
    taken: i64 = actions.TAKE_OBJECTIVE if seat == 1 else actions.GAIN_OBJECTIVE
    return with_parameter(taken, 0, active)


def shift(position: Position) -> i64:
    """Where the last parameter of the outcome that is due lies."""
    code: i64 = pending.top(position)
    return 8 if code == pending.TURN_UP_CARDS or code == pending.FILL_DISPLAY else 18


def source(position: Position) -> i64:
    """The first cell of what is drawn from."""
    code: i64 = pending.top(position)
    own: i64 = state.block(pending.top_first(position)) if pending.top_first(position) < 4 else 0
    if code == pending.DRAW:
        return own + state.PILE
    if code == pending.TURN_UP_HAND:
        in_hand: bool = state.holds_any(position.cells, own + state.HAND, CARDS)
        return own + (state.HAND if in_hand else state.PILE)
    if code == pending.TURN_UP_CARDS:
        return state.MARKET_DECK
    if code == pending.FILL_FORESIGHT:
        return state.SUPPLY + TILES * (
            kansas_city.space_to_fill(position) // kansas_city.COLUMN_SPACES
        )
    return state.OBJECTIVE_DECK


def kinds(position: Position) -> i64:
    """How many kinds there are in what is drawn from."""
    code: i64 = pending.top(position)
    if code == pending.DRAW or code == pending.TURN_UP_HAND:
        return CARDS
    if code == pending.TURN_UP_CARDS:
        return CATTLE
    return TILES if code == pending.FILL_FORESIGHT else OBJECTIVES


def outcomes(position: Position) -> list[tuple[int, int]]:
    """Every outcome that is possible now, with the number of pieces that make it."""
    at: i64 = source(position)
    first: i64 = prefix(position)
    by: i64 = shift(position)
    found: list[tuple[int, int]] = []
    kind: i64 = 0
    while kind < kinds(position):
        if position.cells[at + kind] > 0:
            found.append((int(first | (kind << by)), int(position.cells[at + kind])))
        kind += 1
    return found


def sample(position: Position, random: Random) -> i64:
    """One of the outcomes, drawn by their numbers."""
    cells = position.cells
    at: i64 = source(position)
    left: i64 = random.below(state.count(cells, at, kinds(position)))
    kind: i64 = 0
    while left >= cells[at + kind]:
        left -= cells[at + kind]
        kind += 1
    return prefix(position) | (kind << shift(position))


def play(position: Position, code: i64, action: i64) -> None:
    """Carry an outcome out."""
    first: i64 = (action >> FIRST) & PARAMETER_MASK
    second: i64 = (action >> SECOND) & PARAMETER_MASK
    if code == actions.DRAW:
        cards.draw(position, first, second)
    elif code == actions.REVEAL:
        kansas_city.turn_up(position, first, second)
    elif code == actions.TURN_UP_CATTLE:
        market.add_to_market(position, first)
    elif code == actions.TURN_UP_OBJECTIVE:
        objectives.add_to_display(position, first)
    elif code == actions.GAIN_OBJECTIVE:
        objectives.gain_top(position, first, second)
    elif code == actions.TAKE_OBJECTIVE:
        objectives.take_top(position, first, second)
    else:
        kansas_city.fill(position, first, second)
