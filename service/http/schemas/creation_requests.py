"""Matches as clients send them: new ones and forks, parsed strictly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Final

from marshmallow import (
    EXCLUDE,
    Schema,
    ValidationError,
    fields,
    validate,
    validates,
    validates_schema,
)

from railhead.ai.search.levels import LEVELS
from railhead.games.game import Ruleset
from railhead.games.registry import rulesets
from railhead.service.core.absence import LEAST_SECONDS, USUAL_SECONDS
from railhead.service.core.absence import MOST_SECONDS as MOST_SECONDS_AWAY
from railhead.service.core.levels import DEFAULT_LEVEL
from railhead.service.errors import (
    InvalidOptions,
    InvalidRequest,
    InvalidSeats,
    UnknownGame,
    UnknownLevel,
)
from railhead.service.http.schemas.fields import (
    Integer,
    OneOf,
    Strict,
    Switch,
    Text,
    flat,
    instance,
    parse,
)
from railhead.service.http.schemas.game_options import OptionField
from railhead.service.http.schemas.requests import MOST_VERSIONS
from railhead.service.http.schemas.seat_requests import SeatField, check_level, seats_wanted
from railhead.service.http.schemas.vocabulary import game_name
from railhead.service.model import Client, NewMatch

MOST_SECONDS = 30 * 24 * 3600
UNDO = ("own", "any", "off")
CLAIMS = ("anybody", "invited")
ANALYSES = ("alone", "ended", "everybody", "nobody")
ONE_TO_TEN: Final = validate.Length(1, 10, error="must have 1 to 10 entries")
"""How many seats a match of any game may have."""


class ClockEnd(Strict):
    """What happens when a seat's time is over."""

    kind = OneOf(
        "bot",
        "resign",
        required=True,
        metadata={"description": "A bot plays on; with `resign` the seat is ranked last."},
    )
    level = Text(
        1,
        40,
        load_default=DEFAULT_LEVEL,
        metadata={"description": "Of the bot that plays on.", "enum": [*LEVELS]},
    )

    @validates("level")
    def _check_level(self, level: str, **_: Any) -> None:
        """The same is said of a level that there is not as for a seat."""
        check_level(level)


class Clock(Strict):
    """How much time people have: for each turn, or a bank that each turn's end adds to."""

    kind = OneOf(
        "turn",
        "bank",
        required=True,
        metadata={"description": "`turn`: so long for each turn; `bank`: so long for all of them."},
    )
    seconds = Integer(
        1, MOST_SECONDS, required=True, metadata={"description": "Of each turn, or of the bank."}
    )
    increment = Integer(
        0, MOST_SECONDS, load_default=0, metadata={"description": "Seconds; of a bank only."}
    )
    then = fields.Nested(
        ClockEnd,
        load_default=lambda: {"kind": "bot", "level": DEFAULT_LEVEL},
        metadata={"description": "What happens when the time is over."},
    )

    @validates_schema
    def _adds_to_a_bank(self, clock: Mapping[str, Any], **_: Any) -> None:
        """What is given and means nothing is refused."""
        if clock["kind"] == "turn" and clock["increment"]:
            problem = "is of a bank only: each turn has the same seconds"
            raise ValidationError(problem, "increment")


def absent_after(text: str, **rest: Any) -> Integer:
    """After how long a holder counts as absent."""
    return Integer(
        LEAST_SECONDS, MOST_SECONDS_AWAY, allow_none=True, metadata={"description": text}, **rest
    )


