"""What a policy network is told of the choices of Great Western Trail that follow a move.

Kansas City, the engine, and what is hired, built, bought or taken from the trail; the turn itself
is in `move_features.py`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.great_western_trail.deliveries import gain_at
from railhead.ai.knowledge.great_western_trail.measures import breed_count
from railhead.ai.knowledge.great_western_trail.move_context import MoveContext
from railhead.ai.net.moves import MoveKeys
from railhead.games.great_western_trail import actions, pending, state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES
from railhead.games.great_western_trail.rules import buildings, discs, market
from railhead.games.great_western_trail.rules.hazards import FIRST_HAZARD_TILE
from railhead.games.great_western_trail.rules.kansas_city import (
    WORKER_TILES,
    income_of,
    transport,
)
from railhead.games.great_western_trail.rules.movement import owner_of
from railhead.games.great_western_trail.rules.workers import TYPES, price
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import MOST_NEIGHBOURS

STAGES: Final = 7
"""As in `move_context`; said here again since mypyc folds sums of one module's constants only."""
TILES: Final = 21
CITIES: Final = 10
TRACK: Final = 49
MOST_VALUE: Final = 20
MOST_PRICE: Final = 12
MOST_SPARE: Final = 8
MOST_OPEN: Final = 4
WORKERS: Final = 7

# Objective cards.
GAIN_FROM: Final = 0
# Workers, buildings and cattle.
HIRE_FROM: Final = GAIN_FROM + STAGES * (MOST_OPEN + 2)
HIRE_SPARE_FROM: Final = HIRE_FROM + STAGES * 3 * WORKERS
HIRE_PRICE_FROM: Final = HIRE_SPARE_FROM + 3 * (MOST_SPARE + 1)
BUILD_FROM: Final = HIRE_PRICE_FROM + 3 * (MOST_PRICE + 1)
BUILD_SPARE_FROM: Final = BUILD_FROM + STAGES * 20
BUILD_COST_FROM: Final = BUILD_SPARE_FROM + MOST_SPARE + 1
SITE_FROM: Final = BUILD_COST_FROM + 10 * STAGES
SITE_WAY_FROM: Final = SITE_FROM + 2 * 2 * 3
BESIDE_FROM: Final = SITE_WAY_FROM + 20 * 10
BUY_FROM: Final = BESIDE_FROM + 3 * 3
BUY_BREED_FROM: Final = BUY_FROM + STAGES * 14
BUY_SPARE_FROM: Final = BUY_BREED_FROM + 13 * 3
BUY_COWBOYS_FROM: Final = BUY_SPARE_FROM + MOST_SPARE + 1
MARKET_FROM: Final = BUY_COWBOYS_FROM + 8 * WORKERS
# Kansas City.
TAKE_FROM: Final = MARKET_FROM + 2 * WORKERS
TAKE_FILL_FROM: Final = TAKE_FROM + TILES * STAGES
TAKE_COUNT_FROM: Final = TAKE_FILL_FROM + 3 * 4
INCOME_CITY_FROM: Final = TAKE_COUNT_FROM + TILES * 5
INCOME_LEFT_FROM: Final = INCOME_CITY_FROM + CITIES * 6
INCOME_SPARE_FROM: Final = INCOME_LEFT_FROM + 6 * STAGES
DELIVER_FROM: Final = INCOME_SPARE_FROM + 6 * 2
DELIVER_ARROWS_FROM: Final = DELIVER_FROM + CITIES * STAGES
DELIVER_GAIN_FROM: Final = DELIVER_ARROWS_FROM + CITIES * 4
DELIVER_SPARE_FROM: Final = DELIVER_GAIN_FROM + MOST_VALUE + 1
DELIVER_COST_FROM: Final = DELIVER_SPARE_FROM + 7
DISC_FROM: Final = DELIVER_COST_FROM + 9
DISC_LEFT_FROM: Final = DISC_FROM + 20 * STAGES
DISC_CITY_FROM: Final = DISC_LEFT_FROM + 20 * 3
# The engine.
DISTANCE_FROM: Final = DISC_CITY_FROM + 20 * 2
STATION_FROM: Final = DISTANCE_FROM + 2 * 13
NEXT_STATION_FROM: Final = STATION_FROM + 10 * 3
CROSSES_FROM: Final = NEXT_STATION_FROM + 9
UPGRADE_FROM: Final = CROSSES_FROM + 4
UPGRADE_SPARE_FROM: Final = UPGRADE_FROM + 10 * STAGES
UPGRADE_MASTER_FROM: Final = UPGRADE_SPARE_FROM + MOST_SPARE + 1
MASTER_FROM: Final = UPGRADE_MASTER_FROM + 6
MASTER_TILE_FROM: Final = MASTER_FROM + 3 * WORKERS
# Tiles of the trail.
HAZARD_FROM: Final = MASTER_TILE_FROM + 6 * STAGES
HAZARD_COUNT_FROM: Final = HAZARD_FROM + TILES
TRADE_FROM: Final = HAZARD_COUNT_FROM + 5
TRADE_GAIN_FROM: Final = TRADE_FROM + 2 * 5
CHOICE_KEYS: Final = TRADE_GAIN_FROM + 16


