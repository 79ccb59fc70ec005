"""What the value of Great Western Trail reads of a position: numbers of each seat.

What will still bring points counts most of it as much as is left of the match; what is owned counts
whatever is left. What it is worth, and with what else, is for the network to say.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.measures import hand_value, herd_value, objectives
from railhead.ai.knowledge.great_western_trail.weights import READY_MONEY
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import discs, scoring
from railhead.games.great_western_trail.rules.auxiliary import KINDS
from railhead.games.great_western_trail.rules.buildings import building_count, side
from railhead.games.great_western_trail.rules.cards import drawable, hand_size, owned_count
from railhead.games.great_western_trail.rules.workers import TYPES
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST
from railhead.games.vectors import vec

NAMES: Final = (
    "left", "left_squared", "on_the_way", "ahead", "money", "riches", "money_left",
    "cowboys", "cowboys_squared", "cowboys_early",
    "craftsmen", "craftsmen_squared", "craftsmen_early",
    "engineers", "engineers_squared", "engineers_early",
    "herd", "hand", "certificates", "certificates_left", "permanent",
    "track", "track_left", "teepees", "buildings", "stations",
    "auxiliary_discs", "hand_discs", "step_discs", "certificate_4", "certificate_6",
    "poor_cards", "good_cards", "fine_cards", "deliveries", "hazards", "objectives", "cities",
    "turn",
)  # fmt: skip
"""What will still bring points, in the order of the numbers."""
GOOD: Final = 4
"""Kinds of cattle from this one on have breeding value 3 or more."""
FINE: Final = 7
"""Kinds of cattle from this one on have breeding value 4 or more."""

# Cowboys, craftsmen and engineers beside the printed one.
HIRED: Final = 39
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
"""So many numbers of each seat the network is told."""

assert len(NAMES) == HIRED
assert scoring.MASTERS == CITIES - MASTERS
assert discs.CITY_COUNT == SIDES - CITIES
assert len(names.BUILDINGS) == COUNT - SIDES


@final
class PositionFeatures:
    """What the network is told of each seat: what will still bring points, then what it owns."""

    def __init__(self) -> None:
        self.numbers: vec[float] = vec[float]([0.0] * COUNT)
        """Those of the seat seen last."""

    def see_seat(
        self, position: Position, seat: i64, left: float, done: float, ahead: float,
        deliveries: float, points: float,
    ) -> None:  # fmt: skip
        """Set `numbers`; `points` are those so far, see `measure_to_come` for the others."""
        measure_to_come(position, seat, left, done, ahead, deliveries, self.numbers)
        measure_owned(position, seat, points, self.numbers)


def measure_to_come(
    position: Position, seat: i64, left: float, done: float, ahead: float, deliveries: float,
    out: vec[float],
) -> None:  # fmt: skip
    """Write the numbers of `NAMES` for one seat, in a match that is not decided yet.

    `left` is the share of the match to come, `done` the share of the way to Kansas City behind the
    player, `ahead` that beside the others, `deliveries` what deliveries to come may bring.
    """
    cells = position.cells
    at: i64 = state.block(seat)
    late = 4.0 * left
    if late > 1.0:
        late = 1.0
    money: i64 = cells[at + state.MONEY]
    ready: i64 = money if money < READY_MONEY else i64(READY_MONEY)
    out[0] = left
    out[1] = left * left
    out[2] = done * done
    out[3] = ahead
    out[4] = late * float(ready)
    out[5] = late * float(money - ready)
    out[6] = left * float(ready)
    measure_workers(cells, at + state.WORKERS, left, out)
    hand: i64 = hand_value(position, at)
    if cells[at + state.PLACE] == LAST:
        hand += cells[state.VALUE]
    permanent: i64 = discs.permanent_certificates(position, seat)
    certificates: i64 = discs.all_certificates(position, seat) - permanent
    out[16] = left * herd_value(position, seat)
    out[17] = done * done * float(hand)
    out[18] = late * float(certificates)
    out[19] = left * float(certificates)
    out[20] = left * float(permanent)
    out[21] = late * float(cells[at + state.TRACK])
    out[22] = left * float(cells[at + state.TRACK])
    out[23] = left * float(cells[at + state.TEEPEES] + cells[at + state.TEEPEES + 1])
    measure_board(position, seat, left, out)
    measure_cards(position, seat, left, out)
    out[34] = deliveries
    out[35] = left * float(cells[at + state.HAZARDS])
    out[38] = 1.0 if cells[state.ACTIVE] == seat else 0.0


def measure_workers(cells: vec[i64], at: i64, left: float, out: vec[float]) -> None:
    """The workers of each type beside the printed one."""
    for worker in range(TYPES):
        hired = float(cells[at + worker] - 1)
        index: i64 = 7 + 3 * worker
        out[index] = left * hired
        out[index + 1] = left * hired * hired
        out[index + 2] = left * left * hired


def measure_board(position: Position, seat: i64, left: float, out: vec[float]) -> None:
    """Buildings, stations, cities, and the disc spaces that have been cleared."""
    cells = position.cells
    at: i64 = state.block(seat)
    cities: i64 = 0
    for number in range(discs.CITY_COUNT):
        if cells[at + state.CITIES + number] > 0:
            cities += 1
    certificates: i64 = discs.cleared_count(position, seat, discs.CERTIFICATE_4, 1)
    out[24] = left * float(building_count(position, seat))
    out[25] = left * float(discs.upgrade_count(position, seat))
    out[26] = left * float(discs.cleared_count(position, seat, 0, KINDS))
    out[27] = left * float(discs.cleared_count(position, seat, discs.HAND_DISC, 1))
    out[28] = left * float(discs.cleared_count(position, seat, discs.STEP_LEFT, 2))
    out[29] = left * float(certificates)
    out[30] = left * float(
        certificates * discs.cleared_count(position, seat, discs.CERTIFICATE_6, 1)
    )
    out[37] = left * float(cities)


def measure_cards(position: Position, seat: i64, left: float, out: vec[float]) -> None:
    """The cards that a player has, by how good they are."""
    cells = position.cells
    at: i64 = state.block(seat)
    poor: i64 = 0
    good: i64 = 0
    fine: i64 = 0
    card: i64 = 0
    while card < CATTLE:
        number: i64 = owned_count(cells, at, card)
        if card >= FINE:
            fine += number
        elif card >= GOOD:
            good += number
        else:
            poor += number
        card += 1
    held: i64 = 0
    while card < CATTLE + OBJECTIVES:
        held += owned_count(cells, at, card)
        card += 1
    out[31] = left * float(poor)
    out[32] = left * float(good)
    out[33] = left * float(fine)
    out[36] = left * float(held)


def measure_owned(position: Position, seat: i64, points: float, out: vec[float]) -> None:
    """Write what one seat owns; `points` are those so far."""
    cells = position.cells
    at: i64 = state.block(seat)
    for worker in range(TYPES):
        out[HIRED + worker] = float(cells[at + state.WORKERS + worker] - 1)
    out[HAND] = float(hand_value(position, at))
    out[CARDS] = float(hand_size(position, seat) + drawable(position, seat))
    out[PLAYED] = float(state.count(cells, at + state.PLAYED, OBJECTIVES))
    held: i64 = 0
    card: i64 = CATTLE
    while card < CATTLE + OBJECTIVES:
        held += owned_count(cells, at, card)
        card += 1
    out[HELD] = float(held)
    out[OBJECTIVE_POINTS] = objectives(position, seat)
    out[HAZARDS] = float(cells[at + state.HAZARDS])
    out[POINTS] = points
    measure_owned_on_board(position, at, out)


def measure_owned_on_board(position: Position, at: i64, out: vec[float]) -> None:
    """Station masters, discs on cities, and buildings."""
    cells = position.cells
    for master in range(scoring.MASTERS):
        out[MASTERS + master] = float((cells[at + state.MASTERS_OWNED] >> master) & 1)
    for city in range(discs.CITY_COUNT):
        out[CITIES + city] = float(cells[at + state.CITIES + city])
    place: i64 = SIDES
    while place < COUNT:
        out[place] = 0.0
        place += 1
    building: i64 = 0
    while building < state.BUILDINGS:
        if cells[at + state.SITES + building] > 0:
            out[SIDES + side(position, building)] = 1.0
        building += 1
