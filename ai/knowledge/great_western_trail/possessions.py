"""What a player of Great Western Trail owns, as numbers, whatever is left of the match.

What it is worth, and with what else, is for the network to say.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.features import hand_value, objectives
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import buildings, cards, discs, scoring
from railhead.games.great_western_trail.rules.workers import TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.vectors import vec

# Cowboys, craftsmen and engineers beside the printed one.
HIRED: Final = 0
# The breeding value of the hand, all cards, objective cards of the area and beside, what they come
# to; hazards; the points so far.
HAND: Final = HIRED + 3
CARDS: Final = HAND + 1
PLAYED: Final = CARDS + 1
HELD: Final = PLAYED + 1
OBJECTIVE_POINTS: Final = HELD + 1
HAZARDS: Final = OBJECTIVE_POINTS + 1
POINTS: Final = HAZARDS + 1
# The station masters owned, the discs on each city, and the sides of buildings that stand.
MASTERS: Final = POINTS + 1
CITIES: Final = MASTERS + 5
SIDES: Final = CITIES + 10
COUNT: Final = SIDES + 20

assert scoring.MASTERS == CITIES - MASTERS
assert discs.CITY_COUNT == SIDES - CITIES
assert len(names.BUILDINGS) == COUNT - SIDES


def own(position: Position, seat: i64, points: float, out: vec[float], first: i64) -> None:
    """Write the numbers of one seat to `out` from `first` on; `points` are those so far."""
    cells = position.cells
    at: i64 = state.block(seat)
    for worker in range(TYPES):
        out[first + HIRED + worker] = float(cells[at + state.WORKERS + worker] - 1)
    out[first + HAND] = float(hand_value(position, at))
    out[first + CARDS] = float(cards.hand_size(position, seat) + cards.drawable(position, seat))
    out[first + PLAYED] = float(state.count(cells, at + state.PLAYED, OBJECTIVES))
    held: i64 = 0
    card: i64 = CATTLE
    while card < CATTLE + OBJECTIVES:
        held += cards.owned(cells, at, card)
        card += 1
    out[first + HELD] = float(held)
    out[first + OBJECTIVE_POINTS] = objectives(position, seat)
    out[first + HAZARDS] = float(cells[at + state.HAZARDS])
    out[first + POINTS] = points
    own_on_board(position, at, out, first)


def own_on_board(position: Position, at: i64, out: vec[float], first: i64) -> None:
    """Station masters, discs on cities, and buildings."""
    cells = position.cells
    for master in range(scoring.MASTERS):
        out[first + MASTERS + master] = float((cells[at + state.MASTERS_OWNED] >> master) & 1)
    for city in range(discs.CITY_COUNT):
        out[first + CITIES + city] = float(cells[at + state.CITIES + city])
    place: i64 = first + SIDES
    while place < first + COUNT:
        out[place] = 0.0
        place += 1
    building: i64 = 0
    while building < state.BUILDINGS:
        if cells[at + state.SITES + building] > 0:
            out[first + SIDES + buildings.side(position, building)] = 1.0
        building += 1
