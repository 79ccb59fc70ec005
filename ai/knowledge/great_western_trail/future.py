"""What a player of Great Western Trail has that will still bring points, as numbers.

The evaluation adds them up by the weights called `future_` and the name of the number, which
`python -m ai.training.fit great_western_trail` takes from finished matches.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ai.knowledge.great_western_trail.deliveries import certificates_of, permanent_of
from ai.knowledge.great_western_trail.features import (
    HAND_GROUP,
    built_by,
    hand_value,
    herd_value,
    owned,
    upgraded_by,
)
from games.great_western_trail.components import CATTLE, OBJECTIVES
from games.great_western_trail.rules.discs import CERTIFICATE_4, STEP_LEFT
from games.great_western_trail.state import (
    ACTIVE,
    CITIES,
    DISCS,
    HAZARDS,
    MONEY,
    PLACE,
    TEEPEES,
    TRACK,
    VALUE,
    WORKERS,
    Position,
    block,
    count,
)
from games.great_western_trail.trail import LAST
from games.vectors import vec

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
READY_MONEY: Final = 14
"""About the most that a turn has use for."""
AUXILIARY_GROUPS: Final = 5
CITY_COUNT: Final = 10
GOOD: Final = 4
"""Kinds of cattle from this one on have breeding value 3 or more."""
FINE: Final = 7
"""Kinds of cattle from this one on have breeding value 4 or more."""


def measure(
    state: Position, seat: i64, left: float, done: float, ahead: float, deliveries: float,
    out: vec[float],
) -> None:  # fmt: skip
    """Write the numbers of `NAMES` for one seat, in a match that is not decided yet.

    `left` is the share of the match to come, `done` the share of the way to Kansas City behind the
    player, `ahead` that beside the others, `deliveries` what deliveries to come may bring.
    """
    cells = state.cells
    at: i64 = block(seat)
    late = 4.0 * left
    if late > 1.0:
        late = 1.0
    money: i64 = cells[at + MONEY]
    ready: i64 = money if money < READY_MONEY else i64(READY_MONEY)
    out[0] = left
    out[1] = left * left
    out[2] = done * done
    out[3] = ahead
    out[4] = late * float(ready)
    out[5] = late * float(money - ready)
    out[6] = left * float(ready)
    measure_workers(cells, at + WORKERS, left, out)
    hand: i64 = hand_value(state, at)
    if cells[at + PLACE] == LAST:
        hand += cells[VALUE]
    certificates: i64 = certificates_of(state, at) - permanent_of(state, at)
    out[16] = left * herd_value(state, at)
    out[17] = done * done * float(hand)
    out[18] = late * float(certificates)
    out[19] = left * float(certificates)
    out[20] = left * float(permanent_of(state, at))
    out[21] = late * float(cells[at + TRACK])
    out[22] = left * float(cells[at + TRACK])
    out[23] = left * float(cells[at + TEEPEES] + cells[at + TEEPEES + 1])
    measure_board(state, at, left, out)
    measure_cards(state, at, left, out)
    out[34] = deliveries
    out[35] = left * float(cells[at + HAZARDS])
    out[38] = 1.0 if cells[ACTIVE] == seat else 0.0


def measure_workers(cells: vec[i64], at: i64, left: float, out: vec[float]) -> None:
    """The workers of each type beside the printed one."""
    worker: i64 = 0
    while worker < 3:
        hired = float(cells[at + worker] - 1)
        index: i64 = 7 + 3 * worker
        out[index] = left * hired
        out[index + 1] = left * hired * hired
        out[index + 2] = left * left * hired
        worker += 1


def measure_board(state: Position, at: i64, left: float, out: vec[float]) -> None:
    """Buildings, stations, cities, and the disc spaces that have been cleared."""
    cells = state.cells
    cities: i64 = 0
    number: i64 = 0
    while number < CITY_COUNT:
        if cells[at + CITIES + number] > 0:
            cities += 1
        number += 1
    discs: i64 = at + DISCS
    out[24] = left * float(built_by(cells, at))
    out[25] = left * float(upgraded_by(cells, at))
    out[26] = left * float(8 - count(cells, discs, AUXILIARY_GROUPS))
    out[27] = left * float(2 - cells[discs + HAND_GROUP])
    out[28] = left * float(2 - count(cells, discs + STEP_LEFT, 2))
    cleared: i64 = 1 - cells[discs + CERTIFICATE_4]
    out[29] = left * float(cleared)
    out[30] = left * float(cleared * (1 - cells[discs + CERTIFICATE_4 + 1]))
    out[37] = left * float(cities)


def measure_cards(state: Position, at: i64, left: float, out: vec[float]) -> None:
    """The cards that a player has, by how good they are."""
    poor: i64 = 0
    good: i64 = 0
    fine: i64 = 0
    card: i64 = 0
    while card < CATTLE:
        number: i64 = owned(state, at, card)
        if card >= FINE:
            fine += number
        elif card >= GOOD:
            good += number
        else:
            poor += number
        card += 1
    objectives: i64 = 0
    while card < CATTLE + OBJECTIVES:
        objectives += owned(state, at, card)
        card += 1
    out[31] = left * float(poor)
    out[32] = left * float(good)
    out[33] = left * float(fine)
    out[36] = left * float(objectives)
