"""What the service answers. Bodies are built by hand; tests hold them against these schemas."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from service.http.schemas.fields import Integer, Kinds, OneOf, Strict, Switch
from service.http.schemas.requests import MOST_VERSIONS


def _text(description: str = "", **rest: Any) -> fields.Field[Any]:
    return fields.String(required=True, metadata={"description": description}, **rest)


def _seat_number(description: str, **rest: Any) -> Integer:
    return Integer(0, 9, required=True, metadata={"description": description}, **rest)


def _version(description: str) -> Integer:
    return Integer(0, MOST_VERSIONS, required=True, metadata={"description": description})


def _status() -> OneOf:
    text = "`open` until all seats are taken; `over` at the end."
    return OneOf("open", "active", "over", required=True, metadata={"description": text})


def _object(description: str, **rest: Any) -> fields.Field[Any]:
    return fields.Dict(
        keys=fields.String(), required=True, metadata={"description": description}, **rest
    )


class HumanSeatShown(Strict):
    """A seat played through the API."""

    seat = _seat_number("Its number, from 0.")
    kind = OneOf("human", required=True)
    name = _text("As given at creation.")


class HumanSeatCreated(HumanSeatShown):
    """A human's seat with its token, shown this once."""

    token = _text(
        "The seat's bearer token; null once forgotten, and where a client holds the seat.",
        allow_none=True,
    )


class BotSeatShown(Strict):
    """A seat played by the service."""

    seat = _seat_number("Its number, from 0.")
    kind = OneOf("bot", required=True)
    level = _text("One of the game's levels.")
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

    seat = _seat_number("Its number, from 0.")
    kind = OneOf("open", required=True)


class OpenSeatCreated(OpenSeatShown):
    """An open seat with its invitation, shown this once."""

    invitation = _text("What claims the seat; null once forgotten.", allow_none=True)


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


class CreatedMatch(Strict):
    """A new match, with the tokens that open it: they are shown this once.

    A repetition by `Idempotency-Key` shows them again for ten minutes, then null.
    """

    id = _text("Unguessable; part of the match's address.")
    game = _text("The game's id.")
    version = _version("The version of the match as created.")
    status = _status()
    owner_token = _text(
        "The bearer token that may delete the match, and watch it; null once forgotten.",
        allow_none=True,
    )
    spectator_token = _text(
        "A bearer token that only lets watch, to be passed on; null once forgotten.",
        allow_none=True,
    )
    seats = fields.List(SeatCreated(), required=True)


class Result(Strict):
    """How a match ended."""

    ranking = fields.List(
        fields.List(_seat_number("A seat.")),
        required=True,
        metadata={
            "description": "The seats from first to last, tied ones together; those that were "
            "given up come last."
        },
    )
    scores = fields.List(
        fields.Integer(strict=True),
        required=True,
        metadata={"description": "Every seat's points."},
    )
    sheet = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Integer(strict=True)),
        required=True,
        metadata={"description": "Every seat's points by category."},
    )
    resigned = fields.List(
        _seat_number("A seat."),
        required=True,
        metadata={"description": "The seats whose holders gave up."},
    )


class LegalAction(Strict):
    """One decision open to the caller."""

    action = _text("The notation to submit.")
    type = _text("The action type.")
    parameters = _object("The parameters by name.")
    label = _text("What it does, in words.")


class LegalActions(Strict):
    """All decisions open to the caller's seat, those of one type together."""

    version = _version("The version to submit with.")
    status = _status()
    seat = _seat_number("The caller's seat.")
    actions = fields.List(fields.Nested(LegalAction), required=True)
    reason = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Why there are none; null where there are some."},
    )


class MatchHead(Strict):
    """What is the same in every form of a match."""

    version = _version("Grows with everything that happens.")
    status = _status()
    to_act = fields.List(
        _seat_number("A seat."),
        required=True,
        metadata={"description": "All seats that may act now."},
    )


class MatchSummary(MatchHead):
    """What is the same in a listing and in a match."""

    id = _text("Part of the match's address.")
    game = _text("The game's id.")
    seats = fields.List(SeatShown(), required=True)
    created_at = fields.AwareDateTime(required=True)
    updated_at = fields.AwareDateTime(required=True)


