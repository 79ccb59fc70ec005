"""The course of a turn: which phase follows, who acts in it, action tiles, the end of the match."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.games.game import OVER, SEATS, Actions
from railhead.games.steam import actions, state
from railhead.games.steam.rules import auctions, build, exchange, growth, income, lay, loops
from railhead.games.steam.rules.money import means, pay, raise_step, steps_left
from railhead.games.steam.state import Position

GOODS_ROUNDS: Final = 2


def begin_turn(position: Position) -> None:
    """Tiles go back, and the first phase begins."""
    cells = position.cells
    for seat in range(cells[SEATS]):
        own: i64 = state.block(seat)
        holds = cells[state.STANDARD] == 1 and cells[own + state.TILE] == state.TURN_ORDER
        cells[own + state.FREE_PASS] = 1 if holds and cells[own + state.BANKRUPT] == 0 else 0
        cells[own + state.TILE] = 0
        cells[own + state.DUE] = 0
        cells[own + state.IMPROVED] = 0
    begin_phase(position, state.BUYING if cells[state.STANDARD] == 1 else state.CHOOSING, 0)


def number(position: Position) -> i64:
    """What tells apart a seat's turns in the phases: each has its own, and each bid is one.

    Goods that City Growth or Urbanization bring belong to the building turn, the points that others
    take to the turn of who delivered.
    """
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    within: i64 = cells[state.ACTIVE]
    if phase in (state.BIDDING_FIRST, state.BIDDING):
        within = auctions.number(position)
    elif phase == state.SUPPLYING:
        phase = state.BUILDING
    elif phase == state.TAKING:
        phase = state.MOVING
    counted: i64 = cells[state.TURN] * (GOODS_ROUNDS + 1) + cells[state.GOODS_ROUND]
    return (counted * (state.ENDED + 1) + phase) * auctions.NUMBERS + within


def begin_phase(position: Position, phase: i64, first_tile: i64) -> None:
    """A phase in turn order, but for the holder of the tile `first_tile`, who comes first."""
    cells = position.cells
    first: i64 = -1
    count: i64 = 0
    if first_tile > 0:
        first = holder(position, first_tile)
    if first >= 0:
        cells[state.QUEUE] = first
        count = 1
    index: i64 = 0
    while index < cells[state.PLAYERS_LEFT]:
        if cells[state.ORDER + index] != first:
            cells[state.QUEUE + count] = cells[state.ORDER + index]
            count += 1
        index += 1
    cells[state.QUEUE_AT] = 0
    ask(position, phase)


def ask(position: Position, phase: i64) -> None:
    """Ask the seat that the queue has come to."""
    cells = position.cells
    seat: i64 = cells[state.QUEUE + cells[state.QUEUE_AT]]
    cells[state.ACTIVE] = seat
    cells[state.LAID] = 0
    position.enter(phase, seat)


def advance(position: Position) -> None:
    """The next seat of the phase, or the next phase."""
    cells = position.cells
    phase: i64 = cells[state.PHASE]
    cells[state.QUEUE_AT] += 1
    if cells[state.QUEUE_AT] < cells[state.PLAYERS_LEFT]:
        ask(position, phase)
    elif phase == state.BUYING:
        begin_auction(position)
    elif phase == state.CHOOSING:
        begin_phase(position, state.BUILDING, state.FIRST_BUILD)
    elif phase == state.BUILDING:
        cells[state.GOODS_ROUND] = 1
        begin_phase(position, state.MOVING, state.FIRST_MOVE)
    elif cells[state.GOODS_ROUND] < GOODS_ROUNDS:
        cells[state.GOODS_ROUND] += 1
        begin_phase(position, state.MOVING, state.FIRST_MOVE)
    else:
        end_turn(position)


def begin_auction(position: Position) -> None:
    """The auction of the standard game; nothing to bid for with a single player left."""
    cells = position.cells
    index: i64 = 0
    while index < cells[state.PLAYERS_LEFT]:
        cells[state.QUEUE + index] = cells[state.ORDER + index]
        index += 1
    if not auctions.start(position):
        begin_phase(position, state.CHOOSING, 0)


def pass_bid(position: Position, seat: i64) -> None:
    """Pass in either auction."""
    if position.cells[state.PHASE] == state.BIDDING:
        if auctions.pass_turn(position, seat):
            begin_phase(position, state.CHOOSING, 0)
    elif auctions.pass_first(position, seat):
        begin_turn(position)


def end_turn(position: Position) -> None:
    """Income and expenses, then the next turn or the end."""
    cells = position.cells
    cells[state.GOODS_ROUND] = 0
    income.settle(position)
    left: i64 = cells[state.PLAYERS_LEFT]
    if (
        cells[state.TURN] == cells[state.LAST_TURN]
        or left == 0
        or (left == 1 and cells[state.END_WITH_ONE] == 1)
    ):
        position.enter(state.ENDED, OVER)
        return
    if cells[state.STANDARD] == 0:
        order_by_tiles(position)
    cells[state.TURN] += 1
    begin_turn(position)


def order_by_tiles(position: Position) -> None:
    """The new turn order of the base game: by the number of the action tile."""
    cells = position.cells
    count: i64 = 0
    for number in range(1, state.TILE_COUNT + 1):
        for seat in range(cells[SEATS]):
            if cells[state.block(seat) + state.TILE] == number and is_left(position, seat):
                cells[state.QUEUE + count] = seat
                count += 1
    for index in range(count):
        cells[state.ORDER + index] = cells[state.QUEUE + index]


def is_left(position: Position, seat: i64) -> bool:
    """Whether a seat is in the turn order: it is not bankrupt."""
    for index in range(position.cells[state.PLAYERS_LEFT]):
        if position.cells[state.ORDER + index] == seat:
            return True
    return False


# Capital and action tiles.


def collect_capital(position: Position, seat: i64, out: Actions) -> None:
    """Any number of steps."""
    steps: i64 = 0
    while steps <= steps_left(position, seat):
        out.add(actions.CAPITAL, steps)
        steps += 1


def buy_capital(position: Position, seat: i64, steps: i64) -> None:
    """Raise money in so many steps."""
    while steps > 0:
        raise_step(position, seat)
        steps -= 1
    advance(position)


def holder(position: Position, number: i64) -> i64:
    """The seat that has an action tile, or -1."""
    for seat in range(position.cells[SEATS]):
        if position.cells[state.block(seat) + state.TILE] == number:
            return seat
    return -1


def has_task(number: i64) -> bool:
    """Whether a tile's action is carried out in the building turn, and can be passed."""
    return number in (state.CITY_GROWTH, state.URBANIZATION)


