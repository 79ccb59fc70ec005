"""How many requests may wait, or be answered in a stream, in one process and for one caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from threading import Lock


class WaitingRoom:
    """Places for requests of one kind: `places` in this process, `per_caller` for any one caller.

    `limit` is the name of the limit (`waits`, `streams`); `counted` is told of each change.
    """

    def __init__(
        self, limit: str, places: int, per_caller: int, counted: Callable[[int], None]
    ) -> None:
        self.limit = limit
        self.places = places
        self.per_caller = per_caller
        self._counted = counted
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    def enter(self, caller: str) -> tuple[str, int] | None:
        """Take a place for `caller`, who gives it back with `leave`.

        Where there is none: the name of the limit that is reached, and what it is.
        """
        with self._lock:
            if self._taken[caller] >= self.per_caller:
                return f"{self.limit}-of-a-caller", self.per_caller
            if self._taken.total() >= self.places:
                return self.limit, self.places
            self._taken[caller] += 1
        self._counted(1)
        return None

    def leave(self, caller: str) -> None:
        """Give back a place that `caller` had."""
        with self._lock:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]
        self._counted(-1)
