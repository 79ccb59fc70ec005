"""Earlier versions of a match: what it was then, and how far a seat may take its moves back.

The log is only appended to: going back is an entry of its own, and the versions that were gone back
over stay where they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, overload

from railhead.service.core.action_check import check_player
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.errors import (
    CannotGoBack,
    Forbidden,
    MatchNotStarted,
    MatchOver,
    NoSuchMatch,
    NoSuchVersion,
    SeatChanged,
    StaleVersion,
    TimeOver,
)
from railhead.service.history.undo_rule import UndoHistory, UndoLimit
from railhead.service.model import Account, Event, Match, Record, Seat, SubmissionResult, Times
from railhead.service.store.store import Store

AT_ONCE: Final = 64
"""How many entries of a log are read at once on the way back."""


class PastVersions:
    """The pasts of matches."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    def at(self, record: Record, now: Match, version: int) -> Match:
        """The match as it was at a version, the same whenever one asks.

        Its clocks stand, at what was left once the commit was made that led to it. Raises
        `NoSuchVersion`, `RulesChanged`.
        """
        if version > now.version:
            raise NoSuchVersion(version=now.version)
        then = self.matches.match_at(record.id, version)
        return replace(
            then,
            times=self._times_at(record, version),
            waited_since=None,
            updated_at=self._made_at(record, version) or now.updated_at,
        )

    def _times_at(self, record: Record, version: int) -> Times | None:
        """The accounts of time at a version, standing; None where the log does not say them."""
        if record.clock is None:
            return None
        times = self.matches.store.times_at(record.id, version)
        return times and {seat: Account(one.granted, one.used) for seat, one in times.items()}

    def _made_at(self, record: Record, version: int) -> str | None:
        """When a version was made; None where the log does not say it."""
        if version == 0:
            return record.created_at
        return next(
            (one.at for one in self.matches.store.log(record.id, version - 1, version)), None
        )

    def undo_limit(self, match: Match, seat: int | None) -> UndoLimit:
        """How far `seat` may go back, None for the owner."""
        match_id = match.record.id
        past = UndoHistory(
            match.record,
            [] if seat is None else _Log(self.matches.store, match_id, match.version),
            lambda version: self.matches.match_at(match_id, version).state,
        )
        return past.limit(match.status, match.version, seat)

    def undo(self, match_id: str, holder: Seat | None, to: int, version: int) -> SubmissionResult:
        """Go back to version `to` of a match that is at `version`, for a seat or the owner (None).

        Raises `NoSuchMatch`, `SeatChanged`, `MatchOver`, `MatchNotStarted`, `StaleVersion`,
        `TimeOver`, `LogFull`, `Forbidden`, `CannotGoBack`.
        """

        def step(match: Match, progress: Progress) -> None:
            if holder is not None and match.seats[holder.number] != holder:
                raise SeatChanged()
            if holder is not None:
                check_player(holder)
            if match.status == "over":
                raise MatchOver()
            if match.status == "open":
                raise MatchNotStarted()
            if match.version != version:
                raise StaleVersion(version=match.version)
            if holder is not None and self.matches.is_out_of_time(match, holder.number):
                raise TimeOver()
            self.matches.check_log_space(match.version)
            seat = None if holder is None else holder.number
            if seat is None and match.record.undo != "any":
                raise Forbidden("the owner may go back only in a match made with undo: any")
            reach = self.undo_limit(match, seat)
            if to not in reach.versions:
                earliest = min(reach.versions, default=match.version)
                raise CannotGoBack(reach.reason, earliest=earliest, versions=list(reach.versions))
            state = self.matches.match_at(match_id, to).state
            times = None
            if match.record.clock is not None:
                times = self.matches.store.times_at(match_id, to)
            by = _owners_seats(match) if seat is None else frozenset([seat])
            progress.go_back(seat, to, state, by, times)

        return self.matches.change(match_id, step)


class _Log(Sequence[Event]):
    """The log of a match of so many entries, of which only the parts that are looked at are read.

    Raises `NoSuchMatch` for one that is gone.
    """

    def __init__(self, store: Store, match_id: str, entries: int) -> None:
        self._store = store
        self._match_id = match_id
        self._entries = entries
        self._read: dict[int, Event] = {}

    def __len__(self) -> int:
        return self._entries

    @overload
    def __getitem__(self, at: int) -> Event: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Event]: ...

    def __getitem__(self, at: int | slice) -> Event | Sequence[Event]:
        """The entry that led to version `at + 1`, those before it read with it."""
        if isinstance(at, slice):
            return [self[number] for number in range(*at.indices(len(self)))]
        if at not in self._read:
            part = self._store.log(self._match_id, max(0, at + 1 - AT_ONCE), at + 1)
            self._read = {event.version - 1: event for event in part}
        if at not in self._read:
            raise NoSuchMatch()
        return self._read[at]


def _owners_seats(match: Match) -> frozenset[int]:
    """The seats that the owner plays, or has the tokens of since the creation.

    Who claimed a seat, of this match or of one that it follows, came with the seat's invitation.
    """
    owner = match.record.client
    return frozenset(
        seat.number
        for seat in match.seats
        if (seat.client is not None and seat.client == owner)
        or (seat.token_hash is not None and seat.invitation_hash is None)
    )
