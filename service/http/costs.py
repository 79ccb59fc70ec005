"""What callers cost: one account for each client and each address, by kind of cost.

A client's costs count for its address too, so that an address with many clients has no more than
one without any. The accounts are those of this process, and approximate: what was spent in the last
`SECONDS` is what was spent since they were last turned over, and of the ones before that the part
that would be left if it had come evenly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Final

from railhead.service.errors import TooMuchSpent
from railhead.service.http.rate_limit_headers import cost_policy, remaining_of

SECONDS: Final = 10
"""What is spent is forgotten after so long."""
PROCESSOR: Final = "processor"
"""The kind of cost that is milliseconds of a processor."""
REQUEST_MS: Final = 0.2
"""What a request costs besides what its thread takes: it is read, begun and sent elsewhere."""
METER: Final = "railhead.meter"
"""Where a request finds the accounts; absent under other servers than our bridge."""
CLIENT: Final = "railhead.client"
"""Where a request has the id of its client, once it is known to be one's."""


@dataclass(frozen=True)
class Spent:
    """What a caller has spent of a kind, of how much, and in how many seconds that is less."""

    amount: float
    budget: float
    seconds: float


class Meter:
    """The accounts of a process. `budgets` says by kind what one caller may spend in `SECONDS`.

    A kind without a budget is counted all the same, and never spent. Safe to share between threads.
    """

    def __init__(
        self, budgets: Mapping[str, float], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._budgets = dict(budgets)
        self._clock = clock
        self._lock = Lock()
        self._end = clock() + SECONDS
        self._now: dict[tuple[str, str], float] = {}
        self._before: dict[tuple[str, str], float] = {}

    def charge(self, caller: str, kind: str, amount: float) -> None:
        """Put so much on the account of a caller."""
        account = caller, kind
        with self._lock:
            self._rotate_window()
            self._now[account] = self._now.get(account, 0.0) + amount

    def spent_share(self, caller: str, kind: str) -> float:
        """How much of its budget a caller has spent: 1 is all of it."""
        budget = self._budgets.get(kind, math.inf)
        account = caller, kind
        with self._lock:
            left = self._rotate_window()
            before = self._before.get(account, 0.0) * left / SECONDS
            return (self._now.get(account, 0.0) + before) / budget

    def check(self, caller: str, kind: str) -> None:
        """Raises `TooMuchSpent` where a caller has spent all that it may."""
        if self.spent_share(caller, kind) >= 1:
            account = self.account(caller, kind)
            raise TooMuchSpent(
                f"{account.amount:.0f} ms of the processor are spent in {SECONDS} seconds, of "
                f"{account.budget:.0f}",
                policy=kind,
                quota=round(account.budget),
                spent=round(account.amount),
                window=SECONDS,
                retry_after=max(1, math.ceil(account.seconds)),
            )

    def account(self, caller: str, kind: str) -> Spent:
        """What a caller has spent, and in how many seconds it is less than the budget again.

        Where it is less already: in how many all is forgotten.
        """
        budget = self._budgets.get(kind, math.inf)
        account = caller, kind
        with self._lock:
            left = self._rotate_window()
            now, before = self._now.get(account, 0.0), self._before.get(account, 0.0)
        amount = now + before * left / SECONDS
        if amount < budget:
            return Spent(amount, budget, left + SECONDS)
        # In this window, in which what is left of the one before shrinks;
        if now < budget:
            return Spent(amount, budget, left - SECONDS * (budget - now) / before)
        # else in the next one, in which this one does.
        return Spent(amount, budget, left + SECONDS * (1 - budget / now))

    def _rotate_window(self) -> float:
        """Turn the accounts over where it is time; how many seconds it is until then."""
        now = self._clock()
        if now >= self._end:
            late = now >= self._end + SECONDS
            self._before = {} if late else self._now
            self._now = {}
            self._end = (now if late else self._end) + SECONDS
        return self._end - now


def remaining_quota(meter: Meter, address: str) -> tuple[str, str]:
    """What an answer says of the processor time that is left for an address: policy and rest."""
    spent = meter.account(address, PROCESSOR)
    left = max(0, round(spent.budget - spent.amount))
    policy = cost_policy(PROCESSOR, spent.budget, SECONDS)
    return policy, remaining_of(PROCESSOR, left, spent.seconds)
