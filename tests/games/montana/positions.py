"""Positions of Montana made by hand: set-ups, named pieces, owned fields."""

from __future__ import annotations

from typing import Any

from games.montana import RULESET
from games.montana.actions import COLOURS, GOODS
from games.montana.match import Montana
from games.montana.rules.build import all_seats, widen_reach
from games.montana.state import (
    BUILT,
    CANTEENS,
    CATTLE,
    COINS,
    FACE,
    KINDS_OF_PIECES,
    OWNER,
    REACH,
    SETTLEMENTS,
    SUPPLY,
    TOKEN,
    USED_CANTEENS,
    WORKERS,
    hex_at,
)
from tests.games.positions import Pieces, Positions, act

CELLS = {
    **{good: kind for kind, good in enumerate(GOODS)},
    **{f"{colour}_worker": WORKERS + kind for kind, colour in enumerate(COLOURS)},
    "cattle": CATTLE,
    "coins": COINS,
    "canteens": CANTEENS,
    "settlements": SETTLEMENTS,
}
PIECES = Pieces(CELLS)
MADE = Positions(RULESET, Montana)

held = PIECES.held
options, game, started = MADE.options, MADE.game, MADE.started


def opened(seats: int = 2, **chosen: Any) -> Montana:
    """The first game's fixed map before the first spin."""
    return MADE.opened(seats, setup="first_game", **chosen)


def bare(seats: int = 2, **chosen: Any) -> Montana:
    """Seat 0's first turn on the first game's map, with every player's board emptied.

    Settlements stay; goods, workers and cattle are in the supply.
    """
    state = opened(seats, **chosen)
    for _ in range(2 * seats):
        act(state, "spin:3")
    for seat in range(seats):
        have(state, seat, **dict.fromkeys([*list(CELLS)[:KINDS_OF_PIECES], "coins"], 0))
    return state


def have(state: Montana, seat: int, **pieces: int) -> None:
    """Set numbers on a player's board, taking pieces from the supply or giving them back."""
    for name, number in pieces.items():
        cell = CELLS[name]
        if cell <= CATTLE:
            state.cells[SUPPLY + cell] += state.held(seat, cell) - number
            assert state.cells[SUPPLY + cell] >= 0, f"the supply has no such {name}"
    PIECES.have(state, seat, **pieces)


def supply(state: Montana, **pieces: int) -> None:
    """Set numbers in the supply."""
    for name, number in pieces.items():
        state.cells[SUPPLY + CELLS[name]] = number


def stock(state: Montana, name: str) -> int:
    """A number in the supply."""
    return int(state.cells[SUPPLY + CELLS[name]])


def place(state: Montana, name: str) -> int:
    """Where the cells of a hex begin."""
    return int(hex_at(state.components.hex_names.index(name)))


def own(state: Montana, seat: int, *names: str) -> None:
    """Fields that a player built on earlier; the cattle there have gone back to the supply."""
    for name in names:
        at = place(state, name)
        built = state.components.faces[state.cells[at + FACE]].settlements
        assert built > 0, f"{name} is no field"
        assert not state.cells[at + OWNER], f"{name} is owned"
        state.cells[SUPPLY + CATTLE] += state.cells[at + TOKEN]
        state.cells[at + TOKEN] = state.cells[at + REACH] = 0
        state.cells[at + OWNER], state.cells[at + BUILT] = seat + 1, built
        state.give(seat, SETTLEMENTS, state.held(seat, SETTLEMENTS) - built)
        widen_reach(state, state.components.hex_names.index(name), all_seats(state))


def drain(state: Montana) -> None:
    """Take every canteen out of the game, where a test is not about them."""
    for shown in state.view(0)["map"]["hexes"]:
        if shown["canteen"]:
            state.cells[place(state, shown["hex"]) + TOKEN] = 0
            state.cells[USED_CANTEENS] += 1


def built(state: Montana, name: str) -> int:
    """The settlements on a hex."""
    return int(state.cells[place(state, name) + BUILT])
