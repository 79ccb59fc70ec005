"""Delivering: lane after lane, each in order, those of different clients beside each other.

Who is next, and how many wait for one endpoint at once, `DeliverySlots` says.
"""

from __future__ import annotations

import random
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from railhead.games.recently_used import RecentlyUsed
from railhead.service import metrics
from railhead.service.core.matches import Matches
from railhead.service.errors import Problem, Unavailable
from railhead.service.webhooks.delivery_slots import (
    NEW,
    PLACES,
    QUICK,
    SLOW,
    DeliverySlots,
    Endpoint,
)
from railhead.service.webhooks.endpoints import Endpoints
from railhead.service.webhooks.sender import TIMEOUT, Sender
from railhead.service.webhooks.storage import REFRESH, Attempt, Delivery, Webhook
from railhead.service.webhooks.targets import authority
from railhead.service.webhooks.webhooks import Webhooks

log = structlog.get_logger()

PAUSES: Final = (5, 30, 120, 600, 1800, 3600, 7200, 14400, 28800)
"""Seconds after each failed attempt at a delivery; after one more it is given up."""
JITTER: Final = 0.1
"""By how much of it a pause is shorter or longer at random."""
KEPT_ATTEMPTS: Final = 20
THREADS: Final = PLACES + 16
"""How many lanes a process looks at once. There are fewer places for attempts, so that what is new
is noted however many of these are waited for."""
SHARE_SECONDS: Final = 1.0
"""How long one lane is delivered from before it is another owner's turn."""
FOLLOWING: Final = 2
"""How many lanes of an owner come in the place of one, until there are no further places."""
FORGIVE_SECONDS: Final = 600.0
"""How often what each owner has taken is forgiven in part."""
QUICK_SECONDS: Final = 1.0
"""An endpoint whose last answer took longer is not known to be quick."""
REMEMBERED: Final = 4096
MARGIN_SECONDS: Final = 4.0
"""How long it may take to end an attempt whose time is over, and to note what became of it."""
REFRESH_SECONDS: Final = 60.0
GONE: Final = 410


