"""How the worker that plays a turn lets others search it too.

It calls for parts once a decision has taken a moment, and goes on as if it were alone. When it has
thought enough, it adds what has been left in the store by then to what it has counted itself. It
never waits: a part that is lost, late or never begun is only missing from the sum.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import structlog
from redis.exceptions import RedisError

from railhead.ai.search.levels import STRONGEST, ChosenMove, Player
from railhead.ai.search.root_statistics import Statistics
from railhead.service import metrics
from railhead.service.bots.shared_searches import SharedSearches
from railhead.service.errors import Unavailable
from railhead.service.model import Match, SearchResult, SharedSearch
from railhead.service.queue.jobs import SEARCHES, TurnQueue, search_id
from railhead.service.queue.processes import Holder
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.store import Store

log = structlog.get_logger()

ANNOUNCE_AFTER: Final = 0.05
"""Seconds that a decision takes before others are called: many take less."""
MAX_QUEUED: Final = 64
"""With so many parts in the queue no worker is free: nobody is called."""
QUEUE_TIMEOUT: Final = 0.2
"""Seconds that the queue may take over a call, for which the search stands still."""
PAUSE_SECONDS: Final = 10.0
"""For how long nobody is called after the queue has not answered."""


class SearchLeader:
    """The calls of one worker process, `holder`, for parts of the turns that it plays."""

    def __init__(self, settings: Settings, store: Store, holder: Holder) -> None:
        self.helpers = settings.workers_per_turn - 1
        self.store = store
        self.holder = str(holder)
        connection = connect_to_queue(
            settings, socket_timeout=QUEUE_TIMEOUT, socket_connect_timeout=QUEUE_TIMEOUT
        )
        self._queue = TurnQueue(SEARCHES.queue, connection=connection)
        self._not_before = 0.0
        self._last: SharedSearch | None = None
        self._action = 0

    def choose(
        self,
        player: Player,
        match: Match,
        mark: str | None,
        seat: int,
        keep_going: Callable[[], bool],
    ) -> ChosenMove:
        """The choice of a player for a seat, as `Player.choose` has it, with what others find
        meanwhile where the level is one that is searched by several.

        `mark` is that of the match's head; None where it has another one by now.
        """
        if self.helpers == 0 or mark is None or player.level.name != STRONGEST:
            return player.choose(match.state, seat, keep_going)
        last = self._last
        same = last is not None and (last.match, last.seat) == (match.record.id, seat)
        before = (last.mark, self._action) if last is not None and same else None
        calling = LedSearch(
            self, SharedSearch(match.record.id, mark, self.holder, seat, before), match
        )
        try:
            choice = player.choose(
                match.state,
                seat,
                calling.keep_going_and_announce(keep_going),
                calling.merge_results,
            )
        finally:
            # Also where the search was broken off: the helpers go on for as long as the call
            # stands.
            calling.end()
        if calling.announced:
            self._last, self._action = calling.search, choice.action
        return choice

    def announce(self, call: SharedSearch) -> int:
        """Offer the parts of a call to whoever is free; how many were offered. Raises
        `Unavailable`, also where the queue does not answer; then nobody is called for a while.
        """
        if time.monotonic() < self._not_before:
            return 0
        try:
            # The call before the hints: a worker that took one first would find nothing to do.
            if self._queue.count >= MAX_QUEUED or not self.store.storage(SharedSearches).announce(
                call
            ):
                return 0
            for _ in range(self.helpers):
                self._queue.enqueue_hint(search_id(call.match, call.version))
        except RedisError as error:
            self._not_before = time.monotonic() + PAUSE_SECONDS
            raise Unavailable(f"the queue of parts does not answer: {error}") from error
        return self.helpers


class LedSearch:
    """One decision that is being thought about, and what others have found of it."""

    def __init__(self, calls: SearchLeader, call: SharedSearch, match: Match) -> None:
        self.leader = calls
        self.search = call
        self.announced = 0
        self._game = match.record.game
        self._call_at = time.monotonic() + ANNOUNCE_AFTER
        self._asked = False

    def keep_going_and_announce(self, keep_going: Callable[[], bool]) -> Callable[[], bool]:
        """`keep_going`, which is asked again and again, and at its moment the call."""

        def keep_going_and_call() -> bool:
            goes_on = keep_going()
            if goes_on and not self._asked and time.monotonic() >= self._call_at:
                self._asked = True
                self._announce()
            return goes_on

        return keep_going_and_call

    def merge_results(self, own: int) -> list[Statistics]:
        """What others have counted until now, beside so many simulations of our own. Ends the
        call: they stop."""
        parts = self.end()
        simulations = sum(part.simulations for part in parts)
        if self.announced:
            metrics.count_shared_searches(self._game, "merged", len(parts))
            metrics.count_merged_simulations(self._game, simulations)
            log.debug(
                "parts merged",
                version=self.search.version,
                called=self.announced,
                parts=len(parts),
                simulations=simulations,
                own=own,
            )
        return [list(part.counts) for part in parts]

    def end(self) -> list[SearchResult]:
        """End the call, if one stands; what was left for it."""
        if not self._asked:
            return []
        self._asked = False
        try:
            return self.leader.store.storage(SharedSearches).end(self.search)
        except Unavailable as error:
            log.warning(
                "parts not merged", match=self.search.match, outage=error.outage, error=error.detail
            )
            return []

    def _announce(self) -> None:
        try:
            self.announced = self.leader.announce(self.search)
        except Unavailable as error:
            log.warning(
                "parts not called for",
                match=self.search.match,
                outage=error.outage,
                error=error.detail,
            )
        metrics.count_shared_searches(self._game, "called", self.announced)
