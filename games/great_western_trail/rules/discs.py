"""Discs: which may be placed where, upgrading stations, station masters, placing on cities.

`docs/rules/great_western_trail.md` sections 9.3, 10 and 11.2.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import Actions
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.rules.workers import TYPES
from railhead.games.great_western_trail.state import Position

GROUPS: Final[i64] = 10
WHITE_GROUPS: Final = 6
CERTIFICATE_4: Final = 5
CERTIFICATE_6: Final = 6
STEP_LEFT: Final = 7
STEP_RIGHT: Final = 8
HAND_DISC: Final = 9
STATION_COUNT: Final[i64] = 10
CITY_COUNT: Final[i64] = 10
"""A disc's target is a city, or CITY_COUNT + a station."""
KANSAS_CITY: Final = 0
SAN_FRANCISCO: Final = 9
MASTER_STATIONS: Final[i64] = 5


def certificate_limit(position: Position, seat: i64) -> i64:
    """The highest place the certificate marker can be on."""
    at: i64 = state.block(seat) + state.DISCS
    if position.cells[at + CERTIFICATE_4] > 0:
        return 3
    return 4 if position.cells[at + CERTIFICATE_6] > 0 else 5


def gain_certificates(position: Position, seat: i64, number: i64) -> None:
    """The marker goes up by so many spaces, as far as the limit."""
    at: i64 = state.block(seat) + state.CERTIFICATE
    limit: i64 = certificate_limit(position, seat)
    place: i64 = position.cells[at] + number
    if place > limit:
        place = limit
    if place > position.cells[at]:
        position.cells[at] = place


def permanent_certificates(position: Position, seat: i64) -> i64:
    """The certificates printed on a player's station master tiles."""
    owned: i64 = position.cells[state.block(seat) + state.MASTERS_OWNED]
    total: i64 = 0
    for master in range(MASTER_STATIONS):
        if (owned >> master) & 1 == 1:
            total += position.components.master_certificates[master]
    return total


def all_certificates(position: Position, seat: i64) -> i64:
    """The temporary and the permanent certificates of a player."""
    temporary: i64 = position.components.certificates[
        position.cells[state.block(seat) + state.CERTIFICATE]
    ]
    return temporary + permanent_certificates(position, seat)


def upgrade_count(position: Position, seat: i64) -> i64:
    """How many stations have a disc of the player."""
    stations: i64 = position.cells[state.block(seat) + state.STATIONS]
    total: i64 = 0
    while stations > 0:
        total += stations & 1
        stations >>= 1
    return total


def cleared_count(position: Position, seat: i64, group: i64, groups: i64) -> i64:
    """How many discs have left so many groups of disc spaces of the player board."""
    at: i64 = state.block(seat) + state.DISCS
    return state.count(position.components.discs, group, groups) - state.count(
        position.cells, at + group, groups
    )


def usable_discs(position: Position, seat: i64, black: bool, money: i64) -> i64:
    """The groups of the player board that can be taken for a frame, a bit each.

    `money` is what can be paid for a disc of the hand limit.
    """
    cells = position.cells
    at: i64 = state.block(seat) + state.DISCS
    groups: i64 = 0
    for group in range(GROUPS):
        if cells[at + group] > 0 and (group != HAND_DISC or money >= position.components.hand_cost):
            groups |= i64(1) << group
    if not black and state.holds_any(cells, at, WHITE_GROUPS):
        return groups & ((i64(1) << WHITE_GROUPS) - 1)
    return groups


def discs_on_board(position: Position, seat: i64) -> i64:
    """How many discs are left on a player board."""
    return state.count(position.cells, state.block(seat) + state.DISCS, GROUPS)


def other_stations(position: Position, seat: i64, excluded: i64) -> i64:
    """The stations with a disc of the player, a bit each, but for the excluded ones."""
    return position.cells[state.block(seat) + state.STATIONS] & ~excluded


