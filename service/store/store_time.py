"""What time it is in the store, without asking each time.

The store is asked once in a while, and what has passed since is counted here: so no host's own
clock is ever compared with the store's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from railhead.service.store.keys import partition_of

ASKED_SECONDS: Final = 60.0
"""How long an answer of the store is counted on from."""


class StoreTime:
    """The time of the store; `ask` gets the milliseconds of the epoch where a match is kept."""

    def __init__(self, ask: Callable[[str], int]) -> None:
        self._ask = ask
        self._asked: dict[int, tuple[int, float]] = {}
        """By partition, whose servers may differ, an answer and when it came."""

    def now(self, match_id: str) -> int:
        """The milliseconds of the epoch where a match is kept. Raises `Unavailable`."""
        partition, here = partition_of(match_id), _passed()
        answer, at = self._asked.get(partition, (0, -ASKED_SECONDS))
        if here - at >= ASKED_SECONDS:
            answer, at = self._ask(match_id), here
            self._asked[partition] = (answer, at)
        return answer + int((here - at) * 1000)


def _passed() -> float:
    """Seconds since some moment, those in which the machine sleeps included where it says so."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if clock is None else time.clock_gettime(clock)
