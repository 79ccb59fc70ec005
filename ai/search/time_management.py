"""How long to think: budgets per turn, and the loop that runs a search in slices within one.

Compiled loops hold the interpreter lock and ignore signals; between slices, which this plain Python
module runs, Ctrl-C is heard and the caller is asked whether to go on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from railhead.ai.search.search import Search

SLICE_SECONDS = 0.03
CHECK_INTERVAL = 64
"""After so many simulations each time it is asked whether the choice can still change."""
DECISION_SHARE = 0.5
"""The part of what is left of a turn's budget that a decision may use when more are to come."""


class Cancelled(Exception):
    """The caller's `keep_going` said no: the search was given up, no move was chosen."""


@dataclass(frozen=True)
class Budget:
    """What one turn may cost: `seconds` of wall-clock, `simulations`, whichever ends first.

    `floor` is the number of simulations that every decision with a choice gets, whatever is left.
    Only where simulations end it does a budget give the same result every time.
    `processor_seconds` is a backstop: what ends there was cut short. That is the time of a
    processor, and not of a clock on the wall, so that a busy machine makes a turn later and not
    weaker.
    """

    seconds: float | None = None
    simulations: int | None = None
    floor: int = 32
    processor_seconds: float | None = None

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise ValueError("a budget needs seconds, simulations or both")

    def times(self, scale: float) -> Budget:
        """This budget with its seconds, simulations and floor times `scale`.

        The backstop only grows: it is far from what a turn takes, and stays so.
        """
        backstop = self.processor_seconds
        return Budget(
            None if self.seconds is None else self.seconds * scale,
            None if self.simulations is None else max(1, round(self.simulations * scale)),
            max(1, round(self.floor * scale)),
            None if backstop is None else backstop * max(1.0, scale),
        )

    def without_seconds(self) -> Budget:
        """This budget without its seconds, where simulations alone can end it: reproducible."""
        if self.simulations is None:
            return self
        return replace(self, seconds=None, processor_seconds=None)


@dataclass
class Spent:
    """What a search has taken for one decision."""

    simulations: int = 0
    seconds: float = 0.0
    processor_seconds: float = 0.0


class TurnBudget:
    """What is left of a budget within one turn.

    A decision behind which the search foresees others may use a share of the rest, the last one
    all of it. A search that was given up goes on where it was, if it is the next that is run.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.seconds = budget.seconds
        self.simulations = budget.simulations
        self.processor_seconds = budget.processor_seconds
        self.cut_short = False
        """Whether the last search ended at the backstop, with simulations left that it wanted."""
        self._given_up: tuple[Search, Spent] | None = None
        """A search that was cancelled, and what it had taken."""

    def before(self, search: Search) -> Spent:
        """What a search had taken when it was given up; else nothing."""
        if self._given_up is None or self._given_up[0] is not search:
            return Spent()
        return replace(self._given_up[1])

    def spend(
        self,
        search: Search,
        keep_going: Callable[[], bool] | None = None,
        share: float = DECISION_SHARE,
    ) -> int:
        """Run `search` for one decision and take it off the budget; returns the simulations run.

        Stops early when no other action can overtake the most visited one, or when it is proven
        which is best. `keep_going` is asked before the first slice and then every `SLICE_SECONDS`.
        Raises `Cancelled`, and lets `KeyboardInterrupt` through, between slices: the search stays
        usable. One that was cancelled is taken off the budget once it has ended, with what it had
        before.
        """
        spent = self.before(search)
        self._given_up = None
        self.cut_short = False
        started = time.perf_counter() - spent.seconds
        # Of this thread alone: what others of the process do, and waiting for a processor, is not
        # thinking.
        worked = time.thread_time() - spent.processor_seconds
        asked = -math.inf
        part = share
        try:
            while True:
                spent.processor_seconds = time.thread_time() - worked
                spent.seconds = time.perf_counter() - started
                allowed = self._simulations_left(search, spent, part)
                if allowed <= 0:
                    if part == 1.0 or search.decisions_ahead() > 0:
                        return spent.simulations
                    part = 1.0
                    continue
                if keep_going is not None and spent.seconds - asked >= SLICE_SECONDS:
                    asked = spent.seconds
                    if not keep_going():
                        self._given_up = search, spent
                        raise Cancelled
                search.run(size := self._slice(spent, allowed))
                spent.simulations += size
        finally:
            if self._given_up is None:
                self._take_off(spent)

    @staticmethod
    def _slice(spent: Spent, allowed: int) -> int:
        """How many simulations to run before the clock is looked at again."""
        rate = spent.simulations / max(spent.seconds, 1e-6)
        to_check = CHECK_INTERVAL - spent.simulations % CHECK_INTERVAL
        return max(1, min(to_check, allowed, int(rate * SLICE_SECONDS)))

    def _take_off(self, spent: Spent) -> None:
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - spent.seconds)
        if self.processor_seconds is not None:
            self.processor_seconds = max(0.0, self.processor_seconds - spent.processor_seconds)
        if self.simulations is not None:
            self.simulations = max(0, self.simulations - spent.simulations)

    def _simulations_left(self, search: Search, spent: Spent, part: float) -> int:
        """How many more simulations this decision may run, as far as known now."""
        done = spent.simulations
        # Asked only at fixed counts, so that slices, which depend on the clock, change nothing.
        asked = done % CHECK_INTERVAL == 0
        if asked and search.is_solved():
            return 0
        if done < self.budget.floor:
            return self.budget.floor - done
        left = 1 << 30
        if self.simulations is not None:
            left = int(self.simulations * part) - done
        if self.seconds is not None:
            rate = done / max(spent.seconds, 1e-6)
            left = min(left, int((self.seconds * part - spent.seconds) * rate))
        if asked and search.lead() > left:
            return 0
        backstop = self.processor_seconds
        if left > 0 and backstop is not None and spent.processor_seconds >= backstop:
            self.cut_short = True
            return 0
        return left