def see_city(
    context: MoveContext,
    position: Position,
    seat: i64,
    code: i64,
    first: i64,
    second: i64,
    out: MoveKeys,
) -> None:
    """Foresight, income, deliveries, discs and objective cards."""
    base: i64 = context.first_choice
    if code == actions.TAKE:
        see_tile(context, position, second, out)
    elif code == actions.INCOME:
        value: i64 = income_of(position, seat, first)
        city: i64 = context.best_city(position, value)
        out.add(base + INCOME_CITY_FROM + 6 * city + first)
        left: i64 = position.cells[context.own + state.CERTIFICATE] - first
        out.add(base + INCOME_LEFT_FROM + STAGES * left + context.stage)
        before: i64 = context.best_city(position, value - 1) if first > 0 else -1
        out.add(base + INCOME_SPARE_FROM + 2 * first + (1 if before == city else 0))
    elif code == actions.DELIVER:
        see_delivery(context, position, seat, first, out)
    elif code == actions.DISC:
        out.add(base + DISC_FROM + STAGES * first + context.stage)
        if first < discs.GROUPS:
            left = position.cells[context.own + state.DISCS + first]
            out.choose(base + DISC_LEFT_FROM + 3 * first, left, 2)
        station: i64 = 1 if pending.top_first(position) >= discs.CITY_COUNT else 0
        out.add(base + DISC_CITY_FROM + 2 * first + station)
    else:
        left = MOST_OPEN + 1
        if first < OBJECTIVES:
            left = context.open_tasks(position, seat, first)
            if left > MOST_OPEN:
                left = MOST_OPEN
        out.add(base + GAIN_FROM + (MOST_OPEN + 2) * context.stage + left)


def see_tile(context: MoveContext, position: Position, tile: i64, out: MoveKeys) -> None:
    """A worker by how full his row is, a hazard or teepee by how many lie there."""
    cells = position.cells
    base: i64 = context.first_choice
    out.add(base + TAKE_FROM + STAGES * tile + context.stage)
    number: i64 = 0
    if tile <= WORKER_TILES:
        out.choose(base + TAKE_FILL_FROM + 4 * (tile - 1), cells[state.ROW_FILL], 3)
        for row in range(12):
            number += cells[state.JOBS + TYPES * row + tile - 1]
    elif tile < FIRST_HAZARD_TILE:
        number = cells[context.own + state.TEEPEES + tile - 4]
    else:
        number = cells[context.own + state.HAZARDS]
    out.choose(base + TAKE_COUNT_FROM + 5 * tile, number, 4)


