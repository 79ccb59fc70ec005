"""Matches: creating, deciding, reading, waiting. The API and the workers use nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import structlog

from railhead.games.game import Game, Setup
from railhead.games.options import InvalidOption, complete
from railhead.games.registry import Catalogue, rulesets
from railhead.service.accounts.accounts import Accounts
from railhead.service.accounts.tokens import new_tokens
from railhead.service.core import absence, chance, clocks
from railhead.service.core.action_check import check_action, check_player
from railhead.service.core.bot_match_limit import check_bot_matches
from railhead.service.core.creation import new_record
from railhead.service.core.match_cache import MatchCache, match_of
from railhead.service.core.progress import Progress, head_of
from railhead.service.errors import (
    IdempotencyMismatch,
    IllegalMove,
    InvalidOptions,
    InvalidSeats,
    MatchNotStarted,
    MatchOver,
    MatchWentBack,
    NotYourTurn,
    SeatChanged,
    StaleVersion,
    TimeOver,
    Unavailable,
    UnknownGame,
    VersionRequired,
)
from railhead.service.model import (
    AnalysisName,
    CreationResult,
    EarlierRequest,
    Head,
    Idempotency,
    Match,
    MatchTokens,
    NewMatch,
    Record,
    SearchSummary,
    Seat,
    SubmissionResult,
    Times,
    clients_of,
    seats_of,
)
from railhead.service.settings import Settings
from railhead.service.store.commits import Commit, CommitConflict, DuplicateRequest
from railhead.service.store.store import Store
from railhead.service.user_data.user_data import UserData
from railhead.service.user_data.validation_queue import ValidationTicket

log = structlog.get_logger()

TRIES: Final = 60
"""How often a commit that others came before is tried again; each of them is another seat's.

