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
    """

    seconds: float | None = None
    simulations: int | None = None
    floor: int = 32

    def __post_init__(self) -> None:
        if self.seconds is None and self.simulations is None:
            raise ValueError("a budget needs seconds, simulations or both")

    def times(self, scale: float) -> Budget:
        """This budget with its seconds, simulations and floor times `scale`."""
        return Budget(
            None if self.seconds is None else self.seconds * scale,
            None if self.simulations is None else max(1, round(self.simulations * scale)),
            max(1, round(self.floor * scale)),
        )

    def without_seconds(self) -> Budget:
        """This budget without its seconds, where simulations alone can end it: reproducible."""
        return self if self.simulations is None else replace(self, seconds=None)


class TurnBudget:
    """What is left of a budget within one turn.

    A decision behind which the search foresees others may use a share of the rest, the last one
    all of it. A search that was given up goes on where it was, if it is the next that is run.
    """

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.seconds = budget.seconds
        self.simulations = budget.simulations
        self._given_up: tuple[Search, int, float] | None = None
        """A search that was cancelled, its simulations and the seconds that they took."""

    def before(self, search: Search) -> tuple[int, float]:
        """The simulations and seconds that a search had when it was given up; else nothing."""
        if self._given_up is None or self._given_up[0] is not search:
            return 0, 0.0
        return self._given_up[1:]

    def spend(
        self,
        search: Search,
        keep_going: Callable[[], bool] | None = None,
        share: float = DECISION_SHARE,
    ) -> int:
        """Run `search` for one decision and take it off the budget; returns the simulations run.

        Stops early when no other action can overtake the most visited one, or when it is proven
        which is best. `keep_going` is asked
        before the first slice and then every `SLICE_SECONDS`. Raises `Cancelled`, and lets
        `KeyboardInterrupt` through, between slices: the search stays usable. One that was cancelled
        is taken off the budget once it has ended, with what it had before.
        """
        done, before = self.before(search)
        self._given_up = None
        started = time.perf_counter() - before
        asked = -math.inf
        part = share
        try:
            while True:
                allowed = self._simulations_left(search, done, part, started)
                if allowed <= 0:
                    if part == 1.0 or search.decisions_ahead() > 0:
                        return done
                    part = 1.0
                    continue
                now = time.perf_counter()
                if keep_going is not None and now - asked >= SLICE_SECONDS:
                    asked = now
                    if not keep_going():
                        self._given_up = search, done, now - started
                        raise Cancelled
                rate = done / max(now - started, 1e-6)
                size = max(
                    1,
                    min(CHECK_INTERVAL - done % CHECK_INTERVAL, allowed, int(rate * SLICE_SECONDS)),
                )
                search.run(size)
                done += size
        finally:
            if self._given_up is None:
                self._take_off(done, time.perf_counter() - started)

    def _take_off(self, simulations: int, seconds: float) -> None:
        if self.seconds is not None:
            self.seconds = max(0.0, self.seconds - seconds)
        if self.simulations is not None:
            self.simulations = max(0, self.simulations - simulations)

    def _simulations_left(self, search: Search, done: int, part: float, started: float) -> int:
        """How many more simulations this decision may run, as far as known now."""
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
            elapsed = time.perf_counter() - started
            rate = done / max(elapsed, 1e-6)
            left = min(left, int((self.seconds * part - elapsed) * rate))
        return 0 if asked and search.lead() > left else left
