"""`railhead serve`: the store, the API and the workers as children of one process."""

from __future__ import annotations

import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

import requests
import structlog

from railhead.service.graceful_restart import START_SECONDS
from railhead.service.running import metrics_directory as memory_metrics
from railhead.service.running.child_processes import end_group, start_bound
from railhead.service.running.data_folder import DataFolderMonitor
from railhead.service.running.embedded_store import Embedded, FolderBusy, StoreProblem
from railhead.service.running.open_files import (
    TooFewFiles,
    connections,
    open_as_many_as_allowed,
    shortage,
)
from railhead.service.settings import Settings

log = structlog.get_logger()

API_START_SECONDS: Final = 180.0
STOP_SECONDS: Final = 10.0
REQUEST_SECONDS: Final = 5
"""How long requests in work may still take when the API has stopped accepting others."""
RENEWAL_SECONDS: Final = 4.0
"""After so long the old processes are told to stop; the API's wait until the new ones listen."""
BACKLOG: Final = 4096
SHORT_LIFE: Final = 5.0
STARTS: Final = 3
"""How many short lives in a row say, before the API has answered, that a part does not start."""
LONGEST_PAUSE: Final = 30.0


class CannotServe(RuntimeError):
    """The service cannot start here; the message says what to do about it."""


@dataclass
class Child:
    """One child: how to start it, and how it has fared."""

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    stop_seconds: float = STOP_SECONDS
    process: subprocess.Popen[bytes] | None = None
    began: float = field(default=0.0)
    pause: float = field(default=0.0)
    short_lives: int = field(default=0)
    not_before: float = field(default=0.0)
    leaving: list[tuple[subprocess.Popen[bytes], float]] = field(default_factory=list)

    def run(self) -> None:
        """Start it."""
        self.process = self.start()
        self.began = time.monotonic()

    def look_after(self) -> None:
        """Start it again where it has ended, later each time that it did not live long."""
        now = time.monotonic()
        self._see_off(now)
        if self.process is not None:
            status = self.process.poll()
            if status is None:
                return
            log.error("a part of the service ended", part=self.name, status=status)
            short = now - self.began < SHORT_LIFE
            self.pause = min(LONGEST_PAUSE, max(0.5, 2 * self.pause)) if short else 0.1
            self.short_lives = self.short_lives + 1 if short else 0
            self.not_before = now + self.pause
            self._signal_group(signal.SIGKILL)  # its own children end with it, if need be so
            self.process = None
        elif now >= self.not_before:
            try:
                self.run()
            except StoreProblem as problem:
                log.error("the store does not start", problem=str(problem))
                self.pause = min(LONGEST_PAUSE, max(0.5, 2 * self.pause))
                self.not_before = now + self.pause

    def replace(self) -> None:
        """Start another, and let the present one go once that is ready."""
        if self.process is not None:
            self.leaving.append((self.process, time.monotonic() + RENEWAL_SECONDS))
        self.run()

    def _see_off(self, now: float) -> None:
        """Tell those that leave when it is time, and end those that do not go."""
        for process, told in list(self.leaving):
            if process.poll() is not None or now > told + self.stop_seconds:
                end_group(process)
                self.leaving.remove((process, told))
            elif now >= told:
                process.terminate()

    def stop(self) -> None:
        """End it and what it has started, gently first."""
        processes = [process for process, _ in self.leaving]
        processes += [self.process] if self.process is not None else []
        for process in processes:
            if process.poll() is None:
                process.terminate()
        until = time.monotonic() + self.stop_seconds
        for process in processes:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.0, until - time.monotonic()))
            end_group(process)

    def _signal_group(self, number: int) -> None:
        """Signal all of its session that is left: a killed API leaves processes of its own."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, number)


class Service:
    """Everything that `railhead serve` runs. Start it from the main thread."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.embedded = _own_store(settings)
        self.folder = DataFolderMonitor(self.embedded) if self.embedded else None
        self.stopping = False
        self.renewing = False
        self._woken, self._wake = os.pipe()
        self.children: list[Child] = []

    @property
    def url(self) -> str:
        """Where the API answers, for a client on this machine."""
        all_addresses = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - only compared
        host = all_addresses.get(self.settings.host, self.settings.host)
        return f"http://{host}:{self.settings.port}"

    def run(self, ready: Callable[[Service], None]) -> None:
        """Serve until Ctrl-C or SIGTERM; `ready` is called once the API answers.

        SIGUSR2 replaces all processes but the store, one after the other, while they are in use.

        Raises `CannotServe`, `StoreProblem`. Stops what it started, in the order API, workers,
        store, and nothing else.
        """
        self._listen_for_signals()
        see_to_files(self.settings)
        if self.embedded is not None:
            self.embedded.lock()
        _refuse_taken_port(self.settings.host, self.settings.port)
        try:
            if self.embedded is not None:
                self._start_store(self.embedded)
            shows = memory_metrics.prepare(self.settings)
            patience = STOP_SECONDS + self.settings.drain_seconds
            self._add(Child("workers", self._start_workers, patience))
            self._add(Child("api", self._start_api, patience))
            if self._api_answers():
                if shows:
                    self._add(Child("metrics", self._start_metrics))
                ready(self)
            while not self.stopping:
                if self.renewing:
                    self._renew()
                self._restart_ended()
                self._sleep(0.25)
        finally:
            for child in reversed(self.children):
                child.stop()
            if self.embedded is not None:
                self.embedded.close()
            memory_metrics.clean()

    def _renew(self) -> None:
        """Replace the processes of the API and the workers by new ones, while others go on."""
        self.renewing = False
        log.info("processes are replaced")
        for child in self.children:
            if child.name == "workers":
                child.replace()
            elif child.name == "api" and child.process is not None:
                child.process.send_signal(signal.SIGHUP)  # granian does it worker by worker

    def _add(self, child: Child) -> None:
        if not self.stopping:
            child.run()
            self.children.append(child)

    def _start_store(self, store: Embedded) -> None:
        """Start the own store, and wait until it answers, or we are told to stop.

        Raises `StoreProblem`. The server of a service that was killed gets a moment to end.
        """
        child = Child("store", store.begin)
        until = time.monotonic() + store.patience
        while not self.stopping and child not in self.children:
            try:
                self._add(child)
            except FolderBusy as problem:
                if time.monotonic() > until:
                    raise
                log.info("waiting for the data folder", why=str(problem))
                self._sleep(1)
        while not self.stopping and not store.answers():
            self._sleep(0.02)

    def _restart_ended(self) -> list[Child]:
        """All children, after those that had ended are started again."""
        for child in self.children:
            child.look_after()
            if child.name == "store" and child.process is not None:
                self._look_at_store()
        return self.children

    def _look_at_store(self) -> None:
        """See whether a store that was started again answers, and where it writes."""
        assert self.embedded is not None
        assert self.folder is not None
        try:
            if self.embedded.answers():
                self.folder.check()
        except StoreProblem as problem:
            log.error("the store does not start", problem=str(problem))

    def _environment(self) -> dict[str, str]:
        url = self.settings.redis_url or (self.embedded.url if self.embedded else "")
        return {**os.environ, "REDIS_URL": url}

    def _start_workers(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "railhead.service.cli", "worker"]
        return start_bound(command, environment=self._environment())

    def _start_api(self) -> subprocess.Popen[bytes]:
        return start_bound(api_command(self.settings), environment=self._environment())

    def _start_metrics(self) -> subprocess.Popen[bytes]:
        return memory_metrics.start(self._environment())

    def _api_answers(self) -> bool:
        """Wait for the API; False where we are told to stop meanwhile. Raises `CannotServe`."""
        until = time.monotonic() + API_START_SECONDS
        while not self.stopping:
            try:
                if requests.get(f"{self.url}/healthz", timeout=2).ok:
                    return True
            except requests.RequestException as error:
                log.debug("the API does not answer yet", error=str(error))
            failing = [child.name for child in self._restart_ended() if child.short_lives >= STARTS]
            if failing:
                raise CannotServe(
                    f"the {' and '.join(failing)} did not start; the log above says why"
                )
            if time.monotonic() > until:
                raise CannotServe(f"the API does not answer at {self.url}")
            self._sleep(0.05)
        return False

    def _listen_for_signals(self) -> None:
        # The self-pipe trick: a signal that comes just before `select` still ends it.
        os.set_blocking(self._wake, False)
        signal.set_wakeup_fd(self._wake)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop)
        signal.signal(signal.SIGUSR2, self._on_renew_signal)
        # A handler that does nothing, as a signal that is ignored wakes nobody.
        signal.signal(signal.SIGCHLD, lambda *_: None)

    def _on_renew_signal(self, *_: object) -> None:
        self.renewing = True

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _sleep(self, seconds: float) -> None:
        """Sleep until a signal comes, a child's death included."""
        if select.select([self._woken], [], [], seconds)[0]:
            os.read(self._woken, 1024)