def city_discs(position: Position, seat: i64, city: i64, transport: i64) -> i64:
    """The groups that can be placed on a city, with the transport still to be paid.

    What the placement gains comes too late to pay for the disc, unless by the option Kansas City's
    dollars may pay for one of the hand limit, where no other kind is left.
    """
    money: i64 = position.cells[state.block(seat) + state.MONEY] - transport
    if city == KANSAS_CITY and position.cells[state.CITY_PAYS_DISC] == 1:
        hand: i64 = position.cells[state.block(seat) + state.DISCS + HAND_DISC]
        if discs_on_board(position, seat) == hand:
            money += money_of(position, seat, city)
    return usable_discs(position, seat, position.components.city_black[city] == 1, money)


def money_of(position: Position, seat: i64, city: i64) -> i64:
    """What a disc on the city gains at once, in the delivery that is pending."""
    if position.cells[state.SPECIAL_PAYS] == 0 and is_special(position):
        return 0
    return position.components.city_money[city]


def is_special(position: Position) -> bool:
    """Whether the delivery on top of the stack is the special one of 9a."""
    code: i64 = pending.top(position)
    if code == pending.DELIVERY:
        return pending.top_first(position) == 1
    return code == pending.PLACE_DISC and pending.top_second(position) == 1


def stations_offered(position: Position, seat: i64, groups: i64, target: i64) -> i64:
    """The stations a disc may come from: where the board offers none, and by the option where
    Kansas City's dollars would have to pay for it."""
    if groups == 0:
        upgraded: i64 = pending.top_second(position) if target >= CITY_COUNT else 0
        return other_stations(position, seat, upgraded)
    poor: bool = position.cells[state.block(seat) + state.MONEY] < position.components.hand_cost
    if target == KANSAS_CITY and groups == i64(1) << HAND_DISC and poor:
        return other_stations(position, seat, 0)
    return 0


def can_upgrade(position: Position, seat: i64, station: i64, upgraded: i64) -> bool:
    """Whether a player could upgrade a station now, wherever the engine is.

    `upgraded` has a bit for each station upgraded before in the same action: its disc stays.
    """
    cells = position.cells
    own: i64 = state.block(seat)
    money: i64 = cells[own + state.MONEY] - position.components.station_cost[station]
    if (cells[own + state.STATIONS] >> station) & 1 == 1 or money < 0:
        return False
    black: bool = position.components.station_black[station] == 1
    if usable_discs(position, seat, black, money) != 0:
        return True
    return other_stations(position, seat, upgraded) != 0


def upgrade(position: Position, station: i64) -> None:
    """The active player pays for a station; then comes the disc, then the station master."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    upgraded: i64 = pending.top_second(position)
    pending.pop(position)
    if pending.top(position) == pending.TURN_BACK:
        pending.set_first(position, i64(1) << station)
    cells[own + state.MONEY] -= position.components.station_cost[station]
    pending.push(position, pending.MASTER, station)
    pending.push(position, pending.PLACE_DISC, CITY_COUNT + station, upgraded)


def collect_behind(position: Position, seat: i64, out: Actions) -> None:
    """The stations behind the engine that can be upgraded."""
    for station in range(STATION_COUNT):
        behind: bool = (
            position.components.station_space[station]
            < position.cells[state.block(seat) + state.TRACK]
        )
        if behind and can_upgrade(position, seat, station, 0):
            out.add(actions.UPGRADE, station)


def collect_discs(position: Position, seat: i64, out: Actions) -> None:
    """The discs that can be placed on the target of the top frame."""
    target: i64 = pending.top_first(position)
    groups: i64 = 0
    if target >= CITY_COUNT:
        black: bool = position.components.station_black[target - CITY_COUNT] == 1
        groups = usable_discs(
            position, seat, black, position.cells[state.block(seat) + state.MONEY]
        )
    else:
        groups = city_discs(position, seat, target, transport_due(position))
    for group in range(GROUPS):
        if (groups >> group) & 1 == 1:
            out.add(actions.DISC, group)
    stations: i64 = stations_offered(position, seat, groups, target)
    for station in range(STATION_COUNT):
        if (stations >> station) & 1 == 1:
            out.add(actions.DISC, GROUPS + station)


def transport_due(position: Position) -> i64:
    """The transport that lies below the disc on top of the stack."""
    frame: i64 = pending.below(position)
    return pending.below_first(position) if frame == pending.TRANSPORT else 0


def take_disc(position: Position, own: i64, source: i64) -> None:
    """A disc leaves its space of the player board, with what that costs or gains, or a station."""
    cells = position.cells
    if source >= GROUPS:
        cells[own + state.STATIONS] &= ~(i64(1) << (source - GROUPS))
        return
    cells[own + state.DISCS + source] -= 1
    if source == HAND_DISC:
        cells[own + state.MONEY] -= position.components.hand_cost
    elif source == STEP_LEFT:
        cells[own + state.MONEY] += position.components.left_step_money


def place(position: Position, source: i64) -> None:
    """The active player's disc goes to the target of the top frame, with its effects there."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    target: i64 = pending.top_first(position)
    gain: i64 = money_of(position, cells[state.ACTIVE], target) if target < CITY_COUNT else 0
    pending.pop(position)
    take_disc(position, own, source)
    cells[own + state.MONEY] += gain
    if target >= CITY_COUNT:
        cells[own + state.STATIONS] |= i64(1) << (target - CITY_COUNT)
        return
    first: bool = cells[own + state.CITIES + target] == 0
    cells[own + state.CITIES + target] += 1
    if first:
        connect(position, own, target)


