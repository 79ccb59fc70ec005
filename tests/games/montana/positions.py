"""Positions of Montana made by hand: set-ups, named pieces, owned fields."""

from __future__ import annotations

from typing import Any

from railhead.games.montana import RULESET, actions, state
from railhead.games.montana.match import Montana
from railhead.games.montana.rules.build import all_seats, widen_reach
from tests.games.positions import Pieces, Positions, act

CELLS = {
    **{good: kind for kind, good in enumerate(actions.GOODS)},
    **{f"{colour}_worker": state.WORKERS + kind for kind, colour in enumerate(actions.COLOURS)},
    "cattle": state.CATTLE,
    "coins": state.COINS,
    "canteens": state.CANTEENS,
    "settlements": state.SETTLEMENTS,
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
    position = opened(seats, **chosen)
    for _ in range(2 * seats):
        act(position, "spin:3")
    for seat in range(seats):
        have(position, seat, **dict.fromkeys([*list(CELLS)[: state.KINDS_OF_PIECES], "coins"], 0))
    return position


def have(position: Montana, seat: int, **pieces: int) -> None:
    """Set numbers on a player's board, taking pieces from the supply or giving them back."""
    for name, number in pieces.items():
        cell = CELLS[name]
        if cell <= state.CATTLE:
            position.cells[state.SUPPLY + cell] += position.amount(seat, cell) - number
            assert position.cells[state.SUPPLY + cell] >= 0, f"the supply has no such {name}"
    PIECES.have(position, seat, **pieces)


def supply(position: Montana, **pieces: int) -> None:
    """Set numbers in the supply."""
    for name, number in pieces.items():
        position.cells[state.SUPPLY + CELLS[name]] = number


def stock(position: Montana, name: str) -> int:
    """A number in the supply."""
    return int(position.cells[state.SUPPLY + CELLS[name]])


def place(position: Montana, name: str) -> int:
    """Where the cells of a hex begin."""
    return int(state.hex_at(position.components.hex_names.index(name)))


def own(position: Montana, seat: int, *names: str) -> None:
    """Fields that a player built on earlier; the cattle there have gone back to the supply."""
    for name in names:
        at = place(position, name)
        built = position.components.faces[position.cells[at + state.FACE]].settlements
        assert built > 0, f"{name} is no field"
        assert not position.cells[at + state.OWNER], f"{name} is owned"
        position.cells[state.SUPPLY + state.CATTLE] += position.cells[at + state.TOKEN]
        position.cells[at + state.TOKEN] = position.cells[at + state.REACH] = 0
        position.cells[at + state.OWNER], position.cells[at + state.BUILT] = seat + 1, built
        position.give(seat, state.SETTLEMENTS, position.amount(seat, state.SETTLEMENTS) - built)
        widen_reach(position, position.components.hex_names.index(name), all_seats(position))


def drain(position: Montana) -> None:
    """Take every canteen out of the game, where a test is not about them."""
    for shown in position.view(0)["map"]["hexes"]:
        if shown["canteen"]:
            position.cells[place(position, shown["hex"]) + state.TOKEN] = 0
            position.cells[state.USED_CANTEENS] += 1


def built(position: Montana, name: str) -> int:
    """The settlements on a hex."""
    return int(position.cells[place(position, name) + state.BUILT])
