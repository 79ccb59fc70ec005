"""What the service answers about clients."""

from __future__ import annotations

from marshmallow import fields

from service.http.schemas.fields import (
    Strict,
    Switch,
    text_of,
)
from service.http.schemas.match_fields import seat_number
from service.http.schemas.responses import MatchListed


class MyMatch(MatchListed):
    """A match in a client's list."""

    you = seat_number("The seat that the client holds; null for none.", allow_none=True)
    invited_to = seat_number("The open seat kept for the client; null for none.", allow_none=True)
    owner = Switch(required=True, metadata={"description": "Whether the client owns the match."})


class MyMatchPage(Strict):
    """Some of a client's matches, those that came last first."""

    matches = fields.List(fields.Nested(MyMatch), required=True)
    cursor = text_of("Asks for the next page; null on the last.", allow_none=True)


class ClientCreated(Strict):
    """A client with its token, shown this once."""

    id = text_of("What others may invite it by.")
    name = text_of("Shown to all at its seats.")
    token = text_of("Its bearer token, for its seats and matches.")


class ClientShown(Strict):
    """A client as it sees itself."""

    id = text_of("What others may invite it by.")
    name = text_of("Shown to all at its seats.")
    contact = text_of("Shown to nobody else.")
    created_at = fields.AwareDateTime(required=True)