def see_delivery(
    context: MoveContext, position: Position, seat: i64, city: i64, out: MoveKeys
) -> None:
    """A city by its neighbours, the points, the value beyond it and the transport."""
    base: i64 = context.first_choice
    out.add(base + DELIVER_FROM + STAGES * city + context.stage)
    arrows: i64 = 0
    if city > 0 and (context.taken >> (city - 1)) & 1 == 1:
        arrows += 1
    if city + 1 < CITIES and (context.taken >> (city + 1)) & 1 == 1:
        arrows += 2
    out.add(base + DELIVER_ARROWS_FROM + 4 * city + arrows)
    gain: i64 = i64(gain_at(position, context.taken, city)) + 7
    out.choose(base + DELIVER_GAIN_FROM, gain, MOST_VALUE)
    spare: i64 = position.cells[state.VALUE] - position.components.city_value[city]
    out.choose(base + DELIVER_SPARE_FROM, spare, 6)
    out.choose(base + DELIVER_COST_FROM, transport(position, seat, city), 8)


def see_track(
    context: MoveContext,
    position: Position,
    seat: i64,
    code: i64,
    first: i64,
    out: MoveKeys,
) -> None:
    """The engine's way, stations and their masters."""
    base: i64 = context.first_choice
    if code == actions.ENGINE:
        see_engine(context, position, first, out)
    elif code == actions.UPGRADE:
        out.add(base + UPGRADE_FROM + STAGES * first + context.stage)
        spare: i64 = context.money - position.components.station_cost[first]
        out.choose(base + UPGRADE_SPARE_FROM, spare, MOST_SPARE)
        if discs.may_have_master(position, seat, first):
            out.add(base + UPGRADE_MASTER_FROM + position.cells[state.MASTERS + first])
        else:
            out.add(base + UPGRADE_MASTER_FROM)
    else:
        number: i64 = position.cells[context.own + state.WORKERS + first]
        out.choose(base + MASTER_FROM + WORKERS * first, number, WORKERS - 1)
        station: i64 = pending.top_first(position)
        tile: i64 = position.cells[state.MASTERS + station]
        out.add(base + MASTER_TILE_FROM + STAGES * tile + context.stage)


def see_engine(context: MoveContext, position: Position, space: i64, out: MoveKeys) -> None:
    """How far, and what lies there and beyond."""
    base: i64 = context.first_choice
    components = position.components
    far: i64 = space - position.cells[context.own + state.TRACK]
    if far > 0:
        out.choose(base + DISTANCE_FROM, far, 12)
    else:
        out.choose(base + DISTANCE_FROM + 13, -far, 12)
    station: i64 = components.station_at[space]
    stations: i64 = position.cells[context.own + state.STATIONS]
    if station >= 0:
        kind: i64 = 0
        if (stations >> station) & 1 == 1:
            kind = 1
        elif components.station_cost[station] > context.money:
            kind = 2
        out.add(base + STATION_FROM + 3 * station + kind)
    following: i64 = space + 1
    while following < TRACK and (
        components.station_at[following] < 0
        or (stations >> components.station_at[following]) & 1 == 1
    ):
        following += 1
    out.choose(base + NEXT_STATION_FROM, following - space, 8)
    crosses: i64 = components.space_crosses[space]
    passed: i64 = components.space_crosses[position.cells[context.own + state.TRACK]]
    out.choose(base + CROSSES_FROM, crosses - passed + 1, 3)


