"""The five steps of Kansas City: foresight, income, delivery.

`docs/rules/great_western_trail.md` sections 4.1, 7.2 and 10.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE, TILES
from railhead.games.great_western_trail.rules import (
    buildings,
    cards,
    discs,
    engine,
    hazards,
    workers,
)
from railhead.games.great_western_trail.rules.discs import CITY_COUNT, KANSAS_CITY, SAN_FRANCISCO
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import START

COLUMNS: Final = 3
COLUMN_SPACES: Final[i64] = 2
WORKER_TILES: Final = 3
"""Tiles 1 to 3 are workers."""


def arrive(position: Position) -> None:
    """The steps of Kansas City, the last one first on the stack."""
    seat: i64 = position.cells[state.ACTIVE]
    buildings.leave(position)
    pending.push(position, pending.LEAVE_CITY)
    pending.push(position, pending.DELIVERY)
    pending.push(position, pending.INCOME)
    pending.push(position, pending.TURN_UP_HAND, seat)
    push_pause(position)
    column: i64 = COLUMNS
    while column > 0:
        column -= 1
        pending.push(position, pending.FORESIGHT, column)
        push_pause(position)


def push_pause(position: Position) -> None:
    """Room for objective cards before a step, where the option gives it."""
    if position.cells[state.CITY_OBJECTIVES] == 1:
        pending.push(position, pending.PAUSE)


def can_take(position: Position, tile: i64) -> bool:
    """Whether a foresight tile can be chosen: no worker once the end has been triggered."""
    return tile > WORKER_TILES or (tile > 0 and position.cells[state.END_SEAT] == 0)


def collect_foresight(position: Position, out: Actions) -> None:
    """The tiles of the column, alike ones once."""
    column: i64 = pending.top_first(position)
    at: i64 = state.FORESIGHT + COLUMN_SPACES * column
    one: i64 = position.cells[at]
    other: i64 = position.cells[at + 1]
    if can_take(position, one):
        out.add(actions.TAKE, column, one)
    if other != one and can_take(position, other):
        out.add(actions.TAKE, column, other)


def is_foresight_open(position: Position) -> bool:
    """Whether the column holds a tile that can be chosen."""
    at: i64 = state.FORESIGHT + COLUMN_SPACES * pending.top_first(position)
    return can_take(position, position.cells[at]) or can_take(position, position.cells[at + 1])


def take(position: Position, column: i64, tile: i64) -> None:
    """The active player chooses a tile, which is placed at once."""
    at: i64 = state.FORESIGHT + COLUMN_SPACES * column
    if position.cells[at] != tile:
        at += 1
    position.cells[at] = 0
    pending.pop(position)
    if tile <= WORKER_TILES:
        workers.place_worker(position, tile - 1)
    else:
        hazards.lay(position, tile)


def is_hand_turned_up(position: Position) -> bool:
    """Whether no card is left to turn up."""
    own: i64 = state.block(pending.top_first(position))
    if state.holds_any(position.cells, own + state.HAND, CARDS):
        return False
    return pending.top_second(position) == 0 or not state.holds_any(
        position.cells, own + state.PILE, CARDS
    )


def turn_up(position: Position, seat: i64, card: i64) -> None:
    """A card is turned up; in Kansas City each breed counts once for the income."""
    if pending.top_second(position) == 0 and card < CATTLE:
        breed: i64 = i64(1) << position.components.breed[card]
        if position.cells[state.BREEDS] & breed == 0:
            position.cells[state.BREEDS] |= breed
            position.cells[state.VALUE] += position.components.value[card]
    cards.turn_up(position, seat, card)


def certificates_for(position: Position, seat: i64, steps: i64) -> i64:
    """What the certificate marker yields by going back so many spaces."""
    certificates = position.components.certificates
    place: i64 = position.cells[state.block(seat) + state.CERTIFICATE]
    return certificates[place] - certificates[place - steps]


def income_of(position: Position, seat: i64, steps: i64) -> i64:
    """The income with the marker going back so many spaces."""
    value: i64 = position.cells[state.VALUE] + discs.permanent_certificates(position, seat)
    return value + certificates_for(position, seat, steps)


def collect_income(position: Position, seat: i64, out: Actions) -> None:
    """Any use of temporary certificates."""
    for steps in range(position.cells[state.block(seat) + state.CERTIFICATE] + 1):
        out.add(actions.INCOME, steps)


def take_income(position: Position, steps: i64) -> None:
    """The active player takes the income, which is the value of the delivery too."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    value: i64 = income_of(position, cells[state.ACTIVE], steps)
    pending.pop(position)
    cells[state.VALUE] = value
    cells[own + state.CERTIFICATE] -= steps
    cells[own + state.MONEY] += value


