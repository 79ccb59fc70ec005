"""How many matches one address may create, counted in the store that all processes share.

With `limits`, the library inside Flask-Limiter: the extension hooks into every request, though only
one route needs it.
"""

from __future__ import annotations

import math
import time

from limits import parse_many
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter
from redis.exceptions import RedisError

from service.errors import TooManyRequests, Unavailable


class CreationLimit:
    """The limits written as `60/minute` (several with `;`), or none for an empty text."""

    def __init__(self, text: str, redis_url: str) -> None:
        self.limits = parse_many(text) if text else []
        if self.limits:
            address = redis_url.replace("unix://", "redis+unix://", 1)
            self.windows = FixedWindowRateLimiter(storage_from_string(address))

    def count(self, address: str) -> None:
        """Count one creation. Raises `TooManyRequests`, `Unavailable`."""
        for limit in self.limits:
            try:
                if self.windows.hit(limit, "create", address):
                    continue
                reset = self.windows.get_window_stats(limit, "create", address).reset_time
            except RedisError as error:
                raise Unavailable(f"the store does not answer as it should: {error}") from error
            wait = max(1, math.ceil(reset - time.time()))
            raise TooManyRequests(f"{limit} matches may be created", retry_after=wait)
