"""Matches as they are kept: reading them, now and earlier, and waiting for them to change."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import structlog

from railhead.games.game import Game, State
from railhead.games.recently_used import RecentlyUsed
from railhead.games.registry import KEPT_GAMES, Catalogue, rulesets
from railhead.service.core import absence
from railhead.service.core.change_notifier import ChangeNotifier
from railhead.service.core.event_rendering import EventRenderer
from railhead.service.core.past_positions import PastPositions
from railhead.service.core.progress import Progress, head_of, replay
from railhead.service.errors import LogFull, MatchDamaged, MatchWentBack, RulesChanged
from railhead.service.model import (
    Event,
    Halted,
    Head,
    ListedMatch,
    Match,
    MatchListing,
    Record,
    Seat,
    acting_bots,
    seats_of,
)
from railhead.service.store.store import Store

log = structlog.get_logger()

LATEST: Final = 24
"""How many entries of the log are the latest ones: a turn has fewer."""

CACHED_HEADS: Final = 4096
CACHED_POSITIONS: Final = 1024


class MatchCache:
    """The matches of one store, to be read."""

    def __init__(self, store: Store, catalogue: Catalogue) -> None:
        self.store = store
        self.catalogue = catalogue
        self.changes = ChangeNotifier(store.subscribe)
        self._games: RecentlyUsed[tuple[str, str], Game] = RecentlyUsed(KEPT_GAMES)
        self._heads: RecentlyUsed[str, Head] = RecentlyUsed(CACHED_HEADS)
        self._positions: RecentlyUsed[str, tuple[str, State]] = RecentlyUsed(CACHED_POSITIONS)
        """By match the position that it was last known in, with the mark of its head."""
        self.past_positions = PastPositions(store, self.game)
        self.event_renderer = EventRenderer(store, self.game, self.past_positions)

    def close(self) -> None:
        """Close the connections to the store; the next use opens them again."""
        self.changes.close()
        self.store.close()

    def match(self, match_id: str) -> Match:
        """The match as it stands. Raises `NoSuchMatch`, `RulesChanged`."""
        head = self.head(match_id)
        return self.at(self.record(match_id), head)

    def cached_head(self, match_id: str) -> Head | None:
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
        # Also where it is older than what was seen: the store is right, whatever we know.
        self._heads.keep(match_id, head)
        if seen is None or not is_lost(seen, head):
            return head, False
        log.error("the store went back", match=match_id, seen=seen.mark, now=head.mark)
        self.event_renderer.forget(match_id)
        return head, True

    def at(self, record: Record, head: Head) -> Match:
        """The match of this record as `head` says it is. Raises `RulesChanged`."""
        game = self.game(record)
        match = match_of(record, game, self._position(record, head, game), head)
        match.stood = self.clock_pause(record)
        return match

    def check_log_space(self, version: int, *, to_play: bool = False) -> None:
        """Raises `LogFull` where a log of this length has no room for what need not be.

        Where it is to be played on, all of it is to be had.
        """
        limit = self.store.settings.log_entries
        # The last tenth is left for playing to the end.
        if version >= (limit if to_play else limit - limit // 10):
            raise LogFull(f"a log has {limit} entries at most", limit=limit)

    def clock_pause(self, record: Record) -> int:
        """For how many milliseconds no clock of a match ran, where anybody is told its times."""
        if record.clock is None and record.absent_after is None:
            return 0
        return self.store.clocks.paused_milliseconds(record.id)

    def _position(self, record: Record, head: Head, game: Game) -> State:
        """The position of `head`, for the caller to keep."""
        mark, kept = head.mark, self._positions.get(record.id)
        if kept is not None and kept[0] == mark:
            # A copy, as moves change it in place; it was kept by a mark and not by a version, at
            # which a store that went back has another position.
            return kept[1].clone()
        try:
            position = game.load(head.position)
        except ValueError as error:
            raise RulesChanged(str(error)) from error
        except Exception as error:  # whatever damaged bytes may do to a game
            raise MatchDamaged("the position of the match cannot be read") from error
        self._positions.keep(record.id, (mark, position))
        return position.clone()

    def game(self, record: Record) -> Game:
        """The game over the data the match was created with. Raises `RulesChanged`."""
        key = (record.game, record.data_hash)
        game = self._games.get(key)
        if game is None:
            game = self._bind_game(record)
            self._games.keep(key, game)
        return game

    def _bind_game(self, record: Record) -> Game:
        ruleset = rulesets().get(record.game)
        data = self.store.data_sets.find(record.id, record.data_hash)
        if ruleset is None or data is None:
            raise RulesChanged(f"the game {record.game!r} or its data is not here")
        source = f"data set {record.data_hash}"
        try:
            return self.catalogue.bind(ruleset, data, dict.fromkeys(data, source))
        except ValueError as error:
            raise RulesChanged(str(error)) from error

    def absent_seats(self, record: Record, now: Head | Match) -> tuple[int, ...]:
        """The seats of a match whose holders are absent at this moment."""
        absent_from = absence.absent_from(record, now.waited_since)
        if not absent_from:
            return ()
        moment = self.store.clocks.approximate_now(record.id)
        return tuple(sorted(seat for seat, at in absent_from.items() if at <= moment))

    def halt_of(self, record: Record, head: Head) -> Halted | None:
        """Why the bots of a match, which are to act, do not."""
        if head.status != "active" or not acting_bots(record, head):
            return None
        return self.store.halted_turns.of(record.id)

    def events(self, match_id: str, after: int = 0) -> list[Event]:
        """The log from the version after `after` on, oldest first. Raises `NoSuchMatch`."""
        # For its `NoSuchMatch`: the record may be known of a match that is gone.
        self.store.head(match_id)
        return self.store.log(match_id, after)

    def latest_events(self, match_id: str, version: int) -> list[Event]:
        """The last entries of the log at `version`, oldest first; none of a match that is gone."""
        return self.store.log(match_id, max(0, version - LATEST), version)

    def replay(self, match_id: str) -> State:
        """The position that the log leads to from the opening; equals the stored one.

        Raises `NoSuchMatch`, and `RulesChanged` for a match of another version of the rules.
        """
        return self._replay(self.store.record(match_id), self.store.log(match_id)).state

    def _replay(self, record: Record, events: list[Event]) -> Progress:
        game = self.game(record)
        if record.rules_version != game.ruleset.version:
            raise RulesChanged(f"recorded under version {record.rules_version} of the rules")
        return replay(Progress.initial(record, game.load(record.opening)), events)

    def match_at(self, match_id: str, version: int) -> Match:
        """The match as it was at `version`. Raises `NoSuchMatch`, `RulesChanged`."""
        record, now = self.record(match_id), self.head(match_id)
        if now.version == version:
            return self.at(record, now)
        progress = self.past_positions.at(record, now.mark, version)
        head = replace(head_of(progress), updated_at=now.updated_at)
        match = match_of(record, self.game(record), progress.state, head)
        match.stood = self.clock_pause(record)
        return match

    def list_matches(
        self, game: str | None, status: str | None, cursor: str | None, limit: int
    ) -> MatchListing:
        """A page of public matches, newest first, of a game and status where those are given.

        `cursor` is that of the page before. Matches of other rules are there too, as not playable.
        """
        rows, following = self.store.public_matches.page(game or "", status or "", cursor, limit)
        return MatchListing([ListedMatch(*row, self._is_playable(*row)) for row in rows], following)

    def _is_playable(self, record: Record, head: Head) -> bool:
        try:
            self.at(record, head)
        except (RulesChanged, MatchDamaged):
            return False
        return True

    def wait(self, match_id: str, version: int, seconds: float) -> int | None:
        """The version as soon as it is above `version`; None where that takes over `seconds`.

        Raises `NoSuchMatch`, also when the match is deleted meanwhile, and `MatchWentBack`.
        """
        until = time.monotonic() + seconds
        with self.changes.subscribe(match_id) as changed:
            while True:
                # Before the head is read, so that no change after that is missed.
                changed.clear()
                head = self.head(match_id)
                if head.version > version:
                    return head.version
                if head.version < version:
                    raise MatchWentBack(version=head.version)
                left = until - time.monotonic()
                if left <= 0 or not changed.wait(left):
                    return None


def is_lost(seen: Head, now: Head) -> bool:
    """Whether the match has been at `seen` and cannot have gone on from there to `now`."""
    return now.version < seen.version or (now.version == seen.version and now.nonce != seen.nonce)


def match_of(
    record: Record, game: Game, state: State, head: Head, seats: Sequence[Seat] | None = None
) -> Match:
    """The match of this record, in this position, as `head` says it is; `seats` where known."""
    return Match(
        record=record,
        seats=seats_of(record, head) if seats is None else seats,
        game=game,
        state=state,
        version=head.version,
        status=head.status,
        to_act=sorted(head.opened),
        opened=head.opened,
        updated_at=head.updated_at,
        times=head.times,
        waited_since=head.waited_since,
    )
