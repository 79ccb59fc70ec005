"""What a player of Great Western Trail has that will still bring points, as numbers: most of them
as much as is left of the match."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.features import hand_value, herd_value
from railhead.ai.knowledge.great_western_trail.weights import READY_MONEY
from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.rules.auxiliary import KINDS
from railhead.games.great_western_trail.rules.buildings import built
from railhead.games.great_western_trail.rules.cards import owned
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
"""The names of the numbers, in their order."""
GOOD: Final = 4
"""Kinds of cattle from this one on have breeding value 3 or more."""
FINE: Final = 7
"""Kinds of cattle from this one on have breeding value 4 or more."""


def measure(
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
    certificates: i64 = discs.cleared(position, seat, discs.CERTIFICATE_4, 1)
    out[24] = left * float(built(position, seat))
    out[25] = left * float(discs.upgraded(position, seat))
    out[26] = left * float(discs.cleared(position, seat, 0, KINDS))
    out[27] = left * float(discs.cleared(position, seat, discs.HAND_DISC, 1))
    out[28] = left * float(discs.cleared(position, seat, discs.STEP_LEFT, 2))
    out[29] = left * float(certificates)
    out[30] = left * float(certificates * discs.cleared(position, seat, discs.CERTIFICATE_6, 1))
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
        number: i64 = owned(cells, at, card)
        if card >= FINE:
            fine += number
        elif card >= GOOD:
            good += number
        else:
            poor += number
        card += 1
    objectives: i64 = 0
    while card < CATTLE + OBJECTIVES:
        objectives += owned(cells, at, card)
        card += 1
    out[31] = left * float(poor)
    out[32] = left * float(good)
    out[33] = left * float(fine)
    out[36] = left * float(objectives)
