"""Waiting for a match to change: one subscription a process, fanned out to all who wait."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final

import structlog

from railhead.service.errors import Unavailable
from railhead.service.store.subscription import Subscription

log = structlog.get_logger()

POLL_SECONDS: Final = 1.0
"""How often the listening thread looks whether it shall end."""
SHORTEST_PAUSE: Final = 0.1
"""Seconds before the first try to subscribe again; each later pause is twice as long."""
LONGEST_PAUSE: Final = 2.0

Wake = Callable[[], None]
"""Called by the listening thread: it may neither block nor call back here."""


class ChangeNotifier:
    """The changes of matches, as they come in, for any number who wait.

    `subscribe` opens a confirmed subscription whose messages are match ids.
    """

    def __init__(self, subscribe: Callable[[], Subscription]) -> None:
        self._open_subscription = subscribe
        self._lock = threading.Lock()
        # Of its own, as to subscribe may take seconds in which others are woken and leave.
        self._starting = threading.Lock()
        self._waiting: dict[str, set[Wake]] = {}
        self._process = 0
        self._end = threading.Event()

    def close(self) -> None:
        """End the listening thread within a second or so; waiting again starts another."""
        self._end.set()
        self._process = 0

    @contextmanager
    def subscribe(self, match_id: str) -> Iterator[threading.Event]:
        """An event that is set whenever the match may have changed since the block began."""
        changed = threading.Event()
        end = self.watch(match_id, changed.set)
        try:
            yield changed
        finally:
            end()

    def watch(self, match_id: str, wake: Wake) -> Wake:
        """Call `wake` whenever the match may have changed from now on; returns how to end that.

        Raises `Unavailable`. What is returned never blocks for long.
        """
        self._listen()
        with self._lock:
            self._waiting.setdefault(match_id, set()).add(wake)
        return partial(self._forget, match_id, wake)

    def _forget(self, match_id: str, wake: Wake) -> None:
        with self._lock:
            waiting = self._waiting.get(match_id)
            if waiting is not None:
                waiting.discard(wake)
                if not waiting:
                    del self._waiting[match_id]

    def _listen(self) -> None:
        """Start the one listening thread of this process, with a subscription that stands."""
        # A thread does not outlive a fork: the child starts another, for those who wait there.
        if self._process == os.getpid():
            return
        with self._starting:
            if self._process == os.getpid():
                return
            self._end = end = threading.Event()
            subscription = self._open_subscription()
            with self._lock:
                self._waiting = {}
            listen = threading.Thread(target=self._fan_out, args=(subscription, end), daemon=True)
            listen.start()
            # Last: from here on others take it that the subscription stands.
            self._process = os.getpid()

    def _fan_out(self, subscription: Subscription | None, end: threading.Event) -> None:
        """Wake who waits until it is to end, whatever comes: nobody starts this thread again."""
        while subscription is not None and not end.is_set():
            try:
                message = subscription.get_message(POLL_SECONDS)
                if message is not None:
                    self._wake(message["data"].decode())
            except Exception as error:  # noqa: BLE001 - or all would be deaf
                outage = error.outage if isinstance(error, Unavailable) else None
                log.warning("subscription lost", outage=outage, error=repr(error))
                _close(subscription)
                subscription = self._resubscribe(end)
        if subscription is not None:
            _close(subscription)

    def _resubscribe(self, end: threading.Event) -> Subscription | None:
        """Another subscription, tried for until there is one; None once it is to end.

        Each try wakes all who wait, since changes may have been missed.
        """
        pause = SHORTEST_PAUSE
        while not end.wait(pause):
            try:
                subscription = self._open_subscription()
            except Exception as error:  # noqa: BLE001 - or all would be deaf
                if not isinstance(error, Unavailable):  # which is what the loss was logged for
                    log.warning("not subscribed again", error=repr(error))
                pause = min(2 * pause, LONGEST_PAUSE)
                self._wake(None)
            else:
                self._wake(None)
                return subscription
        return None

    def _wake(self, match_id: str | None) -> None:
        """Wake who waits for the match; None wakes all."""
        with self._lock:
            matches = list(self._waiting) if match_id is None else [match_id]
            for name in matches:
                for wake in self._waiting.get(name, ()):
                    _call(wake)


def _call(wake: Wake) -> None:
    """Wake one who waits; where that fails, the others are woken all the same."""
    try:
        wake()
    except Exception as error:  # noqa: BLE001 - one must not keep the rest
        log.warning("nobody woken", error=repr(error))


def _close(subscription: Subscription) -> None:
    """Close what may be broken in any way."""
    with suppress(Exception):
        subscription.close()
