"""Who sits where: open seats, bots that stand in, and leaving.

Each is one entry of the log. A match with an open seat waits until it is taken.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from railhead.service.accounts.tokens import (
    hash_token,
    new_token,
    seat_of_client_or_owner,
    token_matches,
)
from railhead.service.core.absence import check_absent
from railhead.service.core.clocks import is_used_up
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.errors import (
    Forbidden,
    MatchOver,
    NoSuchMatch,
    NoSuchSeat,
    SeatChanged,
    SeatTaken,
    TimeOver,
)
from railhead.service.model import Client, Match, Record, Seat, seat_of_client


@dataclass(frozen=True)
class Seated:
    """A seat after a change: what is given away with it, in the clear, and the match."""

    seat: Seat
    match: Match
    token: str | None = None
    invitation: str | None = None


class Seating:
    """The seats of matches, and what may be done with them."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches

    def claim(
        self,
        match_id: str,
        number: int,
        invitation: str | None,
        name: str | None,
        client: Client | None,
        key: str | None = None,
    ) -> Seated:
        """Take an open seat, for a client or, without one, for whoever has the token that is made.

        With the same `key`, which no other caller may have, the token is given again for ten
        minutes. Raises `NoSuchMatch`, also where a private match is come to without the seat's
        invitation, `NoSuchSeat`, `SeatTaken`, `MatchOver`, and `Forbidden` where a public one wants
        an invitation, and for a client that holds another seat: its token could play only one.
        """
        record = self.matches.record(match_id)
        token: str | None = None
        if client is None:
            token = self._token(match_id, f"{match_id} {number} {invitation} {key}", key)
        else:
            # Before the seat says so, which lies elsewhere: a note too many is found out later, one
            # that is missing is not.
            self.matches.accounts.note([client.id], match_id)

        def take(seat: Seat) -> Seat:
            _check_claim(record, seat, number, invitation, client)
            return _claimed_seat(seat, name, client, token)

        try:
            done = self._take(match_id, number, take, client, token if key is not None else None)
        except NoSuchSeat:
            if self._knows(record, invitation, client):
                raise
            raise NoSuchMatch() from None
        except MatchOver:
            seat = self.matches.match(match_id).seats[number]
            # Who may not know of a private match is not told that it is over.
            _check_claim(record, seat, number, invitation, client)
            raise
        if client is not None:
            self.matches.accounts.tell([client.id])
        return replace(done, token=token)

    def _take(
        self,
        match_id: str,
        number: int,
        take: Callable[[Seat], Seat],
        client: Client | None,
        kept_token: str | None,
    ) -> Seated:
        """The seat once it is taken, be it by an earlier claim whose token was kept."""
        try:
            return self._change(match_id, number, take, claimant=client, needed=True)
        except SeatTaken:
            earlier = self._earlier_claim(match_id, number, kept_token)
            if earlier is None:
                raise
            return earlier

    def _earlier_claim(self, match_id: str, number: int, token: str | None) -> Seated | None:
        """The seat, where this very claim took it before and its answer was lost; else None."""
        if token is None:
            return None
        match = self.matches.match(match_id)
        seat = match.seats[number]
        return Seated(seat, match, token) if token_matches(token, seat.token_hash) else None

    def _token(self, match_id: str, kept: str, key: str | None) -> str:
        """A fresh token; with a key, the one that was kept under it before."""
        if key is None:
            return new_token()
        return self.matches.store.ttl_cache.keep_claim(match_id, hash_token(kept), new_token())

    def hand_to_bot(self, match_id: str, number: int, holder: Seat, level: str) -> Seated:
        """Let a bot play a seat for its holder: the seat as the holder knows it.

        Raises `NoSuchMatch`, `SeatChanged`, `Forbidden`, `MatchOver`.
        """

        def hand_to_bot(seat: Seat) -> Seat:
            _check_change(seat, holder)
            _check_level(seat, level)
            return replace(seat, kind="bot", level=level)

        return self._change(match_id, number, hand_to_bot)

    def fill(self, match_id: str, number: int, by: Seat | None, level: str) -> Seated:
        """Let a bot play a seat that nobody holds, or whose holder is absent, for the match's sake.

        `by` is the seat of the one who wants it, None for the owner, who alone need not wait where
        nobody holds the seat. A holder may take the seat back. Raises as above, `HolderNotAbsent`,
        `TimeOver`.
        """
        made: list[Seat] = []

        def step(match: Match, progress: Progress) -> None:
            seat = _seat_in(match, number)
            if match.status == "over":
                raise MatchOver()
            if by is not None:
                _check_may_speak(match, by)
            made[:] = [seat]
            if seat.kind == "bot" and seat.level == level:  # as asked for, perhaps a moment ago
                return
            held = seat.is_held and seat.kind != "open"
            if held or by is not None:
                check_absent(match, seat, self.matches.store.clocks.now(match_id))
            _check_level(seat, level)
            self._check_time(match, number)
            free = Seat(number, "bot", level, level)
            made[:] = [replace(seat, kind="bot", level=level) if held else free]
            if made[0] != seat:
                self.matches.check_log_space(match.version)
                progress.sit("seat", made[0], absent=held)

        match = self.matches.change(match_id, step).match
        return Seated(made[0], match)

    def resign(
        self, match_id: str, number: int, holder: Seat, level: str, play_on: bool = False
    ) -> Seated:
        """Give a seat up: a bot plays on for good, and the seat is ranked last. Raises as above.

        Where only bots are left the match is over with it, unless they shall `play_on`.
        """

        def give_up(seat: Seat) -> Seat:
            _check_change(seat, holder)
            _check_level(seat, level)
            return replace(seat, kind="bot", level=level, resigned=True)

        try:
            return self._change(match_id, number, give_up, play_on=play_on, needed=True)
        except MatchOver:
            # Asked for again, where the match was over with it and the answer was lost.
            match = self.matches.match(match_id)
            seat = _seat_in(match, number)
            if seat.resigned and seat == replace(holder, kind="bot", level=level, resigned=True):
                return Seated(seat, match)
            raise

    def take_back(self, match_id: str, number: int, holder: Seat) -> Seated:
        """Let the holder of a seat play again. Raises as above, `TimeOver`."""

        def back(seat: Seat) -> Seat:
            _check_change(seat, holder)
            if seat.resigned:
                raise Forbidden("the seat was given up for good")
            return replace(seat, kind="human", level=None)

        return self._change(match_id, number, back, takes_back=True)

    def leave(self, match_id: str, number: int, holder: Seat | None) -> Seated:
        """Open a seat to be claimed: the holder leaves, or the owner asks for an invitation.

        The owner gets a new invitation, and may ask for it as long as nobody holds the seat. Raises
        as above.
        """
        invitation = new_token()

        def vacate(seat: Seat) -> Seat:
            _check_change(seat, holder)
            if seat.resigned:
                raise Forbidden("the seat was given up for good")
            return Seat(number, "open", f"Seat {number}", invitation_hash=hash_token(invitation))

        done = self._change(match_id, number, vacate)
        return replace(done, invitation=invitation if holder is None else None)

    def _knows(self, record: Record, invitation: str | None, client: Client | None) -> bool:
        """Whether who would claim a seat knows the match: so it may be told which seats it has."""
        seats = self.matches.match(record.id).seats
        invited = invitation is not None and any(
            token_matches(invitation, seat.invitation_hash) for seat in seats
        )
        own = client is not None and seat_of_client_or_owner(record, seats, client.id) is not None
        return record.visibility == "public" or invited or own

    def _change(
        self,
        match_id: str,
        number: int,
        changed: Callable[[Seat], Seat],
        *,
        play_on: bool = False,
        takes_back: bool = False,
        claimant: Client | None = None,
        needed: bool = False,
    ) -> Seated:
        """Change a seat; where that is `needed` to come to an end, all of the log is for it."""
        made: list[Seat] = []

        def step(match: Match, progress: Progress) -> None:
            seat = _seat_in(match, number)
            if match.status == "over":
                raise MatchOver()
            made[:] = [changed(seat)]
            _check_claimant(match, claimant)
            self._check_time(match, number, takes_back=takes_back)
            if made[0] != seat:
                if not needed:
                    self.matches.check_log_space(match.version)
                progress.sit("seat", made[0], play_on=play_on)

        match = self.matches.change(match_id, step).match
        return Seated(made[0], match)

    def _check_time(self, match: Match, number: int, *, takes_back: bool = False) -> None:
        """Raises `TimeOver` where what happens when a seat's time is over comes first."""
        if match.record.clock is None:
            return
        if self.matches.is_out_of_time(match, number):
            raise TimeOver("the time of this seat is over")
        now = self.matches.store.clocks.now(match.record.id)
        if takes_back and is_used_up(match, number, now):
            raise TimeOver(
                "the time of this seat is used up: its bot plays on, and where each turn has its "
                "own time, the seat may be taken back after this turn"
            )


