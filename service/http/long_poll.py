"""Long polls: a request that waits for news, without a thread where the server can hold it.

Under the bridge of `service.server` the present answer is kept and the request is asked again at a
change, through its `Waiter`; under a plain WSGI server the thread waits.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Final

from railhead.service.core.matches import Matches
from railhead.service.http.addresses import caller_address
from railhead.service.http.auth import Caller
from railhead.service.http.concurrency_limiter import ConcurrencyLimiter
from railhead.service.http.current_request import current
from railhead.service.http.token_watch import TokenWatch
from railhead.service.http.waiters import WAITER, Waiter

CHECK_SECONDS: Final = 1.0
"""How often a thread that waits looks whether its caller's token is still good."""


class WaitLimitReached(Exception):
    """As many wait as may: which `limit` is reached, and how many `places` it is."""

    def __init__(self, limit: str, places: int) -> None:
        super().__init__(limit)
        self.limit = limit
        self.bound = places


def wait_for_news(
    matches: Matches,
    room: ConcurrencyLimiter,
    caller: Caller,
    channels: Sequence[str],
    seconds: float,
    has_news: Callable[[], bool],
) -> bool:
    """Wait for up to so many seconds until `has_news`, asked after each change of a channel.

    True: answer with it. False: answer that there is none; under the bridge that is kept until
    there is some, or the time is up. Raises `WaitLimitReached`, `Unauthorized` once the caller's
    token is no longer good, `Unavailable`, and what `has_news` raises.
    """
    waiter: Waiter | None = current().get(WAITER)
    token = TokenWatch(matches, caller.client)
    if waiter is not None and waiter.is_watching:  # it has waited, there is none, and it waits on
        waiter.expires = token.until
        waiter.wait_for(seconds)
        return False
    slot = caller.name, caller_address()
    refused = room.acquire(*slot)
    if refused is not None:
        raise WaitLimitReached(*refused)
    leave = partial(room.release, *slot)
    if waiter is None:
        with ExitStack() as ends:
            ends.callback(leave)
            return _block(matches, channels, time.monotonic() + seconds, token, has_news)
    waiter.on_end(leave)
    for channel in channels:
        waiter.watch(channel)
    waiter.on_end(token.watch(waiter.notify))
    waiter.expires = token.until
    token.check()
    if has_news():  # it may have come between the first look and the watch
        return True
    waiter.wait_for(seconds)
    return False


def _block(
    matches: Matches,
    channels: Sequence[str],
    until: float,
    token: TokenWatch,
    has_news: Callable[[], bool],
) -> bool:
    """Whether there is news in time, where only a thread can wait."""
    changed = threading.Event()
    with ExitStack() as ends:
        for channel in channels:
            ends.callback(matches.changes.watch(channel, changed.set))
        ends.callback(token.watch(changed.set))
        while True:
            changed.clear()
            token.check()
            if has_news():
                return True
            left = until - time.monotonic()
            if left <= 0:
                return False
            changed.wait(min(left, CHECK_SECONDS))
