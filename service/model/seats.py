"""Seats, who holds them, and their time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Account:
    """The time of one seat, in milliseconds: what it was granted so far and what it has used.

    `since` is when it began to run, on the clock that `Clocks.now` reads; 0: it stands. Where a bot
    plays for the holder (`by_bot`) what runs counts only if the holder takes that turn back.
    """

    granted: int
    used: int = 0
    since: int = 0
    by_bot: bool = False

    @property
    def remaining(self) -> int:
        """What is left, or was at `since`; below 0 where more was used than granted."""
        return self.granted - self.used

    @property
    def runs(self) -> bool:
        """Whether it runs, so that it may run out."""
        return self.since > 0 and not self.by_bot

    def running_time(self, now: int) -> int:
        """How long it has run at `now`; never less than nothing, whatever became of the clock."""
        return max(0, now - self.since) if self.since else 0


Times = Mapping[int, Account]
"""The accounts of time by seat; empty until the match begins."""

Since = Mapping[int, int]
"""By seat since when it has been waited for, in milliseconds of the epoch by the store's clock."""

OWNER: Final = -4
"""What the owner token opens, where a seat's token opens its number."""


@dataclass(frozen=True)
class Seat:
    """One seat: `kind` is `human`, `bot` or `open`; a bot has a `level`; tokens are kept as hashes.

    `token_hash` or `client`, the id of one, tells who holds the seat; a bot may play for a holder.
    Who comes with the invitation may claim an open seat, in a public match anybody, as its `claims`
    say. The bot of a `resigned` seat plays on for good, and the seat is ranked behind all that were
    not given up.
    """

    number: int
    kind: str
    name: str
    level: str | None = None
    token_hash: str | None = None
    client: str | None = None
    invitation_hash: str | None = None
    resigned: bool = False

    @property
    def is_held(self) -> bool:
        """Whether somebody holds the seat."""
        return self.token_hash is not None or self.client is not None


def seat_of_client(seats: Sequence[Seat], client_id: str) -> Seat | None:
    """The seat that a client holds, else one that is kept for it, None where there is neither."""
    own = [seat for seat in seats if seat.client == client_id]
    return min(own, key=lambda seat: seat.kind == "open", default=None)


def is_somebody(seat: Seat) -> bool:
    """Whether a person, or another client, has a seat or may take it."""
    return not seat.resigned and (seat.kind != "bot" or seat.is_held)


def bots(seats: Sequence[Seat], opened: Mapping[int, int]) -> Sequence[int]:
    """The seats of bots with an open decision."""
    return [seat for seat in opened if seats[seat].kind == "bot"]
