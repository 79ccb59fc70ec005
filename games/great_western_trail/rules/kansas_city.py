"""The five steps of Kansas City: foresight, income, delivery.

`docs/rules/great_western_trail.md` sections 4.1, 7.2 and 10.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.components import CARDS, CATTLE, TILES
from games.great_western_trail.rules import buildings, cards, discs, engine, hazards, workers
from games.great_western_trail.rules.discs import CITY_COUNT, KANSAS_CITY, SAN_FRANCISCO
from games.great_western_trail.state import (
    ACTIVE,
    BREEDS,
    CERTIFICATE,
    CITIES,
    CITY_OBJECTIVES,
    END_SEAT,
    FORESIGHT,
    HAND,
    LATE_REMOVED,
    MONEY,
    PILE,
    PLACE,
    REMOVED_TILES,
    SUPPLY,
    TRACK,
    VALUE,
    Position,
    block,
    count,
)
from games.great_western_trail.trail import START

COLUMNS: Final = 3
COLUMN_SPACES: Final = 2
WORKER_TILES: Final = 3
"""Tiles 1 to 3 are workers."""


def arrive(state: Position) -> None:
    """The steps of Kansas City, the last one first on the stack."""
    seat: i64 = state.cells[ACTIVE]
    buildings.leave(state)
    pending.push(state, pending.LEAVE_CITY)
    pending.push(state, pending.DELIVERY)
    pending.push(state, pending.INCOME)
    pending.push(state, pending.TURN_UP_HAND, seat)
    push_pause(state)
    column: i64 = COLUMNS
    while column > 0:
        column -= 1
        pending.push(state, pending.FORESIGHT, column)
        push_pause(state)


def push_pause(state: Position) -> None:
    """Room for objective cards before a step, where the option gives it."""
    if state.cells[CITY_OBJECTIVES] == 1:
        pending.push(state, pending.PAUSE)


def can_take(state: Position, tile: i64) -> bool:
    """Whether a foresight tile can be chosen: no worker once the end has been triggered."""
    return tile > WORKER_TILES or (tile > 0 and state.cells[END_SEAT] == 0)


def collect_foresight(state: Position, out: Actions) -> None:
    """The tiles of the column, alike ones once."""
    column: i64 = pending.top_first(state)
    at: i64 = FORESIGHT + COLUMN_SPACES * column
    one: i64 = state.cells[at]
    other: i64 = state.cells[at + 1]
    if can_take(state, one):
        out.add(actions.TAKE | (column << 8) | (one << 18))
    if other != one and can_take(state, other):
        out.add(actions.TAKE | (column << 8) | (other << 18))


def is_foresight_open(state: Position) -> bool:
    """Whether the column holds a tile that can be chosen."""
    at: i64 = FORESIGHT + COLUMN_SPACES * pending.top_first(state)
    return can_take(state, state.cells[at]) or can_take(state, state.cells[at + 1])


def take(state: Position, column: i64, tile: i64) -> None:
    """The active player chooses a tile, which is placed at once."""
    at: i64 = FORESIGHT + COLUMN_SPACES * column
    if state.cells[at] != tile:
        at += 1
    state.cells[at] = 0
    pending.pop(state)
    if tile <= WORKER_TILES:
        workers.place_worker(state, tile - 1)
    else:
        hazards.lay(state, tile)


def is_hand_turned_up(state: Position) -> bool:
    """Whether no card is left to turn up."""
    own: i64 = block(pending.top_first(state))
    if count(state.cells, own + HAND, CARDS) > 0:
        return False
    return pending.top_second(state) == 0 or count(state.cells, own + PILE, CARDS) == 0


def turn_up(state: Position, seat: i64, card: i64) -> None:
    """A card is turned up; in Kansas City each breed counts once for the income."""
    if pending.top_second(state) == 0 and card < CATTLE:
        breed: i64 = i64(1) << state.components.breed[card]
        if state.cells[BREEDS] & breed == 0:
            state.cells[BREEDS] = state.cells[BREEDS] | breed
            state.cells[VALUE] = state.cells[VALUE] + state.components.value[card]
    cards.turn_up(state, seat, card)


def certificates_for(state: Position, seat: i64, steps: i64) -> i64:
    """What the certificate marker yields by going back so many spaces."""
    certificates = state.components.certificates
    place: i64 = state.cells[block(seat) + CERTIFICATE]
    return certificates[place] - certificates[place - steps]


def income_of(state: Position, seat: i64, steps: i64) -> i64:
    """The income with the marker going back so many spaces."""
    value: i64 = state.cells[VALUE] + discs.permanent_certificates(state, seat)
    return value + certificates_for(state, seat, steps)


def collect_income(state: Position, seat: i64, out: Actions) -> None:
    """Any use of temporary certificates."""
    steps: i64 = 0
    while steps <= state.cells[block(seat) + CERTIFICATE]:
        out.add(actions.INCOME | (steps << 8))
        steps += 1


def take_income(state: Position, steps: i64) -> None:
    """The active player takes the income, which is the value of the delivery too."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    value: i64 = income_of(state, cells[ACTIVE], steps)
    pending.pop(state)
    cells[VALUE] = value
    cells[own + CERTIFICATE] = cells[own + CERTIFICATE] - steps
    cells[own + MONEY] = cells[own + MONEY] + value