def _seat_in(match: Match, number: int) -> Seat:
    """Raises `NoSuchSeat`."""
    NoSuchSeat.check(number, len(match.seats))
    return match.seats[number]


def _check_may_speak(match: Match, by: Seat) -> None:
    """Raises `SeatChanged`, and `Forbidden` for who has given up: others play the match."""
    if match.seats[by.number] != by:
        raise SeatChanged()
    if by.resigned:
        raise Forbidden("who has given up changes no seat of others")


def _check_claim(
    record: Record, seat: Seat, number: int, invitation: str | None, client: Client | None
) -> None:
    """Raises `NoSuchMatch`, `SeatTaken`, `Forbidden` where the seat is not to be had."""
    invited = invitation is not None and token_matches(invitation, seat.invitation_hash)
    chosen = client is not None and seat.client == client.id
    public = record.visibility == "public"
    open_to_all = public and record.claims == "anybody"
    if seat.kind == "open" and (chosen or (seat.client is None and (invited or open_to_all))):
        return
    if not public and not (invited or chosen):
        raise NoSuchMatch()
    if seat.kind == "open" and seat.client is not None:
        raise SeatTaken("the seat is kept for another client")
    if seat.kind == "open":
        raise Forbidden("who claims a seat of this match needs its invitation")
    raise SeatTaken(f"seat {number} is taken")


