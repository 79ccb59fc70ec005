"""Matches: creating, reading, deciding, waiting. The API and the workers use nothing else."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

import structlog

from games.game import Game, IllegalAction, NotationError, Setup, State
from games.options import InvalidOption, complete
from games.registry import Catalogue, rulesets
from service.errors import (
    IdempotencyMismatch,
    IllegalMove,
    InvalidOptions,
    InvalidSeats,
    MatchNotStarted,
    MatchOver,
    MatchWentBack,
    NotYourTurn,
    RulesChanged,
    SeatChanged,
    StaleVersion,
    Unavailable,
    UnknownGame,
    VersionRequired,
)
from service.matches import chance
from service.matches.accounts import Accounts
from service.matches.changes import Changes
from service.matches.creation import new_record, now
from service.matches.progress import Progress, replayed
from service.matches.recently_used import RecentlyUsed
from service.matches.retelling import Tellings
from service.matches.telling import to_the_second
from service.matches.tokens import drawn
from service.model import (
    Created,
    Earlier,
    Event,
    Head,
    Idempotency,
    Listed,
    Match,
    NewMatch,
    Page,
    Record,
    Seat,
    Submitted,
    Tokens,
    acting_bots,
    clients_of,
    seats_of,
)
from service.settings import Settings
from service.store.store import Commit, Moved, Repeated, Store

log = structlog.get_logger()

TRIES: Final = 20
"""How often a commit that others came before is tried again; each of them is another seat's."""

REMEMBERED_HEADS: Final = 4096
REMEMBERED_POSITIONS: Final = 1024
NONCE_BYTES: Final = 9
_OUTDATED: Final = (
    SeatChanged,
    MatchNotStarted,
    MatchOver,
    NotYourTurn,
    VersionRequired,
    MatchWentBack,
    StaleVersion,
    IllegalMove,
)
"""What a remembered head may refuse although the true one would not."""

Announce = Callable[[str, int], None]


