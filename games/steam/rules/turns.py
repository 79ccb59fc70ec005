"""The course of a turn: which phase follows, who acts in it, action tiles, the end of the match."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from games.game import OVER, SEATS, Actions
from games.steam.actions import CAPITAL, DECLINE, DONE, SELECT
from games.steam.rules import auctions, build, exchange, growth, income, lay
from games.steam.rules.money import means, pay, raise_step, steps_left
from games.steam.state import (
    ACTIVE,
    BANKRUPT,
    BIDDING,
    BUILDING,
    BUYING,
    CHOOSING,
    CITY_GROWTH,
    DUE,
    END_WITH_ONE,
    ENDED,
    FIRST_BUILD,
    FIRST_MOVE,
    FREE_PASS,
    GOODS_ROUND,
    IMPROVED,
    LAID,
    LAID_AT,
    LAST_TURN,
    LOCOMOTIVE,
    LOCOMOTIVE_TILE,
    MOVING,
    ORDER,
    PHASE,
    PLAYERS_LEFT,
    QUEUE,
    QUEUE_AT,
    STANDARD,
    TILE,
    TILE_COUNT,
    TURN,
    TURN_ORDER,
    URBANIZATION,
    Position,
    block,
)

GOODS_ROUNDS: Final = 2


def begin_turn(state: Position) -> None:
    """Tiles go back, and the first phase begins."""
    cells = state.cells
    seat: i64 = 0
    while seat < cells[SEATS]:
        own: i64 = block(seat)
        holds = cells[STANDARD] == 1 and cells[own + TILE] == TURN_ORDER
        cells[own + FREE_PASS] = 1 if holds and cells[own + BANKRUPT] == 0 else 0
        cells[own + TILE] = 0
        cells[own + DUE] = 0
        cells[own + IMPROVED] = 0
        seat += 1
    begin_phase(state, BUYING if cells[STANDARD] == 1 else CHOOSING, 0)


def begin_phase(state: Position, phase: i64, first_tile: i64) -> None:
    """A phase in turn order, but for the holder of the tile `first_tile`, who comes first."""
    cells = state.cells
    first: i64 = holder(state, first_tile) if first_tile > 0 else -1
    count: i64 = 0
    if first >= 0:
        cells[QUEUE] = first
        count = 1
    index: i64 = 0
    while index < cells[PLAYERS_LEFT]:
        if cells[ORDER + index] != first:
            cells[QUEUE + count] = cells[ORDER + index]
            count += 1
        index += 1
    cells[QUEUE_AT] = 0
    ask(state, phase)


def ask(state: Position, phase: i64) -> None:
    """Ask the seat that the queue has come to."""
    cells = state.cells
    seat: i64 = cells[QUEUE + cells[QUEUE_AT]]
    cells[ACTIVE] = seat
    cells[LAID] = 0
    state.enter(phase, seat)


def advance(state: Position) -> None:
    """The next seat of the phase, or the next phase."""
    cells = state.cells
    phase: i64 = cells[PHASE]
    cells[QUEUE_AT] += 1
    if cells[QUEUE_AT] < cells[PLAYERS_LEFT]:
        ask(state, phase)
    elif phase == BUYING:
        begin_auction(state)
    elif phase == CHOOSING:
        begin_phase(state, BUILDING, FIRST_BUILD)
    elif phase == BUILDING:
        cells[GOODS_ROUND] = 1
        begin_phase(state, MOVING, FIRST_MOVE)
    elif cells[GOODS_ROUND] < GOODS_ROUNDS:
        cells[GOODS_ROUND] += 1
        begin_phase(state, MOVING, FIRST_MOVE)
    else:
        end_turn(state)


def begin_auction(state: Position) -> None:
    """The auction of the standard game; nothing to bid for with a single player left."""
    cells = state.cells
    index: i64 = 0
    while index < cells[PLAYERS_LEFT]:
        cells[QUEUE + index] = cells[ORDER + index]
        index += 1
    if not auctions.start(state):
        begin_phase(state, CHOOSING, 0)


def pass_bid(state: Position, seat: i64) -> None:
    """Pass in either auction."""
    if state.cells[PHASE] == BIDDING:
        if auctions.pass_turn(state, seat):
            begin_phase(state, CHOOSING, 0)
    elif auctions.pass_first(state, seat):
        begin_turn(state)


def end_turn(state: Position) -> None:
    """Income and expenses, then the next turn or the end."""
    cells = state.cells
    cells[GOODS_ROUND] = 0
    income.settle(state)
    left: i64 = cells[PLAYERS_LEFT]
    if cells[TURN] == cells[LAST_TURN] or left == 0 or (left == 1 and cells[END_WITH_ONE] == 1):
        state.enter(ENDED, OVER)
        return
    if cells[STANDARD] == 0:
        order_by_tiles(state)
    cells[TURN] += 1
    begin_turn(state)


def order_by_tiles(state: Position) -> None:
    """The new turn order of the base game: by the number of the action tile."""
    cells = state.cells
    count: i64 = 0
    number: i64 = 1
    while number <= TILE_COUNT:
        seat: i64 = 0
        while seat < cells[SEATS]:
            if cells[block(seat) + TILE] == number and is_left(state, seat):
                cells[QUEUE + count] = seat
                count += 1
            seat += 1
        number += 1
    index: i64 = 0
    while index < count:
        cells[ORDER + index] = cells[QUEUE + index]
        index += 1


def is_left(state: Position, seat: i64) -> bool:
    """Whether a seat is in the turn order: it is not bankrupt."""
    index: i64 = 0
    while index < state.cells[PLAYERS_LEFT]:
        if state.cells[ORDER + index] == seat:
            return True
        index += 1
    return False


# Capital and action tiles.


def collect_capital(state: Position, seat: i64, out: Actions) -> None:
    """Any number of steps."""
    steps: i64 = 0
    while steps <= steps_left(state, seat):
        out.add(CAPITAL | (steps << 8))
        steps += 1


def buy_capital(state: Position, seat: i64, steps: i64) -> None:
    """Raise money in so many steps."""
    while steps > 0:
        raise_step(state, seat)
        steps -= 1
    advance(state)


def holder(state: Position, number: i64) -> i64:
    """The seat that has an action tile, or -1."""
    seat: i64 = 0
    while seat < state.cells[SEATS]:
        if state.cells[block(seat) + TILE] == number:
            return seat
        seat += 1
    return -1


def has_task(number: i64) -> bool:
    """Whether a tile's action is carried out in the building turn, and can be passed."""
    return number in (CITY_GROWTH, URBANIZATION)


