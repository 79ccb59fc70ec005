"""How often a turn of a bot is tried, and when it is given up.

An attempt is counted before anything of the match is read, and taken back where it was none; each
commit lets the count begin anew. Between attempts a turn waits longer each time, so that one that
fails keeps no other waiting. After `MOST_ATTEMPTS` it is halted (`HaltedTurns`), which the match
says, until somebody else acts in it, a while has passed, or an operator has it tried again.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import structlog

from railhead.service import metrics
from railhead.service.errors import MatchDamaged, Unavailable
from railhead.service.store.store import Store

log = structlog.get_logger()

MOST_ATTEMPTS: Final = 5
"""With three searches, and two of what is left to play without."""
PAUSE_SECONDS: Final = 0.5
"""How long a turn waits after its second attempt has failed, twice as long each further time."""


class Attempts:
    """The attempts at turns that one worker process makes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._owed: set[str] = set()

    def begin(self, match_id: str) -> int | None:
        """Count an attempt: which one it is; None where the turn is, or is now, halted."""
        # Before it is counted: the one owed is of an outage, and would bring the turn nearer to a
        # halt.
        if match_id in self._owed:
            self.take_back(match_id)
        attempt = self._store.due.count_failure(match_id)
        if attempt < 0:
            self._store.due.not_due(match_id)
            return None
        # A failure that is recorded halts the turn itself (below): the last try ended its worker.
        if attempt > MOST_ATTEMPTS:
            self._halt(match_id, "workers-lost")
            return None
        return attempt

    def take_back(self, match_id: str) -> None:
        """Let the last attempt count for none. Raises `Unavailable`."""
        self._store.due.count_failure(match_id, -1)
        self._owed.discard(match_id)

    def owe(self, match_id: str) -> None:
        """Take the last attempt back as soon as the store answers: the turn could not help it."""
        self._owed.add(match_id)
        with suppress(Unavailable):
            self.take_back(match_id)

    def record_failure(self, match_id: str, fault: Exception) -> None:
        """Leave a turn that has failed for later, or for good."""
        attempt = self._store.due.count_failure(match_id, 0)
        log.error("turn failed", attempt=attempt, exc_info=fault)
        if attempt >= MOST_ATTEMPTS:
            self._halt(match_id, "unreadable" if isinstance(fault, MatchDamaged) else "fault")
        else:
            self._store.due.put_off(match_id, pause_after(attempt))

    def _halt(self, match_id: str, reason: str) -> None:
        if self._store.halted_turns.halt(match_id, reason, MOST_ATTEMPTS):
            log.error("turn halted", reason=reason, fix=f"railhead retry {match_id}")
            metrics.count_halt(reason)


def pause_after(attempt: int) -> float:
    """How many seconds a turn waits after so many attempts."""
    return 0.0 if attempt < 2 else PAUSE_SECONDS * 2 ** (attempt - 2)
