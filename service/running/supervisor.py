"""The supervisor of the workers of one host.

Single-threaded. It loads everything once and forks workers that have it; it opens no connection
before it forks, and it alone reaps. A worker that dies loses its lease at once and its turn is
offered again; one that gives no sign of life for too long is killed, and so dies. Turns that nobody
took are offered by a sweep, those that no host could play when one can, and what listings still
have of expired matches is cleared away. Clients that were deleted leave their matches.
"""

from __future__ import annotations

import math
import os
import select
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, cycle
from typing import Final

import structlog
from redis.exceptions import RedisError
from rq import SimpleWorker
from rq.exceptions import NoSuchJobError
from rq.serializers import JSONSerializer

from railhead.ai.search.levels import LEVELS
from railhead.games.registry import rulesets
from railhead.service import metrics
from railhead.service.analyses.storage import AnalysisStorage
from railhead.service.bots import worker as turn_worker
from railhead.service.bots.attempts import pause_after
from railhead.service.bots.dead_letters import DeadLetters
from railhead.service.bots.turns import TurnScheduler
from railhead.service.clients.idle import IdleClients
from railhead.service.core.matches import open_matches
from railhead.service.errors import MatchDamaged, NoSuchMatch, RulesChanged, Unavailable
from railhead.service.logs import QUEUE, configure
from railhead.service.model import Record
from railhead.service.parent_death_signal import die_with
from railhead.service.queue.jobs import (
    DeliveryQueue,
    HintQueue,
    TurnQueue,
    analysis_of,
    match_of,
    search_of,
)
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.seats.departures import Departures
from railhead.service.settings import Settings
from railhead.service.store.keys import PARTITIONS
from railhead.service.store.presence import EVERY_SECONDS, give_sign, here
from railhead.service.webhooks import worker as webhook_worker
from railhead.service.webhooks.hints import WebhookHints

log = structlog.get_logger()

SWEEP_SECONDS: Final = 0.5
MOST_HALTED: Final = 100
"""How many halted turns of a partition one sweep tries again."""
MOST_CLOCKS: Final = 100
"""How many matches of a partition one sweep looks at whose clocks have run out."""
SHORT_LIFE: Final = 5.0
"""A worker that lives less than this many seconds counts towards the back-off."""
LONGEST_PAUSE: Final = 30.0
STOP_SECONDS: Final = 5.0
"""How long a worker may take to stop, once it has finished what it thinks about."""
WITHOUT_STORE: Final = os.EX_TEMPFAIL
"""The status of a worker that has ended because the store or the queue does not work."""
SIGNALS: Final = (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT)


@dataclass
class Slot:
    """A place for one worker: what it does, who has it, since when, when the next may begin."""

    run: Callable[[Settings, WorkerProcess, Heartbeat], None]
    queue: type[HintQueue]
    heartbeat: Heartbeat = field(default_factory=Heartbeat)
    holder: WorkerProcess | None = None
    began: float = 0.0
    short_lives: int = 0
    not_before: float = 0.0

    def note_end(self, now: float) -> None:
        """The worker has died; the second short life in a row and later ones cost a pause."""
        self.short_lives = self.short_lives + 1 if now - self.began < SHORT_LIFE else 0
        pause = 0.0 if self.short_lives < 2 else 0.2 * 2 ** (self.short_lives - 2)
        self.not_before = now + min(pause, LONGEST_PAUSE)
        self.holder = None


