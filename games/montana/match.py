"""A match of Montana as a `games.game.State`: which decision is open, and what it leads to."""

from __future__ import annotations

from typing import Any, final

from mypy_extensions import i64

from games.game import ACTOR, CHANCE, Actions
from games.montana import census
from games.montana.actions import (
    BUILD,
    CANTEEN,
    CITY,
    CITY_TYPES,
    DISCARD,
    DONE,
    HIRE,
    HIRE_TYPES,
    SPIN,
    STOP,
    TRADE,
    WORK_TYPES,
)
from games.montana.components import WHEEL_SPACES
from games.montana.refusals import refusal
from games.montana.rules import build, city, hire, scoring, shared, turns, work
from games.montana.state import (
    ACTIVE,
    BIDDING,
    BUILD_MORE,
    CANTEENS,
    CATTLE,
    END_TRADE,
    GRAIN,
    MAIN,
    PHASE,
    RETURN_WORKERS,
    REWARD,
    SETUP_JOKER,
    SMALL_SPACE,
    STEPS,
    USE_CANTEEN,
    Position,
    block,
)
from games.montana.wording import details
from games.packing import among
from games.random import Random


@final
class Montana(Position):
    """One position."""

    def clone(self) -> Montana:
        """An independent copy."""
        return Montana(self.game, self.cells[:])

    def collect(self, seat: i64, out: Actions) -> None:
        """See `State.collect`."""
        cells = self.cells
        phase: i64 = cells[PHASE]
        if seat != cells[ACTOR] or seat < 0:
            return
        if phase == MAIN:
            collect_main(self, seat, out)
        elif phase == RETURN_WORKERS:
            shared.collect_returns(self, seat, out)
            return
        elif phase == USE_CANTEEN:
            out.add(CANTEEN)
            out.add(CANTEEN | (1 << 8))
            return
        elif phase == SETUP_JOKER:
            hire.collect_joker(self, seat, out)
            return
        else:
            collect_step(self, phase, seat, out)
        shared.collect_trades(self, seat, out)

    def play(self, seat: i64, action: i64) -> None:
        """See `State.play`."""
        code: i64 = action & 255
        if code == DISCARD:
            shared.return_worker(self, (action >> 8) & 1023)
        elif among(code, HIRE_TYPES):
            hire.play(self, code, (action >> 8) & 1023)
        elif among(code, WORK_TYPES):
            work.play(self, code, action)
        elif among(code, CITY_TYPES):
            city.play(self, code, action)
        elif code == BUILD:
            build.build(self, (action >> 8) & 1023)
        elif code == STOP:
            build.stop(self)
        elif code == TRADE:
            shared.trade(self, (action >> 8) & 1023)
        elif code == DONE:
            turns.end_turn(self)
        elif action == CANTEEN:
            turns.next_turn(self)
        else:
            turns.use_canteen(self)
        settle(self)

    def sample_chance(self, random: Random) -> None:
        """Spin the wheel as often as spins are due."""
        while self.cells[ACTOR] == CHANCE:
            self.play(CHANCE, SPIN | (random.below(WHEEL_SPACES) << 8))

    def chance_outcomes(self) -> list[tuple[int, int]]:
        """The spaces of the wheel, all alike."""
        return [(SPIN | (space << 8), 1) for space in range(WHEEL_SPACES)]

    def scores(self) -> list[int]:
        """The settlements each seat has on the board."""
        return scoring.scores(self)

    def ranking(self) -> list[list[int]]:
        """By settlements, then cattle and canteens, then coins, workers and goods."""
        return scoring.ranking(self)

    def score_sheet(self) -> dict[str, list[int]]:
        """Settlements and the two tie-breaks."""
        return scoring.score_sheet(self)

    def census(self) -> dict[str, int]:
        """Every component, wherever it lies."""
        return census.census(self)

    def label_details(self, seat: i64, action: i64) -> dict[str, Any]:
        """What the label says beyond the parameters."""
        return details(self, int(seat), int(action))

    def explain(self, seat: i64, action: i64) -> str:
        """Why an action is not legal here."""
        return refusal(self, int(seat), int(action))


def collect_main(state: Montana, seat: i64, out: Actions) -> None:
    """The actions of a turn: hire, work at one place, or build a first field."""
    out.add(HIRE)
    work.collect(state, seat, out)
    if city.can_open(state, seat):
        out.add(CITY)
    build.collect(state, seat, out)


def collect_step(state: Montana, phase: i64, seat: i64, out: Actions) -> None:
    """What a decision within an action offers, trades aside."""
    if phase == STEPS:
        hire.collect_steps(state, seat, out)
    elif phase == SMALL_SPACE:
        work.collect_helpers(state, seat, out)
    elif phase == BIDDING:
        city.collect_bids(state, seat, out)
    elif phase == REWARD:
        city.collect_reward(state, seat, out)
    elif phase == BUILD_MORE:
        build.collect(state, seat, out)
        out.add(STOP)
    elif phase == END_TRADE:
        out.add(DONE)
    else:
        hire.collect_joker(state, seat, out)


def settle(state: Montana) -> None:
    """Go on to the next decision that leaves a choice: a player without the means is not asked.

    A bid is always asked for, so that passing is seen.
    """
    phase: i64 = state.cells[PHASE]
    while not is_asked(state, phase):
        skip(state, phase)
        phase = state.cells[PHASE]


def is_asked(state: Montana, phase: i64) -> bool:
    """Whether the decision of this phase leaves its player a choice, a trade included."""
    cells = state.cells
    own: i64 = block(cells[ACTIVE])
    if phase == REWARD:
        return city.must_declare(state, cells[ACTOR])
    if phase == BUILD_MORE:
        return build.can_go_on(state, cells[ACTIVE])
    if phase == USE_CANTEEN:
        return cells[own + CANTEENS] > 0
    if phase == STEPS:
        return cells[own + GRAIN] + cells[own + CATTLE] > 0
    if phase == SMALL_SPACE:
        return cells[own + CATTLE] > 0 or work.can_help(state, cells[ACTIVE])
    return phase != END_TRADE or cells[own + CATTLE] > 0


def skip(state: Montana, phase: i64) -> None:
    """Pass over a decision without a choice."""
    if phase == REWARD:
        city.reward(state, state.cells[ACTOR], 0, 0, 0)
    elif phase == BUILD_MORE:
        build.stop(state)
    elif phase == USE_CANTEEN:
        turns.next_turn(state)
    elif phase == END_TRADE:
        turns.end_turn(state)
    else:
        state.enter(END_TRADE, state.cells[ACTIVE])
