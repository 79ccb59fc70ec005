"""Discs: which may be placed where, upgrading stations, station masters, placing on cities.

`docs/rules/great_western_trail.md` sections 9.3, 10 and 11.2.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import Actions
from games.great_western_trail import actions, pending
from games.great_western_trail.state import (
    ACTIVE,
    CERTIFICATE,
    CITIES,
    DELIVERY_DECK,
    DISCS,
    MASTERS,
    MASTERS_OWNED,
    MONEY,
    SPECIAL_PAYS,
    STATION_WORKERS,
    STATIONS,
    TRACK,
    WORKERS,
    Position,
    block,
    count,
)

GROUPS: Final = 10
WHITE_GROUPS: Final = 6
CERTIFICATE_4: Final = 5
CERTIFICATE_6: Final = 6
STEP_LEFT: Final = 7
STEP_RIGHT: Final = 8
HAND_DISC: Final = 9
STATION_COUNT: Final = 10
CITY_COUNT: Final = 10
"""A disc's target is a city, or CITY_COUNT + a station."""
KANSAS_CITY: Final = 0
SAN_FRANCISCO: Final = 9
MASTER_STATIONS: Final = 5


def certificate_limit(state: Position, seat: i64) -> i64:
    """The highest place the certificate marker can be on."""
    at: i64 = block(seat) + DISCS
    if state.cells[at + CERTIFICATE_4] > 0:
        return 3
    return 4 if state.cells[at + CERTIFICATE_6] > 0 else 5


def gain_certificates(state: Position, seat: i64, number: i64) -> None:
    """The marker goes up by so many spaces, as far as the limit."""
    at: i64 = block(seat) + CERTIFICATE
    limit: i64 = certificate_limit(state, seat)
    place: i64 = state.cells[at] + number
    if place > limit:
        place = limit
    if place > state.cells[at]:
        state.cells[at] = place


def permanent_certificates(state: Position, seat: i64) -> i64:
    """The certificates printed on a player's station master tiles."""
    owned: i64 = state.cells[block(seat) + MASTERS_OWNED]
    total: i64 = 0
    master: i64 = 0
    while master < MASTER_STATIONS:
        if (owned >> master) & 1 == 1:
            total += state.components.master_certificates[master]
        master += 1
    return total


def all_certificates(state: Position, seat: i64) -> i64:
    """The temporary and the permanent certificates of a player."""
    temporary: i64 = state.components.certificates[state.cells[block(seat) + CERTIFICATE]]
    return temporary + permanent_certificates(state, seat)


def upgraded(state: Position, seat: i64) -> i64:
    """How many stations have a disc of the player."""
    stations: i64 = state.cells[block(seat) + STATIONS]
    total: i64 = 0
    while stations > 0:
        total += stations & 1
        stations >>= 1
    return total


def cleared(state: Position, seat: i64, group: i64, groups: i64) -> i64:
    """How many discs have left so many groups of disc spaces of the player board."""
    at: i64 = block(seat) + DISCS
    return count(state.components.discs, group, groups) - count(state.cells, at + group, groups)


def usable_discs(state: Position, seat: i64, black: bool, money: i64) -> i64:
    """The groups of the player board that can be taken for a frame, a bit each.

    `money` is what can be paid for a disc of the hand limit.
    """
    cells = state.cells
    at: i64 = block(seat) + DISCS
    groups: i64 = 0
    group: i64 = 0
    while group < GROUPS:
        if cells[at + group] > 0 and (group != HAND_DISC or money >= state.components.hand_cost):
            groups |= i64(1) << group
        group += 1
    if not black and count(cells, at, WHITE_GROUPS) > 0:
        return groups & ((i64(1) << WHITE_GROUPS) - 1)
    return groups


def discs_on_board(state: Position, seat: i64) -> i64:
    """How many discs are left on a player board."""
    return count(state.cells, block(seat) + DISCS, GROUPS)


