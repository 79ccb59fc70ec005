"""A match of Montana as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.game import ACTOR, CHANCE, Actions
from railhead.games.montana import actions, state
from railhead.games.montana.actions import WHEEL_SPACES
from railhead.games.montana.rules import build, city, hire, shared, turns, work
from railhead.games.montana.state import Position
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, among, pack
from railhead.games.random import Random


@final
class Montana(Position):
    """One position."""

    def clone(self) -> Montana:
        """An independent copy."""
        return Montana(self.game, self.cells[:])

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[state.PHASE]
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == state.SETUP_JOKER:
            hire.collect_joker(self, seat, out)
            return
        if phase == state.MAIN:
            collect_main(self, seat, out)
        else:
            collect_step(self, phase, seat, out)
        shared.collect_trades(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & CODE_MASK
        if code == actions.DISCARD:
            shared.return_worker(self, ((action >> FIRST) & PARAMETER_MASK))
        elif among(code, actions.HIRE_TYPES):
            hire.play(self, code, ((action >> FIRST) & PARAMETER_MASK))
        elif among(code, actions.WORK_TYPES):
            work.play(self, code, action)
        elif among(code, actions.CITY_TYPES):
            city.play(self, code, action)
        elif code == actions.BUILD:
            build.build(self, ((action >> FIRST) & PARAMETER_MASK))
        elif code == actions.STOP:
            build.stop(self)
        elif code == actions.TRADE:
            shared.trade(self, ((action >> FIRST) & PARAMETER_MASK))
        elif code == actions.DONE:
            turns.end_turn(self)
        elif action == actions.CANTEEN:
            turns.next_turn(self)
        else:
            turns.use_canteen(self)
        settle(self)

    def sample_chance(self, random: Random) -> None:
        """Spin the wheel as often as spins are due."""
        while self.cells[ACTOR] == CHANCE:
            self.play(CHANCE, pack(actions.SPIN, random.below(WHEEL_SPACES)))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The spaces of the wheel, all alike."""
        return [(pack(actions.SPIN, space), 1) for space in range(WHEEL_SPACES)]

    def turn(self) -> i64:
        """By round, canteens used and the seat whose turn it is."""
        return turns.number(self)


def collect_main(position: Montana, seat: i64, out: Actions) -> None:
    """The actions of a turn: hire, work at one place, or build a first field."""
    out.add(actions.HIRE)
    work.collect(position, seat, out)
    if city.can_open(position, seat):
        out.add(actions.CITY)
    build.collect(position, seat, out)


def collect_step(position: Montana, phase: i64, seat: i64, out: Actions) -> None:
    """What a later decision of a turn offers, trades aside."""
    if phase == state.STEPS:
        hire.collect_steps(position, seat, out)
    elif phase == state.SMALL_SPACE:
        work.collect_helpers(position, seat, out)
    elif phase == state.BIDDING:
        city.collect_bids(position, seat, out)
    elif phase == state.REWARD:
        city.collect_reward(position, seat, out)
    elif phase == state.BUILD_MORE:
        build.collect(position, seat, out)
        out.add(actions.STOP)
    elif phase == state.END_TRADE:
        out.add(actions.DONE)
    elif phase == state.RETURN_WORKERS:
        shared.collect_returns(position, seat, out)
    elif phase == state.USE_CANTEEN:
        out.add(actions.CANTEEN)
        out.add(actions.CANTEEN, 1)
    else:
        hire.collect_joker(position, seat, out)


def settle(position: Montana) -> None:
    """Go on to the next decision that leaves a choice: a player without the means is not asked.

    A bid is always asked for, so that passing is seen.
    """
    phase: i64 = position.cells[state.PHASE]
    while not is_asked(position, phase):
        skip(position, phase)
        phase = position.cells[state.PHASE]


def is_asked(position: Montana, phase: i64) -> bool:
    """Whether the decision of this phase leaves its player a choice, a trade included."""
    cells = position.cells
    own: i64 = state.block(cells[state.ACTIVE])
    if phase == state.REWARD:
        return city.must_declare(position, cells[ACTOR])
    if phase == state.BUILD_MORE:
        return build.can_go_on(position, cells[state.ACTIVE])
    if phase == state.USE_CANTEEN:
        return cells[own + state.CANTEENS] > 0
    if phase == state.STEPS:
        return cells[own + state.GRAIN] + cells[own + state.CATTLE] > 0
    if phase == state.SMALL_SPACE:
        return cells[own + state.CATTLE] > 0 or work.can_help(position, cells[state.ACTIVE])
    return phase != state.END_TRADE or cells[own + state.CATTLE] > 0


def skip(position: Montana, phase: i64) -> None:
    """Pass over a decision without a choice."""
    if phase == state.REWARD:
        city.reward(position, position.cells[ACTOR], 0, 0, 0)
    elif phase == state.BUILD_MORE:
        build.stop(position)
    elif phase == state.USE_CANTEEN:
        turns.next_turn(position)
    elif phase == state.END_TRADE:
        turns.end_turn(position)
    else:
        position.enter(state.END_TRADE, position.cells[state.ACTIVE])