def _claimed_seat(seat: Seat, name: str | None, client: Client | None, token: str | None) -> Seat:
    """An open seat once it is a client's or, without one, of whoever has the token."""
    return Seat(
        seat.number,
        "human",
        name or (client.name if client is not None else seat.name),
        token_hash=None if token is None else hash_token(token),
        client=None if client is None else client.id,
        invitation_hash=seat.invitation_hash,
    )


def _check_claimant(match: Match, claimant: Client | None) -> None:
    """Raises `Forbidden` where a client that claims a seat holds another one."""
    seat = None if claimant is None else seat_of_client(match.seats, claimant.id)
    if seat is not None and seat.kind != "open":
        raise Forbidden(f"the client holds seat {seat.number} already, and may hold one seat only")


def _check_change(seat: Seat, holder: Seat | None) -> None:
    """Raises `SeatChanged`, `Forbidden`."""
    if holder is None:
        if seat.is_held and seat.kind != "open":
            raise Forbidden("somebody holds the seat; only the holder's token changes it")
    elif seat != holder:
        raise SeatChanged()


def _check_level(seat: Seat, level: str) -> None:
    """Raises `Forbidden` where another bot would play on for who has given up."""
    if seat.resigned and seat.level != level:
        raise Forbidden("the seat was given up for good: its bot plays on as it is")