class MatchListed(MatchSummary):
    """A public match in a listing."""

    playable = Switch(
        required=True,
        metadata={
            "description": "Whether the service has the rules that the match was made with; where "
            "not, reading it or acting in it is answered `rules-changed`."
        },
    )


class MyMatch(MatchListed):
    """A match in a client's list."""

    you = _seat_number("The seat that the client holds; null for none.", allow_none=True)
    invited_to = _seat_number("The open seat kept for the client; null for none.", allow_none=True)
    owner = Switch(required=True, metadata={"description": "Whether the client owns the match."})


class MyMatchPage(Strict):
    """Some of a client's matches, those that came last first."""

    matches = fields.List(fields.Nested(MyMatch), required=True)
    cursor = _text("Asks for the next page; null on the last.", allow_none=True)


class UndoReach(Strict):
    """The versions that the caller may go back to."""

    version = _version("The one that the match is at.")
    versions = fields.List(
        _version("A version."), required=True, metadata={"description": "The latest first."}
    )
    reason = _text("Why not further.")


class ExportedSeat(Strict):
    """A seat as it was at the beginning."""

    kind = OneOf("human", "bot", "open", required=True)
    name = _text("Its name.")
    level = _text("Of a bot.", allow_none=True)


class ExportedEntry(Strict):
    """An entry of the log: an action, or what else has happened."""

    kind = OneOf("action", "forced", "chance", "undo", "seat", "clock", required=True)
    seat = _seat_number("Whose it is; null for chance and the owner.", allow_none=True)
    action = fields.String(metadata={"description": "The notation of a move."})
    details = fields.Dict(
        keys=fields.String(), metadata={"description": "Of an entry that is no move."}
    )


class Export(Strict):
    """A finished match with all that replays it."""

    format = OneOf("railhead-match/1", required=True)
    game = _text("The game's id.")
    rules_version = Integer(1, 255, required=True)
    options = _object("The options, complete.")
    setup = _object("What was drawn before the first decision.")
    data = _object("The data of the game; null for the service's own.", allow_none=True)
    opening = _text("The opening of a match that was forked, else null.", allow_none=True)
    auto_forced = Switch(required=True)
    seats = fields.List(fields.Nested(ExportedSeat), required=True)
    created_at = _text("When the match was made.")
    ended_at = _text("When it ended.")
    log = fields.List(fields.Nested(ExportedEntry), required=True)


class ClientCreated(Strict):
    """A client with its token, shown this once."""

    id = _text("What others may invite it by.")
    name = _text("Shown to all at its seats.")
    token = _text("Its bearer token, for its seats and matches.")


class ClientShown(Strict):
    """A client as it sees itself."""

    id = _text("What others may invite it by.")
    name = _text("Shown to all at its seats.")
    contact = _text("Shown to nobody else.")
    created_at = fields.AwareDateTime(required=True)


class SeatChangedTo(Strict):
    """A seat after a change, and where the match stands."""

    seat = _seat_number("Its number, from 0.")
    kind = OneOf("human", "bot", "open", required=True)
    name = fields.String(metadata={"description": "Of who plays it."})
    level = fields.String(metadata={"description": "Of the bot that plays it."})
    holder = fields.String(
        data_key="for",
        metadata={"description": "The name of the holder that the bot plays for, if there is one."},
    )
    resigned = Switch(metadata={"description": "Whether the holder gave up."})
    version = _version("Of the match after the change.")
    status = _status()


class ClaimedSeat(SeatChangedTo):
    """A seat that was claimed, with its token, shown this once."""

    token = _text("The seat's bearer token; null where a client holds it.", allow_none=True)


class ChangedSeat(SeatChangedTo):
    """A seat that was changed, with its invitation where the owner opened it."""

    invitation = _text("What claims the seat; null but for the owner.", allow_none=True)


class Origin(Strict):
    """What a match was forked from."""

    match = _text("The id of the match.")
    version = _version("Its version that was the opening.")


