"""What the service answers about games: what can be played, and what tables are made of.

Bodies are built by hand; tests hold them against these schemas.
"""

from __future__ import annotations

from typing import Final

from marshmallow import fields

from railhead.service.games.strength_responses import Ladder, LevelShown
from railhead.service.http.schemas.fields import Integer, OneOf, Strict, Switch, object_of, text_of


class SeatBounds(Strict):
    """How many play."""

    min = Integer(1, 9, required=True, metadata={"description": "The fewest."})
    max = Integer(1, 9, required=True, metadata={"description": "The most."})


class Minutes(Strict):
    """How long a match takes people."""

    min = fields.Integer(strict=True, required=True, metadata={"description": "The least."})
    max = fields.Integer(strict=True, required=True, metadata={"description": "The most."})


class GameListed(Strict):
    """A game in the listing."""

    id = text_of("The game's id.")
    name = text_of("Its name.")
    rules_version = Integer(
        1,
        255,
        required=True,
        metadata={"description": "Grows when the rules as implemented change."},
    )
    seats = fields.Nested(SeatBounds, required=True, metadata={"description": "How many play."})
    notices = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Sentences that every client should show."},
    )
    summary = text_of("What it is, in a sentence; may be empty.")
    minutes = fields.Nested(
        Minutes,
        required=True,
        allow_none=True,
        metadata={"description": "How long a match takes people."},
    )
    weight = fields.Float(
        required=True, allow_none=True, metadata={"description": "From 1, light, to 5, heavy."}
    )


class OptionShown(Strict):
    """An option of a game."""

    name = text_of("Its name.")
    type = OneOf(
        "choice",
        "switch",
        "integer",
        "text",
        "file",
        required=True,
        metadata={"description": "What its value is; `file`: the name of a document of data."},
    )
    default = fields.Raw(required=True, metadata={"description": "What holds if it is left out."})
    help = text_of("What it changes.")
    choices = fields.List(
        fields.String(), metadata={"description": "All values, for choice and file."}
    )
    minimum = fields.Integer(strict=True, metadata={"description": "The least, for integer."})
    maximum = fields.Integer(strict=True, metadata={"description": "The most, for integer."})
    pattern = fields.String(metadata={"description": "A regular expression, for text."})


class ParameterShown(Strict):
    """A parameter of an action type."""

    name = text_of("Its name.")
    type = OneOf(
        "integer", "choice", "name", required=True, metadata={"description": "What its value is."}
    )
    help = text_of("What it means.")
    minimum = fields.Integer(strict=True, metadata={"description": "The least, for integer."})
    maximum = fields.Integer(strict=True, metadata={"description": "The most, for integer."})
    choices = fields.List(fields.String(), metadata={"description": "All values, for choice."})
    table = fields.String(
        metadata={"description": "The table of the match's data that a name is from."}
    )


RULES: Final = {"description": "`#` and the anchor of its paragraph in `player_rules`."}


class ActionTypeShown(Strict):
    """A row of a game's action vocabulary."""

    type = text_of("The first part of the notation.")
    notation = text_of("How it is written; parameters in angle brackets.")
    label = text_of("The template of its labels.")
    help = text_of("What it does.")
    chance = Switch(required=True, metadata={"description": "Whether it is an outcome of chance."})
    parameters = fields.List(
        fields.Nested(ParameterShown),
        required=True,
        metadata={"description": "In the order of the notation."},
    )
    targets = fields.List(
        fields.String(),
        required=True,
        metadata={
            "description": "What of the picture it is about: templates of ids, over the values "
            "as notation writes them and the `seat` that acts. Values joined by `+` make an id "
            "each, one that names nothing makes none."
        },
    )
    untargeted = text_of("Why it is about nothing on the table; empty where it has targets.")
    rules = fields.String(metadata=RULES)


