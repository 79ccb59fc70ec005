"""Who is asking: the bearer token of a request, and what it opens.

The order is the same everywhere: no usable token 401, a client's token without the scopes that the
route declares 403, no match that the token opens 404, a token that does not allow this 403; only
then is a request counted for its caller, 429. A private match and none look alike: without a token
both are 401, with one that opens nothing both are 404. A public match says that the token is not
one of its own: 401. A client's token opens the seat that the client holds, else what the client
owns; which of its tokens was sent makes no other difference than by scopes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from flask import request

from railhead.games.game import SPECTATOR
from railhead.service.accounts.accounts import allows, is_client_token
from railhead.service.accounts.tokens import seat_of_client_or_owner, seat_of_token
from railhead.service.core.matches import Matches
from railhead.service.errors import (
    Forbidden,
    InsufficientScope,
    NoSuchClient,
    NoSuchMatch,
    Unauthorized,
)
from railhead.service.http.addresses import caller_address
from railhead.service.http.costs import CLIENT, METER, PROCESSOR, Meter
from railhead.service.http.current_request import current
from railhead.service.http.route import scopes_needed
from railhead.service.model import OWNER, Client, Head, Record, Seat, seats_of

_MATCH_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_CLAIMING: Final = (
    "send no Authorization, or a client's token, and in the body the invitation of the seat "
    "(most public matches need none)"
)
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")


@dataclass(frozen=True)
class Caller:
    """Who asks for a match, which was at `head`: `viewer` is a seat or `SPECTATOR`.

    `owner` says whether the caller may do what owners may; `name` tells callers apart, and `client`
    is whose token was sent, where it is a client's.
    """

    record: Record
    head: Head
    viewer: int
    owner: bool
    name: str
    client: Client | None = None

    @property
    def is_one(self) -> bool:
        """Whether the token that was sent is of one alone, as that of spectators is not."""
        return self.client is not None or self.owner or self.viewer != SPECTATOR

    @property
    def own_name(self) -> str:
        """What tells apart even those who share the token of spectators: else, their address."""
        return self.name if self.is_one else caller_address()

    @property
    def seat(self) -> Seat:
        """The seat that the caller holds."""
        return seats_of(self.record, self.head)[self.viewer]


def bearer() -> str | None:
    """The token of the request, None where none was sent. Raises `Unauthorized` for other forms."""
    header: str | None = current().get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not _TOKEN.fullmatch(token):
        raise Unauthorized("the Authorization header is not of the form Bearer <token>")
    return token


def client(matches: Matches) -> Client:
    """The client whose token the request has. Raises `Unauthorized`."""
    found = _client_of(matches, _require_token())
    if found is None:
        raise Unauthorized("this is not the token of a client")
    return found


def client_or_nobody(matches: Matches) -> Client | None:
    """The client whose token the request has, if it has one. Raises `Unauthorized`."""
    token = bearer()
    if token is None:
        return None
    found = _client_of(matches, token)
    if found is None:
        raise Unauthorized("this is no client's token: send one, or no Authorization at all")
    return found


def claimant(matches: Matches, match_id: str) -> Client | None:
    """The client that would claim a seat of a match, None for who has no token yet.

    Raises `Unauthorized`, and `Forbidden` for the tokens of the match itself: they claim nothing.
    """
    token = bearer()
    found = None if token is None else _client_of(matches, token)
    if token is None or found is not None:
        return found
    opened = _seat_opened_by(matches, match_id, token)
    if opened is None:
        raise Unauthorized(f"this is no client's token: {_CLAIMING}")
    what = {OWNER: "the owner token", SPECTATOR: "the spectator token"}
    held = what.get(opened, f"the token of seat {opened}, which is held with it already")
    raise Forbidden(f"this is {held}; it claims no seat: {_CLAIMING}")


def _seat_opened_by(matches: Matches, match_id: str, token: str) -> int | None:
    """What a token opens in a match, as `seat_of_token`; None too where there is no match."""
    try:
        record = _record(matches, match_id)
        return seat_of_token(record, seats_of(record, matches.head(match_id)), token)
    except NoSuchMatch:
        return None


def client_if_one(matches: Matches) -> Client | None:
    """The client whose token the request has; None for other tokens, and for none."""
    token = bearer()
    return None if token is None else _client_of(matches, token)


def client_or_address(client: Client | None) -> str:
    """Who something counts for that is done without a seat: the client, else the address.

    Not the token of a match: whoever creates one gets several.
    """
    return caller_address() if client is None else client.id


def asked_by(matches: Matches, client: Client | None) -> str:
    """Who a match is created for, as its record has it: the address, and the client, if one asks.

    The address is kept as 24 bits of a digest with a key of the store: enough to tell those apart
    that play at a time, and one of hundreds of addresses for whoever reads the store.
    """
    digest = blake2b(caller_address().encode(), key=matches.store.digest_key, digest_size=3)
    return digest.hexdigest() if client is None else f"{digest.hexdigest()} {client.id}"


def check_invited(matches: Matches, seats: Sequence[Seat]) -> None:
    """Raises `NoSuchClient` where an open seat is kept for a client that there is not."""
    wanted = {seat.client for seat in seats if seat.kind == "open" and seat.client is not None}
    unknown = {client for client in wanted if matches.accounts.find(client) is None}
    if unknown:
        raise NoSuchClient(
            errors=[
                {"field": f"seats.{seat.number}.client", "problem": "is the id of no client"}
                for seat in seats
                if seat.client in unknown
            ]
        )


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
    return Caller(record, matches.head(match_id), SPECTATOR, False, caller_address())


def player(matches: Matches, match_id: str) -> Caller:
    """The holder of a seat. Raises `Unauthorized`, `NoSuchMatch`, `Forbidden`."""
    return _require_seat(_holder(matches, match_id, _require_token()))


def likely_player(matches: Matches, match_id: str) -> Caller:
    """As `player`, of a match as this process last saw it: for what compares it with the true one.

    Where that does not know the token, or lets a bot play, the match itself is asked.
    """
    token = _require_token()
    remembered = matches.cached_head(match_id)
    if remembered is not None and not is_client_token(token):
        record = _record(matches, match_id)
        seats = seats_of(record, remembered)
        opened = seat_of_token(record, seats, token)
        if opened is not None and opened >= 0 and seats[opened].kind == "human":
            return Caller(record, remembered, opened, False, token)
    return _require_seat(_holder(matches, match_id, token))


def owner(matches: Matches, match_id: str) -> Caller:
    """The holder of the owner token. Raises `Unauthorized`, `NoSuchMatch`, `Forbidden`."""
    caller = _holder(matches, match_id, _require_token())
    if not caller.owner:
        raise Forbidden("only the owner token allows this")
    return caller


def holder_or_owner(matches: Matches, match_id: str) -> Caller:
    """Who holds a seat or owns the match. Raises `Unauthorized`, `NoSuchMatch`, `Forbidden`."""
    caller = _holder(matches, match_id, _require_token())
    return caller if caller.owner else _require_seat(caller)


def record_of(matches: Matches, match_id: str) -> Record:
    """The record of a match that exists, whoever asks. Raises `NoSuchMatch`."""
    record = _record(matches, match_id)
    matches.head(match_id)
    return record


def _require_seat(caller: Caller) -> Caller:
    if caller.viewer == SPECTATOR:
        raise Forbidden("this token holds no seat; use a seat token")
    return caller


def _require_token() -> str:
    token = bearer()
    if token is None:
        raise Unauthorized()
    return token


def _client_of(matches: Matches, token: str) -> Client | None:
    """The client whose token this is, if it is one. Raises `InsufficientScope`."""
    found = matches.accounts.find_by_token(token)
    if found is None:
        return None
    _count_for(found)
    needed = scopes_needed(request.endpoint or "")
    if not allows(found.token, needed):
        wanted, granted = " ".join(needed), " ".join(found.token.scopes)
        raise InsufficientScope(
            f"the token {found.token.name!r} has the scopes {granted}; this needs {wanted}",
            scope=wanted,
            granted=granted,
        )
    return found


def _count_for(client: Client) -> None:
    """Let the request cost its client too. Raises `TooMuchSpent`."""
    environ = current()
    environ[CLIENT] = client.id
    meter: Meter | None = environ.get(METER)
    if meter is not None:
        meter.check(client.id, PROCESSOR)


def _holder(matches: Matches, match_id: str, token: str) -> Caller:
    holder = _client_of(matches, token) if is_client_token(token) else None
    record = _record(matches, match_id)
    head = matches.head(match_id)
    seats = seats_of(record, head)
    if is_client_token(token):
        if holder is not None:
            opened = seat_of_client_or_owner(record, seats, holder.id)
            if opened is not None or record.visibility == "public":
                viewer = SPECTATOR if opened in (None, OWNER) else opened
                assert viewer is not None
                return Caller(record, head, viewer, record.client == holder.id, holder.id, holder)
        elif record.visibility == "public":
            raise Unauthorized("the token is no client's")
        raise NoSuchMatch()
    opened = seat_of_token(record, seats, token)
    if opened is None:
        if record.visibility == "public":
            raise Unauthorized("the token does not belong to this match")
        raise NoSuchMatch()
    if opened == OWNER:
        return Caller(record, head, SPECTATOR, True, token)
    return Caller(record, head, opened, False, token)


def _record(matches: Matches, match_id: str) -> Record:
    if not _MATCH_ID.fullmatch(match_id):
        raise NoSuchMatch()
    return matches.record(match_id)
