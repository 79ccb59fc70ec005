"""Delivering: lane after lane, each in order, those of different clients beside each other."""

from __future__ import annotations

import random
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import structlog

from railhead.service import metrics
from railhead.service.errors import Problem
from railhead.service.matches.creation import now
from railhead.service.matches.matches import Matches
from railhead.service.store.webhooks import REFRESH, Attempt, Delivery, Webhook
from railhead.service.webhooks.sending import Sender

log = structlog.get_logger()

PAUSES: Final = (5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800)
"""Seconds after each failed attempt at a delivery; after one more it is given up."""
JITTER: Final = 0.1
"""By how much of it a pause is shorter or longer at random."""
KEPT_ATTEMPTS: Final = 20
THREADS: Final = 64
THREADS_OF_ONE: Final = 8
"""How many endpoints, and how often the one of a client, a process waits for at once."""
SHARE_SECONDS: Final = 1.0
"""How long one lane is delivered from while others wait for a thread."""
MOST_WAITING: Final = 1000
"""How many lanes of one client a process keeps in mind; the sweep offers the others again."""
MARGIN_SECONDS: Final = 4.0
"""How long it may take to end an attempt whose time is over, and to note what became of it."""
REFRESH_SECONDS: Final = 60.0
GONE: Final = 410


class Deliverer:
    """Delivers what lanes have, in threads of its own. Made after a fork."""

    def __init__(self, matches: Matches, sender: Sender) -> None:
        self._matches = matches
        self._store = matches.store
        self._sender = sender
        self._settings = matches.store.settings
        self._hold = int((self._settings.webhook_seconds + MARGIN_SECONDS) * 1000)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="delivering")
        self._lock = threading.Lock()
        self._active: dict[str, int] = defaultdict(int)
        self._waiting: dict[str, dict[str, None]] = defaultdict(dict)
        self._stopping = False

    def attend(self, client_id: str, lane: str) -> None:
        """Look at a lane of a client soon; returns at once."""
        with self._lock:
            waiting = self._waiting[client_id]
            if len(waiting) < MOST_WAITING:
                waiting[lane] = None
            if self._stopping or self._active[client_id] >= THREADS_OF_ONE:
                return
            self._active[client_id] += 1
        self._threads.submit(self._work, client_id)

    def close(self, seconds: float) -> None:
        """Begin no further attempt, and wait so long for those that have begun."""
        with self._lock:
            self._stopping = True
            self._waiting.clear()
        until = time.monotonic() + seconds
        while self._active and time.monotonic() < until:
            time.sleep(0.02)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _work(self, client_id: str) -> None:
        """Look at a lane of a client; what else it has comes behind what others have."""
        lane = self._next_lane(client_id)
        if lane is None:
            return
        try:
            self.look_at(client_id, lane)
        except Problem as problem:
            log.warning(
                "webhook left for later",
                client=client_id,
                outage=problem.outage,
                problem=problem.detail,
            )
        except Exception:
            log.exception("webhook left for later", client=client_id)
        self._threads.submit(self._work, client_id)

    def _next_lane(self, client_id: str) -> str | None:
        with self._lock:
            waiting = self._waiting.get(client_id)
            if waiting and not self._stopping:
                lane = next(iter(waiting))
                del waiting[lane]
                return lane
            self._active[client_id] -= 1
            if not self._active[client_id]:
                del self._active[client_id]
                self._waiting.pop(client_id, None)
            return None

    def look_at(self, client_id: str, lane: str) -> None:
        """Note what is new of a match, and deliver what its lane has. Raises `Unavailable`."""
        if lane == REFRESH:
            self._refresh(client_id)
            return
        self._matches.webhooks.tell(client_id, lane)
        hold = self._store.webhooks.lanes.take(f"{client_id} {lane}", self._hold)
        until = time.monotonic() + SHARE_SECONDS
        while hold is not None:
            if self._stopping or time.monotonic() > until:
                self._store.webhooks.lanes.again(f"{client_id} {lane}", hold, 0)
                self.attend(client_id, lane)
                return
            hold = self._first(client_id, lane, hold)

    def _refresh(self, client_id: str) -> None:
        name = f"{client_id} {REFRESH}"
        hold = self._store.webhooks.lanes.take(name, int(REFRESH_SECONDS * 1000))
        if hold is None:
            return
        if self._matches.webhooks.live(client_id) is not None:
            lanes = self._matches.webhooks.tell_all(client_id)
        else:
            lanes = self._matches.webhooks.hasten_all(client_id)
        for lane in lanes:
            self.attend(client_id, lane)
        self._store.webhooks.lanes.done(name, hold)

    def _first(self, client_id: str, lane: str, hold: str) -> str | None:
        """Try the first delivery of a lane; how the lane is held for the next one."""
        first = self._store.webhooks.first(client_id, lane)
        name, delivery = ("", None) if first is None else first
        webhook = self._matches.webhooks.live(client_id)
        if delivery is None or webhook is None:
            given_up = None if delivery is None else _finished(delivery, "failed")
            return self._finish(client_id, lane, hold, name, given_up)
        attempt = self._sender.attempt(webhook, delivery)
        metrics.attempted(attempt.error is None, attempt.seconds)
        tried = replace(
            delivery,
            tries=delivery.tries + 1,
            attempts=(*delivery.attempts, attempt)[-KEPT_ATTEMPTS:],
        )
        failing_since = self._store.webhooks.health(webhook, attempt.error is None, now())
        if attempt.error is None:
            return self._finish(client_id, lane, hold, name, _finished(tried, "delivered"))
        switched_off = self._switch_off(webhook, attempt, failing_since)
        if switched_off or tried.once or tried.tries > len(PAUSES):
            return self._finish(client_id, lane, hold, name, _finished(tried, "failed"))
        pause = self._pause(tried.tries)
        again = replace(tried, next_at=_after(pause))
        self._store.webhooks.postpone(client_id, lane, hold, again, int(pause * 1000))
        return None

    def _finish(
        self, client_id: str, lane: str, hold: str, name: str, delivery: Delivery | None
    ) -> str | None:
        return self._store.webhooks.finish(client_id, lane, hold, name, delivery, self._hold)

    def _pause(self, tries: int) -> float:
        chance = random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - only so that not all come at once
        return PAUSES[tries - 1] * chance * self._settings.webhook_pace

    def _switch_off(self, webhook: Webhook, attempt: Attempt, failing_since: str) -> bool:
        """Switch the webhook off where its endpoint is gone, or fails for too long."""
        why = ""
        if attempt.status == GONE:
            why = "gone"
        elif failing_since:
            since = datetime.fromisoformat(failing_since)
            failing = (datetime.now(UTC) - since).total_seconds()
            why = "failing" if failing > self._settings.webhook_patience else ""
        fields = {"disabled_at": now(), "disabled_why": why}
        if not why or not self._store.webhooks.change(webhook, "url", **fields):
            return False
        log.info("webhook switched off", client=webhook.client, why=why)
        return True


def _finished(delivery: Delivery, status: str) -> Delivery:
    return replace(delivery, status=status, next_at=None, finished_at=now())


def _after(seconds: float) -> str:
    at = datetime.fromtimestamp(time.time() + seconds, UTC)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
