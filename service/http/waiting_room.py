"""How many requests may wait at once, in one process and for one caller."""

from __future__ import annotations

from collections import Counter
from threading import Lock

from service import metrics


class WaitingRoom:
    """Places for long polls: `places` in this process, `per_caller` for any one caller."""

    def __init__(self, places: int, per_caller: int) -> None:
        self.places = places
        self.per_caller = per_caller
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def enter(self, caller: str) -> tuple[str, int] | None:
        """Take a place for `caller`, who gives it back with `leave`.

        Where there is none: the name of the limit that is reached, and what it is.
        """
        with self._lock:
            if self._taken[caller] >= self.per_caller:
                return "waits-of-a-caller", self.per_caller
            if self._taken.total() >= self.places:
                return "waits", self.places
            self._taken[caller] += 1
        metrics.waiting(1)
        return None

    def leave(self, caller: str) -> None:
        """Give back a place that `caller` had."""
        with self._lock:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]
        metrics.waiting(-1)
