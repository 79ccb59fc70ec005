"""Points, ranking and score sheet: `docs/rules/steam.md` section 11."""

from __future__ import annotations

from typing import Final

from railhead.games.game import SEATS
from railhead.games.ranking import rank_seats
from railhead.games.steam import state
from railhead.games.steam.rules.track import links_of
from railhead.games.steam.state import Position

INCOME_PER_POINT: Final = 2
POINTS_PER_DEBT: Final = 2


def income_points(income: int) -> int:
    """What the income counts at the end."""
    return income // INCOME_PER_POINT if income >= 0 else POINTS_PER_DEBT * income


def score_sheet(position: Position) -> dict[str, list[int]]:
    """Every seat's points by category, were the match to end now, and the tie-breaks."""
    seats = range(int(position.cells[SEATS]))
    points = [position.amount(seat, state.POINTS) for seat in seats]
    income = [position.amount(seat, state.INCOME) for seat in seats]
    links = [int(links_of(position, seat)) for seat in seats]
    lost = [
        min(0, points[seat] + income_points(income[seat]) + links[seat])
        if position.cells[state.BELOW_ZERO] == 0
        else 0
        for seat in seats
    ]
    return {
        "points": points,
        "income": [income_points(number) for number in income],
        "links": links,
        "not_below_zero": [-number for number in lost],
        "income_level": income,
        "action_tile": [position.amount(seat, state.TILE) for seat in seats],
        "bankrupt": [position.amount(seat, state.BANKRUPT) for seat in seats],
    }


def scores(position: Position) -> list[int]:
    """Every seat's total, were the match to end now."""
    sheet = score_sheet(position)
    parts = ("points", "income", "links", "not_below_zero")
    return [sum(sheet[part][seat] for part in parts) for seat in range(int(position.cells[SEATS]))]


def ranking(position: Position) -> list[list[int]]:
    """By total, then income, then the lower action tile; bankrupt players come last."""
    sheet = score_sheet(position)
    keys: list[tuple[int, ...]] = []
    for seat, total in enumerate(scores(position)):
        solvent = 1 - sheet["bankrupt"][seat]
        tie = (sheet["income_level"][seat], -sheet["action_tile"][seat]) if solvent else (0, 0)
        keys.append((solvent, total, *tie))
    return rank_seats(keys)