def other_stations(state: Position, seat: i64, excluded: i64) -> i64:
    """The stations with a disc of the player, a bit each, but for the excluded ones."""
    return state.cells[block(seat) + STATIONS] & ~excluded


def city_discs(state: Position, seat: i64, city: i64, transport: i64) -> i64:
    """The groups that can be placed on a city, with the transport still to be paid.

    Kansas City's dollars may pay for a disc of the hand limit where no other disc is left.
    """
    money: i64 = state.cells[block(seat) + MONEY] - transport
    at: i64 = block(seat) + DISCS
    only_hand: bool = discs_on_board(state, seat) == state.cells[at + HAND_DISC]
    if city == KANSAS_CITY and only_hand and money_of(state, seat, city) > 0:
        money += money_of(state, seat, city)
    return usable_discs(state, seat, state.components.city_black[city] == 1, money)


def money_of(state: Position, seat: i64, city: i64) -> i64:
    """What a disc on the city gains at once, in the delivery that is pending."""
    if state.cells[SPECIAL_PAYS] == 0 and is_special(state):
        return 0
    return state.components.city_money[city]


def is_special(state: Position) -> bool:
    """Whether the delivery on top of the stack is the special one of 9a."""
    code: i64 = pending.top(state)
    if code == pending.DELIVERY:
        return pending.top_first(state) == 1
    return code == pending.PLACE_DISC and pending.top_second(state) == 1


def stations_offered(state: Position, seat: i64, groups: i64, target: i64) -> i64:
    """The stations a disc may come from: where the board offers none, and where Kansas City's
    dollars would have to pay for it."""
    if groups == 0:
        upgraded: i64 = pending.top_second(state) if target >= CITY_COUNT else 0
        return other_stations(state, seat, upgraded)
    poor: bool = state.cells[block(seat) + MONEY] < state.components.hand_cost
    if target == KANSAS_CITY and groups == i64(1) << HAND_DISC and poor:
        return other_stations(state, seat, 0)
    return 0


def can_upgrade(state: Position, seat: i64, station: i64, upgraded: i64) -> bool:
    """Whether a player could upgrade a station now, wherever the engine is.

    `upgraded` has a bit for each station upgraded before in the same action: its disc stays.
    """
    cells = state.cells
    own: i64 = block(seat)
    money: i64 = cells[own + MONEY] - state.components.station_cost[station]
    if (cells[own + STATIONS] >> station) & 1 == 1 or money < 0:
        return False
    black: bool = state.components.station_black[station] == 1
    if usable_discs(state, seat, black, money) != 0:
        return True
    return other_stations(state, seat, upgraded) != 0


