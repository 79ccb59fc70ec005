"""What the service answers about the strength of bots: levels, and ladders as they were played."""

from __future__ import annotations

from typing import Final

from marshmallow import fields

from railhead.service.http.schemas.fields import Strict, text_of

INTERVAL: Final = "Of its 95 % interval."


class Measurement(Strict):
    """How a level did in the arena in one seat, taken in turns, with another in all other seats."""

    share = fields.Float(required=True, metadata={"description": "Matches won, 0 to 1."})
    low = fields.Float(required=True, metadata={"description": "Of its 95 % interval."})
    high = fields.Float(required=True, metadata={"description": "Of its 95 % interval."})
    matches = fields.Integer(
        strict=True, required=True, metadata={"description": "How many were played."}
    )
    seats = fields.Integer(
        strict=True, required=True, metadata={"description": "How many played in each."}
    )
    budget = fields.Float(
        required=True,
        metadata={"description": "The factor that all thinking was scaled by in these matches."},
    )


class LevelShown(Strict):
    """A bot level, with what the arena measured in this game."""

    level = text_of("Its name.")
    description = text_of("How it plays.")
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


class Lead(Strict):
    """How far an agent is rated above the next lower one."""

    elo = fields.Integer(strict=True, required=True, metadata={"description": "In Elo."})
    low = fields.Integer(strict=True, required=True, metadata={"description": INTERVAL})
    high = fields.Integer(strict=True, required=True, metadata={"description": INTERVAL})


class RatedAgent(Strict):
    """An agent of a ladder, with its rating in Elo: 400 are ten times the strength."""

    agent = text_of("Its name: a level, or what else `description` says.")
    description = text_of("What it is.")
    rating = fields.Integer(
        strict=True, required=True, metadata={"description": "In Elo; that of the anchor is 0."}
    )
    low = fields.Integer(strict=True, required=True, metadata={"description": INTERVAL})
    high = fields.Integer(strict=True, required=True, metadata={"description": INTERVAL})
    lead = fields.Nested(
        Lead,
        required=True,
        allow_none=True,
        metadata={"description": "Over the next agent; null for the last."},
    )
    points = fields.Float(
        required=True,
        allow_none=True,
        metadata={"description": "The mean of its final scores; null where not measured."},
    )
    matches = fields.Integer(
        strict=True, required=True, metadata={"description": "How many it played."}
    )
    most_simulations = fields.Integer(
        strict=True,
        required=True,
        allow_none=True,
        metadata={"description": "What it may use for a turn; null where it does not search."},
    )
    simulations_per_turn = fields.Integer(
        strict=True, required=True, metadata={"description": "The median of its turns."}
    )
    seconds_per_turn = fields.Float(
        required=True, metadata={"description": "The median of its turns, where it was measured."}
    )


class Pairing(Strict):
    """How one agent did in one seat, taken in turns, with another in all other seats."""

    first = text_of("The one in one seat.")
    second = text_of("The one in the others.")
    matches = fields.Integer(
        strict=True, required=True, metadata={"description": "How many were played."}
    )
    share = fields.Float(
        required=True, metadata={"description": "First places of the first, 0 to 1."}
    )
    low = fields.Float(required=True, metadata={"description": INTERVAL})
    high = fields.Float(required=True, metadata={"description": INTERVAL})


class Ladder(Strict):
    """Fixed agents rated against each other at tables of one size, the same shuffles for all."""

    seats = fields.Integer(
        strict=True, required=True, metadata={"description": "How many play in each match."}
    )
    date = text_of("The day it was played on.")
    commit = text_of("What it was played with; null where that is not known.", allow_none=True)
    budget = fields.Float(
        required=True, metadata={"description": "The factor that all thinking was scaled by."}
    )
    anchor = text_of("The agent whose rating is 0.")
    agents = fields.List(
        fields.Nested(RatedAgent), required=True, metadata={"description": "Best first."}
    )
    pairings = fields.List(
        fields.Nested(Pairing),
        required=True,
        metadata={"description": "How the agents did against each other."},
    )
