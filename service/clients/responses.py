"""What the service answers about clients."""

from __future__ import annotations

from marshmallow import fields

from railhead.service.http.schemas.common_responses import ProblemDocument
from railhead.service.http.schemas.fields import Integer, OneOf, Strict, Switch, text_of
from railhead.service.http.schemas.match_fields import seat_number
from railhead.service.http.schemas.requests import MOST_VERSIONS
from railhead.service.http.schemas.responses import MatchListed
from railhead.service.model import SCOPES


class MyMatch(MatchListed):
    """A match in a client's list."""

    you = seat_number("The seat that the client holds; null for none.", allow_none=True)
    invited_to = seat_number("The open seat kept for the client; null for none.", allow_none=True)
    owner = Switch(required=True, metadata={"description": "Whether the client owns the match."})


class MyMatchPage(Strict):
    """Some of a client's matches, those that came last first."""

    matches = fields.List(
        fields.Nested(MyMatch),
        required=True,
        metadata={"description": "Those that came last first."},
    )
    cursor = text_of("Asks for the next page; null on the last.", allow_none=True)


class ClientCreated(Strict):
    """A client with its token, shown this once."""

    id = text_of("What others may invite it by.")
    name = text_of("Shown to all at its seats.")
    token = text_of("Its main bearer token, for all that is the client's.")


class TokenShown(Strict):
    """A token of a client, without what is secret of it."""

    id = text_of("Names it among the client's tokens; that of the main one is `main`.")
    name = text_of("Shown to the client alone.")
    scopes = fields.List(
        OneOf(*SCOPES), required=True, metadata={"description": "What it may be used for."}
    )
    created_at = fields.AwareDateTime(
        required=True, metadata={"description": "Of the main one: when it was put in place."}
    )
    last_used_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "The hour in which it was used last; null where it never was."},
    )
    expires_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "From when on it opens nothing; null where it does not expire."},
    )


class TokenCreated(TokenShown):
    """A new token of a client, shown this once."""

    token = text_of("The bearer token.")


class TokenList(Strict):
    """All tokens of a client; those that have expired until a further one is made."""

    tokens = fields.List(
        fields.Nested(TokenShown), required=True, metadata={"description": "The main one first."}
    )
    most = Integer(
        0, 1000, required=True, metadata={"description": "How many there may be besides `main`."}
    )


class ClientShown(Strict):
    """A client as it sees itself."""

    id = text_of("What others may invite it by.")
    name = text_of("Shown to all at its seats.")
    contact = text_of("Shown to nobody else.")
    created_at = fields.AwareDateTime(required=True, metadata={"description": "When it was made."})
    expires_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={
            "description": "When it is revoked if none of its tokens is used before, this request "
            "included; null for never."
        },
    )


class ClientEvent(Strict):
    """Something that concerns a client."""

    kind = OneOf(
        *("turn", "invitation", "rematch", "over", "gone", "open", "problem"),
        required=True,
        metadata={
            "description": "`turn`: the client's seat is to act. `invitation`: an open seat is "
            "kept for the client. `rematch`: a match was made that follows another one of the "
            "client's. `over`: a match has ended. `gone`: it was deleted, or is no "
            "longer the client's. `open`: all that was open when the stream began has been told. "
            "`problem`: why the stream ends."
        },
    )
    match = text_of("The id of the match.", allow_none=True)
    game = text_of("Its game.", allow_none=True)
    version = Integer(
        0, MOST_VERSIONS, required=True, allow_none=True, metadata={"description": "Of the match."}
    )
    seat = seat_number("The client's seat.", allow_none=True)
    rematch_of = fields.String(
        metadata={"description": "With `rematch`: the id of the match that `match` follows."}
    )
    problem = fields.Nested(ProblemDocument, metadata={"description": "With `problem`."})


class ClientEventList(Strict):
    """The turns and invitations that are open, and the rematches that nobody has acted in."""

    events = fields.List(
        fields.Nested(ClientEvent), required=True, metadata={"description": "What is open now."}
    )