Bots of low levels take dozens of actions a second: who takes a seat back comes between them.
"""

_OUTDATED: Final = (
    SeatChanged,
    TimeOver,
    MatchNotStarted,
    MatchOver,
    NotYourTurn,
    VersionRequired,
    MatchWentBack,
    StaleVersion,
    IllegalMove,
)
"""What a remembered head may refuse although the true one would not."""

Announce = Callable[[str, int, Record], None]


class _InTime(Exception):
    """There is nothing to change."""


class Matches(MatchCache):
    """All matches of one store.

    `announce` is called with id, version and record after each commit that leaves a bot to act,
    `announce_analysis` with the name of each analysis that is asked for, and 0, and
    `announce_change` with the id of a match that has changed and the clients whom it concerns.
    """

    announce_analysis: Callable[[AnalysisName, int], None] | None = None
    announce_change: Callable[[str, Sequence[str]], None] | None = None

    def __init__(
        self,
        store: Store,
        catalogue: Catalogue,
        announce: Announce | None = None,
    ) -> None:
        super().__init__(store, catalogue)
        self.announce = announce
        self.accounts = Accounts(store)
        self.user_data = UserData(store, catalogue)

    # Creating.

    def create(
        self,
        new: NewMatch,
        idempotency: Idempotency | None = None,
        ticket: ValidationTicket | None = None,
    ) -> CreationResult:
        """A new match, with all that follows from its set-up without a decision.

        Raises `UnknownGame`, `InvalidOptions`, `InvalidSeats`, `IdempotencyMismatch`,
        `TooManyBotMatches`, and, where data has to be tried out again, what `UserData.game`
        raises. The same idempotency key gives the match it made, with its tokens for ten minutes
        (without any thereafter, or where others may have guessed the key).
        """
        earlier = self.created_before(idempotency)
        if earlier is not None:
            return earlier
        game, setup = self.set_up(new, ticket=ticket)
        match_id = self.store.new_match_id(idempotency)
        tokens = new_tokens(new)
        at = self.store.clocks.at(match_id)
        record = new_record(match_id, new, game, game.start(setup), dict(setup), tokens, at)
        progress = Progress.initial(record, game.load(record.opening))
        progress.settle()
        return self.begin(progress, game, tokens, idempotency)

    def begin(
        self, progress: Progress, game: Game, tokens: MatchTokens, idempotency: Idempotency | None
    ) -> CreationResult:
        """Keep a new match. Raises `IdempotencyMismatch`, `TooManyBotMatches`."""
        record = progress.record
        if progress.status != "over":
            check_bot_matches(self.store, record)
        # Before the match: no failover leaves one without its data, or without its tokens.
        if self.catalogue.is_standard(game, record.options):
            self.store.data_sets.keep(record.id, game.data_hash, game.data)
        else:
            self.store.data_sets.keep_of_match(record.id, game.data)
        if idempotency is not None and idempotency.proves:
            self.store.ttl_cache.keep_tokens(record.id, tokens.to_json())
        # Before the commit: a client deleted in between leaves all matches that are noted for it.
        theirs = clients_of(record, None)
        self.accounts.note(theirs, record.id)
        try:
            match = self._commit(progress, game, None, idempotency)
        except DuplicateRequest as repeated:
            assert idempotency is not None
            return self._created_before(repeated.earlier, idempotency)
        self.accounts.tell(theirs)
        log.info("match created", match=record.id, game=record.game, seats=len(record.seats))
        return CreationResult(match, tokens)

    def set_up(
        self, new: NewMatch, played: Game | None = None, ticket: ValidationTicket | None = None
    ) -> tuple[Game, Setup]:
        """The chosen game and a set-up; `played` where it shall be over the data of that game.

        Raises `UnknownGame`, `InvalidSeats`, `InvalidOptions`: a map may lack a number of seats,
        options may clash.
        """
        ruleset = rulesets().get(new.game)
        if ruleset is None:
            wanted = f"must be one of {', '.join(rulesets())}"
            raise UnknownGame(errors=[{"field": "game", "problem": wanted}])
        if not ruleset.min_seats <= len(new.seats) <= ruleset.max_seats:
            bounds = f"must be from {ruleset.min_seats} to {ruleset.max_seats} seats"
            raise InvalidSeats(errors=[{"field": "seats", "problem": bounds}])
        try:
            options = complete(ruleset.options, new.options)
            game = played or self.user_data.game(ruleset, options, new.client, ticket)
            return game, game.draw_setup(len(new.seats), options, chance.source(new.seed, 0))
        except InvalidOption as error:
            field = f"options.{error.option}"
            raise InvalidOptions(errors=[{"field": field, "problem": error.problem}]) from error

    def created_before(self, idempotency: Idempotency | None) -> CreationResult | None:
        """What a creation with this key has made. Raises `IdempotencyMismatch`."""
        earlier = None if idempotency is None else self.store.earlier(idempotency)
        if earlier is None or idempotency is None:
            return None
        return self._created_before(earlier, idempotency)

    def _created_before(self, earlier: EarlierRequest, idempotency: Idempotency) -> CreationResult:
        _same_request(earlier, idempotency)
        tokens = MatchTokens.from_json(self.store.ttl_cache.kept_tokens(earlier.match_id))
        return CreationResult(self.match_at(earlier.match_id, earlier.last), tokens)

    # Deciding.

    def submit(
        self,
        match_id: str,
        seat: int,
        notation: str,
        version: int | Sequence[int] | None,
        idempotency: Idempotency | None = None,
        holder: Seat | None = None,
        search: SearchSummary | None = None,
    ) -> SubmissionResult:
        """Carry out an action of `seat`, with the chance and forced moves that follow from it.

        `version` is the one the decision was read at, or several in ascending order of which any
        will do; the action is taken where this decision is still the same and, where `holder` is
        given, the seat is still held so. `search` is what a bot's took. Raises, in this order,
        `NoSuchMatch`, `IdempotencyMismatch`, `SeatChanged`, `TimeOver`, `MatchOver`, `NotYourTurn`,
        `VersionRequired`, `MatchWentBack`, `StaleVersion`, `IllegalMove`, `LogFull`.
        """
        arguments = (seat, notation, version, idempotency, holder, search)
        record = self.store.record(match_id)
        # Most actions are for the head that this process committed or showed last: to take it
        # spares a trip to the store, and the commit itself finds out where it is wrong.
        remembered = self._heads.get(match_id)
        if remembered is not None:
            try:
                return self._submit_action(record, remembered, *arguments)
            except (CommitConflict, *_OUTDATED):
                log.debug("the remembered head does not serve", match=match_id)
        head, gone_back = self._now(match_id)
        if idempotency is not None:  # asked after the head: whoever moved it has left the record
            earlier = self.store.earlier(idempotency, match_id)
            if earlier is not None:
                return self._submitted_before(match_id, earlier, idempotency)
        if gone_back:  # whoever decides on what this process has shown may not know it yet
            raise MatchWentBack(version=head.version)
        # Seats that decide at the same time may each move the head and leave this decision as it
        # is.
        for _ in range(TRIES):
            try:
                return self._submit_action(record, head, *arguments)
            except CommitConflict as moved:
                head = moved.head
        raise Unavailable("the match changes faster than this action can be stored")

    def after(self, match: Match, seat: int, *notations: str) -> Match:
        """The match right after actions of `seat`, before anything that follows from them.

        Nothing is kept: what chance and others would do stays open, so an action is only possible
        where the one before leaves the seat to act. `match` is used up. Raises what `submit` raises
        of these actions now: `SeatChanged`, `TimeOver`, `MatchOver`, `MatchNotStarted`,
        `NotYourTurn`, `IllegalMove`.
        """
        check_player(match.seats[seat])
        if self.is_out_of_time(match, seat):
            raise TimeOver()
        for notation in notations:
            match.state.play(seat, check_action(match, seat, notation, match.version))
        return match

    def _submit_action(
        self,
        record: Record,
        head: Head,
        seat: int,
        notation: str,
        version: int | Sequence[int] | None,
        idempotency: Idempotency | None,
        holder: Seat | None,
        search: SearchSummary | None,
    ) -> SubmissionResult:
        """Carry out an action on the match as `head` says it is. Raises `CommitConflict` where it
        is not.

        A head remembered from earlier will do: the commit compares it with the true one.
        """
        if holder is not None and seats_of(record, head)[seat] != holder:
            raise SeatChanged()
        if record.clock is not None and self._is_out(record, head.times, seat):
            raise TimeOver()
        match = self.at(record, head)
        # Before the rules are run: the time is when the action came, however long they take.
        at = self.store.clocks.at(record.id)
        progress = Progress.after(record, head, match.state, at, match.seats)
        action = check_action(match, seat, notation, version)
        if match.seats[seat].kind != "bot":
            self.check_log_space(head.version, to_play=True)
        progress.decide(seat, action, search)
        try:
            committed = self._commit(progress, match.game, head, idempotency)
        except DuplicateRequest as repeated:
            assert idempotency is not None
            return self._submitted_before(record.id, repeated.earlier, idempotency)
        return SubmissionResult(committed, progress.told)

    def _commit(
        self, progress: Progress, game: Game, expected: Head | None, idempotency: Idempotency | None
    ) -> Match:
        record = progress.record
        times = None
        if record.clock is not None:
            now = self.store.clocks.now(record.id)
            times = clocks.times_after(record, expected, progress, now)
        since = None
        if record.absent_after is not None:
            moment = self.store.clocks.approximate_now(record.id)
            since = absence.waited_since(record, expected, progress, moment)
        head = head_of(progress, times, since)
        keyed = None
        if idempotency is not None:
            first = 0 if expected is None else expected.version + 1
            earlier = EarlierRequest(idempotency.fingerprint, first, head.version, record.id)
            keyed = (idempotency, earlier)
        commit = Commit(record, expected, head, progress.events, keyed)
        self.store.commit(commit)
        # Only now: what a commit did not write must not be shown to anybody.
        self._heads.keep(record.id, head)
        self._positions.keep(record.id, (head.mark, progress.state.clone()))
        # Once it is stored: whoever follows the hint reads the match.
        if self.announce is not None and commit.acting_bots:
            self.announce(record.id, head.version, record)
        if self.announce_change is not None:
            self.announce_change(record.id, commit.clients)
        match = match_of(record, game, progress.state, head, commit.seats)
        match.stood = self.clock_pause(record)
        return match

    def _submitted_before(
        self, match_id: str, earlier: EarlierRequest, idempotency: Idempotency
    ) -> SubmissionResult:
        _same_request(earlier, idempotency)
        told = self.event_renderer.render(self.record(match_id), earlier.first - 1, earlier.last)
        return SubmissionResult(self.match_at(match_id, earlier.last), told)

    def _is_out(self, record: Record, times: Times | None, seat: int) -> bool:
        return clocks.is_out(times, seat, self.store.clocks.now(record.id))

    def is_out_of_time(self, match: Match, seat: int) -> bool:
        """Whether the time of a seat is over, so that what happens then comes first."""
        return match.record.clock is not None and self._is_out(match.record, match.times, seat)

    def run_out(self, match_id: str) -> bool:
        """Let bots play for those whose time is over; False where nobody's is.

        Raises `NoSuchMatch`, `RulesChanged`.
        """
        now = self.store.clocks.now(match_id)

        def step(match: Match, progress: Progress) -> None:
            if not clocks.run_out(match, progress, now):
                raise _InTime

        try:
            self.change(match_id, step)
        except _InTime:
            return False
        return True

    def change(self, match_id: str, step: Callable[[Match, Progress], None]) -> SubmissionResult:
        """Let `step` add entries to a match that are no decisions, and keep what comes of it.

        `step` may be called again where another commit comes first; where it adds nothing, the
        match stays as it is. Raises `NoSuchMatch`, and what `step` raises.
        """
        record, head = self.record(match_id), self.head(match_id)
        for _ in range(TRIES):
            match = self.at(record, head)
            at = self.store.clocks.at(match_id)
            # A clone: `step` may be called again with the position as it was.
            progress = Progress.after(record, head, match.state.clone(), at, match.seats)
            step(match, progress)
            if not progress.told:
                return SubmissionResult(match, [])
            try:
                return SubmissionResult(
                    self._commit(progress, match.game, head, None), progress.told
                )
            except CommitConflict as moved:
                head = moved.head
        raise Unavailable("the match changes faster than this can be stored")

    # Owning.

    def delete(self, match_id: str) -> None:
        """Delete all of a match. Raises `NoSuchMatch`."""
        self.store.delete(self.store.record(match_id))
        log.info("match deleted", match=match_id)


def _same_request(earlier: EarlierRequest, idempotency: Idempotency) -> None:
    if earlier.fingerprint != idempotency.fingerprint:
        raise IdempotencyMismatch()


def open_matches(settings: Settings, announce: Announce | None = None) -> Matches:
    """The matches of the store that the settings name; connects on first use."""
    return Matches(Store(settings), Catalogue(settings.games_dir), announce)
