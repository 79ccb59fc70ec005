"""How many bytes one caller may let the store keep in an hour.

They are counted once they are written, for the client and for its address. The counts are those of
all processes together, but a process tells the store only of lumps, so that an action costs no
further command: what it has not told yet is less than a 256th of the limit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from limits import RateLimitItem, parse_many

from railhead.games.recently_used import RecentlyUsed
from railhead.service.errors import TooMuchStored, Unavailable
from railhead.service.http.addresses import caller_address
from railhead.service.http.rate_limit_headers import byte_policy, note_quota, remaining_of
from railhead.service.store.store import Store
from railhead.service.store.written_bytes import counting

NAME: Final = "stored"
"""What a client is told that the limit is."""
LUMPS: Final = 256
"""How many lumps a limit has."""
CALLERS: Final = 8192
"""Of how many callers a process remembers what it has not told yet."""
ANNOUNCE_SHARE: Final = 0.5
"""From this share of a limit on a caller is told how much is left."""


@dataclass
class _Account:
    """What a process knows of one caller: bytes that it has not told yet, and by limit how many all
    processes have told, which holds until a time."""

    untold: int = 0
    told: dict[RateLimitItem, tuple[int, float]] = field(default_factory=dict)


class StoredBytes:
    """The limits written as `32000000/hour` (several with `;`), or none for an empty text.

    What is counted for a client counts for its address too, where they are `of_addresses`. Safe to
    share between threads.
    """

    def __init__(self, text: str, store: Store, of_addresses: bool) -> None:
        self._limits = parse_many(text) if text else []
        self._store = store
        self._of_addresses = of_addresses
        self._lump = min((limit.amount for limit in self._limits), default=0) // LUMPS
        self._accounts: RecentlyUsed[str, _Account] = RecentlyUsed(CALLERS)
        self._lock = Lock()

    @contextmanager
    def count_bytes(self, caller: str) -> Iterator[None]:
        """Count what is written meanwhile for `caller`, a client's id or an address.

        Raises `TooMuchStored` before, where as much is written already as may be.
        """
        if not self._limits:
            yield
            return
        callers = {caller, caller_address()} if self._of_addresses else {caller}
        for one in callers:
            self._check(one)
        with counting() as written:
            try:
                yield
            finally:
                for one in callers:
                    self._count(one, written.bytes)

    def _check(self, caller: str) -> None:
        """Raises `TooMuchStored`; else the answer tells what is left, once that is not much."""
        scarcest: tuple[float, RateLimitItem, int, float] | None = None
        for limit in self._limits:
            spent, left = self._spent_bytes(caller, limit)
            if spent >= limit.amount:
                seconds = max(1, math.ceil(left))
                raise TooMuchStored(
                    f"{spent} bytes are written in {limit.get_expiry()} seconds, of {limit.amount}",
                    policy=NAME,
                    quota=limit.amount,
                    spent=spent,
                    window=limit.get_expiry(),
                    retry_after=seconds,
                )
            share = spent / limit.amount
            if share > ANNOUNCE_SHARE and (scarcest is None or share > scarcest[0]):
                scarcest = share, limit, spent, left
        if scarcest is not None:
            _, limit, spent, left = scarcest
            policy = byte_policy(NAME, limit.amount, limit.get_expiry())
            note_quota(policy, remaining_of(NAME, limit.amount - spent, left))

    def _spent_bytes(self, caller: str, limit: RateLimitItem) -> tuple[int, float]:
        """How many bytes are written for a caller as far as this process knows, and in how many
        seconds they are forgotten."""
        account = self._accounts.get(caller)
        if account is None:
            return 0, limit.get_expiry()
        with self._lock:
            told, until = account.told.get(limit, (0, 0.0))
            left = until - time.monotonic()
            if left <= 0:
                return account.untold, limit.get_expiry()
            return told + account.untold, left

    def _count(self, caller: str, amount: int) -> None:
        with self._lock:
            account = self._accounts.get(caller)
            if account is None:
                account = _Account()
                self._accounts.keep(caller, account)
            account.untold += amount
            if account.untold <= self._lump:
                return
            # Taken out under the lock and told without it: the store may take its time.
            lump, account.untold = account.untold, 0
        with suppress(Unavailable):  # what was done is answered all the same
            for limit in self._limits:
                name = limit.key_for(NAME, caller)
                told, left = self._store.count(name, limit.get_expiry(), lump)
                with self._lock:
                    account.told[limit] = told, time.monotonic() + left