def transport(position: Position, seat: i64, city: i64) -> i64:
    """What the transport to a city costs."""
    passed: i64 = position.components.space_crosses[position.cells[state.block(seat) + state.TRACK]]
    cost: i64 = position.components.city_crosses[city] - passed
    return cost if cost > 0 else 0


def is_placeable(position: Position, seat: i64, city: i64) -> bool:
    """Whether a disc could be placed on a city in the delivery on top of the stack."""
    cost: i64 = 0 if discs.is_special(position) else transport(position, seat, city)
    groups: i64 = discs.city_discs(position, seat, city, cost)
    return groups != 0 or discs.stations_offered(position, seat, groups, city) != 0


def can_deliver(position: Position, seat: i64, city: i64) -> bool:
    """Whether a city is within the value, can be delivered to again, and takes a disc.

    Kansas City can always be chosen, even without a disc.
    """
    if city == KANSAS_CITY:
        return True
    if position.components.city_value[city] > position.cells[state.VALUE]:
        return False
    fresh: bool = position.cells[state.block(seat) + state.CITIES + city] == 0
    return (fresh or city == SAN_FRANCISCO) and is_placeable(position, seat, city)


def collect_deliveries(position: Position, seat: i64, out: Actions) -> None:
    """The cities of a delivery."""
    for city in range(CITY_COUNT):
        if can_deliver(position, seat, city):
            out.add(actions.DELIVER, city)


def deliver(position: Position, city: i64) -> None:
    """The active player chooses a city: the disc, its effects, the transport last."""
    seat: i64 = position.cells[state.ACTIVE]
    special: i64 = pending.top_first(position)
    placeable: bool = is_placeable(position, seat, city)
    pending.pop(position)
    position.cells[state.VALUE] = 0
    position.cells[state.BREEDS] = 0
    if special == 0:
        pending.push(position, pending.TRANSPORT, transport(position, seat, city))
    if placeable:
        pending.push(position, pending.PLACE_DISC, city, special)


def pay_transport(position: Position) -> None:
    """The transport of a delivery."""
    at: i64 = state.block(position.cells[state.ACTIVE]) + state.MONEY
    position.cells[at] -= pending.top_first(position)
    pending.pop(position)


def go_back_to_deliver(position: Position, space: i64) -> None:
    """The special delivery: the engine's way back is the value."""
    seat: i64 = position.cells[state.ACTIVE]
    position.cells[state.VALUE] = engine.numbered_spaces(position, seat, space)
    pending.pop(position)
    position.cells[state.block(seat) + state.TRACK] = space
    pending.push(position, pending.CHECK_STATION)
    pending.push(position, pending.DELIVERY, 1)


def leave_city(position: Position) -> None:
    """The cattleman returns to the start, the foresight spaces are filled."""
    pending.pop(position)
    position.cells[state.block(position.cells[state.ACTIVE]) + state.PLACE] = START
    pending.push(position, pending.FILL_FORESIGHT)


def space_to_fill(position: Position) -> i64:
    """The next foresight space that a tile is turned up for; -1 for none."""
    tried: i64 = pending.top_first(position)
    for space in range(COLUMNS * COLUMN_SPACES):
        stack: i64 = state.SUPPLY + TILES * (space // COLUMN_SPACES)
        empty: bool = position.cells[state.FORESIGHT + space] == 0 and (tried >> space) & 1 == 0
        if empty and state.holds_any(position.cells, stack, TILES):
            return space
    return -1


def fill(position: Position, column: i64, tile: i64) -> None:
    """A tile of a stack comes to its foresight space; by an option late workers do not stay."""
    cells = position.cells
    space: i64 = space_to_fill(position)
    at: i64 = state.SUPPLY + TILES * column + tile
    cells[at] -= 1
    # Noted even where the tile does not stay, or the empty space would be filled again and again.
    pending.set_first(position, pending.top_first(position) | (i64(1) << space))
    if cells[state.LATE_REMOVED] == 1 and not can_take(position, tile):
        cells[state.REMOVED_TILES + tile] += 1
    else:
        cells[state.FORESIGHT + space] = tile
