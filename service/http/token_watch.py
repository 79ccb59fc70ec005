"""Whether the client's token of a request that lasts is still good: for streams and long polls."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime
from math import inf
from typing import Final

from railhead.service.core.matches import Matches
from railhead.service.errors import Unauthorized
from railhead.service.model import Client

CLOCK_TICK: Final = 0.01
"""So many seconds behind its end a token has expired, whichever clock one looks at."""

Wake = Callable[[], None]


class TokenWatch:
    """The token that a `client` was found by, for as long as its request goes on.

    A request with another token, or with none, has nothing to watch.
    """

    __slots__ = ("_client", "_doubted", "_matches", "until")

    def __init__(self, matches: Matches, client: Client | None) -> None:
        self._matches = matches
        self._client = client
        self._doubted = False
        self.until = inf if client is None else _end(matches, client)
        """When the token expires, by `time.monotonic`; infinite where it does not."""

    def watch(self, wake: Wake) -> Wake:
        """From now on doubt the token, and call `wake`, at each change of its client.

        What is returned ends that. Raises `Unavailable`.
        """
        if self._client is None:
            return _no_op

        def doubt() -> None:
            self._doubted = True
            wake()

        end = self._matches.changes.watch(self._client.id, doubt)
        self._doubted = True  # it may have changed since it was asked who it is
        return end

    def check(self) -> None:
        """Raises `Unauthorized` where the token is no longer good, `Unavailable`."""
        if self._client is None:
            return
        if time.monotonic() >= self.until:
            raise Unauthorized("the client's token has expired")
        if not self._doubted:
            return
        self._doubted = False  # before it is looked at: what changes then is a doubt of its own
        try:
            good = self._matches.accounts.is_still(self._client)
        except BaseException:
            self._doubted = True
            raise
        if not good:
            raise Unauthorized("the client's token is no longer valid")


def _end(matches: Matches, client: Client) -> float:
    if not client.token.expires_at:
        return inf
    end = datetime.fromisoformat(client.token.expires_at).timestamp()
    return time.monotonic() + end - matches.store.clocks.wall(client.id) + CLOCK_TICK


def _no_op() -> None:
    pass
