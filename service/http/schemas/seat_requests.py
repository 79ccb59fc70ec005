"""What clients send about seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marshmallow import Schema, ValidationError, validates_schema

from railhead.ai.search.levels import LEVELS
from railhead.service.errors import (
    InvalidRequest,
    InvalidSeats,
    Unauthorized,
    UnknownLevel,
)
from railhead.service.http.schemas.fields import (
    Kinds,
    Name,
    OneOf,
    Strict,
    Switch,
    Text,
    parse,
)
from railhead.service.model import Client, Seat


def check_level(level: str) -> None:
    """Raises `ValidationError` where there is no such level of bots."""
    if level not in LEVELS:
        raise ValidationError(f"must be one of {', '.join(LEVELS)}")


class HumanSeat(Strict):
    """A seat that a client plays with the token it is given."""

    kind = OneOf("human", required=True, metadata={"description": "A person."})
    name = Name(
        1,
        40,
        metadata={
            "description": "Shown to all; `Seat <number>` if left out. Kept in Unicode's NFC; "
            "characters that cannot be seen are refused, those that join emoji included."
        },
    )
    mine = Switch(
        load_default=False,
        metadata={
            "description": "Whether the client that creates the match takes this seat: its own "
            "token opens it, and no other is made."
        },
    )


class BotSeat(Strict):
    """A seat that the service plays."""

    kind = OneOf("bot", required=True, metadata={"description": "A bot."})
    level = Text(
        1,
        40,
        required=True,
        metadata={"description": "One of the game's levels.", "enum": [*LEVELS]},
    )


class OpenSeat(Strict):
    """A seat that waits for whoever comes with its invitation, in a public match for anybody."""

    kind = OneOf("open", required=True, metadata={"description": "Nobody yet."})
    client = Text(
        1, 40, metadata={"description": "The id of the only client that may claim the seat."}
    )


SEATS: Mapping[str, type[Schema]] = {"human": HumanSeat, "bot": BotSeat, "open": OpenSeat}


class SeatField(Kinds):
    """A human's, a bot's or an open seat."""

    def __init__(self, **rest: Any) -> None:
        super().__init__("kind", SEATS, **rest)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        seat = super()._deserialize(value)
        if seat["kind"] == "bot":
            try:
                check_level(seat["level"])
            except ValidationError as error:
                raise ValidationError({"level": error.messages}) from error
        return seat


def _seat(number: int, given: Mapping[str, Any], client: Client | None) -> Seat:
    kind = given["kind"]
    if kind == "bot":
        return Seat(number, kind, given["level"], given["level"])
    if kind == "open":
        return Seat(number, kind, f"Seat {number}", client=given.get("client"))
    if not given["mine"]:
        return Seat(number, kind, given.get("name", f"Seat {number}"))
    if client is None:
        raise Unauthorized(f"seats.{number}.mine needs the token of a client")
    return Seat(number, kind, given.get("name", client.name), client=client.id)


class Claim(Strict):
    """A seat to be claimed."""

    invitation = Text(
        1, 200, metadata={"description": "As its match's creator got it; not needed where public."}
    )
    name = HumanSeat().fields["name"]


class ToBot(BotSeat):
    """Let a bot play, for the holder or for nobody."""

    resign = Switch(
        load_default=False,
        metadata={
            "description": "Whether the holder gives up: the bot plays on for good, and the seat "
            "is ranked behind all others. Where only bots are left the match is over with it."
        },
    )
    play_on = Switch(
        load_default=False,
        metadata={
            "description": "With `resign`: whether the bots play the match to its end where only "
            "they are left."
        },
    )

    @validates_schema
    def _check(self, data: Mapping[str, Any], **_: Any) -> None:
        if data.get("play_on") and not data.get("resign"):
            raise ValidationError({"play_on": ["goes with resign only"]})


class ToHuman(Strict):
    """Let the holder play again."""

    kind = OneOf("human", required=True, metadata={"description": "The holder."})


class ToOpen(Strict):
    """Leave the seat, or renew the invitation of one that is open."""

    kind = OneOf("open", required=True, metadata={"description": "Nobody."})


SEAT_CHANGES: Mapping[str, type[Schema]] = {"bot": ToBot, "human": ToHuman, "open": ToOpen}


def seat_change(body: Any) -> dict[str, Any]:
    """What a body wants a seat to be. Raises `InvalidRequest`, `UnknownLevel`."""
    if not isinstance(body, dict) or body.get("kind") not in SEAT_CHANGES:
        problem = f"must be {' or '.join(SEAT_CHANGES)}"
        raise InvalidRequest(errors=[{"field": "kind", "problem": problem}])
    wanted: dict[str, Any] = parse(SEAT_CHANGES[body["kind"]], body)
    if wanted["kind"] == "bot" and wanted["level"] not in LEVELS:
        problem = f"must be one of {', '.join(LEVELS)}"
        raise UnknownLevel(errors=[{"field": "level", "problem": problem}])
    return wanted


def seats_wanted(given: Sequence[Mapping[str, Any]], client: Client | None) -> tuple[Seat, ...]:
    """The seats that a body asks for. Raises `Unauthorized`, `InvalidSeats`."""
    seats = tuple(_seat(number, one, client) for number, one in enumerate(given))
    if sum(seat.kind == "human" and seat.client is not None for seat in seats) > 1:
        raise InvalidSeats(errors=[{"field": "seats", "problem": "a client holds one seat only"}])
    return seats
