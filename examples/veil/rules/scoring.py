"""What a match is worth, and who is ahead."""

from __future__ import annotations

from examples.veil import state
from examples.veil.state import Position
from railhead.games.ranking import rank_seats


def score_sheet(position: Position) -> dict[str, list[int]]:
    """The points in the piles, those of gifts and shows, then the tie-break, by seat."""
    seats = range(int(position.seats()))
    piles = [position.at(state.PILE + seat) for seat in seats]
    points = position.components.card_points
    return {
        "piles": [sum(int(points[card]) for card in pile) for pile in piles],
        "gifts and shows": [int(position.cells[state.POINTS + seat]) for seat in seats],
        "tie-break: highest card": [max(pile, default=-1) for pile in piles],
    }


def scores(position: Position) -> list[int]:
    """Every seat's points."""
    sheet = score_sheet(position)
    return [a + b for a, b in zip(sheet["piles"], sheet["gifts and shows"], strict=True)]


def ranking(position: Position) -> list[list[int]]:
    """By points, then by the highest card in the pile."""
    highest = score_sheet(position)["tie-break: highest card"]
    return rank_seats(list(zip(scores(position), highest, strict=True)))
