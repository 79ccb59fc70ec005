"""Who is asking: the bearer token of a request, and what it opens.

The order is the same everywhere: no usable token 401, no match that the token opens 404, a token
that does not allow this 403. A private match and none look alike: without a token both are 401,
with one that opens nothing both are 404. A public match says that the token is not one of its own:
401.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from flask import request

from games.game import SPECTATOR
from service.errors import Forbidden, NoSuchMatch, Unauthorized
from service.matches.matches import Matches
from service.matches.tokens import seat_of
from service.model import OWNER, Record

_MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True)
class Caller:
    """Who asks for a match: `viewer` is a seat or `SPECTATOR`; `name` tells callers apart."""

    record: Record
    viewer: int
    owner: bool
    name: str


def bearer() -> str | None:
    """The token of the request, None where none was sent. Raises `Unauthorized` for other forms."""
    header: str | None = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
        raise Unauthorized("the Authorization header is not of the form Bearer <token>")
    return token


def reader(matches: Matches, match_id: str) -> Caller:
    """Who reads a match: anybody where it is public, else whoever holds one of its tokens.

    Raises `Unauthorized`, `NoSuchMatch`.
    """
    token = bearer()
    if token is not None:
        return _holder(matches, match_id, token)
    try:
        record = _record(matches, match_id)
    except NoSuchMatch:
        raise Unauthorized() from None
    if record.visibility != "public":
        raise Unauthorized()
    return Caller(record, SPECTATOR, False, request.remote_addr or "")


def player(matches: Matches, match_id: str) -> Caller:
    """The holder of a seat's token. Raises `Unauthorized`, `NoSuchMatch`, `Forbidden`."""
    caller = _holder(matches, match_id, _needed())
    if caller.owner:
        _must_exist(matches, match_id)
        raise Forbidden("the owner token holds no seat; use a seat token")
    return caller


def owner(matches: Matches, match_id: str) -> Caller:
    """The holder of the owner token. Raises `Unauthorized`, `NoSuchMatch`, `Forbidden`."""
    caller = _holder(matches, match_id, _needed())
    if not caller.owner:
        _must_exist(matches, match_id)
        raise Forbidden("only the owner token allows this")
    return caller


def _needed() -> str:
    token = bearer()
    if token is None:
        raise Unauthorized()
    return token


def _holder(matches: Matches, match_id: str, token: str) -> Caller:
    record = _record(matches, match_id)
    opened = seat_of(record, token)
    if opened is None:
        _must_exist(matches, match_id)
        if record.visibility == "public":
            raise Unauthorized("the token does not belong to this match")
        raise NoSuchMatch()
    if opened == OWNER:
        return Caller(record, SPECTATOR, True, token)
    return Caller(record, opened, False, token)


def _record(matches: Matches, match_id: str) -> Record:
    if not _MATCH_ID.fullmatch(match_id):
        raise NoSuchMatch()
    return matches.record(match_id)


def _must_exist(matches: Matches, match_id: str) -> None:
    """Records are kept in memory; before another refusal the match itself is asked for."""
    matches.head(match_id)
