"""How many requests may wait at once, so that waiting never takes the last thread."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class WaitingRoom:
    """Places for long polls: `places` in this process, `per_caller` for any one caller."""

    def __init__(self, places: int, per_caller: int) -> None:
        self.places = places
        self.per_caller = per_caller
        self._lock = Lock()
        self._taken: Counter[str] = Counter()

    @contextmanager
    def place(self, caller: str) -> Iterator[bool]:
        """Whether there is a place for `caller`; it is given back at the end of the block."""
        with self._lock:
            free = self._taken.total() < self.places and self._taken[caller] < self.per_caller
            if free:
                self._taken[caller] += 1
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._taken[caller] -= 1
                    if not self._taken[caller]:
                        del self._taken[caller]
