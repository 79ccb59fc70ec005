"""`/v1/matches/{match}/seats/{seat}`: who plays where."""

from __future__ import annotations

from typing import Any

from flask import Response

from railhead.service.errors import Forbidden, NoSuchSeat
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.answers import answer, done_answer
from railhead.service.http.contract import address
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import created_json, seat_json
from railhead.service.http.request_parts import (
    idempotency_key,
    is_hard_to_guess,
    json_body,
    query,
)
from railhead.service.http.routing import Handlers
from railhead.service.http.schemas.parsing import parsed
from railhead.service.http.schemas.seat_requests import Claim, seat_change
from railhead.service.matches.matches import Matches
from railhead.service.matches.rematch import rematch
from railhead.service.matches.seating import Seated, Seating
from railhead.service.matches.tokens import fits
from railhead.service.model import Client, Record, seats_of

OTHERS = ("bot",)
OWNED = (*OTHERS, "open")
"""What the owner may let a seat be that nobody holds, and what other holders may let it be too."""


def seats(matches: Matches, limits: RateLimits) -> Handlers:
    """The handlers of the seats; a change of one counts as an action, a rematch as a creation."""
    seating = Seating(matches)

    def claim_seat(match: str, seat: int) -> Response:
        client = auth.claimant(matches, match)
        caller = auth.client_or_address(client)
        limits.actions.count(caller)
        query()
        wanted = parsed(Claim, json_body())
        key = idempotency_key()
        record = auth.record_of(matches, match)  # not before: private and none are answered alike
        if _is_strangers(matches, record, seat, wanted.get("invitation"), client):
            limits.claims.count(caller_address())
        # The token is another's, as soon as somebody else may have thought of the same key.
        own = f"{caller} {key}" if key is not None and is_hard_to_guess(key) else None
        done = seating.claim(match, seat, wanted.get("invitation"), wanted.get("name"), client, own)
        return _answer(done, {"token": done.token}, seat)

    def change_seat(match: str, seat: int) -> Response:
        caller = auth.holder_or_owner(matches, match)
        limits.actions.count(caller.name)
        query()
        wanted = seat_change(json_body())
        NoSuchSeat.check(seat, len(caller.record.seats))
        kind = wanted["kind"]
        own = caller.viewer == seat
        # Who an open seat is kept for holds it once it is claimed, and may decline it before.
        holder = caller.seat if own and (kind == "open" or caller.seat.kind != "open") else None
        if holder is None and not _is_anothers(caller, kind, wanted):
            raise Forbidden("only the seat's holder may do this")
        with limits.stored.counted(auth.client_or_address(caller.client)):
            if kind == "open":
                done = seating.leave(match, seat, holder)
            elif holder is None:
                by = None if caller.owner else caller.seat
                done = seating.fill(match, seat, by, wanted["level"])
            elif kind == "human":
                done = seating.take_back(match, seat, holder)
            elif wanted["resign"]:
                done = seating.resign(match, seat, holder, wanted["level"], wanted["play_on"])
            else:
                done = seating.hand_to_bot(match, seat, holder, wanted["level"])
        return _answer(done, {"invitation": done.invitation}, caller.viewer)

    def play_again(match: str) -> Response:
        caller = auth.holder_or_owner(matches, match)
        client = auth.client_if_one(matches)
        limits.creations.count(auth.client_or_address(client))
        query()
        now = matches.at(caller.record, caller.head)
        with limits.stored.counted(auth.client_or_address(client)):
            made = rematch(matches, now, auth.asked_by(matches, client))
        location = address("get_match", match=made.match.record.id)
        headers = {"Location": location, "Cache-Control": "no-store"}
        return answer(created_json(made), 201, headers)

    return [claim_seat, change_seat, play_again]


def _is_strangers(
    matches: Matches, record: Record, number: int, invitation: str | None, client: Client | None
) -> bool:
    """Whether a claim is of a seat of a public match that is kept for nobody, without its
    invitation.

    It counts for the address, whatever token came: one address may make many clients.
    """
    if record.visibility != "public":
        return False
    seats = seats_of(record, matches.head(record.id))
    NoSuchSeat.check(number, len(seats))
    seat = seats[number]
    if invitation is not None and fits(invitation, seat.invitation_hash):
        return False
    return client is None or seat.client != client.id


def _is_anothers(caller: auth.Caller, kind: str, wanted: dict[str, Any]) -> bool:
    """Whether a change may be that of one who does not hold the seat."""
    return kind in (OWNED if caller.owner else OTHERS) and not wanted.get("resign")


def _answer(done: Seated, given: dict[str, Any], viewer: int) -> Response:
    match = done.match
    body = {**seat_json(done.seat), **given, "version": match.version, "status": match.status}
    answered = done_answer(body, match.version, viewer)
    answered.headers["Cache-Control"] = "no-store"
    return answered