def transport(state: Position, seat: i64, city: i64) -> i64:
    """What the transport to a city costs."""
    passed: i64 = state.components.space_crosses[state.cells[block(seat) + TRACK]]
    cost: i64 = state.components.city_crosses[city] - passed
    return cost if cost > 0 else 0


def is_placeable(state: Position, seat: i64, city: i64) -> bool:
    """Whether a disc could be placed on a city in the delivery on top of the stack."""
    cost: i64 = 0 if discs.is_special(state) else transport(state, seat, city)
    groups: i64 = discs.city_discs(state, seat, city, cost)
    return groups != 0 or discs.stations_offered(state, seat, groups, city) != 0


def can_deliver(state: Position, seat: i64, city: i64) -> bool:
    """Whether a city is within the value, can be delivered to again, and takes a disc.

    Kansas City can always be chosen, even without a disc.
    """
    if city == KANSAS_CITY:
        return True
    if state.components.city_value[city] > state.cells[VALUE]:
        return False
    fresh: bool = state.cells[block(seat) + CITIES + city] == 0
    return (fresh or city == SAN_FRANCISCO) and is_placeable(state, seat, city)


def collect_deliveries(state: Position, seat: i64, out: Actions) -> None:
    """The cities of a delivery."""
    city: i64 = 0
    while city < CITY_COUNT:
        if can_deliver(state, seat, city):
            out.add(actions.DELIVER | (city << 8))
        city += 1


def deliver(state: Position, city: i64) -> None:
    """The active player chooses a city: the disc, its effects, the transport last."""
    seat: i64 = state.cells[ACTIVE]
    special: i64 = pending.top_first(state)
    placeable: bool = is_placeable(state, seat, city)
    pending.pop(state)
    state.cells[VALUE] = 0
    state.cells[BREEDS] = 0
    if special == 0:
        pending.push(state, pending.TRANSPORT, transport(state, seat, city))
    if placeable:
        pending.push(state, pending.PLACE_DISC, city, special)


def pay_transport(state: Position) -> None:
    """The transport of a delivery."""
    at: i64 = block(state.cells[ACTIVE]) + MONEY
    state.cells[at] = state.cells[at] - pending.top_first(state)
    pending.pop(state)


def go_back_to_deliver(state: Position, space: i64) -> None:
    """The special delivery: the engine's way back is the value."""
    seat: i64 = state.cells[ACTIVE]
    state.cells[VALUE] = engine.numbered_spaces(state, seat, space)
    pending.pop(state)
    state.cells[block(seat) + TRACK] = space
    pending.push(state, pending.CHECK_STATION)
    pending.push(state, pending.DELIVERY, 1)


def leave_city(state: Position) -> None:
    """The cattleman returns to the start, the foresight spaces are filled."""
    pending.pop(state)
    state.cells[block(state.cells[ACTIVE]) + PLACE] = START
    pending.push(state, pending.FILL_FORESIGHT)


def space_to_fill(state: Position) -> i64:
    """The next foresight space that a tile is turned up for; -1 for none."""
    tried: i64 = pending.top_first(state)
    space: i64 = 0
    while space < COLUMNS * COLUMN_SPACES:
        stack: i64 = SUPPLY + TILES * (space // COLUMN_SPACES)
        empty: bool = state.cells[FORESIGHT + space] == 0 and (tried >> space) & 1 == 0
        if empty and count(state.cells, stack, TILES) > 0:
            return space
        space += 1
    return -1


def fill(state: Position, column: i64, tile: i64) -> None:
    """A tile of a stack comes to its foresight space; by an option late workers do not stay."""
    cells = state.cells
    space: i64 = space_to_fill(state)
    at: i64 = SUPPLY + TILES * column + tile
    cells[at] = cells[at] - 1
    pending.set_first(state, pending.top_first(state) | (i64(1) << space))
    if cells[LATE_REMOVED] == 1 and not can_take(state, tile):
        cells[REMOVED_TILES + tile] = cells[REMOVED_TILES + tile] + 1
    else:
        cells[FORESIGHT + space] = tile
