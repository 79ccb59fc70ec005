"""Earlier versions of a match: what it was then, and how far a seat may take its moves back.

The log is only appended to: going back is an entry of its own, and the versions that were gone back
over stay where they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from railhead.games.game import SPECTATOR, State
from railhead.games.random import Random
from railhead.service.errors import (
    CannotGoBack,
    Forbidden,
    MatchNotStarted,
    MatchOver,
    NoSuchVersion,
    SeatChanged,
    StaleVersion,
    TimeOver,
)
from railhead.service.matches.matches import Matches
from railhead.service.matches.progress import Progress
from railhead.service.model import MOVES, Event, Match, Record, Seat, Submitted

DEALS: Final = 24
"""In so many deals of what is hidden a move must have been legal, to have told nobody anything."""

AT_ONCE: Final = 64
"""How many entries of a log are read at once on the way back."""


@dataclass(frozen=True)
class Reach:
    """The versions that may be gone back to, the latest first, and why not further."""

    versions: Sequence[int]
    reason: str


class LookingBack:
    """The pasts of matches."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    def at(self, record: Record, now: Match, version: int) -> Match:
        """The match as it was at a version. Raises `NoSuchVersion`, `RulesChanged`."""
        if version > now.version:
            raise NoSuchVersion(version=now.version)
        return self.matches.match_at(record.id, version)

    def reach(self, match: Match, seat: int | None) -> Reach:
        """How far `seat` may go back, None for the owner."""
        record = match.record
        if match.status != "active":
            return Reach([], "nothing can be taken back in a match that is not being played")
        if record.undo == "off":
            return Reach([], "the match was made without taking back")
        if seat is None:
            if record.undo != "any":
                return Reach([], "only a seat may take back, and only its own moves")
            return Reach(range(match.version - 1, -1, -1), "this is the beginning")
        return self._own(match, seat)

    def _own(self, match: Match, seat: int) -> Reach:
        """How far back all entries are moves of the seat's own that told nobody anything."""
        own: list[Event] = []
        reason = "this is the beginning"
        for event in self._line(match.record.id, match.version):
            if event.kind not in MOVES:
                continue
            obstacle = _obstacle(event, seat)
            if obstacle is not None:
                reason = obstacle
                break
            own.append(event)
        versions: list[int] = []
        for event, before in zip(own, self._befores(match.record.id, own), strict=True):
            if _tells(event, match.record, before):
                return Reach(versions, "the move has shown something that was hidden")
            if event.kind == "action":
                versions.append(event.version - 1)
        return Reach(versions, reason)

    def _line(self, match_id: str, version: int) -> Iterator[Event]:
        """The entries that led to a version, the last one first, without what was taken back."""
        read: dict[int, Event] = {}
        while version > 0:
            if version not in read:
                entries = self.matches.store.log(match_id, max(0, version - AT_ONCE), version)
                read = {event.version: event for event in entries}
            event = read[version]
            yield event
            version = event.details["to"] if event.kind == "undo" else version - 1

    def _befores(self, match_id: str, moves: Sequence[Event]) -> list[State]:
        """The positions before each of the last moves of a line, the last one first."""
        if not moves:
            return []
        state = self.matches.match_at(match_id, moves[-1].version - 1).state
        befores: list[State] = []
        for event in reversed(moves):
            befores.append(state.clone())
            assert event.seat is not None
            state.apply(event.seat, state.parse(event.notation))
        return befores[::-1]

    def undo(self, match_id: str, holder: Seat | None, to: int, version: int) -> Submitted:
        """Go back to version `to` of a match that is at `version`, for a seat or the owner (None).

        Raises `NoSuchMatch`, `SeatChanged`, `MatchOver`, `MatchNotStarted`, `StaleVersion`,
        `TimeOver`, `LogFull`, `Forbidden`, `CannotGoBack`.
        """

        def step(match: Match, progress: Progress) -> None:
            if holder is not None and match.seats[holder.number] != holder:
                raise SeatChanged()
            if holder is not None and holder.kind != "human":
                raise SeatChanged("a bot plays this seat")
            if match.status == "over":
                raise MatchOver()
            if match.status == "open":
                raise MatchNotStarted()
            if match.version != version:
                raise StaleVersion(version=match.version)
            if holder is not None and self.matches.is_out_of_time(match, holder.number):
                raise TimeOver()
            self.matches.check_room(match.version)
            seat = None if holder is None else holder.number
            if seat is None and match.record.undo != "any":
                raise Forbidden("the owner may go back only in a match made with undo: any")
            reach = self.reach(match, seat)
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


def _owners_seats(match: Match) -> frozenset[int]:
    """The seats that the owner plays, or has the tokens of since the creation."""
    record = match.record
    return frozenset(
        seat.number
        for seat, first in zip(match.seats, record.seats, strict=True)
        if (seat.client is not None and seat.client == record.client)
        or (seat.token_hash is not None and seat.token_hash == first.token_hash)
    )


def _obstacle(event: Event, seat: int) -> str | None:
    """Why an entry cannot be taken back by `seat`, whatever it told; None where it can."""
    if event.kind == "chance":
        return "something was drawn"
    return None if event.seat == seat else f"seat {event.seat} has acted since"


def _tells(event: Event, record: Record, state: State) -> bool:
    """Whether a move may have told anybody what they did not know.

    Asked of spectators, who know what is public and no more, so that the answer tells nobody what
    is hidden; a seat that was shown more of the move than they were has learnt something.
    """
    ruleset = state.game.ruleset
    if not ruleset.hides:
        return False
    assert event.seat is not None
    seat, kind = event.seat, state.game.vocabulary.type_of(state.parse(event.notation))
    public = event.shown_to(SPECTATOR)
    others = (other for other in range(len(record.seats)) if other != seat)
    if (kind.secret and not event.seen) or any(event.shown_to(one) != public for one in others):
        return True
    random = Random(crc32(record.id.encode()), event.version)
    for _ in range(DEALS):
        dealt = state.clone()
        dealt.determinize(SPECTATOR, random)
        legal = dealt.legal_actions(seat)
        if public not in {dealt.observe(SPECTATOR, seat, action) for action in legal}:
            return True
    return False