class GameShown(GameListed):
    """A game with all that a client needs to create and play a match."""

    options = fields.List(
        fields.Nested(OptionShown),
        required=True,
        metadata={"description": "What can be chosen for a match."},
    )
    actions = fields.List(
        fields.Nested(ActionTypeShown),
        required=True,
        metadata={"description": "The action types, those of chance too."},
    )
    levels = fields.List(
        fields.Nested(LevelShown),
        required=True,
        metadata={"description": "The bots, from weak to strong."},
    )
    ladders = fields.List(
        fields.Nested(Ladder),
        required=True,
        metadata={"description": "By number of seats; empty for a game never measured."},
    )
    components = text_of("The address of what its tables are made of.")
    rules = text_of(
        "The address of its rules as Markdown; null where there is no page.", allow_none=True
    )
    player_rules = text_of(
        "The address of its rules in short; null where there are none.", allow_none=True
    )
    puzzles = text_of("The address of its puzzles.")
    tutorial = text_of("The address of its tutorial; null where there is none.", allow_none=True)


class ComponentShown(Strict):
    """One name of a table: what it is, does and costs, in words and in data."""

    name = text_of("As notation and views write it.")
    label = text_of("What people call it.")
    text = text_of("What it is and does.")
    cost = fields.Dict(
        keys=fields.String(),
        values=fields.Integer(strict=True),
        required=True,
        metadata={"description": "What it takes to have or use it, by what is paid; often empty."},
    )
    data = object_of("The same for programs; the table's own form.")
    rules = fields.String(metadata=RULES)


class Neighbour(Strict):
    """A place beside another."""

    place = text_of("Its name.")
    direction = text_of("Where it lies, such as `NE`; null but for hexes.", allow_none=True)


class PlaceShown(Strict):
    """Where something lies."""

    name = text_of("As the table of the same name has it.")
    x = fields.Float(required=True, metadata={"description": "To the right."})
    y = fields.Float(required=True, metadata={"description": "Downwards."})
    neighbours = fields.List(
        fields.Nested(Neighbour), required=True, metadata={"description": "The places beside it."}
    )
    data = object_of("What else is to be said of the place.")


class LinkShown(Strict):
    """What joins two neighbours."""

    a = text_of("The name of a place.")
    b = text_of("The name of the other.")
    data = object_of("What the link is made of.")


class GeometryShown(Strict):
    """Where the places of one table lie."""

    kind = OneOf("hexes", "points", required=True, metadata={"description": "What the places are."})
    orientation = OneOf(
        "pointy",
        "flat",
        required=True,
        allow_none=True,
        metadata={"description": "Of hexes: what is at the top; else null."},
    )
    text = text_of("What the coordinates are measured in.")
    places = fields.List(
        fields.Nested(PlaceShown), required=True, metadata={"description": "Where they lie."}
    )
    links = fields.List(
        fields.Nested(LinkShown), required=True, metadata={"description": "What joins them."}
    )


class RegionShown(Strict):
    """A part of the table that is drawn alone with `picture.svg?region=`."""

    id = text_of("What `region` takes.")
    title = text_of("What people call it.")
    width = fields.Float(
        required=True,
        metadata={"description": "Drawn so wide, letters are at least 11 units high."},
    )
    height = fields.Float(required=True, metadata={"description": "How high it is then."})
    seat = Integer(
        0, 8, required=True, allow_none=True, metadata={"description": "Whose it is, if anybody's."}
    )
    colour = text_of("That of the seat's pieces, as `#rrggbb`; null with `seat`.", allow_none=True)


class GameComponents(Strict):
    """What a table with some options is made of."""

    game = text_of("The game's id.")
    rules_version = Integer(
        1, 255, required=True, metadata={"description": "That of the rules it is of."}
    )
    options = object_of("The options, complete.")
    parameters = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.String()),
        required=True,
        metadata={
            "description": "By type of action and parameter: the table that explains its values."
        },
    )
    geometry = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(GeometryShown),
        required=True,
        metadata={"description": "Where the names of a table lie, for those that are places."},
    )
    tables = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Nested(ComponentShown)),
        required=True,
        metadata={"description": "Every table by name."},
    )
    seats = fields.List(
        fields.Dict(keys=fields.String()),
        required=True,
        metadata={"description": "For each number of `seats`, what depends on it."},
    )
    regions = fields.List(
        fields.Nested(RegionShown),
        required=True,
        metadata={
            "description": "Of the picture, in the order for one column; sizes are those at the "
            "beginning. Of a game, for as few seats as may be."
        },
    )


class GameList(Strict):
    """All games."""

    games = fields.List(
        fields.Nested(GameListed),
        required=True,
        metadata={"description": "All that can be played."},
    )
