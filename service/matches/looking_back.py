"""Earlier versions of a match: what it was then, and how far a seat may take its moves back.

The log is only appended to: going back is an entry of its own, and the versions that were gone back
over stay where they are.
"""

from __future__ import annotations

from railhead.service.errors import (
    CannotGoBack,
    Forbidden,
    MatchNotStarted,
    MatchOver,
    NoSuchVersion,
    SeatChanged,
    StaleVersion,
)
from railhead.service.matches.matches import Matches
from railhead.service.matches.progress import Progress
from railhead.service.matches.taking_back import Past, Reach
from railhead.service.model import Match, Record, Seat, Submitted


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
        match_id = match.record.id
        past = Past(
            match.record,
            [] if seat is None else self.matches.events(match_id),
            lambda version: self.matches.match_at(match_id, version).state,
        )
        return past.reach(match.status, match.version, seat)

    def undo(self, match_id: str, holder: Seat | None, to: int, version: int) -> Submitted:
        """Go back to version `to` of a match that is at `version`, for a seat or the owner (None).

        Raises `NoSuchMatch`, `SeatChanged`, `MatchOver`, `MatchNotStarted`, `StaleVersion`,
        `Forbidden`, `CannotGoBack`.
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
            seat = None if holder is None else holder.number
            if seat is None and match.record.undo != "any":
                raise Forbidden("the owner may go back only in a match made with undo: any")
            reach = self.reach(match, seat)
            if to not in reach.versions:
                earliest = min(reach.versions, default=match.version)
                raise CannotGoBack(reach.reason, earliest=earliest, versions=list(reach.versions))
            state = self.matches.match_at(match_id, to).state
            progress.go_back(seat, to, state)

        return self.matches.change(match_id, step)
