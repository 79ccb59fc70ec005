"""Seats: who plays where."""

from __future__ import annotations

from typing import Final

from railhead.service import errors
from railhead.service.http.routes.route import (
    OF_A_MATCH,
    PLAY,
    WITH_BODY,
    Answer,
    Route,
)
from railhead.service.http.schemas import responses, seat_requests, seat_responses

ROUTES: Final[tuple[Route, ...]] = (
    Route(
        "post",
        "/v1/matches/{match}/seats/{seat}/claim",
        "claim_seat",
        "Claim an open seat",
        "seats",
        {200: Answer("The seat, with its token.", seat_responses.ClaimedSeat, headers=("ETag",))},
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
    ),
    Route(
        "put",
        "/v1/matches/{match}/seats/{seat}",
        "change_seat",
        "Hand a seat to a bot, take it back, leave it, give up",
        "seats",
        {200: Answer("The seat as it is now.", seat_responses.ChangedSeat, headers=("ETag",))},
        (
            *OF_A_MATCH,
            *WITH_BODY,
            errors.UnknownLevel,
            errors.Forbidden,
            errors.NoSuchSeat,
            errors.SeatChanged,
            errors.LogFull,
            errors.HolderNotAbsent,
            errors.TimeOver,
            errors.MatchOver,
            errors.TooManyRequests,
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
    ),
    Route(
        "post",
        "/v1/matches/{match}/rematch",
        "play_again",
        "Play the same match once more",
        "seats",
        {
            201: Answer(
                "The match; its tokens are known.", responses.CreatedMatch, headers=("Location",)
            )
        },
        (
            *OF_A_MATCH,
            errors.Forbidden,
            errors.MatchNotOver,
            errors.TooManyRequests,
            errors.TooManyBotMatches,
        ),
        token="needed",
        scopes=PLAY,
        description="For who holds a seat or owns the match, once it is over: for a day the same "
        "new match for everybody who asks. The tokens of the match that is over open it as well. "
        "A bot of a level that there is no longer plays at the weakest. The others learn of it by "
        "`rematch` of the match that is over, and clients by their events and webhooks.",
    ),
)