def tile_cost(position: Position, seat: i64, number: i64) -> i64:
    """What a seat pays to take a tile and use it: nothing in the standard game."""
    if position.cells[state.STANDARD] == 1:
        return 0
    components = position.components
    if number == state.CITY_GROWTH:
        return components.growth_cost
    if number == state.URBANIZATION:
        return components.urbanization_cost
    if number == state.LOCOMOTIVE_TILE:
        return components.locomotive_cost + position.cells[state.block(seat) + state.LOCOMOTIVE] + 1
    return 0


def may_take(position: Position, seat: i64, number: i64) -> bool:
    """Whether a tile is there and may be chosen, its cost and its use aside."""
    if holder(position, number) >= 0:
        return False
    if number == state.LOCOMOTIVE_TILE:
        return (
            position.cells[state.block(seat) + state.LOCOMOTIVE]
            < position.components.highest_locomotive
        )
    if number == state.CITY_GROWTH:
        return growth.may_take_growth(position)
    return number != state.URBANIZATION or growth.may_take_urbanization(position)


def collect_tiles(position: Position, seat: i64, out: Actions) -> None:
    """The action tiles; those that the base game charges for also without their action."""
    cells = position.cells
    money: i64 = means(position, seat)
    before: i64 = out.count
    for number in range(1, state.TILE_COUNT + 1):
        if may_take(position, seat, number):
            optional = has_task(number)
            usable = (
                number != state.CITY_GROWTH
                or cells[state.STANDARD] == 1
                or growth.can_grow(position)
            )
            if usable and tile_cost(position, seat, number) <= money:
                out.add(actions.SELECT, number - 1)
            if optional and cells[state.STANDARD] == 0:
                out.add(actions.DECLINE, number - 1)
    if out.count == before:
        collect_for_number(position, out)


def collect_for_number(position: Position, out: Actions) -> None:
    """The tiles with a task, for their number alone: where options forbid every tile there is."""
    for number in range(state.CITY_GROWTH, state.TILE_COUNT + 1):
        if has_task(number) and holder(position, number) < 0:
            out.add(actions.DECLINE, number - 1)


def take_tile(position: Position, seat: i64, number: i64, used: bool) -> None:
    """Take an action tile; the locomotive goes up at once."""
    cells = position.cells
    own: i64 = state.block(seat)
    if used:
        pay(position, seat, tile_cost(position, seat, number))
        if number == state.LOCOMOTIVE_TILE:
            cells[own + state.LOCOMOTIVE] += 1
        if has_task(number):
            cells[own + state.DUE] = 1
    cells[own + state.TILE] = number
    advance(position)


# The building turn.


def collect_building(position: Position, seat: i64, out: Actions) -> None:
    """Tiles, the action of the action tile, and the end where nothing is owed."""
    before: i64 = out.count
    if not growth.comes_first(position, seat):
        build.collect(position, seat, out)
        exchange.collect(position, seat, out)
        loops.withdraw(position, seat, out, before)
    growth.collect(position, seat, out)
    if may_finish(position, seat):
        out.add(actions.DONE)


def may_finish(position: Position, seat: i64) -> bool:
    """Whether the builder may stop: in the base game not before a paid action is carried out."""
    return position.cells[state.STANDARD] == 1 or not growth.is_due(position, seat)


def go_on_building(position: Position, seat: i64) -> None:
    """The builder's next decision, or the end of the turn where nothing is left to decide."""
    position.enter(state.BUILDING, seat)
    if position.cells[state.LAID] > 0 and growth.is_tied(position, seat):
        position.cells[state.block(seat) + state.DUE] = 0
    if build.tiles_left(position, seat) == 0 and not growth.is_due(position, seat):
        finish_building(position, seat)


def finish_building(position: Position, seat: i64) -> None:
    """The end of a building turn."""
    cells = position.cells
    lay.finish(position, seat)
    cells[state.block(seat) + state.DUE] = 0
    index: i64 = 0
    while index < cells[state.LAID]:
        cells[state.LAID_AT + index] = 0
        index += 1
    position.enter(state.BUILDING, seat)
    advance(position)
