"""What clients send: the bodies and queries, parsed strictly."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from marshmallow import EXCLUDE, Schema, ValidationError, fields, validate

from ai.search.levels import LEVELS
from games.game import Ruleset
from games.options import (
    ChoiceOption,
    FileOption,
    IntegerOption,
    InvalidOption,
    Option,
    PatternOption,
    SwitchOption,
    complete,
)
from games.registry import rulesets
from service.errors import (
    InvalidOptions,
    InvalidRequest,
    InvalidSeats,
    UnknownGame,
    UnknownLevel,
)
from service.http.schemas.fields import (
    Checked,
    Integer,
    Kinds,
    Name,
    OneOf,
    Strict,
    Switch,
    Text,
    flat,
    instance,
)
from service.http.schemas.vocabulary import game_name
from service.model import NewMatch, Seat

LONGEST_WAIT = 60
"""The most seconds that `?wait=` may ask for."""

LARGEST_PAGE = 100
MOST_VERSIONS = 2**31


class OptionField(Checked):
    """The value of one option of a ruleset, checked as the ruleset says."""

    def __init__(self, option: Option, **rest: Any) -> None:
        described: dict[str, Any] = {"default": option.default}
        if option.help:
            described["description"] = option.help
        super().__init__(metadata={**described, **option_schema(option)}, **rest)
        self.option = option

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        whole = isinstance(value, float) and value.is_integer()
        try:
            return self.option.checked(int(value) if whole else value)
        except InvalidOption as refusal:
            raise ValidationError(refusal.problem) from refusal


def option_schema(option: Option) -> dict[str, Any]:
    """The JSON Schema of an option's value; which data files there are is not part of it."""
    if isinstance(option, ChoiceOption):
        return {"type": "string", "enum": list(option.choices)}
    if isinstance(option, SwitchOption):
        return {"type": "boolean"}
    if isinstance(option, IntegerOption):
        return {"type": "integer", "minimum": option.low, "maximum": option.high}
    if isinstance(option, PatternOption):
        return {"type": "string", "pattern": f"^(?:{option.pattern})$"}
    assert isinstance(option, FileOption)
    return {"type": "string", "minLength": 1}


class HumanSeat(Strict):
    """A seat that a client plays with the token it is given."""

    kind = OneOf("human", required=True)
    name = Name(
        1,
        40,
        metadata={
            "description": "Shown to all; `Seat <number>` if left out. Kept in Unicode's NFC; "
            "characters that cannot be seen are refused, those that join emoji included."
        },
    )


class BotSeat(Strict):
    """A seat that the service plays."""

    kind = OneOf("bot", required=True)
    level = Text(
        1,
        40,
        required=True,
        metadata={"description": "One of the game's levels.", "enum": [*LEVELS]},
    )


SEATS: Mapping[str, type[Schema]] = {"human": HumanSeat, "bot": BotSeat}


class SeatField(Kinds):
    """A human's or a bot's seat."""

    def __init__(self, **rest: Any) -> None:
        super().__init__("kind", SEATS, **rest)

    def _deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        if isinstance(value, dict) and value.get("kind") == "open":
            raise ValidationError({"kind": ["open seats are not offered; name a human or a bot"]})
        seat = super()._deserialize(value)
        if seat["kind"] == "bot" and seat["level"] not in LEVELS:
            raise ValidationError({"level": [f"must be one of {', '.join(LEVELS)}"]})
        return seat


@cache
def new_match_schema(ruleset: Ruleset) -> type[Schema]:
    """The schema of a creation of this game."""
    name = game_name(ruleset)
    options = Strict.from_dict(
        {option.name: OptionField(option) for option in ruleset.options}, name=f"{name}Options"
    )
    options.__doc__ = f"The options of {ruleset.name}; what is left out has its default."
    seats = validate.Length(
        ruleset.min_seats,
        ruleset.max_seats,
        error=f"there are {ruleset.min_seats} to {ruleset.max_seats} seats",
    )
    members: dict[str, fields.Field[Any]] = {
        "game": OneOf(ruleset.id, required=True),
        "options": fields.Nested(options, load_default=dict),
        "seats": fields.List(SeatField(), required=True, validate=seats),
        "seed": Integer(
            0,
            2**53 - 1,
            allow_none=True,
            load_default=None,
            metadata={
                "description": "Makes chance reproducible. Not fair where something is hidden."
            },
        ),
        "visibility": OneOf("private", "public", load_default="private"),
        "auto_forced": Switch(
            load_default=True,
            metadata={"description": "Whether the service takes decisions without a choice."},
        ),
    }
    kind = Strict.from_dict(members, name=f"New{name}Match")
    kind.__doc__ = f"A match of {ruleset.name} to be created."
    return kind


