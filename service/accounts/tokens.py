"""The tokens that open a match and its seats; its record and head have only their hashes."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from railhead.games.game import SPECTATOR
from railhead.service.model import OWNER, MatchTokens, NewMatch, Record, Seat, seat_of_client

TOKEN_BYTES: Final = 24


def new_token() -> str:
    """A bearer token that nobody can guess, and that no command line takes for an option."""
    while True:
        token = secrets.token_urlsafe(TOKEN_BYTES)
        if not token.startswith("-"):
            return token


def hash_token(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def token_matches(token: str, kept: str | None) -> bool:
    """Whether a token is the one of which this is kept; takes the same time whether or not."""
    return _hash_matches(hash_token(token), kept)


def _hash_matches(given: str, kept: str | None) -> bool:
    return kept is not None and hmac.compare_digest(given, kept)


def new_tokens(new: NewMatch) -> MatchTokens:
    """What a new match gives away; a client's own seat needs no token."""
    human = [seat.number for seat in new.seats if seat.kind == "human" and not seat.client]
    return MatchTokens(
        new_token(),
        new_token(),
        {number: new_token() for number in human},
        {seat.number: new_token() for seat in new.seats if seat.kind == "open"},
    )


def seat_of_token(record: Record, seats: Sequence[Seat], token: str) -> int | None:
    """The seat that a token opens, `OWNER`, `SPECTATOR` or None; takes the same time whichever."""
    found: int | None = None
    given = hash_token(token)
    for seat in seats:
        if _hash_matches(given, seat.token_hash):
            found = seat.number
    if _hash_matches(given, record.spectator_hash):
        found = SPECTATOR
    return OWNER if _hash_matches(given, record.owner_hash) else found


def seat_of_client_or_owner(record: Record, seats: Sequence[Seat], client: str) -> int | None:
    """The seat that a client has, `OWNER` of a match of its own without a seat, or None."""
    seat = seat_of_client(seats, client)
    if seat is not None:
        return seat.number
    return OWNER if record.client == client else None