def upgrade(state: Position, station: i64) -> None:
    """The active player pays for a station; then comes the disc, then the station master."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    upgraded: i64 = pending.top_second(state)
    pending.pop(state)
    if pending.top(state) == pending.TURN_BACK:
        pending.set_first(state, i64(1) << station)
    cells[own + MONEY] = cells[own + MONEY] - state.components.station_cost[station]
    pending.push(state, pending.MASTER, station)
    pending.push(state, pending.PLACE_DISC, CITY_COUNT + station, upgraded)


def collect_behind(state: Position, seat: i64, out: Actions) -> None:
    """The stations behind the engine that can be upgraded."""
    station: i64 = 0
    while station < STATION_COUNT:
        behind: bool = state.components.station_space[station] < state.cells[block(seat) + TRACK]
        if behind and can_upgrade(state, seat, station, 0):
            out.add(actions.UPGRADE | (station << 8))
        station += 1


def collect_discs(state: Position, seat: i64, out: Actions) -> None:
    """The discs that can be placed on the target of the top frame."""
    target: i64 = pending.top_first(state)
    groups: i64 = 0
    if target >= CITY_COUNT:
        black: bool = state.components.station_black[target - CITY_COUNT] == 1
        groups = usable_discs(state, seat, black, state.cells[block(seat) + MONEY])
    else:
        groups = city_discs(state, seat, target, transport_due(state))
    group: i64 = 0
    while group < GROUPS:
        if (groups >> group) & 1 == 1:
            out.add(actions.DISC | (group << 8))
        group += 1
    stations: i64 = stations_offered(state, seat, groups, target)
    station: i64 = 0
    while station < STATION_COUNT:
        if (stations >> station) & 1 == 1:
            out.add(actions.DISC | ((GROUPS + station) << 8))
        station += 1


def transport_due(state: Position) -> i64:
    """The transport that lies below the disc on top of the stack."""
    frame: i64 = pending.below(state)
    return pending.below_first(state) if frame == pending.TRANSPORT else 0


def take_disc(state: Position, own: i64, source: i64) -> None:
    """A disc leaves its space of the player board, with what that costs or gains, or a station."""
    cells = state.cells
    if source >= GROUPS:
        cells[own + STATIONS] = cells[own + STATIONS] & ~(i64(1) << (source - GROUPS))
        return
    cells[own + DISCS + source] = cells[own + DISCS + source] - 1
    if source == HAND_DISC:
        cells[own + MONEY] = cells[own + MONEY] - state.components.hand_cost
    elif source == STEP_LEFT:
        cells[own + MONEY] = cells[own + MONEY] + state.components.left_step_money


def place(state: Position, source: i64) -> None:
    """The active player's disc goes to the target of the top frame, with its effects there."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    target: i64 = pending.top_first(state)
    gain: i64 = money_of(state, cells[ACTIVE], target) if target < CITY_COUNT else 0
    pending.pop(state)
    take_disc(state, own, source)
    cells[own + MONEY] = cells[own + MONEY] + gain
    if target >= CITY_COUNT:
        cells[own + STATIONS] = cells[own + STATIONS] | (i64(1) << (target - CITY_COUNT))
        return
    first: bool = cells[own + CITIES + target] == 0
    cells[own + CITIES + target] = cells[own + CITIES + target] + 1
    if first:
        connect(state, own, target)


def connect(state: Position, own: i64, city: i64) -> None:
    """The objective cards of the arrows that the first disc on a city completes."""
    cells = state.cells
    how: i64 = pending.FROM_ANYWHERE if cells[DELIVERY_DECK] == 1 else pending.FROM_DISPLAY
    objective = state.components.arrow_objective
    if city + 1 < CITY_COUNT and cells[own + CITIES + city + 1] > 0 and objective[city] == 1:
        pending.push(state, pending.GAIN_CARD, how)
    if city > 0 and cells[own + CITIES + city - 1] > 0 and objective[city - 1] == 1:
        pending.push(state, pending.GAIN_CARD, how)


def master_there(state: Position, station: i64) -> bool:
    """Whether the station's master tile is still there."""
    return station < MASTER_STATIONS and state.cells[MASTERS + station] > 0


def can_take_master(state: Position, seat: i64, station: i64) -> bool:
    """Whether a player has a worker to give up for the station's tile."""
    return master_there(state, station) and count(state.cells, block(seat) + WORKERS, 3) > 3


def collect_masters(state: Position, seat: i64, out: Actions) -> None:
    """The rows of workers with a hired one, or to leave the tile."""
    worker: i64 = 0
    while worker < 3:
        if state.cells[block(seat) + WORKERS + worker] > 1:
            out.add(actions.MASTER | (worker << 8))
        worker += 1
    out.add(actions.SKIP)


def take_master(state: Position, worker: i64) -> None:
    """The last worker of a row becomes station master; the tile's effect is offered."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    station: i64 = pending.top_first(state)
    pending.pop(state)
    master: i64 = cells[MASTERS + station] - 1
    cells[MASTERS + station] = 0
    cells[STATION_WORKERS + station] = worker + 1
    cells[own + WORKERS + worker] = cells[own + WORKERS + worker] - 1
    cells[own + MASTERS_OWNED] = cells[own + MASTERS_OWNED] | (i64(1) << master)
    effect: i64 = state.components.master_effect[master]
    if effect > 0:
        pending.push(state, pending.OFFER, effect)