class MatchShown(MatchSummary):
    """A match as the caller may see it."""

    you = _seat_number("The caller's seat; null for owner and spectators.", allow_none=True)
    options = _object("The options, complete.")
    visibility = OneOf("private", "public", required=True)
    undo = OneOf(
        "own",
        "any",
        "off",
        required=True,
        metadata={"description": "Who may go back how far, as chosen at creation."},
    )
    sealed = Switch(
        required=True,
        metadata={"description": "Whether hidden things stay hidden after the end."},
    )
    origin = fields.Nested(
        Origin,
        required=True,
        allow_none=True,
        metadata={"description": "What the match was forked from; null for none."},
    )
    reproducible = Switch(
        required=True,
        metadata={
            "description": "Whether chance follows from a seed that the creator chose: not fair "
            "where something is hidden."
        },
    )
    view = _object("The table as the caller sees it; the game's own form.")
    result = fields.Nested(Result, required=True, allow_none=True)
    legal_actions = fields.Nested(
        LegalActions,
        allow_none=True,
        metadata={"description": "With ?include=legal-actions; null without a seat."},
    )


class MoveEvent(Strict):
    """A move, as the caller may see it."""

    version = _version("The version it led to.")
    kind = OneOf("action", "forced", "chance", required=True)
    seat = _seat_number("The seat that acted; null for chance.", allow_none=True)
    action = _text("The notation; `?` stands for what the caller may not see.")
    label = _text("The event as a sentence, such as `Seat 1 (medium bot) builds 3a at A1 for $4`.")
    at = _text("When it was stored, UTC, to the second; null where not known.", allow_none=True)


class SeatNow(Strict):
    """A seat after an event about it; what does not concern it is left out."""

    kind = OneOf("human", "bot", "open", required=True)
    name = fields.String(metadata={"description": "Of who holds it."})
    level = fields.String(metadata={"description": "Of the bot."})
    resigned = Switch(metadata={"description": "Whether it was given up for good."})


class MatchEvent(MoveEvent):
    """Something that happened, as the caller may see it."""

    kind = OneOf("action", "forced", "chance", "undo", "seat", "clock", required=True)
    seat = _seat_number(
        "The seat that acted, or that the event is about; null for chance and the owner.",
        allow_none=True,
    )
    action = _text(
        "The notation; `?` stands for what the caller may not see. Null where it is no move.",
        allow_none=True,
    )
    to = Integer(
        0,
        MOST_VERSIONS,
        metadata={"description": "With `undo`: the version whose position the match goes on from."},
    )
    now = fields.Nested(
        SeatNow, metadata={"description": "With `seat` and `clock`: the seat from then on."}
    )


class EventPage(Strict):
    """A page of the log of a match, oldest first."""

    version = _version("The version the match is at.")
    next = _version("`after` for the next page; what was sent where nothing is newer.")
    events = fields.List(fields.Nested(MatchEvent), required=True)


class Submission(MatchHead):
    """A match after the caller's action, and what the action caused."""

    you = _seat_number("The caller's seat.")
    events = fields.List(fields.Nested(MoveEvent), required=True)
    view = _object("The table as the caller sees it; the game's own form.")
    result = fields.Nested(Result, required=True, allow_none=True)
    legal_actions = fields.Nested(
        LegalActions, metadata={"description": "With ?include=legal-actions."}
    )


class TakenBack(Submission):
    """A match after it has gone back, and what followed."""

    events = fields.List(fields.Nested(MatchEvent), required=True)


class MatchPage(Strict):
    """A page of public matches, newest first."""

    matches = fields.List(fields.Nested(MatchListed), required=True)
    cursor = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Send it to get the next page; null on the last."},
    )


class SeatBounds(Strict):
    """How many play."""

    min = Integer(1, 9, required=True)
    max = Integer(1, 9, required=True)


class GameListed(Strict):
    """A game in the listing."""

    id = _text("The game's id.")
    name = _text("Its name.")
    rules_version = Integer(1, 255, required=True)
    seats = fields.Nested(SeatBounds, required=True)
    notices = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Sentences that every client should show."},
    )


