"""How many requests may wait, or be answered in a stream, in one process and for one caller."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock


@dataclass(frozen=True)
class ConcurrencyLimits:
    """Of one kind: `all` in this process, of which so many for any one caller and address."""

    all: int
    caller: int
    address: int


class ConcurrencyLimiter:
    """Places for requests of one kind.

    `limit` is the name of the limit (`waits`, `streams`); `counted` is told of each change. A
    caller's places count for its address too: whoever creates a match has several tokens.
    """

    def __init__(
        self, limit: str, places: ConcurrencyLimits, counted: Callable[[int], None]
    ) -> None:
        self.limit = limit
        self.limits = places
        self._counted = counted
        self._lock = Lock()
        self._of_callers: Counter[str] = Counter()
        self._of_addresses: Counter[str] = Counter()
        self._taken = 0

    def acquire(self, caller: str, address: str) -> tuple[str, int] | None:
        """Take a place for `caller` at `address`, given back with `release`.

        Where there is none: the name of the limit that is reached, and what it is.
        """
        with self._lock:
            if self._of_callers[caller] >= self.limits.caller:
                return f"{self.limit}-of-a-caller", self.limits.caller
            if self._taken >= self.limits.all:
                return self.limit, self.limits.all
            if self._of_addresses[address] >= self.limits.address:
                return f"{self.limit}-of-an-address", self.limits.address
            self._of_callers[caller] += 1
            self._of_addresses[address] += 1
            self._taken += 1
        self._counted(1)
        return None

    def release(self, caller: str, address: str) -> None:
        """Give back a place that `caller` had at `address`."""
        with self._lock:
            _one_less(self._of_callers, caller)
            _one_less(self._of_addresses, address)
            self._taken -= 1
        self._counted(-1)


def _one_less(taken: Counter[str], whose: str) -> None:
    taken[whose] -= 1
    if not taken[whose]:
        del taken[whose]
