"""`/v1/matches/{match}/seats/{seat}`: who plays where."""

from __future__ import annotations

from typing import Any

from flask import Response

from railhead.service import errors
from railhead.service.accounts.tokens import token_matches
from railhead.service.core.matches import Matches
from railhead.service.errors import Forbidden, NoSuchSeat
from railhead.service.http import auth
from railhead.service.http.addresses import caller_address
from railhead.service.http.rate_limits import RateLimits
from railhead.service.http.rendering import created_json, seat_json
from railhead.service.http.request_parsing import (
    idempotency_key,
    is_hard_to_guess,
    json_body,
    query,
)
from railhead.service.http.responses import json_response, write_response
from railhead.service.http.route import (
    OF_A_MATCH,
    PLAY,
    UNKEYED_BODY,
    WITH_BODY,
    ResponseSpec,
    address,
    route,
)
from railhead.service.http.schemas import responses, seat_requests, seat_responses
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.seat_requests import Claim, seat_change
from railhead.service.model import Client, Record, seats_of
from railhead.service.seats.rematch import rematch
from railhead.service.seats.seating import Seated, Seating

OTHERS = ("bot",)
OWNED = (*OTHERS, "open")
"""What the owner may let a seat be that nobody holds, and what other holders may let it be too."""


class SeatRoutes:
    """The handlers of the seats; a change of one counts as an action, a rematch as a creation."""

    def __init__(self, matches: Matches, limits: RateLimits) -> None:
        self._matches = matches
        self._limits = limits
        self._seating = Seating(matches)

    @route(
        "post",
        "/v1/matches/{match}/seats/{seat}/claim",
        "Claim an open seat",
        "seats",
        {
            200: ResponseSpec(
                "The seat, with its token.", seat_responses.ClaimedSeat, headers=("ETag",)
            )
        },
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.Forbidden,
            errors.NoSuchSeat,
            errors.SeatTaken,
            errors.MatchOver,
            errors.TooManyRequests,
        ),
        token="optional",
        scopes=PLAY,
        clients_only=True,
        body=seat_requests.Claim,
        headers=("Idempotency-Key",),
        description="With the seat's invitation, in a public match without one, unless its "
        "`claims` are for those who are invited. Who sends a "
        "client's token holds the seat with that; else the answer has a token, which nobody else "
        "has. With an `Idempotency-Key` that nobody can guess a repetition gets it again for ten "
        "minutes. The match begins when its last open seat is taken.",
    )
    def claim_seat(self, match: str, seat: int) -> Response:
        client = auth.claimant(self._matches, match)
        caller = auth.client_or_address(client)
        self._limits.actions.count(caller)
        query()
        wanted = parse(Claim, json_body())
        key = idempotency_key()
        record = auth.record_of(
            self._matches, match
        )  # not before: private and none are answered alike
        if _is_strangers(self._matches, record, seat, wanted.get("invitation"), client):
            self._limits.claims.count(caller_address())
        # The token is another's, as soon as somebody else may have thought of the same key.
        own = f"{caller} {key}" if key is not None and is_hard_to_guess(key) else None
        done = self._seating.claim(
            match, seat, wanted.get("invitation"), wanted.get("name"), client, own
        )
        return _answer(done, {"token": done.token}, seat)

    @route(
        "put",
        "/v1/matches/{match}/seats/{seat}",
        "Hand a seat to a bot, take it back, leave it, give up",
        "seats",
        {
            200: ResponseSpec(
                "The seat as it is now.", seat_responses.ChangedSeat, headers=("ETag",)
            )
        },
        (
            *OF_A_MATCH,
            *UNKEYED_BODY,
            errors.UnknownLevel,
            errors.Forbidden,
            errors.NoSuchSeat,
            errors.SeatChanged,
            errors.LogFull,
            errors.HolderNotAbsent,
            errors.TimeOver,
            errors.MatchOver,
            errors.TooManyRequests,
            errors.TooMuchStored,
        ),
        token="needed",
        scopes=PLAY,
        body="seat_change",
        description="The holder may let a bot play and take the seat back (`human`), give it up "
        "(`resign`: the bot plays on for good; where only bots are left the match is over, "
        "unless `play_on` says otherwise), or leave it (`open`): then the match waits until "
        "somebody claims the seat. The owner may put a bot into a seat that nobody holds, or ask "
        "for a new invitation to it (`open`). Once a holder is `absent`, the owner and whoever "
        "holds another seat may put a bot in; the holder may come back (`human`).",
    )
    def change_seat(self, match: str, seat: int) -> Response:
        caller = auth.holder_or_owner(self._matches, match)
        self._limits.actions.count(caller.name)
        query()
        wanted = seat_change(json_body())
        NoSuchSeat.check(seat, len(caller.record.seats))
        kind = wanted["kind"]
        own = caller.viewer == seat
        # Who an open seat is kept for holds it once it is claimed, and may decline it before.
        holder = caller.seat if own and (kind == "open" or caller.seat.kind != "open") else None
        if holder is None and not _is_anothers(caller, kind, wanted):
            raise Forbidden("only the seat's holder may do this")
        with self._limits.stored.count_bytes(auth.client_or_address(caller.client)):
            if kind == "open":
                done = self._seating.leave(match, seat, holder)
            elif holder is None:
                by = None if caller.owner else caller.seat
                done = self._seating.fill(match, seat, by, wanted["level"])
            elif kind == "human":
                done = self._seating.take_back(match, seat, holder)
            elif wanted["resign"]:
                done = self._seating.resign(match, seat, holder, wanted["level"], wanted["play_on"])
            else:
                done = self._seating.hand_to_bot(match, seat, holder, wanted["level"])
        return _answer(done, {"invitation": done.invitation}, caller.viewer)

    @route(
        "post",
        "/v1/matches/{match}/rematch",
        "Play the same match once more",
        "seats",
        {
            201: ResponseSpec(
                "The match; its tokens are known.", responses.CreatedMatch, headers=("Location",)
            )
        },
        (
            *OF_A_MATCH,
            errors.Forbidden,
            errors.MatchNotOver,
            errors.TooManyRequests,
            errors.TooMuchStored,
            errors.TooManyBotMatches,
        ),
        token="needed",
        scopes=PLAY,
        description="For who holds a seat or owns the match, once it is over: for a day the same "
        "new match for everybody who asks. The tokens of the match that is over open it as well. "
        "A bot of a level that there is no longer plays at the weakest. The others learn of it by "
        "`rematch` of the match that is over, and clients by their events and webhooks.",
    )
    def play_again(self, match: str) -> Response:
        caller = auth.holder_or_owner(self._matches, match)
        client = auth.client_if_one(self._matches)
        self._limits.creations.count(auth.client_or_address(client))
        query()
        now = self._matches.at(caller.record, caller.head)
        with self._limits.stored.count_bytes(auth.client_or_address(client)):
            made = rematch(self._matches, now, auth.asked_by(self._matches, client))
        location = address("get_match", match=made.match.record.id)
        headers = {"Location": location, "Cache-Control": "no-store"}
        return json_response(created_json(made), 201, headers)


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
    if invitation is not None and token_matches(invitation, seat.invitation_hash):
        return False
    return client is None or seat.client != client.id


def _is_anothers(caller: auth.Caller, kind: str, wanted: dict[str, Any]) -> bool:
    """Whether a change may be that of one who does not hold the seat."""
    return kind in (OWNED if caller.owner else OTHERS) and not wanted.get("resign")


def _answer(done: Seated, given: dict[str, Any], viewer: int) -> Response:
    match = done.match
    body = {**seat_json(done.seat), **given, "version": match.version, "status": match.status}
    answered = write_response(body, match.version, viewer)
    answered.headers["Cache-Control"] = "no-store"
    return answered
