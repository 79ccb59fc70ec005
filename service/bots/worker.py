"""The worker process: plays due turns, else goes on with analyses, else helps to search turns."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Mapping
from typing import Final

import structlog
from rq.serializers import JSONSerializer

from railhead.ai.search.levels import Player
from railhead.ai.search.time_management import Cancelled
from railhead.service import metrics
from railhead.service.bots.analysis_worker import AnalysisWorker
from railhead.service.bots.attempts import Attempts
from railhead.service.bots.dead_letters import DeadLetters
from railhead.service.bots.search_cache import SearchCache
from railhead.service.bots.search_helper import SearchHelper
from railhead.service.bots.search_leader import SearchLeader
from railhead.service.bots.turns import Lease, TimeSlice, TurnScheduler
from railhead.service.core.levels import known_level
from railhead.service.core.matches import Matches, open_matches
from railhead.service.errors import (
    MatchOver,
    MatchWentBack,
    NoSuchMatch,
    NotYourTurn,
    Problem,
    RulesChanged,
    SeatChanged,
    StaleVersion,
    Unavailable,
)
from railhead.service.logs import configure
from railhead.service.model import AnalysisName, Match, SearchSummary, acting_bots, bots
from railhead.service.queue.fair_order import Asker
from railhead.service.queue.hint_worker import HintWorker
from railhead.service.queue.jobs import ANALYSES, SEARCHES, TURNS, TurnJob, TurnQueue
from railhead.service.queue.processes import Heartbeat, WorkerProcess
from railhead.service.settings import Settings
from railhead.service.webhooks.hints import WebhookHints
from railhead.service.webhooks.webhooks import tell_webhooks

log = structlog.get_logger()

ATTEMPTS: Final = 3
"""How often a decision is searched before the best move by prior is played instead."""
WITHOUT_SEARCH: Final = SearchSummary(0, 0.0, cut_short=True)
"""What is said of a move that is played because searches for it have failed."""


class NothingToPlay(Exception):
    """No action can be found for a decision, not even one without search."""


class TurnWorker:
    """Plays the bots of a match, as far as they are to act.

    `stopping` is asked between slices of thinking whether this process shall end, and `heartbeat`
    is given a beat each time. A decision that is being thought about is still finished then, if
    that does not take longer than `drain_seconds`.
    """

    def __init__(
        self,
        settings: Settings,
        holder: WorkerProcess,
        stopping: Callable[[], bool],
        heartbeat: Heartbeat,
    ) -> None:
        self.settings = settings
        self.heartbeat = heartbeat
        self.holder = holder
        self.stopping = stopping
        self.matches: Matches = open_matches(settings)
        tell_webhooks(self.matches, WebhookHints(settings).announce)
        self.turns = TurnScheduler(settings)
        self.search_leader = SearchLeader(settings, self.matches.store, holder)
        self.dead_letters = DeadLetters(self.matches)
        self._end_by = math.inf
        self._search_cache = SearchCache()
        self.attempts = Attempts(self.matches.store)

    def play(self, match_id: str) -> None:
        """Play all decisions of bots to act, until a human must act or the turn's share is used.

        Does nothing where another worker holds the match: it looks again after letting go. Raises
        `Unavailable`; every other fault is one attempt at the turn, and left behind.
        """
        with structlog.contextvars.bound_contextvars(match=match_id):
            try:
                self._play(match_id)
            # Deleted or expired: neither is the match's fault, so the attempt does not count.
            except NoSuchMatch:
                self.matches.store.due.not_due(match_id)
                self.attempts.take_back(match_id)
            except RulesChanged as why:
                self.dead_letters.add(match_id, why)
                self.attempts.take_back(match_id)
            # The store is not there to take the count back either: it is owed until it is.
            except Unavailable:
                self.attempts.owe(match_id)
                raise
            except Exception as fault:  # noqa: BLE001 - it is logged, and one match's alone
                self.attempts.record_failure(match_id, fault)

    def _play(self, match_id: str) -> None:
        time_slice = TimeSlice(self.turns, self.settings.bot_job_seconds)
        try:
            # Again after letting go: the hint of a commit that came while the lease was held has
            # been followed in vain by another worker.
            while self._play_under_lease(match_id, time_slice):
                record = self.matches.store.record(match_id)
                if not acting_bots(record, self.matches.store.head(match_id)):
                    return
                # To the front of its own asker's hints: it is half thought about.
                if time_slice.is_preempted and not self.stopping():
                    self.turns.requeue_first(match_id, record)
                    return
                if self.stopping() or time_slice.is_used_up:
                    self.turns.offer(self.matches.store, match_id)
                    return
        finally:
            time_slice.count()

    def _play_under_lease(self, match_id: str, time_slice: TimeSlice) -> bool:
        """Play under the lease; False where it is another's, or the turn is halted.

        Before anything of the match is read, this counts as an attempt: what is read may end us.
        """
        lease = Lease(self.matches.store, match_id, self.holder)
        if not lease.take():
            return False
        try:
            attempt = self.attempts.begin(match_id)
            if attempt is None:
                return False
            self._decisions(match_id, lease, time_slice, attempt)
        except Cancelled:
            say = log.debug if time_slice.is_preempted else log.info
            say("turn given up", stopping=self.stopping(), broken_off=time_slice.is_preempted)
        finally:
            lease.drop()
        return True

    def _decisions(self, match_id: str, lease: Lease, time_slice: TimeSlice, attempt: int) -> None:
        """Decide as long as the share lasts; the first time is this attempt, counted already."""
        # Only the first decision is covered by the count of `begin`; each further one counts
        # itself.
        begun: int | None = attempt
        match = self.matches.match(match_id)
        time_slice.asker = Asker.of(match.record)
        players, time_slice.minimum_seconds = self._search_cache.take(match)

        def keep_going() -> bool:
            self.heartbeat.beat()
            return self._may_finish() and lease.keep() and time_slice.may_go_on()

        try:
            while True:
                seats = bots(match.seats, match.opened)
                if not seats or self.stopping() or not time_slice.covers(seats[0]):
                    return
                # Whoever has the lease by now plays this turn.
                if not lease.keep():
                    raise Cancelled
                # An attempt that begins to decide is spent; one that does not is taken back below.
                first, begun = begun, None
                self._decide(match, seats[0], players, keep_going, first)
                match = self.matches.match(match_id)
        finally:
            if begun is not None:
                self.attempts.take_back(match_id)
            if time_slice.is_preempted:
                self._search_cache.keep(match, players, time_slice.minimum_seconds)

    def _may_finish(self) -> bool:
        """Whether there is time for the decision at hand."""
        if not self.stopping():
            return True
        now = time.monotonic()
        # The minimum, so that the time to drain is counted once and not from each decision on.
        self._end_by = min(self._end_by, now + self.settings.drain_seconds)
        return now < self._end_by

    def _decide(
        self,
        match: Match,
        seat: int,
        players: dict[int, Player],
        keep_going: Callable[[], bool],
        counted: int | None = None,
    ) -> None:
        """Choose and submit one decision; a failed search only counts as an attempt.

        `counted` is the number of the attempt, where that is counted already. Raises `Cancelled`,
        and `NothingToPlay` where even playing without search fails.
        """
        store, match_id = self.matches.store, match.record.id
        attempt = store.due.count_failure(match_id) if counted is None else counted
        log.debug("bot begins to think", seat=seat, version=match.version, time=time.time())
        try:
            if attempt > ATTEMPTS:
                log.error("bot plays without search", seat=seat, version=match.version)
                # Its tree may be what the searches before have failed over.
                players.pop(seat, None)
                action, search = self._without_search(match, seat), WITHOUT_SEARCH
            else:
                if seat not in players:
                    players[seat] = self._player(match, seat)
                action, search = self._search(players[seat], match, seat, keep_going)
        except Cancelled:
            self.attempts.take_back(match_id)
            raise
        except Exception:  # a fault in a game or its knowledge may not end the worker
            log.exception("search failed", seat=seat, version=match.version, attempt=attempt)
            players.pop(seat, None)
            if attempt > ATTEMPTS:  # nothing is left to try at once: the sweep comes by again
                raise NothingToPlay("no action is found") from None
            return
        notation = match.game.vocabulary.notation(action)
        try:
            # Whoever takes the seat over while the bot thinks has the decision: holders are
            # compared.
            holder = match.seats[seat]
            self.matches.submit(
                match_id, seat, notation, match.version, holder=holder, search=search
            )
        except (SeatChanged, StaleVersion, NotYourTurn, MatchOver, MatchWentBack):
            log.info("bot came too late", seat=seat, version=match.version)

    def _search(
        self, player: Player, match: Match, seat: int, keep_going: Callable[[], bool]
    ) -> tuple[int, SearchSummary]:
        """The action that a search finds, and what that took. Raises `Cancelled`."""
        head = self.matches.cached_head(match.record.id)
        # Helpers go by the mark: of another version they would search another position.
        mark = None if head is None or head.version != match.version else head.mark
        choice = self.search_leader.choose(player, match, mark, seat, keep_going)
        game, level = match.record.game, player.level.name
        metrics.observe_choice(game, level, choice.seconds, choice.simulations)
        told = {"seconds": round(choice.seconds, 3), "simulations": choice.simulations}
        log.debug("bot has chosen", seat=seat, version=match.version, **told)
        if choice.cut_short:
            log.warning("bot's search cut short", seat=seat, version=match.version, **told)
        seconds = round(choice.seconds, 3)
        return choice.action, SearchSummary(choice.simulations, seconds, choice.cut_short)

    def _player(self, match: Match, seat: int) -> Player:
        level = known_level(match.seats[seat].level)
        return Player(match.record.game, level, scale=self.settings.bot_budget_factor)

    def _without_search(self, match: Match, seat: int) -> int:
        """The move that looks best without search; where even that fails, the first legal one."""
        try:
            return self._player(match, seat).fallback(match.state, seat).action
        except Exception:  # what knowledge says of moves is not needed to make one
            log.exception("no prior either", seat=seat)
            return match.state.legal_actions(seat)[0]


_turn_worker: TurnWorker | None = None
_analysis_worker: AnalysisWorker | None = None
_search_helper: SearchHelper | None = None


def play_turn(match_id: str) -> None:
    """The job: play the due turn of a match. What it cannot finish stays due."""
    assert _turn_worker is not None
    try:
        _turn_worker.play(match_id)
    except Problem as problem:
        log.warning(
            "turn left for later", match=match_id, outage=problem.outage, problem=problem.detail
        )


def analyse(match_id: str, asker: str, number: str) -> None:
    """The job: go on with an analysis. What it cannot finish is offered again."""
    assert _analysis_worker is not None
    try:
        _analysis_worker.work(AnalysisName(match_id, asker, int(number)))
    except Problem as problem:
        log.warning(
            "analysis left for later", match=match_id, outage=problem.outage, problem=problem.detail
        )


def help_search(match_id: str, version: str) -> None:
    """The job: help with the search of a decision. What is not finished is not missed."""
    assert _search_helper is not None
    try:
        _search_helper.work(match_id, int(version))
    except Problem as problem:
        log.warning(
            "shared search left", match=match_id, outage=problem.outage, problem=problem.detail
        )


WORK: Final[Mapping[str, Callable[..., None]]] = {
    TURNS.queue: play_turn,
    ANALYSES.queue: analyse,
    SEARCHES.queue: help_search,
}
"""What the jobs of each queue do."""


class TurnPlayer(TurnJob):
    """A job in a process that does it."""

    @property
    def func(self) -> Callable[..., None]:
        """What a job of this id does, whatever name it has for that."""
        kind = self.kind_of(self.id)
        assert kind is not None
        return WORK[kind.queue]


def run(settings: Settings, holder: WorkerProcess, heartbeat: Heartbeat) -> None:
    """Do what is due until told to stop: turns first, then analyses, then shared searches."""
    global _turn_worker, _analysis_worker, _search_helper  # noqa: PLW0603 - the queue calls plain functions
    configure(settings)
    # Below the API, so that thinking costs no request its turn on the processor.
    os.nice(settings.worker_nice)
    turns = TurnScheduler(settings)
    worker = HintWorker(
        TurnQueue.all_of(turns.connection, TurnPlayer),
        name=holder.worker_name,
        connection=turns.connection,
        job_class=TurnPlayer,
        queue_class=TurnQueue,
        serializer=JSONSerializer,
        log_job_description=False,
        heartbeat=heartbeat,
        slice_seconds=settings.worker_heartbeat_timeout_seconds,
    )
    _turn_worker = TurnWorker(settings, holder, lambda: worker.stopping, heartbeat)
    matches = _turn_worker.matches
    own = (matches, turns, holder, lambda: worker.stopping, heartbeat)
    _analysis_worker, _search_helper = AnalysisWorker(*own), SearchHelper(*own)
    worker.work(logging_level="WARNING")
