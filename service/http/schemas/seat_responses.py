"""What the service answers about seats."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from railhead.service.http.schemas.fields import Kinds, OneOf, Strict, Switch, text_of
from railhead.service.http.schemas.match_fields import (
    seat_number,
    status_of_match,
    version_number,
)


def _absent() -> Switch:
    """Whether nothing has been done with a seat for too long."""
    return Switch(
        metadata={
            "description": "True once the seat has been waited for as long as `absent_after` says: "
            "the owner and whoever holds another seat may put a bot in. Else left out."
        }
    )


class HumanSeatShown(Strict):
    """A seat played through the API."""

    seat = seat_number("Its number, from 0.")
    kind = OneOf("human", required=True, metadata={"description": "A person."})
    name = text_of("As given at creation.")
    absent = _absent()


class HumanSeatCreated(HumanSeatShown):
    """A human's seat with its token, shown this once."""

    token = text_of(
        "The seat's bearer token; null once forgotten, and where a client holds the seat.",
        allow_none=True,
    )


class BotSeatShown(Strict):
    """A seat played by the service."""

    seat = seat_number("Its number, from 0.")
    kind = OneOf("bot", required=True, metadata={"description": "A bot."})
    level = text_of("One of the game's levels.")
    holder = fields.String(
        data_key="for",
        metadata={"description": "The name of the holder that the bot plays for, if there is one."},
    )
    resigned = Switch(
        metadata={
            "description": "Whether the holder gave up; the seat is ranked behind the others."
        }
    )


class OpenSeatShown(Strict):
    """A seat that nobody has taken yet; until all are taken nothing is decided."""

    seat = seat_number("Its number, from 0.")
    kind = OneOf("open", required=True, metadata={"description": "Nobody yet."})
    absent = _absent()


class OpenSeatCreated(OpenSeatShown):
    """An open seat with its invitation, shown this once."""

    invitation = text_of("What claims the seat; null once forgotten.", allow_none=True)


class SeatShown(Kinds):
    """A seat as everybody sees it."""

    def __init__(self, **rest: Any) -> None:
        kinds = {"human": HumanSeatShown, "bot": BotSeatShown, "open": OpenSeatShown}
        super().__init__("kind", kinds, **rest)


class SeatCreated(Kinds):
    """A seat as its match's creator sees it, once."""

    def __init__(self, **rest: Any) -> None:
        kinds = {"human": HumanSeatCreated, "bot": BotSeatShown, "open": OpenSeatCreated}
        super().__init__("kind", kinds, **rest)


class SeatChangedTo(Strict):
    """A seat after a change, and where the match stands."""

    seat = seat_number("Its number, from 0.")
    kind = OneOf("human", "bot", "open", required=True, metadata={"description": "Who plays it."})
    name = fields.String(metadata={"description": "Of who plays it."})
    level = fields.String(metadata={"description": "Of the bot that plays it."})
    holder = fields.String(
        data_key="for",
        metadata={"description": "The name of the holder that the bot plays for, if there is one."},
    )
    resigned = Switch(metadata={"description": "Whether the holder gave up."})
    version = version_number("Of the match after the change.")
    status = status_of_match()


class ClaimedSeat(SeatChangedTo):
    """A seat that was claimed, with its token, shown this once."""

    token = text_of("The seat's bearer token; null where a client holds it.", allow_none=True)


class ChangedSeat(SeatChangedTo):
    """A seat that was changed, with its invitation where the owner opened it."""

    invitation = text_of("What claims the seat; null but for the owner.", allow_none=True)


class SeatNow(Strict):
    """A seat after an event about it; what does not concern it is left out."""

    kind = OneOf("human", "bot", "open", required=True, metadata={"description": "Who plays it."})
    name = fields.String(metadata={"description": "Of who holds it."})
    level = fields.String(metadata={"description": "Of the bot."})
    resigned = Switch(metadata={"description": "Whether it was given up for good."})
    ends = Switch(
        metadata={"description": "Whether the match is over with it, as only bots are left."}
    )
    absent = Switch(
        metadata={"description": "Whether the bot was put in because the holder was absent."}
    )