class GameChoice(Strict):
    """The member of a creation that says what all the others may be."""

    game = Text(1, 64, required=True)

    class Meta:
        """The others are looked at once the game is known."""

        unknown = EXCLUDE


def new_match(body: Any) -> NewMatch:
    """The match a body asks for. Raises `InvalidRequest` or one of its kinds."""
    ruleset = known_game(parsed(GameChoice, body)["game"])
    try:
        loaded = instance(new_match_schema(ruleset)).load(body)
    except ValidationError as error:
        raise creation_problem(flat(error.messages)) from error
    return NewMatch(**{**loaded, "seats": [_seat(n, s) for n, s in enumerate(loaded["seats"])]})


def known_game(game: str) -> Ruleset:
    """The ruleset a field names. Raises `UnknownGame`."""
    ruleset = rulesets().get(game)
    if ruleset is None:
        wanted = f"must be one of {', '.join(rulesets())}"
        raise UnknownGame(errors=[{"field": "game", "problem": wanted}])
    return ruleset


def _seat(number: int, given: Mapping[str, Any]) -> Seat:
    name = given.get("name", f"Seat {number}") if given["kind"] == "human" else given["level"]
    return Seat(number, given["kind"], name, given.get("level"))


def creation_problem(errors: Sequence[Mapping[str, str]]) -> InvalidRequest:
    """The most telling problem type for these errors of a creation."""
    kinds = {_kind(error["field"]) for error in errors}
    kind = kinds.pop() if len(kinds) == 1 else InvalidRequest
    return kind(errors=list(errors))


def _kind(field: str) -> type[InvalidRequest]:
    parts = field.split(".")
    if parts[0] == "options":
        return InvalidOptions
    if parts[0] == "seats" and parts[-1] == "level":
        return UnknownLevel
    if parts[0] == "seats" and (len(parts) == 1 or parts[-1] == "kind"):
        return InvalidSeats
    return InvalidRequest


class NewAction(Strict):
    """One of the caller's legal actions, and the version of the match it was chosen at."""

    action = Text(
        1,
        200,
        required=True,
        metadata={"description": "The notation, as legal-actions lists it.", "examples": ["hire"]},
    )
    version = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "Required unless If-Match gives it.", "examples": [0]},
    )


class ReadQuery(Strict):
    """The query of a read of a match."""

    wait = Integer(
        0,
        LONGEST_WAIT,
        text=True,
        load_default=0,
        metadata={
            "description": "With If-None-Match: how many seconds to wait for a change before the "
            "answer is 304."
        },
    )
    include = OneOf(
        "legal-actions",
        metadata={"description": "Brings the caller's legal actions along."},
    )


class SubmitQuery(Strict):
    """The query of a submission."""

    include = OneOf(
        "legal-actions",
        metadata={"description": "Brings the caller's next legal actions along."},
    )


class ListQuery(Strict):
    """The query of a listing of matches."""

    game = Text(1, 64, metadata={"description": "Only matches of this game."})
    status = OneOf("active", "over")
    cursor = Text(1, 200, metadata={"description": "`cursor` of the page before."})
    limit = Integer(1, LARGEST_PAGE, text=True, load_default=20)


class NoQuery(Strict):
    """No parameters at all."""


def options_of(ruleset: Ruleset, given: Mapping[str, str]) -> dict[str, Any]:
    """The complete options of a query. Raises `InvalidOptions`."""
    declared = {option.name: option for option in ruleset.options}
    values = {
        name: _value(declared[name], text) if name in declared else text
        for name, text in given.items()
    }
    problems = []
    for name, value in values.items():
        try:
            complete(ruleset.options, {name: value})
        except InvalidOption as refusal:
            problems.append({"field": name, "problem": refusal.problem})
    if problems:
        raise InvalidOptions(errors=problems)
    return complete(ruleset.options, values)


def _value(option: Option, text: str) -> Any:
    """What a text of a query stands for; the text itself where it stands for nothing else."""
    if isinstance(option, SwitchOption):
        return {"true": True, "false": False}.get(text, text)
    if isinstance(option, IntegerOption) and re.fullmatch("-?[0-9]{1,18}", text):
        return int(text)
    return text


def parsed(schema: type[Schema], given: Any) -> Any:
    """`given` as `schema` loads it. Raises `InvalidRequest`."""
    try:
        return instance(schema).load(given)
    except ValidationError as error:
        raise InvalidRequest(errors=flat(error.messages)) from error
