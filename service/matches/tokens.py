"""The tokens that open the seats of a match; its record has only their hashes."""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

from service.model import OWNER, Record

TOKEN_BYTES: Final = 24


def new_token() -> str:
    """A bearer token that nobody can guess."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What a record keeps of a token."""
    return sha256(token.encode()).hexdigest()


def seat_of(match: Record, token: str) -> int | None:
    """The seat a token opens, `OWNER`, or None; takes the same time whichever it is."""
    given = hashed(token)
    found: int | None = None
    for seat in match.seats:
        if seat.token_hash is not None and hmac.compare_digest(given, seat.token_hash):
            found = seat.number
    return OWNER if hmac.compare_digest(given, match.owner_hash) else found
