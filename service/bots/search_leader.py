"""How the worker that plays a turn lets others search it too.

It announces a shared search once a decision has taken a moment, and goes on as if it were alone.
When it has thought enough, it adds the results that helpers have left in the store by then to its
own counts. It never waits: a result that is lost, late or never begun is only missing from the sum.
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
from railhead.service.queue.processes import WorkerProcess
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.store import Store

log = structlog.get_logger()

ANNOUNCE_AFTER: Final = 0.05
"""Seconds that a decision takes before helpers are called: many take less."""
MAX_QUEUED: Final = 64
"""With so many searches in the queue no worker is free: nothing is announced."""
QUEUE_TIMEOUT: Final = 0.2
"""Seconds that the queue may take over an announcement, for which the search stands still."""
PAUSE_SECONDS: Final = 10.0
"""For how long nobody is called after the queue has not answered."""


class SearchLeader:
    """What one worker process, `holder`, lets others search of the turns that it plays."""

    def __init__(self, settings: Settings, store: Store, holder: WorkerProcess) -> None:
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
        led = LedSearch(self, SharedSearch(match.record.id, mark, self.holder, seat, before), match)
        try:
            choice = player.choose(
                match.state,
                seat,
                led.keep_going_and_announce(keep_going),
                led.merge_results,
            )
        finally:
            # Also where the search was broken off: the helpers go on for as long as the call
            # stands.
            led.end()
        if led.announced:
            self._last, self._action = led.search, choice.action
        return choice

    def announce(self, search: SharedSearch) -> int:
        """Offer a search to whoever is free; to how many it was offered. Raises `Unavailable`, also
        where the queue does not answer; then nothing is offered for a while.
        """
        if time.monotonic() < self._not_before:
            return 0
        try:
            # The call before the hints: a worker that took one first would find nothing to do.
            if self._queue.count >= MAX_QUEUED or not self.store.storage(SharedSearches).announce(
                search
            ):
                return 0
            for _ in range(self.helpers):
                self._queue.enqueue_hint(search_id(search.match, search.version))
        except RedisError as error:
            self._not_before = time.monotonic() + PAUSE_SECONDS
            raise Unavailable(f"the queue of shared searches does not answer: {error}") from error
        return self.helpers


class LedSearch:
    """One decision that is being thought about, and what others have found of it."""

    def __init__(self, leader: SearchLeader, search: SharedSearch, match: Match) -> None:
        self.leader = leader
        self.search = search
        self.announced = 0
        self._game = match.record.game
        self._call_at = time.monotonic() + ANNOUNCE_AFTER
        self._is_open = False

    def keep_going_and_announce(self, keep_going: Callable[[], bool]) -> Callable[[], bool]:
        """`keep_going`, called again and again, which announces the search when it is time."""

        def keep_going_and_share() -> bool:
            goes_on = keep_going()
            if goes_on and not self._is_open and time.monotonic() >= self._call_at:
                self._is_open = True
                self._announce()
            return goes_on

        return keep_going_and_share

    def merge_results(self, own: int) -> list[Statistics]:
        """What others have counted until now, beside so many simulations of our own. Ends the
        search: they stop."""
        results = self.end()
        simulations = sum(result.simulations for result in results)
        if self.announced:
            metrics.count_shared_searches(self._game, "merged", len(results))
            metrics.count_merged_simulations(self._game, simulations)
            log.debug(
                "shared search merged",
                version=self.search.version,
                called=self.announced,
                results=len(results),
                simulations=simulations,
                own=own,
            )
        return [list(result.counts) for result in results]

    def end(self) -> list[SearchResult]:
        """End the search, if it is announced; the results left for it."""
        if not self._is_open:
            return []
        self._is_open = False
        try:
            return self.leader.store.storage(SharedSearches).end(self.search)
        except Unavailable as error:
            log.warning(
                "shared search not merged",
                match=self.search.match,
                outage=error.outage,
                error=error.detail,
            )
            return []

    def _announce(self) -> None:
        try:
            self.announced = self.leader.announce(self.search)
        except Unavailable as error:
            log.warning(
                "shared search not announced",
                match=self.search.match,
                outage=error.outage,
                error=error.detail,
            )
        metrics.count_shared_searches(self._game, "called", self.announced)