def connect(position: Position, own: i64, city: i64) -> None:
    """The objective cards of the arrows that the first disc on a city completes."""
    cells = position.cells
    how: i64 = pending.FROM_ANYWHERE if cells[state.DELIVERY_DECK] == 1 else pending.FROM_DISPLAY
    objective = position.components.arrow_objective
    if city + 1 < CITY_COUNT and cells[own + state.CITIES + city + 1] > 0 and objective[city] == 1:
        pending.push(position, pending.GAIN_CARD, how)
    if city > 0 and cells[own + state.CITIES + city - 1] > 0 and objective[city - 1] == 1:
        pending.push(position, pending.GAIN_CARD, how)


def master_there(position: Position, station: i64) -> bool:
    """Whether the station's master tile is still there."""
    return station < MASTER_STATIONS and position.cells[state.MASTERS + station] > 0


def may_have_master(position: Position, seat: i64, station: i64) -> bool:
    """Whether the station's tile is there, and the player has not left it at an upgrade before."""
    left: i64 = position.cells[state.block(seat) + state.MASTERS_LEFT]
    return master_there(position, station) and (left >> station) & 1 == 0


def can_take_master(position: Position, seat: i64, station: i64) -> bool:
    """Whether a player has a worker to give up for the station's tile."""
    return (
        may_have_master(position, seat, station)
        and state.count(position.cells, state.block(seat) + state.WORKERS, 3) > 3
    )


def collect_masters(position: Position, seat: i64, out: Actions) -> None:
    """The rows of workers with a hired one, or to leave the tile."""
    for worker in range(TYPES):
        if position.cells[state.block(seat) + state.WORKERS + worker] > 1:
            out.add(actions.MASTER, worker)
    out.add(actions.SKIP)


def leave_master(position: Position) -> None:
    """The active player does not take the station's tile, and can never have it from now on."""
    station: i64 = pending.top_first(position)
    pending.pop(position)
    if master_there(position, station):
        own: i64 = state.block(position.cells[state.ACTIVE])
        position.cells[own + state.MASTERS_LEFT] |= i64(1) << station


def take_master(position: Position, worker: i64) -> None:
    """The last worker of a row becomes station master; the tile's effect is offered."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    station: i64 = pending.top_first(position)
    pending.pop(position)
    master: i64 = cells[state.MASTERS + station] - 1
    cells[state.MASTERS + station] = 0
    cells[state.STATION_WORKERS + station] = worker + 1
    cells[own + state.WORKERS + worker] -= 1
    cells[own + state.MASTERS_OWNED] |= i64(1) << master
    effect: i64 = position.components.master_effect[master]
    if effect > 0:
        pending.push(position, pending.OFFER, effect)
