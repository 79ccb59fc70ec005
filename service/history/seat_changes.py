"""What an entry of a log may have made of a seat: what `seats.seating` and the clocks do.

A log does not say who holds a seat, but it follows: people do from the beginning on and once they
have claimed one, until they leave it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.service.model import Record, Seat


def why_no_clock(clock: Mapping[str, Any], before: Seat, after: Seat) -> str | None:
    """Why the end of a seat's time cannot have changed it so; None where it can."""
    then = clock["then"]
    if before.kind == "bot":
        return "is of a seat that no person plays, whose clock stands"
    name = before.name if before.kind == "human" else str(after.level)
    if after.name != name:
        return f"must leave the seat the name {name}"
    if after.level != then["level"] or after.resigned != (then["kind"] == "resign"):
        given_up = "given up to" if then["kind"] == "resign" else "played by"
        return f"must leave the seat {given_up} a bot of the level {then['level']}, as was agreed"
    return None


def why_not(before: Seat, held: bool, after: Seat) -> str | None:
    """Why somebody cannot have changed a seat so, which somebody `held` or not; None where they
    can."""
    if before.resigned:
        return "is of a seat that was given up for good"
    if after.kind == "open":
        return _name_is_not(after, f"Seat {before.number}")
    if after.kind == "human":
        return _why_not_human(before, held, after)
    return _why_not_bot(before, held and before.kind != "open", after)


def _why_not_human(before: Seat, held: bool, after: Seat) -> str | None:
    if before.kind == "open":
        return None if after.name else "must say the name of who sits down"
    if before.kind == "human":
        return "is of a seat that a person plays already"
    if not held:
        return "is of a seat that nobody holds, who could play again"
    return _name_is_not(after, before.name)


def _why_not_bot(before: Seat, held: bool, after: Seat) -> str | None:
    if not held:
        if after.resigned:
            return "is of a seat that nobody holds, who could give it up"
        wrong = _name_is_not(after, str(after.level))
    elif leaves_its_bot(before, held, after):
        return None
    else:
        wrong = _name_is_not(after, before.name)
    same = (before.kind, before.name, before.level) == (after.kind, after.name, after.level)
    if wrong is None and same and not after.resigned:
        return "changes nothing"
    return wrong


def leaves_its_bot(before: Seat, held: bool, after: Seat) -> bool:
    """Whether a holder is gone for whom a bot plays, which plays on for nobody.

    Nothing else is to be seen of that where the holder was called as the level is.
    """
    ours = (before.kind, after.kind, after.resigned) == ("bot", "bot", False)
    return held and ours and after.name == after.level == before.level


def why_not_absent(record: Record, before: Seat, after: Seat) -> str | None:
    """Why nobody can have put a bot in for an absent holder; None where they can."""
    if record.absent_after is None:
        return "says absent in a match in which nobody counts as that"
    if before.kind == "bot" or after.kind != "bot" or after.resigned:
        return "says absent where no bot takes over for a person"
    return None


def _name_is_not(after: Seat, name: str) -> str | None:
    return None if after.name == name else f"must leave the seat the name {name}"