class Supervisor:
    """Keeps the workers of the settings alive until it is told to stop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.matches = open_matches(settings)
        self.store = self.matches.store
        self.dead_letters = DeadLetters(self.matches)
        self.turns = TurnScheduler(settings)
        self.hints = WebhookHints(settings)
        self.departures = Departures(self.matches)
        self.idle_clients = IdleClients(self.matches)
        self.slots = [
            *(Slot(turn_worker.run, TurnQueue) for _ in range(settings.workers)),
            *(Slot(webhook_worker.run, DeliveryQueue) for _ in range(settings.webhook_workers)),
        ]
        self.stopping = False
        self._fresh = True
        self.end_by = math.inf
        self._woken, self._wake = os.pipe()

    def run(self) -> None:
        """Start the workers and look after them; returns once all have stopped."""
        # Before the first fork: what is loaded here is memory that all workers share.
        _preload()
        self._handle_signals()
        next_sweep = next_word = 0.0
        process = here("workers")
        sweeps = self._sweeps()
        while not self.stopping:
            self._reap()
            self._kill_silent()
            self._fill()
            now = time.monotonic()
            if now >= next_sweep:
                # In this one thread: a child forked while another thread holds a lock would never
                # get it.
                for sweep in sweeps:
                    if not self.stopping:  # where the store is silent, each takes seconds
                        self._quietly(sweep)
                next_sweep = now + SWEEP_SECONDS
            if now >= next_word:
                self._quietly(lambda: give_sign(self.store, process))
                next_word = now + EVERY_SECONDS
            self._sleep(self._until(next_sweep))
        self._stop_workers()

    def _handle_signals(self) -> None:
        # The self-pipe trick: a signal that comes just before `select` still ends it.
        os.set_blocking(self._wake, False)
        os.set_blocking(self._woken, False)
        signal.set_wakeup_fd(self._wake)
        # Python writes to the wake-up descriptor only for signals that have a handler of its own.
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)

    def _sweeps(self) -> list[Callable[[], object]]:
        """What is done every `SWEEP_SECONDS`, in this order."""
        one_by_one = ([partition] for partition in cycle(range(PARTITIONS)))
        # All at the start, as this version may play what the last one could not; then one a sweep.
        partitions = chain([range(PARTITIONS)], one_by_one)
        cleared, retried = cycle(range(PARTITIONS)), cycle(range(PARTITIONS))
        return [
            lambda: self.turns.sweep(self.store),
            lambda: self.turns.sweep_analyses(self.store),
            lambda: self.dead_letters.requeue(next(partitions)),
            self._sweep_clocks,
            lambda: self.hints.sweep(self.store),
            self.departures.sweep,
            self.idle_clients.sweep,
            lambda: self.store.leftovers.clear(next(cleared)),
            lambda: self._retry_halted(next(retried)),
        ]

    def _sweep_clocks(self) -> None:
        """Let bots play on for those whose time is over.

        A match that cannot be read, or a fault in its game, keeps no other one's clocks.
        """
        for match_id in self.store.clocks.run_out(MOST_CLOCKS):
            try:
                self.matches.run_out(match_id)
            except NoSuchMatch:
                self.store.clocks.forget(match_id)
            except RulesChanged as why:
                if self.store.clocks.put_off(match_id):
                    log.warning("clock put off", match=match_id, problem=why.detail)
            except (Unavailable, RedisError):
                raise
            except Exception:
                if self.store.clocks.put_off(match_id):
                    log.exception("clock put off", match=match_id)

    def _retry_halted(self, partition: int) -> None:
        """Let turns be due again that were halted for long enough, or by another version."""
        if self._fresh:
            self._fresh = False
            for match_id in self.store.halted_turns.of_other_versions():
                self.store.halted_turns.take_up(match_id)
        for match_id in self.store.halted_turns.due_again(partition, MOST_HALTED):
            if self.store.halted_turns.take_up(match_id):
                log.info("halted turn taken up", match=match_id)

    def _stop(self, *_: object) -> None:
        self.stopping = True

    def _until(self, next_sweep: float) -> float:
        slots = [
            slot.not_before
            if slot.holder is None
            else slot.heartbeat.last_beat + self.settings.worker_heartbeat_timeout_seconds
            for slot in self.slots
        ]
        return max(0.0, min([next_sweep, *slots]) - time.monotonic())

    def _sleep(self, seconds: float) -> None:
        """Sleep until a signal comes, a child's death included."""
        if select.select([self._woken], [], [], seconds)[0]:
            os.read(self._woken, 1024)

    def _kill_silent(self) -> None:
        """Kill workers that hang: stopped, or busy with something that comes to no end."""
        longest = self.settings.worker_heartbeat_timeout_seconds
        for slot in self.slots:
            silent = time.monotonic() - slot.heartbeat.last_beat
            if slot.holder is not None and silent > longest:
                log.error("worker hangs", pid=slot.holder.pid, silent=round(silent, 1))
                os.kill(slot.holder.pid, signal.SIGKILL)
                slot.heartbeat.beat()  # the kernel may take a moment

    def _fill(self) -> None:
        now = time.monotonic()
        for slot in self.slots:
            if slot.holder is None and now >= slot.not_before:
                self._fork(slot)

    def _fork(self, slot: Slot) -> None:
        # A connection that parent and child have both would mix up what they are answered.
        self.matches.close()
        self.turns.close()
        self.hints.close()
        # The start is that of both: they have to call the holder the same.
        parent, started = os.getpid(), WorkerProcess.of(0)
        # Else the silence of the worker before it would count.
        slot.heartbeat.beat()
        pid = os.fork()
        if pid == 0:
            self._child(parent, started, slot)
        slot.holder = WorkerProcess(started.host, pid, started.started)
        slot.began = time.monotonic()

    def _child(self, parent: int, started: WorkerProcess, slot: Slot) -> None:
        """Be a worker; never returns."""
        status = 1
        try:
            # First of all: a parent that dies before this would leave us running for ever.
            die_with(parent)
            # What comes to this worker would be written into the supervisor's pipe.
            signal.set_wakeup_fd(-1)
            for number in SIGNALS:
                signal.signal(number, signal.SIG_DFL)
            for descriptor in (self._wake, self._woken):
                os.close(descriptor)
            holder = WorkerProcess(started.host, os.getpid(), started.started)
            slot.run(self.settings, holder, slot.heartbeat)
            status = 0
        except (Unavailable, RedisError) as error:
            status = WITHOUT_STORE
            log.debug("worker failed", error=str(error))
        except Exception:
            log.exception("worker failed")
        finally:
            # Without what the supervisor has registered for its own end.
            os._exit(status)

    def _reap(self) -> None:
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            for slot in self.slots:
                if slot.holder is not None and slot.holder.pid == pid:
                    self._bury(slot, slot.holder, status)

    def _bury(self, slot: Slot, holder: WorkerProcess, status: int) -> None:
        code = os.waitstatus_to_exitcode(status)
        outage = QUEUE if code == WITHOUT_STORE else None
        say = log.info if self.stopping else log.warning
        say("worker ended", outage=outage, pid=holder.pid, status=code)
        now = time.monotonic()
        slot.note_end(now)
        if now < self.end_by:  # else the store is slow to answer; the lease runs out by itself
            self._quietly(lambda: self._give_back(slot.queue, holder))

    def _give_back(self, queue: type[HintQueue], holder: WorkerProcess) -> None:
        """Drop the dead worker's lease, tidy the queue's books, and offer what it had again.

        What one had to deliver is offered again by the sweep.
        """
        key = f"{SimpleWorker.redis_worker_namespace_prefix}{holder.worker_name}"
        dead = SimpleWorker.find_by_key(
            key,
            connection=self.turns.connection,
            job_class=queue.job_type,
            queue_class=queue,
            serializer=JSONSerializer,
        )
        if dead is None:
            return
        job_id = dead.get_current_job_id()
        dead.queues = [*queue.all_of(self.turns.connection)]
        dead.register_death()  # type: ignore[no-untyped-call] # rq types it in part
        if job_id is None:
            return
        # The lease before the offer: whoever takes that finds the match free.
        if queue is TurnQueue:
            self._drop(holder, job_id)
        try:
            queue.job_type.fetch(job_id, self.turns.connection).delete()
        except NoSuchJobError:
            log.debug("the dead worker's job is gone", job=job_id)
        if queue is TurnQueue:
            self._offer(job_id)

    def _drop(self, holder: WorkerProcess, job_id: str) -> None:
        """Drop the lease that a dead worker had for its job."""
        match_id, analysis = match_of(job_id), analysis_of(job_id)
        if match_id is not None:
            self.store.due.drop_lease(match_id, str(holder))
        elif analysis is not None:
            self.store.storage(AnalysisStorage).drop_lease(analysis, str(holder))

    def _offer(self, job_id: str) -> None:
        """Offer what a dead worker had to do again; a part is only counted."""
        match_id, analysis, part = match_of(job_id), analysis_of(job_id), search_of(job_id)
        if part is not None:
            with suppress(NoSuchMatch):  # it was deleted meanwhile
                metrics.count_shared_searches(self.store.record(part[0]).game, "lost")
        if match_id is not None:
            self._offer_turn(match_id)
        kept = None if analysis is None else self.store.storage(AnalysisStorage).get(analysis)
        if kept is not None and kept.status == "running":
            self.turns.announce_analysis(kept.name, kept.changes)

    def _offer_turn(self, match_id: str) -> None:
        """Offer a turn over which a worker has died, later each time: others come first."""
        pause = pause_after(self.store.due.count_failure(match_id, 0))
        # A position that kills whoever reads it would take one worker after the other.
        if pause:
            self.store.due.put_off(match_id, pause)
        else:
            self.turns.announce_again(match_id, self._record(match_id))

    def _record(self, match_id: str) -> Record | None:
        try:
            return self.store.record(match_id)
        except (NoSuchMatch, MatchDamaged):
            return None

    def _quietly(self, act: Callable[[], object]) -> None:
        """Do what neither a missing store nor what is in it must keep us from doing again later."""
        try:
            act()
        except Unavailable as error:
            log.warning("the store does not answer", outage=error.outage, error=error.detail)
        except RedisError as error:
            log.warning("the queue does not answer", outage=QUEUE, error=str(error))
        except Exception:
            log.exception("what is in the queue cannot be read")

    def _stop_workers(self) -> None:
        self.end_by = time.monotonic() + self.settings.drain_seconds + STOP_SECONDS
        self._signal(signal.SIGTERM)
        while any(slot.holder for slot in self.slots):
            self._reap()
            if time.monotonic() > self.end_by:
                self._signal(signal.SIGKILL)
            self._sleep(0.05)

    def _signal(self, number: int) -> None:
        for slot in self.slots:
            if slot.holder is not None:
                os.kill(slot.holder.pid, number)


def _preload() -> None:
    """Load what every worker needs, so that a new one is ready at once."""
    log.info("supervisor ready", games=len(rulesets()), levels=len(LEVELS))


def run(settings: Settings) -> None:
    """Run the workers of this host until told to stop."""
    configure(settings)
    Supervisor(settings).run()
