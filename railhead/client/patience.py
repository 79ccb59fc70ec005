"""When a request is sent again, and after which pause."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any, Final

from railhead.client.calls import Answer, Call

NOTHING_DONE: Final = {"too-many-requests", "too-many-streams", "overloaded", "body-too-slow"}
"""Problem types that say that nothing was done: whatever it was, it may be sent again."""
PASSING: Final = {502, 503, 504}
"""Statuses of a service or of a gateway before it that soon may be others."""
FIRST_PAUSE: Final = 0.25
LONGEST_PAUSE: Final = 8.0
JITTER: Final = 0.5
"""By how much of itself a pause is shortened at most, by chance."""


@dataclass(frozen=True)
class Patience:
    """How often a request is sent at most, and for how many seconds after it first failed.

    `first_seconds` are those for an address at which nothing has answered yet.
    """

    tries: int = 20
    seconds: float = 30.0
    first_seconds: float = 3.0


@dataclass(frozen=True)
class Step:
    """What to do after an answer: rest so many seconds, then take it, or send `again`."""

    pause: float
    again: bool


class Attempts:
    """The attempts at one call."""

    def __init__(self, call: Call[Any], patience: Patience) -> None:
        self.call = call
        self.patience = patience
        self._failed = 0
        self._since = 0.0

    def renew(self) -> None:
        """Begin to count anew: there is an answer after all."""
        self._failed = 0

    def after(self, answer: Answer) -> Step:
        """What to do with an answer; the exception that it is comes with reading it."""
        asked = answer.retry_after
        if answer.status == 304:
            return Step(asked or 0.0, again=False)
        if not self._passes(answer, asked):
            return Step(0.0, again=False)
        pause = self._pause(asked, self.patience.seconds)
        return Step(0.0, again=False) if pause is None else Step(pause, again=True)

    def after_failure(self, *, sent: bool, reached: bool) -> float | None:
        """How many seconds to rest before it is sent again; None where it is not to be.

        `sent` says whether the service may have heard of it, `reached` whether it ever answered.
        """
        if sent and not self.call.repeatable:
            return None
        first = min(self.patience.first_seconds, self.patience.seconds)
        return self._pause(None, self.patience.seconds if reached else first)

    def _passes(self, answer: Answer, asked: int | None) -> bool:
        problem = answer.problem
        if problem is not None:
            slug = str(problem.get("type", "")).rpartition("/")[2]
            if slug in NOTHING_DONE:
                return asked is not None or answer.status != 429
        if answer.status == 429:
            return asked is not None and problem is None
        return self.call.repeatable and answer.status in PASSING

    def _pause(self, asked: int | None, seconds: float) -> float | None:
        """Seconds until the next attempt; None where there is to be none."""
        now = time.monotonic()
        if self._failed == 0:
            self._since = now
        self._failed += 1
        if self._failed >= self.patience.tries:
            return None
        usual = min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(self._failed - 1, 10))
        chance = random.random()  # noqa: S311 - it only keeps clients apart
        pause = usual * (1 - JITTER * chance) if asked is None else asked + FIRST_PAUSE * chance
        return pause if now + pause <= self._since + seconds else None
