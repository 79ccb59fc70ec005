"""What a match is worth, and who is ahead."""

from __future__ import annotations

from railhead.games.game import SEATS
from railhead.games.montana import state
from railhead.games.montana.state import Position
from railhead.games.ranking import rank_seats


def score_sheet(position: Position) -> dict[str, list[int]]:
    """Settlements on the board, then the two tie-breaks, by seat."""
    seats = range(int(position.cells[SEATS]))
    return {
        "settlements": [position.settlements_built(seat) for seat in seats],
        "cattle_and_canteens": [
            position.amount(seat, state.CATTLE) + position.amount(seat, state.CANTEENS)
            for seat in seats
        ],
        "coins_workers_and_goods": [
            position.amount(seat, state.COINS)
            + sum(
                position.amount(seat, kind)
                for kind in range(state.KINDS_OF_PIECES)
                if kind != state.CATTLE
            )
            for seat in seats
        ],
    }


def scores(position: Position) -> list[int]:
    """The settlements each seat has on the board."""
    return score_sheet(position)["settlements"]


def ranking(position: Position) -> list[list[int]]:
    """The seats from first to last, those with equal score sheets together."""
    columns = list(score_sheet(position).values())
    keys = [tuple(column[seat] for column in columns) for seat in range(int(position.cells[SEATS]))]
    return rank_seats(keys)