def tile_cost(state: Position, seat: i64, number: i64) -> i64:
    """What a seat pays to take a tile and use it: nothing in the standard game."""
    if state.cells[STANDARD] == 1:
        return 0
    components = state.components
    if number == CITY_GROWTH:
        return components.growth_cost
    if number == URBANIZATION:
        return components.urbanization_cost
    if number == LOCOMOTIVE_TILE:
        return components.locomotive_cost + state.cells[block(seat) + LOCOMOTIVE] + 1
    return 0


def may_take(state: Position, seat: i64, number: i64) -> bool:
    """Whether a tile is there and may be chosen, its cost and its use aside."""
    if holder(state, number) >= 0:
        return False
    if number == LOCOMOTIVE_TILE:
        return state.cells[block(seat) + LOCOMOTIVE] < state.components.highest_locomotive
    if number == CITY_GROWTH:
        return growth.may_take_growth(state)
    return number != URBANIZATION or growth.may_take_urbanization(state)


def collect_tiles(state: Position, seat: i64, out: Actions) -> None:
    """The action tiles; those that the base game charges for also without their action."""
    cells = state.cells
    money: i64 = means(state, seat)
    before: i64 = out.count
    number: i64 = 1
    while number <= TILE_COUNT:
        if may_take(state, seat, number):
            optional = has_task(number)
            usable = number != CITY_GROWTH or cells[STANDARD] == 1 or growth.can_grow(state)
            if usable and tile_cost(state, seat, number) <= money:
                out.add(SELECT | ((number - 1) << 8))
            if optional and cells[STANDARD] == 0:
                out.add(DECLINE | ((number - 1) << 8))
        number += 1
    if out.count == before:
        collect_for_number(state, out)


def collect_for_number(state: Position, out: Actions) -> None:
    """The tiles with a task, for their number alone: where options forbid every tile there is."""
    number: i64 = CITY_GROWTH
    while number <= TILE_COUNT:
        if has_task(number) and holder(state, number) < 0:
            out.add(DECLINE | ((number - 1) << 8))
        number += 1


def take_tile(state: Position, seat: i64, number: i64, used: bool) -> None:
    """Take an action tile; the locomotive goes up at once."""
    cells = state.cells
    own: i64 = block(seat)
    if used:
        pay(state, seat, tile_cost(state, seat, number))
        if number == LOCOMOTIVE_TILE:
            cells[own + LOCOMOTIVE] += 1
        if has_task(number):
            cells[own + DUE] = 1
    cells[own + TILE] = number
    advance(state)


# The building turn.


def collect_building(state: Position, seat: i64, out: Actions) -> None:
    """Tiles, the action of the action tile, and the end where nothing is owed."""
    if not growth.comes_first(state, seat):
        build.collect(state, seat, out)
        exchange.collect(state, seat, out)
    growth.collect(state, seat, out)
    if may_finish(state, seat):
        out.add(DONE)


def may_finish(state: Position, seat: i64) -> bool:
    """Whether the builder may stop: in the base game not before a paid action is carried out."""
    return state.cells[STANDARD] == 1 or not growth.is_due(state, seat)


def go_on_building(state: Position, seat: i64) -> None:
    """The builder's next decision, or the end of the turn where nothing is left to decide."""
    state.enter(BUILDING, seat)
    if state.cells[LAID] > 0 and growth.is_tied(state, seat):
        state.cells[block(seat) + DUE] = 0
    if build.tiles_left(state, seat) == 0 and not growth.is_due(state, seat):
        finish_building(state, seat)


def finish_building(state: Position, seat: i64) -> None:
    """The end of a building turn."""
    cells = state.cells
    lay.finish(state, seat)
    cells[block(seat) + DUE] = 0
    index: i64 = 0
    while index < cells[LAID]:
        cells[LAID_AT + index] = 0
        index += 1
    state.enter(BUILDING, seat)
    advance(state)
