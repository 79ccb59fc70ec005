"""Clients that do nothing for long are revoked, and leave their matches as any that is gone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import structlog

from railhead.service.accounts.storage import ClientStorage
from railhead.service.core.matches import Matches
from railhead.service.environment import DAY

log = structlog.get_logger()

SWEEP_SECONDS: Final = 0.1
"""About how long one sweep goes on."""
ROUND: Final = "clients looked at"


class IdleClients:
    """All clients of a store, looked at once a day by one process of all hosts."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._round: Iterator[str] | None = None
        self._next = 0.0
        expiry = matches.store.settings.client_expiry_seconds
        self._every = max(1, min(DAY, expiry // 10))
        self._never = not expiry

    def sweep(self) -> None:
        """Go on with the round, and begin one where it is time. Raises `Unavailable`."""
        if self._never or (self._round is None and not self._begins()):
            return
        until = time.monotonic() + SWEEP_SECONDS
        round_, self._round = self._round, None  # where the store fails, the next round is another
        assert round_ is not None
        for client_id in round_:
            if self._matches.accounts.revoke_idle(client_id):
                log.info("client expired", client=client_id)
            if time.monotonic() > until:
                self._round = round_
                return

    def _begins(self) -> bool:
        """Whether a round is begun: it is time, and no other process has begun it."""
        if time.monotonic() < self._next:
            return False
        # A count that ends by itself is the lock: who counts first, of all hosts, begins the round.
        count, left = self._matches.store.count(ROUND, self._every)
        self._next = time.monotonic() + max(left, 1.0)
        if count == 1:
            self._round = self._matches.store.storage(ClientStorage).all_ids()
        return count == 1