class OptionShown(Strict):
    """An option of a game."""

    name = _text("Its name.")
    type = OneOf("choice", "switch", "integer", "text", "file", required=True)
    default = fields.Raw(required=True, metadata={"description": "What holds if it is left out."})
    help = _text("What it changes.")
    choices = fields.List(
        fields.String(), metadata={"description": "All values, for choice and file."}
    )
    minimum = fields.Integer(strict=True)
    maximum = fields.Integer(strict=True)
    pattern = fields.String(metadata={"description": "A regular expression, for text."})


class ParameterShown(Strict):
    """A parameter of an action type."""

    name = _text("Its name.")
    type = OneOf("integer", "choice", "name", required=True)
    help = _text("What it means.")
    minimum = fields.Integer(strict=True)
    maximum = fields.Integer(strict=True)
    choices = fields.List(fields.String())
    table = fields.String(
        metadata={"description": "The table of the match's data that a name is from."}
    )


class ActionTypeShown(Strict):
    """A row of a game's action vocabulary."""

    type = _text("The first part of the notation.")
    notation = _text("How it is written; parameters in angle brackets.")
    label = _text("The template of its labels.")
    help = _text("What it does.")
    chance = Switch(required=True, metadata={"description": "Whether it is an outcome of chance."})
    parameters = fields.List(fields.Nested(ParameterShown), required=True)


class Measurement(Strict):
    """How a level did in the arena in one seat, taken in turns, with another in all other seats."""

    share = fields.Float(required=True, metadata={"description": "Matches won, 0 to 1."})
    low = fields.Float(required=True, metadata={"description": "Of its 95 % interval."})
    high = fields.Float(required=True, metadata={"description": "Of its 95 % interval."})
    matches = fields.Integer(strict=True, required=True)
    seats = fields.Integer(strict=True, required=True)
    budget = fields.Float(
        required=True,
        metadata={"description": "The factor that all thinking was scaled by in these matches."},
    )


class LevelShown(Strict):
    """A bot level, with what the arena measured in this game."""

    level = _text("Its name.")
    description = _text("How it plays.")
    seconds_per_turn = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "The median of its turns; null where not measured."},
    )
    beats = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(Measurement),
        required=True,
        metadata={"description": "By opponent."},
    )


class GameShown(GameListed):
    """A game with all that a client needs to create and play a match."""

    options = fields.List(fields.Nested(OptionShown), required=True)
    actions = fields.List(fields.Nested(ActionTypeShown), required=True)
    levels = fields.List(fields.Nested(LevelShown), required=True)


class GameList(Strict):
    """All games."""

    games = fields.List(fields.Nested(GameListed), required=True)


class FieldProblem(Strict):
    """A field and what is wrong with it."""

    field = _text("The path of the field, parameter or header.")
    problem = _text("What is wrong, to be read on after the field's name.")


class ProblemDocument(Schema):
    """An RFC 9457 problem document; further members say more, by type."""

    type = _text("`/problems/<slug>`: stable, and documented at that address.")
    title = _text("The same for all problems of the type.")
    status = Integer(400, 599, required=True)
    detail = _text("What is wrong this time.")
    fix = _text("What to do about it.")
    errors = fields.List(fields.Nested(FieldProblem), validate=validate.Length(min=1))


class StreamEvent(MatchEvent):
    """An event of a stream: one of the log, or the last one."""

    kind = OneOf(
        *("action", "forced", "chance", "undo", "seat", "clock", "over", "problem"), required=True
    )
    result = fields.Nested(
        Result, metadata={"description": "With `over`: how the match has ended."}
    )
    problem = fields.Nested(
        ProblemDocument, metadata={"description": "With `problem`: why the stream ends."}
    )


class Entrance(Strict):
    """What is here."""

    name = _text("Of the service.")
    version = _text("Of the API.")
    games = _text("Where the games are listed.")
    matches = _text("Where matches are created and listed.")
    documentation = _text("A page to read and to try out.")
    contract = _text("The OpenAPI document.")


class Health(Strict):
    """The process answers."""

    status = OneOf("ok", required=True)


class Readiness(Strict):
    """Whether the service can take requests, and what the operator should look at."""

    status = OneOf("ready", "unready", required=True)
    problems = fields.List(fields.String(), required=True)
    warnings = fields.List(fields.String(), required=True)
