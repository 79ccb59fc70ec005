"""When a bot must move: the hint to the workers, the lease of the one that plays, the sweep.

The due mark in the store is the truth. A job of the queue is only a hint that comes at once; where
it is lost, a sweep finds the mark. Which hint is followed first is for `fair_order` to say: where
another waits whose asker has had less, the turn of one who has had more is broken off, and what was
thought about it stays in the worker for a while. It is the same with analyses, which have a queue
of their own. Parts of turns have one too, and nobody misses those that are lost.
"""

from __future__ import annotations

import math
import time
from contextlib import suppress
from typing import Final

import structlog
from redis.exceptions import RedisError

from railhead.service import metrics
from railhead.service.analyses.storage import AnalysisStorage
from railhead.service.errors import MatchDamaged, NoSuchMatch, Unavailable
from railhead.service.logs import QUEUE, outage_over
from railhead.service.model import AnalysisName, Head, Record, StoredAnalysis, acting_bots
from railhead.service.queue import backpressure
from railhead.service.queue.backpressure import has_room, queue_length
from railhead.service.queue.fair_order import Asker, FairOrder
from railhead.service.queue.jobs import TurnQueue, again_id, analysis_id, job_id, search_id
from railhead.service.queue.processes import WorkerProcess
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.settings import Settings
from railhead.service.store.due_turns import MOST_OFFERED
from railhead.service.store.store import Store

log = structlog.get_logger()

OFFERED_WHEN_FULL: Final = 1
"""How many turns a sweep offers although the queue has enough: theirs may be what it has lost."""
SLICE_SECONDS: Final = 0.2
"""How long a turn goes on while that of another address waits that has had far less."""
PATIENCE_SECONDS: Final = 600
"""How much longer than it is to think an analysis may take, where bots have turn after turn."""


class TurnScheduler:
    """The queues of hints."""

    def __init__(self, settings: Settings) -> None:
        self.connection = connect_to_queue(settings)
        self.queue, self.analyses, self.searches = TurnQueue.all_of(self.connection)
        self.order = FairOrder(self.connection, settings.bot_seconds_per_hour)

    def announce(self, match_id: str, version: int, record: Record | None = None) -> None:
        """Tell the workers that a bot is to act; where that fails, the sweep will.

        `record` is that of the match, which says who asked for it.
        """
        self._enqueue(job_id(match_id, version), match_id, record)

    def announce_again(self, match_id: str, record: Record | None = None) -> None:
        """Tell the workers of a due turn whose version is not known, or the same as before."""
        self._enqueue(again_id(match_id), match_id, record)

    def requeue_first(self, match_id: str, record: Record) -> None:
        """Tell the workers that a turn was broken off, and goes on before others of its asker."""
        self._enqueue(again_id(match_id), match_id, record, first=True)

    def _enqueue(
        self, hint: str, match_id: str, record: Record | None, first: bool = False
    ) -> None:
        asker = Asker() if record is None else Asker.of(record)
        try:
            # Order before queue: a worker that takes the hint at once looks it up in the order.
            if self.order.wait(asker, hint, first):
                self.queue.enqueue_hint(hint)
            outage_over(QUEUE)
        except RedisError as error:
            log.warning("hint not sent", match=match_id, outage=QUEUE, error=str(error))

    def announce_analysis(self, name: AnalysisName, changes: int) -> None:
        """Tell the workers of an analysis that nobody goes on with; as `announce`."""
        try:
            self.analyses.enqueue_hint(analysis_id(name, changes))
        except RedisError as error:
            log.warning(
                "hint not sent",
                match=name.match,
                analysis=name.number,
                outage=QUEUE,
                error=str(error),
            )

    def announce_search(self, match_id: str, version: int) -> None:
        """Offer a shared search of a decision to the workers; where that fails, it is lost."""
        try:
            self.searches.enqueue_hint(search_id(match_id, version))
        except RedisError as error:
            log.warning(
                "hint not sent", match=match_id, version=version, outage=QUEUE, error=str(error)
            )

    def others_wait(self) -> bool:
        """Whether another match waits for a worker; False where the queue does not answer."""
        try:
            return self.queue.count > 0
        except RedisError:
            return False

    def sweep(self, store: Store) -> int:
        """Announce the due turns that nobody has taken, as many as the queue has room for.

        Those that it has not stay due. Returns how many have been looked at.
        """
        held = queue_length(self.queue)
        if held is None:
            return 0
        overdue = store.due.offer_overdue(
            MOST_OFFERED if held < backpressure.ENOUGH_HINTS else OFFERED_WHEN_FULL
        )
        # Heads of all in one trip to the store; a damaged one is only found out when it is read.
        for match_id, head in zip(overdue, store.heads_or_damaged(overdue), strict=True):
            try:
                self._sweep_one(store, match_id, head)
            except Unavailable:
                raise
            except Exception:  # one match may not keep others from being played
                log.exception("turn not offered", match=match_id)
        return len(overdue)

    def _sweep_one(self, store: Store, match_id: str, head: Head | MatchDamaged | None) -> None:
        """Announce one match, also where it cannot be read: who tries to play it counts that."""
        try:
            record = None if head is None else store.record(match_id)
        except NoSuchMatch:
            record = None
        except MatchDamaged:
            self.announce_again(match_id)
            return
        if isinstance(head, MatchDamaged):
            self.announce_again(match_id, record)
        elif head is None or record is None or not acting_bots(record, head):
            store.due.not_due(match_id)
        else:
            self.announce(match_id, head.version, record)

    def sweep_analyses(self, store: Store) -> None:
        """Announce the analyses that nobody goes on with, and end those that take for ever."""
        analyses, offering = store.storage(AnalysisStorage), has_room(self.analyses)
        for name in analyses.offer_overdue():
            try:
                self._sweep_analysis(store, name, offering=offering)
            except Unavailable:
                raise
            except Exception:  # one analysis may not keep others from being gone on with
                log.exception("analysis not offered", match=name.match, analysis=name.number)

    def _sweep_analysis(self, store: Store, name: AnalysisName, *, offering: bool) -> None:
        analyses = store.storage(AnalysisStorage)
        kept = analyses.get(name)
        if kept is None or self._is_late(store, kept):
            done = kept is not None and kept.tally is not None
            reason = "" if done else "no worker has come to it"
            end = "done" if done else "failed"
            if analyses.end(name, end, reason):
                with suppress(NoSuchMatch):  # it may have expired
                    metrics.count_analysis(store.record(name.match).game, end)
        elif offering:
            self.announce_analysis(name, kept.changes)

    @staticmethod
    def _is_late(store: Store, kept: StoredAnalysis) -> bool:
        """Whether an analysis is not to be waited for any more, by the time it was asked for by."""
        most = kept.request.seconds + PATIENCE_SECONDS
        return store.clocks.wall(kept.name.match) > kept.asked_at + most

    def offer(self, store: Store, match_id: str) -> None:
        """Announce a match again if one of its bots is to act."""
        try:
            head, record = store.head(match_id), store.record(match_id)
        except NoSuchMatch:
            return
        if acting_bots(record, head):
            self.announce(match_id, head.version, record)

    def close(self) -> None:
        """Close the connection; the next use opens it again."""
        self.connection.connection_pool.disconnect()


