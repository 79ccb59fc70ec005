"""The process that shows the metrics of its host to Prometheus.

It adds up what the other processes have counted, asks the store how many turns wait, and removes
the gauges of dead processes.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import structlog
from prometheus_client import CollectorRegistry, Metric, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from redis.exceptions import RedisError

from railhead.service.bots.turns import TurnScheduler
from railhead.service.errors import Unavailable
from railhead.service.logs import QUEUE
from railhead.service.running.metrics_directory import FOLDER, alive
from railhead.service.settings import Settings
from railhead.service.store.store import Store
from railhead.service.webhooks.storage import WebhookStorage

log = structlog.get_logger()


PATIENCE_SECONDS: Final = 8.0
"""How long store and queue may be silent: Prometheus waits ten seconds for all of a host."""


class Look:
    """What a server is asked for in a thread, since whoever asks cannot wait for long.

    One that is still silent is not asked again meanwhile.
    """

    def __init__(self, ask: Callable[[], Iterable[Metric]]) -> None:
        self.ask = ask
        self.found: list[Metric] = []
        self.thread: threading.Thread | None = None

    def begin(self) -> None:
        """Ask, unless the question before has no answer yet."""
        if self.thread is None or not self.thread.is_alive():
            self.found = []
            self.thread = threading.Thread(target=self._run, daemon=True)
            self.thread.start()

    def end(self, until: float) -> list[Metric]:
        """The answer; empty where there is none at `until`, a moment of `time.monotonic`."""
        assert self.thread is not None, "nothing was asked"
        self.thread.join(max(0.0, until - time.monotonic()))
        return [] if self.thread.is_alive() else self.found

    def _run(self) -> None:
        self.found = list(self.ask())


class StoreGauges(Collector):
    """What the store and the queue say when Prometheus asks."""

    def __init__(self, settings: Settings) -> None:
        self.store = Store(settings)
        self.settings = settings
        self.looks = {"store": Look(self._of_store), "queue": Look(self._of_queue)}

    def collect(self) -> Iterable[Metric]:
        """The gauges; those that cannot be had in `PATIENCE_SECONDS` are left out."""
        until = time.monotonic() + PATIENCE_SECONDS
        for look in self.looks.values():
            look.begin()
        for name, look in self.looks.items():
            yield from look.end(until) or [_READY[name](0)]

    def _of_store(self) -> Iterable[Metric]:
        ready, due = self._store()
        yield _READY["store"](ready)
        used = self._memory() if ready else None
        if used is not None:
            text = "Share of its memory that the fullest server of the store uses."
            yield _gauge("store_memory_ratio", text, used)
        waiting = self._webhooks() if ready else None
        if waiting is not None:
            text = "Events that webhooks have to deliver, those that are tried again included."
            yield _gauge("webhook_waiting", text, waiting[0])
            text = "For how long the oldest of them waits."
            yield _gauge("webhook_oldest_seconds", text, waiting[1])
        if due is not None:
            yield _gauge("due_turns", "Turns of bots that are due or being played.", due[0])
            yield _gauge("oldest_due_seconds", "For how long the oldest of them is due.", due[1])
        halted = self._halted_gauges() if ready else None
        if halted is not None:
            text = "Turns of bots that failed too often and are not tried for now."
            yield _gauge("halted_turns", text, halted)

    def _of_queue(self) -> Iterable[Metric]:
        depth = self._queue()
        yield _READY["queue"](depth is not None)
        if depth is not None:
            yield _gauge("queue_depth", "Turns in the queue that no worker has taken.", depth)

    def _store(self) -> tuple[bool, tuple[int, float] | None]:
        try:
            problems, _ = self.store.condition()
            return not problems, self.store.due.backlog()
        except Unavailable as error:
            log.warning("the store does not answer", outage=error.outage, problem=error.detail)
            return False, None

    def _memory(self) -> float | None:
        try:
            return self.store.memory_used()
        except Unavailable as error:
            log.warning("the store does not answer", outage=error.outage, problem=error.detail)
            return None

    def _webhooks(self) -> tuple[int, float] | None:
        try:
            return self.store.storage(WebhookStorage).backlog()
        except Unavailable as error:
            log.warning("the store does not answer", outage=error.outage, problem=error.detail)
            return None

    def _halted_gauges(self) -> int | None:
        try:
            return self.store.halted_turns.count()
        except Unavailable as error:
            log.warning("the store does not answer", outage=error.outage, problem=error.detail)
            return None

    def _queue(self) -> int | None:
        turns = TurnScheduler(self.settings)
        try:
            return int(turns.queue.count)
        except RedisError as error:
            log.warning("the queue does not answer", outage=QUEUE, error=str(error))
            return None
        finally:
            turns.close()


class Living(Collector):
    """Collects nothing: it removes the gauges of the dead before the others are read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def collect(self) -> Iterable[Metric]:
        """Nothing."""
        for file in self.folder.glob("gauge_live*.db"):
            found = re.search(r"_(\d+)\.db$", file.name)
            if found is not None and not alive(int(found[1])):
                with suppress(FileNotFoundError):  # somebody else asks at the same moment
                    mark_process_dead(int(found[1]), str(self.folder))  # type: ignore[no-untyped-call] # not typed
        return []


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"railhead_{name}", text, value)


_READY: Final[dict[str, Callable[[float], Metric]]] = {
    "store": partial(
        _gauge, "store_ready", "Whether the store answers and keeps what it is given."
    ),
    "queue": partial(_gauge, "queue_ready", "Whether the server of the queue answers."),
}


def run(settings: Settings) -> None:
    """Show the metrics until SIGTERM. Raises `OSError` where the port is taken.

    Where whoever started this process was killed, the folder is left to us to remove.
    """
    folder, parent = Path(os.environ[FOLDER]), os.getppid()
    # Before there are threads, which inherit it: so it comes to `sigwait` below.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    registry = CollectorRegistry()
    registry.register(Living(folder))
    MultiProcessCollector(registry, path=str(folder))  # type: ignore[no-untyped-call] # not typed
    registry.register(StoreGauges(settings))
    start_http_server(settings.metrics_port, settings.metrics_host, registry)
    log.info("metrics are shown", host=settings.metrics_host, port=settings.metrics_port)
    signal.sigwait({signal.SIGTERM})
    if os.getppid() != parent:
        shutil.rmtree(folder, ignore_errors=True)
