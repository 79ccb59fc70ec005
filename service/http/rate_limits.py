"""How often one caller may ask for what costs something."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from threading import Lock

from limits import RateLimitItem, parse_many

from railhead.service.errors import TooManyRequests
from railhead.service.http.addresses import caller_address
from railhead.service.http.current_request import ENVIRONMENT
from railhead.service.http.rate_limit_headers import note_quota, remaining_of, window_policy
from railhead.service.http.stored_bytes import StoredBytes
from railhead.service.http.waiters import WAITER, Waiter
from railhead.service.settings import Settings
from railhead.service.store.store import Store

Count = Callable[[str], tuple[int, float]]
"""Counts one of a caller: how many that makes, and in how many seconds all are forgotten."""


class RateLimit:
    """The limits written as `60/minute` (several with `;`), or none for an empty text.

    `name` is what a client is told that the limit is. They are counted in `store`, for all
    processes together, else for this process alone, which takes no time to speak of. What is
    counted for a client counts for its address too, where they are `of_addresses`.
    """

    def __init__(
        self, name: str, text: str, store: Store | None = None, of_addresses: bool = False
    ) -> None:
        self.name = name
        self._of_addresses = of_addresses
        self._limits: list[tuple[RateLimitItem, int, str, Count]] = [
            (
                limit,
                limit.amount,
                window_policy(name, limit.amount, limit.get_expiry()),
                _counter(name, limit, store),
            )
            for limit in (parse_many(text) if text else [])
        ]

    def count(self, caller: str) -> None:
        """Count one request of `caller`, once; its answer tells what is left, of several limits the
        scarcest. Raises `TooManyRequests`, `Unavailable`.
        """
        waiter: Waiter | None = ENVIRONMENT.get({}).get(WAITER)
        if waiter is not None and waiter.is_watching:  # it has waited, and is asked again
            return
        scarcest: tuple[int, float, str] | None = None
        callers = [caller]
        if self._of_addresses and caller != (address := caller_address()):
            callers.append(address)
        for (limit, amount, policy, count), whose in product(self._limits, callers):
            number, left = count(whose)
            if number > amount:
                raise TooManyRequests(
                    f'the limit "{self.name}" is reached: {limit} for one caller',
                    policy=self.name,
                    quota=amount,
                    window=limit.get_expiry(),
                    retry_after=max(1, math.ceil(left)),
                )
            if scarcest is None or amount - number < scarcest[0]:
                scarcest = amount - number, left, policy
        if scarcest is not None:
            requests, left, policy = scarcest
            note_quota(policy, remaining_of(self.name, requests, left))


class Window:
    """What is counted in this process: from zero again every `seconds`, for all callers at once.

    So nothing has to be cleared away by a thread, as the in-memory storage of `limits` has it,
    which starts one for each request that comes alone.
    """

    def __init__(self, seconds: int) -> None:
        self._seconds = seconds
        self._lock = Lock()
        self._end = 0.0
        self._numbers: dict[str, int] = {}

    def count(self, caller: str) -> tuple[int, float]:
        """See `Count`."""
        now = time.monotonic()
        with self._lock:
            if now >= self._end:
                self._end = now + self._seconds
                self._numbers = {}
            number = self._numbers[caller] = self._numbers.get(caller, 0) + 1
            return number, self._end - now


def _counter(name: str, limit: RateLimitItem, store: Store | None) -> Count:
    if store is None:
        return Window(limit.get_expiry()).count
    return partial(_counted_by_all, name, limit, store)


def _counted_by_all(
    name: str, limit: RateLimitItem, store: Store, caller: str
) -> tuple[int, float]:
    return store.count(limit.key_for(name, caller), limit.get_expiry())


@dataclass(frozen=True)
class RateLimits:
    """The limits of the API by what they bound."""

    creations: RateLimit
    actions: RateLimit
    claims: RateLimit
    streams: RateLimit
    components: RateLimit
    analyses: RateLimit
    data: RateLimit
    webhooks: RateLimit
    stored: StoredBytes


def rate_limits(settings: Settings, store: Store) -> RateLimits:
    """The limits that the settings want: those of creations, claims, analyses, webhooks and what
    is stored for all processes, the others for each. What lasts, or is left to workers, counts for
    an address too, unless one address may have everything.
    """
    too = settings.address_share < 1
    return RateLimits(
        RateLimit("creation", settings.creation_limit, store, too),
        RateLimit("action", settings.action_limit),
        RateLimit("claim", settings.claim_limit, store),
        RateLimit("stream-opening", settings.stream_limit),
        RateLimit("components", settings.component_limit),
        RateLimit("analysis", settings.analysis_limit, store, too),
        RateLimit("data", settings.data_limit, None, too),
        RateLimit("webhook", settings.webhook_limit, store, too),
        StoredBytes(settings.stored_bytes_limit, store, too),
    )