class AnyMatch(Strict):
    """What can be said of a new match of any game."""

    seed = Integer(
        0,
        2**53 - 1,
        allow_none=True,
        load_default=None,
        metadata={"description": "Makes chance reproducible. Not fair where something is hidden."},
    )
    visibility = OneOf(
        "private",
        "public",
        load_default="private",
        metadata={"description": "`public`: listed, and anybody may watch."},
    )
    claims = OneOf(
        *CLAIMS,
        load_default="anybody",
        metadata={
            "description": "Who may claim an open seat of a public match. `invited`: whoever has "
            "the seat's invitation, or the client that it is kept for, as in a private match."
        },
    )
    auto_forced = Switch(
        load_default=True,
        metadata={"description": "Whether the service takes decisions without a choice."},
    )
    clock = fields.Nested(
        Clock,
        allow_none=True,
        load_default=None,
        metadata={"description": "Clocks for the seats of people; none if left out."},
    )
    undo = OneOf(
        *UNDO,
        load_default="own",
        metadata={
            "description": "`own`: a seat may take its own moves back as long as nothing was "
            "revealed and nobody else has acted. `any`: for learning, the owner may go back to "
            "any version, and chance is drawn anew. `off`: neither."
        },
    )
    sealed = Switch(
        load_default=False,
        metadata={"description": "Whether hidden things stay hidden after the end."},
    )
    analyses = OneOf(
        *ANALYSES,
        load_default="alone",
        metadata={
            "description": "Who may have decisions analysed. `ended`: all who see the match, "
            "once it is over. `alone`: before that too the one person who plays against bots "
            "alone. `everybody`: before that too everybody who plays, about their own "
            "decisions. `nobody`: nobody ever."
        },
    )
    absent_after = absent_after(
        "After how many seconds of doing nothing, while a decision is open to it, the holder of a "
        "seat counts as absent; null: never. A week if left out, in a match with clocks never."
    )


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
        error=f"must be {ruleset.min_seats} to {ruleset.max_seats}, each with its kind",
    )
    members: dict[str, fields.Field[Any]] = {
        "game": OneOf(ruleset.id, required=True, metadata={"description": "The game's id."}),
        "options": fields.Nested(
            options,
            load_default=dict,
            metadata={"description": "Those that are to differ from the defaults."},
        ),
        "seats": fields.List(
            SeatField(),
            required=True,
            validate=seats,
            metadata={"description": "Who plays, by number from 0."},
        ),
    }
    kind = AnyMatch.from_dict(members, name=f"New{name}Match")
    kind.__doc__ = f"A match of {ruleset.name} to be created."
    return kind


class GameChoice(Strict):
    """The member of a creation that says what all the others may be."""

    game = Text(1, 64, required=True)

    class Meta:
        """The others are looked at once the game is known."""

        unknown = EXCLUDE


def new_match(body: Any, client: Client | None = None) -> NewMatch:
    """The match that a body asks for, and a client where there is one.

    Raises `InvalidRequest` or one of its kinds, `Unauthorized`.
    """
    ruleset = known_game(parse(GameChoice, body)["game"])
    try:
        loaded = instance(new_match_schema(ruleset)).load(body)
    except ValidationError as error:
        raise creation_problem(flat(error.messages)) from error
    seats = seats_wanted(loaded["seats"], client)
    owner = None if client is None else client.id
    usual = USUAL_SECONDS if loaded["clock"] is None else None
    return NewMatch(**{"absent_after": usual, **loaded, "seats": seats, "client": owner})


def known_game(game: str) -> Ruleset:
    """The ruleset a field names. Raises `UnknownGame`."""
    ruleset = rulesets().get(game)
    if ruleset is None:
        wanted = f"must be one of {', '.join(rulesets())}"
        raise UnknownGame(errors=[{"field": "game", "problem": wanted}])
    return ruleset


class NewFork(Strict):
    """A match to be made out of a version of another."""

    version = Integer(
        0, MOST_VERSIONS, required=True, metadata={"description": "The version to begin at."}
    )
    seats = fields.List(
        SeatField(),
        required=True,
        validate=ONE_TO_TEN,
        metadata={"description": "Who plays; as many as in the match."},
    )
    visibility = OneOf(
        "private", "public", load_default="private", metadata={"description": "As of a creation."}
    )
    claims = OneOf(*CLAIMS, load_default="anybody", metadata={"description": "As of a creation."})
    undo = OneOf(*UNDO, load_default="any", metadata={"description": "As of a creation."})
    sealed = Switch(load_default=False, metadata={"description": "As of a creation."})
    analyses = OneOf(
        *ANALYSES,
        load_default="everybody",
        metadata={
            "description": "As of a creation; `nobody` in any case while the caller may have "
            "nothing analysed in the match itself."
        },
    )
    absent_after = absent_after(
        "As of a creation; if left out as in the match itself, unless that has clocks."
    )


def fork_wanted(body: Any) -> dict[str, Any]:
    """The fork that a body asks for. Raises `InvalidRequest` or one of its kinds."""
    try:
        wanted: dict[str, Any] = instance(NewFork).load(body)
    except ValidationError as error:
        raise creation_problem(flat(error.messages)) from error
    return wanted


def creation_problem(errors: Sequence[Mapping[str, str]]) -> InvalidRequest:
    """The most telling problem type for these errors of a creation."""
    kinds = {_kind(error["field"]) for error in errors}
    kind = kinds.pop() if len(kinds) == 1 else InvalidRequest
    return kind(errors=list(errors))


def _kind(field: str) -> type[InvalidRequest]:
    parts = field.split(".")
    if parts[0] == "options":
        return InvalidOptions
    if (parts[0] == "seats" and parts[-1] == "level") or parts == ["clock", "then", "level"]:
        return UnknownLevel
    if parts[0] == "seats" and (len(parts) == 1 or parts[-1] == "kind"):
        return InvalidSeats
    return InvalidRequest