def see_purchase(
    context: MoveContext,
    position: Position,
    seat: i64,
    code: i64,
    first: i64,
    second: i64,
    third: i64,
    out: MoveKeys,
) -> None:
    """Workers, buildings, cattle, hazards and teepees."""
    base: i64 = context.first_choice
    cells = position.cells
    if code == actions.HIRE:
        number: i64 = cells[context.own + state.WORKERS + second]
        out.add(base + HIRE_FROM + STAGES * (WORKERS * second + number) + context.stage)
        cost: i64 = price(position, first, pending.top_first(position))
        at: i64 = HIRE_SPARE_FROM + (MOST_SPARE + 1) * second
        out.choose(base + at, (context.money - cost) // 2, MOST_SPARE)
        out.choose(base + HIRE_PRICE_FROM + (MOST_PRICE + 1) * second, cost, MOST_PRICE)
    elif code == actions.BUILD:
        see_build(context, position, seat, first, second, out)
    elif code == actions.BUY:
        see_cattle(context, position, seat, first, second, third, out)
    elif code == actions.HAZARD:
        out.add(base + HAZARD_FROM + cells[state.BOARD + first])
        out.choose(base + HAZARD_COUNT_FROM, cells[context.own + state.HAZARDS], 4)
    elif code == actions.TRADE:
        colour: i64 = cells[state.BOARD + first] % 2
        lead: i64 = cells[context.own + state.TEEPEES] - cells[context.own + state.TEEPEES + 1]
        out.choose(base + TRADE_FROM + 5 * colour, lead + 2, 4)
        out.choose(base + TRADE_GAIN_FROM, position.components.trail.gain[first] + 5, 15)
    else:
        free: i64 = market.free_cowboys(position, seat)
        stop: i64 = WORKERS if code == actions.STOP else 0
        out.choose(base + MARKET_FROM + stop, free, WORKERS - 1)


def see_build(
    context: MoveContext,
    position: Position,
    seat: i64,
    face: i64,
    site: i64,
    out: MoveKeys,
) -> None:
    """A building by its site, what it costs and what it replaces."""
    base: i64 = context.first_choice
    trail = position.components.trail
    out.add(base + BUILD_FROM + STAGES * face + context.stage)
    needed: i64 = buildings.craftsmen_needed(position, seat, face % state.BUILDINGS, site)
    cost: i64 = needed * pending.top_first(position)
    out.choose(base + BUILD_SPARE_FROM, (context.money - cost) // 2, MOST_SPARE)
    out.choose(base + BUILD_COST_FROM + 10 * context.stage, cost // 2, 9)
    kind: i64 = 0
    if trail.attached[site] >= 0:
        kind = 1
    if position.cells[state.BOARD + site] > 0:
        kind = 2
    ahead: i64 = 1 if context.tenths(site) > context.place else 0
    out.add(base + SITE_FROM + 6 * ahead + 3 * trail.forest[site] + kind)
    out.add(base + SITE_WAY_FROM + 10 * face + context.tenths(site))
    own: i64 = 0
    others: i64 = 0
    for place in range(MOST_NEIGHBOURS * site, MOST_NEIGHBOURS * (site + 1)):
        beside: i64 = trail.neighbours[place]
        if beside >= 0 and position.cells[state.BOARD + beside] > 0:
            if owner_of(position, beside) == seat:
                own += 1
            else:
                others += 1
    out.choose(base + BESIDE_FROM + 3 * (own if own < 2 else 2), others, 2)


def see_cattle(
    context: MoveContext,
    position: Position,
    seat: i64,
    offer: i64,
    card: i64,
    second: i64,
    out: MoveKeys,
) -> None:
    """Cattle cards, and what is left of money and cowboys."""
    base: i64 = context.first_choice
    components = position.components
    out.choose(base + BUY_BREED_FROM + 3 * card, breed_count(position, seat, card), 2)
    out.add(base + BUY_FROM + STAGES * card + context.stage)
    if second < CATTLE:
        out.choose(base + BUY_BREED_FROM + 3 * second, breed_count(position, seat, second), 2)
        out.add(base + BUY_FROM + STAGES * second + context.stage)
    else:
        out.add(base + BUY_FROM + STAGES * CATTLE + context.stage)
    spare: i64 = context.money - components.offer_price[offer]
    out.choose(base + BUY_SPARE_FROM, spare // 2, MOST_SPARE)
    free: i64 = market.free_cowboys(position, seat)
    out.choose(base + BUY_COWBOYS_FROM + WORKERS * offer, free, WORKERS - 1)
