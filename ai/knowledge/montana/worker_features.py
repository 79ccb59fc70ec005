"""What a policy network is told of workers placed, taken and given back in Montana."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.moves import MoveKeys
from railhead.games.montana import actions, state
from railhead.games.montana.rules.shared import COLOUR_COUNT
from railhead.games.montana.state import Position

MOST_HELD: Final = 3
HELD: Final = MOST_HELD + 1
MOST_WORKERS: Final = 8

PAYMENT_FROM: Final = 0
USED_FROM: Final = PAYMENT_FROM + 2 * 3
WORKERS_LEFT_FROM: Final = USED_FROM + 3 * COLOUR_COUNT * HELD
CLEARED_FROM: Final = WORKERS_LEFT_FROM + 3 * (MOST_WORKERS + 1)
HELPER_FROM: Final = CLEARED_FROM + 2 * 3
TAKEN_FROM: Final = HELPER_FROM + 3
WORKER_KEYS: Final = TAKEN_FROM + 3 * COLOUR_COUNT * HELD


@final
class WorkerFeatures:
    """How workers are paid with, and what is left; `first` is the first key.

    `count` is how many workers the seat has.
    """

    def __init__(self, first: i64) -> None:
        self.first: i64 = first
        self.count: i64 = 0

    def see_payment(
        self, position: Position, area: i64, kind: i64, workers: i64, out: MoveKeys
    ) -> None:
        """One worker of the area's colour, two others, or two where one would do."""
        way: i64 = 0
        if workers >= actions.PAIRS:
            own: i64 = position.components.set_counts[COLOUR_COUNT * workers + area]
            way = 1 if own == 0 else 2
        out.add(self.first + PAYMENT_FROM + 3 * kind + way)

    def see_placed(
        self, position: Position, seat: i64, kind: i64, workers: i64, out: MoveKeys
    ) -> None:
        """Of each colour placed, how many are left, and of all."""
        first: i64 = self.first
        cells = position.cells
        counts = position.components.set_counts
        at: i64 = state.block(seat) + state.WORKERS
        left: i64 = self.count
        for colour in range(COLOUR_COUNT):
            placed: i64 = counts[COLOUR_COUNT * workers + colour]
            if placed > 0:
                left -= placed
                held: i64 = cells[at + colour] - placed
                used: i64 = USED_FROM + HELD * (COLOUR_COUNT * kind + colour)
                out.choose(first + used, held, MOST_HELD)
        out.choose(first + WORKERS_LEFT_FROM + (MOST_WORKERS + 1) * kind, left, MOST_WORKERS)

    def see_cleared(
        self, position: Position, at: i64, space: i64, spaces: i64, kind: i64, out: MoveKeys
    ) -> None:
        """How many spaces are free then; with the last one taken, all are."""
        free: i64 = 0
        for index in range(spaces):
            if index != space and position.cells[at + index] == 0:
                free += 1
        out.choose(self.first + CLEARED_FROM + (3 if kind > 0 else 0), free, 2)

    def see_helper(
        self, position: Position, own: i64, area: i64, workers: i64, out: MoveKeys
    ) -> None:
        """Whether the small space could be taken too: by a worker of its colour, or by others."""
        counts = position.components.set_counts
        at: i64 = COLOUR_COUNT * workers
        rest: i64 = self.count - position.components.set_size[workers]
        kind: i64 = 0
        if position.cells[own + state.WORKERS + area] > counts[at + area]:
            kind = 2
        elif rest > 1:
            kind = 1
        out.add(self.first + HELPER_FROM + kind)

    def see_taken(
        self, position: Position, own: i64, workers: i64, kind: i64, out: MoveKeys
    ) -> None:
        """Of each colour taken or given back, how many there were before."""
        counts = position.components.set_counts
        for colour in range(COLOUR_COUNT):
            number: i64 = counts[COLOUR_COUNT * workers + colour]
            at: i64 = TAKEN_FROM + HELD * (COLOUR_COUNT * kind + colour)
            held: i64 = position.cells[own + state.WORKERS + colour]
            while number > 0:
                out.choose(self.first + at, held, MOST_HELD)
                held += 1
                number -= 1
