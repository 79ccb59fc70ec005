"""What a player of Steam will receive or owe at the end of a turn, in words, made of a view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

RAISED: Final = "$5 for each step of income, at its lower end for 2 points"
LOST: Final = "a point, then a step of income, for each $2"


def balance(view: Mapping[str, Any], seat: int) -> int:
    """The dollars that a player receives at the end of the turn, below 0 those that it owes."""
    player = view["players"][seat]
    standard = view["variant"] == "standard"
    income: int = player["income"]
    return income - player["locomotive"] if standard else income


def due_text(view: Mapping[str, Any], seat: int) -> str:
    """Such as `owes $4 at the end of the turn`; empty where there is no more to come."""
    if view["phase"] == "over" or view["players"][seat]["bankrupt"]:
        return ""
    due = balance(view, seat)
    if due == 0:
        return "owes nothing at the end of the turn"
    return f"{'receives' if due > 0 else 'owes'} ${abs(due)} at the end of the turn"


def made_of_text(view: Mapping[str, Any], seat: int) -> str:
    """Of what the balance is made, where that is more than the income."""
    player = view["players"][seat]
    if view["variant"] != "standard":
        return ""
    return f"income {dollars(player['income'])}, locomotive −${player['locomotive']}"


def shortage_text(view: Mapping[str, Any], seat: int) -> str:
    """What the money that is there now is short of, and what makes it good; else empty."""
    player = view["players"][seat]
    short = -balance(view, seat) - player["cash"]
    if short <= 0 or not due_text(view, seat):
        return ""
    raises = view["variant"] == "base" or player["beginner"]
    how = f"raises {RAISED}" if raises else f"loses {LOST}"
    return f"${short} short as things are: {how}"


def dollars(amount: int) -> str:
    """Dollars with their sign."""
    return f"+${amount}" if amount >= 0 else f"−${-amount}"