class Deliverer:
    """Delivers what lanes have, in threads of its own. Made after a fork."""

    def __init__(self, matches: Matches, sender: Sender) -> None:
        self._matches = matches
        self._store = matches.store
        self._webhooks = Webhooks(matches.store)
        self._sender = sender
        self._settings = matches.store.settings
        # Longer than one attempt can take, so that a lane has no second one under way beside it.
        self._hold = int((self._settings.webhook_timeout_seconds + MARGIN_SECONDS) * 1000)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="delivering")
        self._lock = threading.Lock()
        self._places = DeliverySlots()
        self._leased: dict[str, dict[str, str]] = defaultdict(dict)
        """How lanes are held for which there was no place, by client and lane."""
        self._running = 0
        self._forgiven_at = time.monotonic()
        self._slow: RecentlyUsed[str, bool] = RecentlyUsed(REMEMBERED)
        """Whether the last attempt of an owner took long, by the owner's client."""
        self._used_up: RecentlyUsed[str, float] = RecentlyUsed(REMEMBERED)
        """Until when those rest that have used up their seconds of the hour."""
        self._stopping = False

    def attend(self, client_id: str, lane: str) -> None:
        """Look at a lane of a client soon; returns at once."""
        with self._lock:
            if not self._stopping:
                self._places.want(client_id, lane)
                self._begin()

    def close(self, seconds: float) -> None:
        """Begin no further attempt, and wait so long for those that have begun."""
        with self._lock:
            self._stopping = True
            self._places.forget_waiting()
        until = time.monotonic() + seconds
        while self._places.busy and time.monotonic() < until:
            time.sleep(0.02)
        for client_id in list(self._leased):
            with suppress(Unavailable):  # others look at them once the hold is over
                self._let_go(client_id, len(self._leased[client_id]))
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _begin(self) -> None:
        """Let threads look at what may be looked at. The caller holds the lock."""
        if time.monotonic() - self._forgiven_at > FORGIVE_SECONDS:
            self._forgiven_at = time.monotonic()
            self._places.forgive()
        while self._running < THREADS and not self._stopping:
            following = self._places.next()
            if following is None:
                return
            self._running += 1
            self._threads.submit(self._work, *following)

    def _work(self, client_id: str, lane: str) -> None:
        """Look at a lane of a client; what else it has comes behind what others have."""
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
        finally:
            with self._lock:
                self._running -= 1
                self._places.note_look(client_id)
                self._begin()

    def look_at(self, client_id: str, lane: str) -> None:
        """Note what is new of a match, and deliver what its lane has. Raises `Unavailable`."""
        if lane == REFRESH:
            self._refresh(client_id)
            return
        # Before the lease: what is new joins the lane also where another process is delivering from
        # it.
        self._webhooks.tell(client_id, lane)
        webhook = self._webhooks.is_live(client_id)
        lease = self._webhooks.storage.lanes.lease(f"{client_id} {lane}", self._hold)
        if lease is None:
            return
        if webhook is None:
            self._deliver(client_id, lane, lease, None)
            return
        endpoint = self._endpoint(webhook)
        with self._lock:
            if not self._places.acquire(client_id, endpoint):
                # Held, as what is offered again and again is in the way of others.
                self._leased[client_id][lane] = lease
                return
        try:
            self._deliver(client_id, lane, lease, endpoint)
        finally:
            with self._lock:
                self._places.release(client_id, endpoint)
            self._let_go(client_id, FOLLOWING)

    def _let_go(self, client_id: str, most: int) -> None:
        """Let so many lanes be looked at again for which the client had no place."""
        with self._lock:
            held = self._leased[client_id]
            lanes = [(lane, held.pop(lane)) for lane in list(held)[:most]]
            if not held:
                del self._leased[client_id]
        for lane, lease in lanes:
            self._leave_for_later(client_id, lane, lease)

    def _deliver(self, client_id: str, lane: str, held: str, endpoint: Endpoint | None) -> None:
        """Deliver what a lane has that is held so, with a place at an endpoint.

        Without one, as the webhook is switched off or gone, what waits is given up.
        """
        lease: str | None = held
        until = time.monotonic() + SHARE_SECONDS
        while lease is not None:
            # One lane with much to deliver may not keep a thread from all others.
            if self._stopping or time.monotonic() > until:
                self._leave_for_later(client_id, lane, lease)
                return
            lease = self._first(client_id, lane, lease, endpoint)

    def _leave_for_later(self, client_id: str, lane: str, lease: str) -> None:
        self._webhooks.storage.lanes.retry_later(f"{client_id} {lane}", lease, 0)
        self.attend(client_id, lane)

    def _endpoint(self, webhook: Webhook) -> Endpoint:
        """Where a webhook goes, and how the last attempt at it ended."""
        well = webhook.delivered_at and not webhook.failing_since
        kind = SLOW if self._slow.get(webhook.client) else QUICK if well else NEW
        return Endpoint(authority(webhook.url), kind)

    def _refresh(self, client_id: str) -> None:
        name = f"{client_id} {REFRESH}"
        lease = self._webhooks.storage.lanes.lease(name, int(REFRESH_SECONDS * 1000))
        if lease is None:
            return
        if self._webhooks.is_live(client_id) is not None:
            lanes = self._webhooks.tell_all(client_id)
        else:
            lanes = self._webhooks.hasten_all(client_id)
        for lane in lanes:
            self.attend(client_id, lane)
        self._webhooks.storage.lanes.acknowledge(name, lease)

    def _first(
        self, client_id: str, lane: str, lease: str, endpoint: Endpoint | None
    ) -> str | None:
        """Try the first delivery of a lane; how the lane is held for the next one."""
        first = self._webhooks.storage.first(client_id, lane)
        name, delivery = ("", None) if first is None else first
        webhook = self._webhooks.is_live(client_id)
        if delivery is None or webhook is None:
            failed = None if delivery is None else self._with_status(client_id, delivery, "failed")
            return self._finish(client_id, lane, lease, name, failed)
        # The URL, or how well it answers, has changed since the place was taken.
        if endpoint is None or endpoint != self._endpoint(webhook):  # another place is its own
            self._leave_for_later(client_id, lane, lease)
            return None
        wait = self._wait(webhook, endpoint)
        if wait:
            self._webhooks.storage.lanes.retry_later(f"{client_id} {lane}", lease, wait)
            return None
        attempt = self._sender.attempt(webhook, delivery, self._now(client_id))
        metrics.observe_delivery(attempt.error is None, attempt.seconds)
        tried = replace(
            delivery,
            tries=delivery.tries + 1,
            attempts=(*delivery.attempts, attempt)[-KEPT_ATTEMPTS:],
        )
        failing_since = self._note_outcome(webhook, endpoint, attempt)
        if attempt.error is None:
            return self._finish(
                client_id, lane, lease, name, self._with_status(client_id, tried, "delivered")
            )
        switched_off = self._switch_off(webhook, attempt, failing_since)
        if switched_off or tried.once or tried.tries > len(PAUSES):
            return self._finish(
                client_id, lane, lease, name, self._with_status(client_id, tried, "failed")
            )
        pause = self._pause(tried.tries)
        again = replace(
            tried, next_at=_in_milliseconds(self._now(client_id) + timedelta(seconds=pause))
        )
        self._webhooks.storage.postpone(client_id, lane, lease, again, int(pause * 1000))
        return None

    def _wait(self, webhook: Webhook, endpoint: Endpoint) -> int:
        """For how many milliseconds a webhook is not to be tried, 0 where it may be now.

        Its owner may have used up the seconds of the hour, or its endpoint rest.
        """
        used_up = (self._used_up.get(webhook.client) or 0.0) - time.monotonic()
        wait = used_up * 1000
        if wait <= 0 and endpoint.kind != QUICK:
            wait = self._store.storage(Endpoints).wait(endpoint.name, self._hold)
        return int(wait * random.uniform(1, 1 + JITTER)) if wait > 0 else 0  # noqa: S311 - only so that not all come at once

    def _note_outcome(self, webhook: Webhook, endpoint: Endpoint, attempt: Attempt) -> str:
        """Note how an attempt ended and how long it took; as `WebhookStorage.health`."""
        # Known before the next attempt asks for a place: slow owners share few of those.
        self._slow.keep(webhook.client, attempt.seconds > QUICK_SECONDS)
        with self._lock:
            self._places.add_time(webhook.client, attempt.seconds)
        # Only who lets us wait holds places; a refusal is an answer.
        if attempt.error == TIMEOUT:
            self._store.storage(Endpoints).note_failure(endpoint.name)
        elif endpoint.kind != QUICK:
            self._store.storage(Endpoints).note_success(endpoint.name)
        at = self._store.clocks.at(webhook.client)
        failing_since, spent, left = self._webhooks.storage.health(webhook, attempt, at)
        most = self._settings.webhook_seconds_per_hour
        if most and spent >= most:
            self._used_up.keep(webhook.client, time.monotonic() + left)
        return failing_since

    def _finish(
        self, client_id: str, lane: str, lease: str, name: str, delivery: Delivery | None
    ) -> str | None:
        return self._webhooks.storage.finish(client_id, lane, lease, name, delivery, self._hold)

    def _with_status(self, client_id: str, delivery: Delivery, status: str) -> Delivery:
        at = self._store.clocks.at(client_id)
        return replace(delivery, status=status, next_at=None, finished_at=at)

    def _now(self, client_id: str) -> datetime:
        return datetime.fromtimestamp(self._store.clocks.wall(client_id), UTC)

    def _pause(self, tries: int) -> float:
        chance = random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - only so that not all come at once
        return PAUSES[tries - 1] * chance * self._settings.webhook_backoff_factor

    def _switch_off(self, webhook: Webhook, attempt: Attempt, failing_since: str) -> bool:
        """Switch the webhook off where its endpoint is gone, or fails for too long."""
        why = ""
        if attempt.status == GONE:
            why = "gone"
        elif failing_since:
            since = datetime.fromisoformat(failing_since)
            failing = (self._now(webhook.client) - since).total_seconds()
            why = "failing" if failing > self._settings.webhook_disable_after_seconds else ""
        fields = {"disabled_at": self._store.clocks.at(webhook.client), "disabled_why": why}
        # Only while it is the same URL: its owner may have put another one there meanwhile.
        if not why or not self._webhooks.storage.change(webhook, "url", **fields):
            return False
        log.info("webhook switched off", client=webhook.client, why=why)
        return True


def _in_milliseconds(at: datetime) -> str:
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