def _own_store(settings: Settings) -> Embedded | None:
    """The store to start, None where one is there. Raises `CannotServe`."""
    if settings.redis_url:
        return None
    if settings.is_replicated:
        raise CannotServe(
            f"RAILHEAD_DURABILITY is {settings.durability}, but the own store has no replicas; "
            "set REDIS_URL to a store that has, or choose disk"
        )
    return Embedded.of(settings)


def api_command(settings: Settings) -> list[str]:
    """The web server with the API, as a command line; it reads the rest from the environment."""
    command = [sys.executable, "-m", "railhead.service.running.granian_main"]
    command += ["--interface", "rsgi", "--loop", "asyncio"]
    command += ["--no-ws", "--http", "1", "--host", settings.host, "--port", str(settings.port)]
    command += ["--workers", str(settings.api_workers)]
    command += ["--backlog", str(BACKLOG), "--backpressure", str(connections())]
    command += ["--http1-header-read-timeout", str(settings.header_seconds * 1000)]
    patience = math.ceil(settings.drain_seconds) + REQUEST_SECONDS + START_SECONDS
    command += ["--respawn-failed-workers", "--respawn-interval", str(RENEWAL_SECONDS)]
    command += ["--workers-kill-timeout", str(patience)]
    return [*command, "--log-level", "error", "railhead.service.api_process:bridge"]


def see_to_files(settings: Settings) -> None:
    """Open as many files as is allowed; say where that is not enough. Raises `CannotServe`."""
    try:
        short = shortage(settings)
    except TooFewFiles as problem:
        raise CannotServe(str(problem)) from problem
    if short is not None:
        log.warning("too few files", problem=short)
    open_as_many_as_allowed()


def _refuse_taken_port(host: str, port: int) -> None:
    """Raise `CannotServe` where the port cannot be listened on."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise CannotServe(
                f"cannot listen on {host}:{port} ({error.strerror}); "
                "stop what uses that port, or set RAILHEAD_PORT to another one"
            ) from error
