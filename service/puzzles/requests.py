"""What clients send about puzzles."""

from __future__ import annotations

from railhead.service.http.schemas.fields import Strict, Switch, Text


class NewPuzzleAnswer(Strict):
    """One of the legal actions of a puzzle, as its solution."""

    action = Text(
        1,
        200,
        required=True,
        metadata={"description": "The notation, as the puzzle lists it.", "examples": ["hire"]},
    )
    reveal = Switch(
        load_default=False,
        metadata={"description": "Whether to tell the solution though the action is not it."},
    )
