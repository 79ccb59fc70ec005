"""Names for what is the same of all games, and of both clients."""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from railhead.client import problems, schemas

Seat: TypeAlias = schemas.HumanSeat | schemas.BotSeat | schemas.OpenSeat
"""Who shall play a seat of a new match."""
Action: TypeAlias = (
    schemas.MontanaAction
    | schemas.GreatWesternTrailAction
    | schemas.SantaFeAction
    | schemas.SteamAction
)
"""One of the legal actions."""
View: TypeAlias = (
    schemas.MontanaView | schemas.GreatWesternTrailView | schemas.SantaFeView | schemas.SteamView
)
"""The table, as a seat sees it."""
Choice: TypeAlias = Action | str
"""A legal action, or its notation."""
State: TypeAlias = schemas.MatchShown | schemas.Submission
"""A match, as it was read or as an action left it."""

OVERTAKEN: Final = (
    problems.MatchOver,
    problems.MatchWentBack,
    problems.NotYourTurn,
    problems.PreconditionFailed,
    problems.SeatChanged,
    problems.StaleVersion,
)
"""What is said of an action that comes too late: read the match again, and choose again."""


def has_stand_in(state: State) -> bool:
    """Whether a bot plays for the one who reads the match, and may be sent away."""
    seats: Any = state.get("seats", ())  # an action's answer does not say who sits where
    return any(
        one["kind"] == "bot" and one["seat"] == state["you"] and not one.get("resigned")
        for one in seats
    )


def times_each_turn(state: State) -> bool:
    """Whether each turn has time of its own: a seat may be taken back once its turn is over."""
    clock: Any = state.get("clock")
    return clock is not None and clock["kind"] == "turn"


def notation(choice: Choice) -> str:
    """What is submitted for a choice."""
    return choice if isinstance(choice, str) else choice["action"]