class Matches:
    """All matches of one store.

    `announce` is called with id and version after each commit that leaves a bot to act.
    """

    def __init__(
        self, store: Store, catalogue: Catalogue, announce: Announce | None = None
    ) -> None:
        self.store = store
        self.catalogue = catalogue
        self.announce = announce
        self.accounts = Accounts(store)
        self.changes = Changes(store.subscribed)
        self._games: dict[tuple[str, str], Game] = {}
        self._heads: RecentlyUsed[str, Head] = RecentlyUsed(REMEMBERED_HEADS)
        self._positions: RecentlyUsed[tuple[str, str], State] = RecentlyUsed(REMEMBERED_POSITIONS)
        self.tellings = Tellings(store, self.game)

    def close(self) -> None:
        """Close the connections to the store; the next use opens them again."""
        self.changes.close()
        self.store.close()

    # Creating.

    def create(self, new: NewMatch, idempotency: Idempotency | None = None) -> Created:
        """A new match, with all that follows from its set-up without a decision.

        Raises `UnknownGame`, `InvalidOptions`, `InvalidSeats`, `IdempotencyMismatch`. The same
        idempotency key gives the match it made, with its tokens for ten minutes (without any
        thereafter).
        """
        earlier = self.created_before(idempotency)
        if earlier is not None:
            return earlier
        game, setup = self.set_up(new)
        match_id = self.store.new_match_id(idempotency)
        tokens = drawn(new)
        record = new_record(match_id, new, game, game.start(setup), dict(setup), tokens)
        progress = Progress.opening(record, game.load(record.opening))
        progress.settle()
        return self.begin(progress, game, tokens, idempotency)

    def begin(
        self, progress: Progress, game: Game, tokens: Tokens, idempotency: Idempotency | None
    ) -> Created:
        """Keep a new match. Raises `IdempotencyMismatch`."""
        record = progress.record
        self.store.keep_data(record.id, game.data_hash, game.data)
        if idempotency is not None:
            self.store.keep_tokens(record.id, tokens.to_json())
        theirs = clients_of(record)
        self.accounts.note(theirs, record.id)
        try:
            match = self._commit(progress, game, None, idempotency)
        except Repeated as repeated:
            assert idempotency is not None
            return self._created_before(repeated.earlier, idempotency)
        self.accounts.tell(theirs)
        log.info("match created", match=record.id, game=record.game, seats=len(record.seats))
        return Created(match, tokens)

    def set_up(self, new: NewMatch) -> tuple[Game, Setup]:
        """The chosen game and a set-up.

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
            game = self.catalogue.game(ruleset, options)
            return game, game.draw_setup(len(new.seats), options, chance.source(new.seed, 0))
        except InvalidOption as error:
            field = f"options.{error.option}"
            raise InvalidOptions(errors=[{"field": field, "problem": error.problem}]) from error

    def created_before(self, idempotency: Idempotency | None) -> Created | None:
        """What a creation with this key has made. Raises `IdempotencyMismatch`."""
        earlier = None if idempotency is None else self.store.earlier(idempotency)
        if earlier is None or idempotency is None:
            return None
        return self._created_before(earlier, idempotency)

    def _created_before(self, earlier: Earlier, idempotency: Idempotency) -> Created:
        _same_request(earlier, idempotency)
        tokens = Tokens.from_json(self.store.kept_tokens(earlier.match_id))
        return Created(self.match_at(earlier.match_id, earlier.last), tokens)

    # Reading.

    def match(self, match_id: str) -> Match:
        """The match as it stands. Raises `NoSuchMatch`, `RulesChanged`."""
        head = self.head(match_id)
        return self.at(self.record(match_id), head)

    def remembered(self, match_id: str) -> Head | None:
        """What the match was when this process last saw it."""
        return self._heads.get(match_id)

    def record(self, match_id: str) -> Record:
        """The creation record, from memory where it was read before. Raises `NoSuchMatch`."""
        return self.store.record(match_id)

    def head(self, match_id: str) -> Head:
        """What the match is now, without building its position. Raises `NoSuchMatch`."""
        return self._now(match_id)[0]

    def _now(self, match_id: str) -> tuple[Head, bool]:
        """The head as it is stored, and whether the store is found to have gone back behind what
        this process has seen of the match. Raises `NoSuchMatch`.
        """
        seen = self._heads.get(match_id)
        head = self.store.head(match_id)  # asked for after what was seen, which was stored by then
        self._heads.keep(match_id, head)
        if seen is None or not is_lost(seen, head):
            return head, False
        log.error("the store went back", match=match_id, seen=seen.mark, now=head.mark)
        self.tellings.forget(match_id)
        return head, True

    def at(self, record: Record, head: Head) -> Match:
        """The match of this record as `head` says it is. Raises `RulesChanged`."""
        game = self.game(record)
        return _match(record, game, self._position(record, head, game), head)

    def _position(self, record: Record, head: Head, game: Game) -> State:
        """The position of `head`, for the caller to keep."""
        key = (record.id, head.mark)
        kept = self._positions.get(key)
        if kept is None:
            try:
                kept = game.load(head.position)
            except ValueError as error:
                raise RulesChanged(str(error)) from error
            self._positions.keep(key, kept)
        return kept.clone()

    def game(self, record: Record) -> Game:
        """The game over the data the match was created with. Raises `RulesChanged`."""
        key = (record.game, record.data_hash)
        game = self._games.get(key)
        if game is None:
            game = self._games[key] = self._built(record)
        return game

    def _built(self, record: Record) -> Game:
        ruleset = rulesets().get(record.game)
        data = self.store.data(record.id, record.data_hash)
        if ruleset is None or data is None:
            raise RulesChanged(f"the game {record.game!r} or its data is not here")
        source = f"data set {record.data_hash}"
        try:
            return self.catalogue.bind(ruleset, data, dict.fromkeys(data, source))
        except ValueError as error:
            raise RulesChanged(str(error)) from error

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        """The log from the version after `after` on, oldest first. Raises `NoSuchMatch`."""
        self.store.head(match_id)
        return self.store.log(match_id, after)

    def replay(self, match_id: str) -> State:
        """The position that the log leads to from the opening; equals the stored one.

        Raises `NoSuchMatch`, and `RulesChanged` for a match of another version of the rules.
        """
        return self._replayed(self.store.record(match_id), self.store.log(match_id)).state

    def _replayed(self, record: Record, events: list[Event]) -> Progress:
        game = self.game(record)
        if record.rules_version != game.ruleset.version:
            raise RulesChanged(f"recorded under version {record.rules_version} of the rules")
        return replayed(Progress.opening(record, game.load(record.opening)), events)

    def match_at(self, match_id: str, version: int) -> Match:
        """The match as it was at `version`."""
        match = self.match(match_id)
        if match.version == version:
            return match
        record = match.record
        progress = self._replayed(record, self.store.log(match_id, until=version))
        head = replace(_head(progress), updated_at=match.updated_at)
        return _match(record, match.game, progress.state, head)

    def listed(self, game: str | None, status: str | None, cursor: str | None, limit: int) -> Page:
        """A page of public matches, newest first, of a game and status where those are given.

        `cursor` is that of the page before. Matches of other rules are there too, as not playable.
        """
        rows, following = self.store.listed(game or "", status or "", cursor, limit)
        return Page([Listed(*row, self._is_playable(*row)) for row in rows], following)

    def _is_playable(self, record: Record, head: Head) -> bool:
        try:
            self.at(record, head)
        except RulesChanged:
            return False
        return True

    def wait(self, match_id: str, version: int, seconds: float) -> int | None:
        """The version as soon as it is above `version`; None where that takes over `seconds`.

        Raises `NoSuchMatch`, also when the match is deleted meanwhile, and `MatchWentBack`.
        """
        until = time.monotonic() + seconds
        with self.changes.of(match_id) as changed:
            while True:
                changed.clear()
                head = self.head(match_id)
                if head.version > version:
                    return head.version
                if head.version < version:
                    raise MatchWentBack(version=head.version)
                left = until - time.monotonic()
                if left <= 0 or not changed.wait(left):
                    return None

    # Deciding.

    def submit(
        self,
        match_id: str,
        seat: int,
        notation: str,
        version: int | None,
        idempotency: Idempotency | None = None,
        holder: Seat | None = None,
    ) -> Submitted:
        """Carry out an action of `seat`, with the chance and forced moves that follow from it.

        `version` is the one the decision was read at; the action is taken where this decision is
        still the same and, where `holder` is given, the seat is still held so. Raises, in this
        order, `NoSuchMatch`, `IdempotencyMismatch`, `SeatChanged`, `MatchOver`, `NotYourTurn`,
        `VersionRequired`, `MatchWentBack`, `StaleVersion`, `IllegalMove`.
        """
        asked = (seat, notation, version, idempotency, holder)
        record = self.store.record(match_id)
        remembered = self._heads.get(match_id)
        if remembered is not None:
            try:
                return self._decided(record, remembered, *asked)
            except (Moved, *_OUTDATED):
                log.debug("the remembered head does not serve", match=match_id)
        head, gone_back = self._now(match_id)
        if idempotency is not None:  # asked after the head: whoever moved it has left the record
            earlier = self.store.earlier(idempotency, match_id)
            if earlier is not None:
                return self._submitted_before(match_id, earlier, idempotency)
        if gone_back:  # whoever decides on what this process has shown may not know it yet
            raise MatchWentBack(version=head.version)
        for _ in range(TRIES):
            try:
                return self._decided(record, head, *asked)
            except Moved as moved:
                head = moved.head
        raise Unavailable("the match changes faster than this action can be stored")

    def _decided(
        self,
        record: Record,
        head: Head,
        seat: int,
        notation: str,
        version: int | None,
        idempotency: Idempotency | None,
        holder: Seat | None,
    ) -> Submitted:
        """Carry out an action on the match as `head` says it is. Raises `Moved` where it is not.

        A head remembered from earlier will do: the commit compares it with the true one.
        """
        if holder is not None and seats_of(record, head)[seat] != holder:
            raise SeatChanged()
        match = self.at(record, head)
        progress = Progress.after(record, head, match.state)
        progress.decide(seat, _checked(match, seat, notation, version))
        try:
            committed = self._commit(progress, match.game, head, idempotency)
        except Repeated as repeated:
            assert idempotency is not None
            return self._submitted_before(record.id, repeated.earlier, idempotency)
        return Submitted(committed, progress.told)

    def _commit(
        self, progress: Progress, game: Game, expected: Head | None, idempotency: Idempotency | None
    ) -> Match:
        record, head = progress.record, _head(progress)
        progress.committed(to_the_second(head.updated_at))
        keyed = None
        if idempotency is not None:
            first = 0 if expected is None else expected.version + 1
            earlier = Earlier(idempotency.fingerprint, first, head.version, record.id)
            keyed = (idempotency, earlier)
        self.store.commit(Commit(record, expected, head, progress.events, keyed))
        self._heads.keep(record.id, head)
        self._positions.keep((record.id, head.mark), progress.state.clone())
        if self.announce is not None and acting_bots(record, head):
            self.announce(record.id, head.version)
        return _match(record, game, progress.state, head)

    def _submitted_before(
        self, match_id: str, earlier: Earlier, idempotency: Idempotency
    ) -> Submitted:
        _same_request(earlier, idempotency)
        told = self.tellings.of(self.record(match_id), earlier.first - 1, earlier.last)
        return Submitted(self.match_at(match_id, earlier.last), told)

    def change(self, match_id: str, step: Callable[[Match, Progress], None]) -> Submitted:
        """Let `step` add entries to a match that are no decisions, and keep what comes of it.

        `step` may be called again where another commit comes first. Raises `NoSuchMatch`, and what
        `step` raises.
        """
        record, head = self.record(match_id), self.head(match_id)
        for _ in range(TRIES):
            match = self.at(record, head)
            progress = Progress.after(record, head, match.state.clone())
            step(match, progress)
            try:
                return Submitted(self._commit(progress, match.game, head, None), progress.told)
            except Moved as moved:
                head = moved.head
        raise Unavailable("the match changes faster than this can be stored")

    # Owning.

    def delete(self, match_id: str) -> None:
        """Delete all of a match. Raises `NoSuchMatch`."""
        self.store.delete(self.store.record(match_id))
        log.info("match deleted", match=match_id)


def _checked(match: Match, seat: int, notation: str, version: int | None) -> int:
    """The packed action, where `seat` may do it now."""
    if match.status == "over":
        raise MatchOver()
    if match.status == "open":
        raise MatchNotStarted()
    if seat not in match.opened:
        raise NotYourTurn(to_act=list(match.to_act))
    if version is None:
        raise VersionRequired()
    if version > match.version:
        raise MatchWentBack(version=match.version)
    if version < match.opened[seat]:
        raise StaleVersion(version=match.version, opened=match.opened[seat])
    try:
        action = match.state.parse(notation)
        if action not in match.state.legal_actions(seat):
            raise IllegalAction(match.state.explain(seat, action))
    except (NotationError, IllegalAction) as error:
        raise IllegalMove(str(error)) from error
    return action


def is_lost(seen: Head, now: Head) -> bool:
    """Whether the match has been at `seen` and cannot have gone on from there to `now`."""
    return now.version < seen.version or (now.version == seen.version and now.nonce != seen.nonce)


def _match(record: Record, game: Game, state: State, head: Head) -> Match:
    return Match(
        record=record,
        seats=seats_of(record, head),
        game=game,
        state=state,
        version=head.version,
        status=head.status,
        to_act=sorted(head.opened),
        opened=head.opened,
        updated_at=head.updated_at,
    )


def _head(progress: Progress) -> Head:
    return Head(
        version=progress.version,
        nonce=secrets.token_urlsafe(NONCE_BYTES),
        status=progress.status,
        draws=progress.draws,
        opened=progress.opened,
        updated_at=now(),
        position=progress.state.save(),
        seats=None if progress.seats is progress.record.seats else tuple(progress.seats),
    )


def _same_request(earlier: Earlier, idempotency: Idempotency) -> None:
    if earlier.fingerprint != idempotency.fingerprint:
        raise IdempotencyMismatch()


def open_matches(settings: Settings, announce: Announce | None = None) -> Matches:
    """The matches of the store that the settings name; connects on first use."""
    return Matches(Store(settings), Catalogue(settings.games_dir), announce)
