"""What a match is worth, and who is ahead."""

from __future__ import annotations

from games.game import SEATS, ranked
from games.montana.state import (
    CANTEENS,
    CATTLE,
    COINS,
    KINDS_OF_PIECES,
    Position,
)


def score_sheet(state: Position) -> dict[str, list[int]]:
    """Settlements on the board, then the two tie-breaks, by seat."""
    seats = range(int(state.cells[SEATS]))
    return {
        "settlements": [state.settlements_built(seat) for seat in seats],
        "cattle_and_canteens": [
            state.held(seat, CATTLE) + state.held(seat, CANTEENS) for seat in seats
        ],
        "coins_workers_and_goods": [
            state.held(seat, COINS)
            + sum(state.held(seat, kind) for kind in range(KINDS_OF_PIECES) if kind != CATTLE)
            for seat in seats
        ],
    }


def scores(state: Position) -> list[int]:
    """The settlements each seat has on the board."""
    return score_sheet(state)["settlements"]


def ranking(state: Position) -> list[list[int]]:
    """The seats from first to last, those with equal score sheets together."""
    columns = list(score_sheet(state).values())
    keys = [tuple(column[seat] for column in columns) for seat in range(int(state.cells[SEATS]))]
    return ranked(keys)