class TimeSlice:
    """What one job may play of a match before the worker looks after the others.

    That is `seconds`, no more than one seat's turn where others wait, and no more than a slice
    where one of them is of another asker, who has had less.
    """

    def __init__(self, turns: TurnScheduler, seconds: float, asker: Asker | None = None) -> None:
        self._turns = turns
        self.asker = asker
        """Who is to have had the seconds; None until that is known."""
        self._counted = time.monotonic()
        self._deadline = self._counted + seconds
        self._seat: int | None = None
        self.minimum_seconds = SLICE_SECONDS
        """How long it goes on before one who has had much the same gets a turn."""
        self.is_preempted = False
        """Whether one was found, so that the turn is to be put back."""

    @property
    def is_used_up(self) -> bool:
        """Whether the match is to be offered again and left."""
        return self.is_preempted or time.monotonic() > self._deadline

    def may_go_on(self) -> bool:
        """Whether the decision at hand may be thought about still; asked again and again."""
        # Each look is a script at the queue: five times a second are enough to share by.
        if not self.is_preempted and time.monotonic() - self._counted >= SLICE_SECONDS:
            self.is_preempted = self.count()
        return not self.is_preempted

    def count(self) -> bool:
        """Count what has been used until now; whether another asker waits who has had less."""
        now = time.monotonic()
        seconds, self._counted = now - self._counted, now
        if self.asker is None:
            return False
        try:
            return self._turns.order.spend(self.asker, seconds, self.minimum_seconds)
        except RedisError:
            return False

    def covers(self, seat: int) -> bool:
        """Whether the decision of this seat is still part of it."""
        # The bots of one match may play against each other for hours: at each new seat others go
        # first.
        if self._seat not in (None, seat) and self._turns.others_wait():
            self._deadline = -math.inf
        self._seat = seat
        return self.may_go_on() and not self.is_used_up


class Lease:
    """The right to play the bots of one match, kept by asking `keep` often enough."""

    def __init__(self, store: Store, match_id: str, holder: WorkerProcess) -> None:
        self.store = store
        self.match_id = match_id
        self.holder = str(holder)
        self.length = store.settings.lease_seconds
        self._renewed = 0.0

    def take(self) -> bool:
        """Take the lease; False where another worker holds it."""
        # Before the store is asked: its clock of the lease begins later than ours, so that this
        # worker never takes the lease for longer than it is.
        self._renewed = time.monotonic()
        return self.store.due.take_lease(self.match_id, self.holder)

    def keep(self) -> bool:
        """Whether the lease is still ours; renews it when a third of it has passed."""
        now = time.monotonic()
        passed = now - self._renewed
        # A third: the rest is for a store that is slow, or a connection that has to be made anew.
        if passed < self.length / 3:
            return True
        try:
            held = self.store.due.renew_lease(self.match_id, self.holder)
        except Unavailable:
            # A short outage breaks no search off: until it has run out the lease is still ours.
            return passed < self.length
        self._renewed = now if held else self._renewed
        return held

    def drop(self) -> None:
        """Let go; what cannot be dropped runs out."""
        try:
            self.store.due.drop_lease(self.match_id, self.holder)
        except Unavailable as error:
            log.warning(
                "lease not dropped", match=self.match_id, outage=error.outage, error=error.detail
            )
