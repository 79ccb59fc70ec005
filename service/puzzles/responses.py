"""What the service answers about puzzles."""

from __future__ import annotations

from marshmallow import fields

from railhead.ai.puzzles import HARDEST
from railhead.service.http.schemas.action_responses import LegalAction
from railhead.service.http.schemas.fields import Integer, Strict, Switch, object_of, text_of
from railhead.service.http.schemas.match_fields import picture_targets, seat_number


class PuzzleListed(Strict):
    """A puzzle of a game in the list."""

    id = text_of("Part of the puzzle's address.")
    seat = seat_number("The seat whose decision it is.")
    seats = Integer(
        1, 9, required=True, metadata={"description": "How many play at the table, from 1."}
    )
    difficulty = Integer(
        1,
        HARDEST,
        required=True,
        metadata={
            "description": "1 where only the first glance misses the solution; from 2 on where a "
            "search misses it that is 64, 16 or 4 times shorter than those that have found it."
        },
    )


class PuzzleList(Strict):
    """The puzzles of a game."""

    game = text_of("The game's id.")
    puzzles = fields.List(
        fields.Nested(PuzzleListed), required=True, metadata={"description": "All of them."}
    )


class PuzzleShown(PuzzleListed):
    """A position in which the seat has one clearly best action."""

    game = text_of("The game's id.")
    options = object_of("The options that it is played with.")
    view = object_of("The table as the seat sees it.")
    actions = fields.List(
        fields.Nested(LegalAction),
        required=True,
        metadata={"description": "All legal actions, those of one type together."},
    )
    picture = text_of("Where the table is drawn as the seat sees it, as SVG.")


class PuzzleCandidate(Strict):
    """An action that long searches took, and what they found of it."""

    action = text_of("The notation.")
    label = text_of("What it does, in words, as the puzzle has it.")
    targets = picture_targets()
    visits = Integer(
        0, 2**53 - 1, required=True, metadata={"description": "How often they took it."}
    )
    value = fields.Float(
        required=True,
        metadata={
            "description": "What it is worth to the seat, 0 to 1: a blend of how likely it wins "
            "and by how much it is expected to lead."
        },
    )


class PuzzleSolution(Strict):
    """What long searches found."""

    simulations = Integer(
        1, 2**53 - 1, required=True, metadata={"description": "Of each of two searches."}
    )
    candidates = fields.List(
        fields.Nested(PuzzleCandidate),
        required=True,
        metadata={"description": "The actions that were taken most; the first is the solution."},
    )


class PuzzleAnswer(Strict):
    """Whether an action is the solution of a puzzle."""

    game = text_of("The game's id.")
    puzzle = text_of("The puzzle's id.")
    action = text_of("The action that was answered.")
    right = Switch(required=True, metadata={"description": "Whether it is the solution."})
    solution = fields.Nested(
        PuzzleSolution,
        required=True,
        allow_none=True,
        metadata={"description": "Null where the action is not it, and `reveal` was not asked."},
    )
