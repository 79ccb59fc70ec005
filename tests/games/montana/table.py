"""Positions of Montana made by hand: set-ups, named pieces, owned fields, moves in notation."""

from __future__ import annotations

from functools import cache

from games.game import CHANCE
from games.montana import RULESET, actions, state
from games.montana.match import Montana as Match
from games.montana.rules.build import all_seats, widen_reach
from games.options import complete
from games.random import Random
from games.registry import Catalogue
from tests.games.moves import offered as offered

CELLS = {
    **{good: kind for kind, good in enumerate(actions.GOODS)},
    **{f"{colour}_worker": state.WORKERS + kind for kind, colour in enumerate(actions.COLOURS)},
    "cattle": state.CATTLE,
    "coins": state.COINS,
    "canteens": state.CANTEENS,
    "settlements": state.SETTLEMENTS,
}


def options(**chosen):
    return complete(RULESET.options, chosen)


@cache
def game():
    return Catalogue().game(RULESET, options())


def opened(seats=2, **chosen) -> Match:
    """The first game's fixed map before the first spin."""
    given = options(setup="first_game", **chosen)
    return game().start(game().draw_setup(seats, given, Random(1)))


def bare(seats=2, **chosen) -> Match:
    """Seat 0's first turn on the first game's map, with every player's board emptied.

    Settlements stay; goods, workers and cattle are in the supply.
    """
    position = opened(seats, **chosen)
    for _ in range(2 * seats):
        act(position, "spin:3")
    for seat in range(seats):
        have(position, seat, **dict.fromkeys([*list(CELLS)[:11], "coins"], 0))
    return position


def have(position, seat, **pieces):
    """Set numbers on a player's board, taking pieces from the supply or giving them back."""
    for name, number in pieces.items():
        cell = CELLS[name]
        if cell <= state.CATTLE:
            position.cells[state.SUPPLY + cell] += position.held(seat, cell) - number
            assert position.cells[state.SUPPLY + cell] >= 0, f"the supply has no such {name}"
        position.give(seat, cell, number)


def supply(position, **pieces):
    """Set numbers in the supply."""
    for name, number in pieces.items():
        position.cells[state.SUPPLY + CELLS[name]] = number


def held(position, seat, *names):
    """Numbers on a player's board."""
    numbers = tuple(position.held(seat, CELLS[name]) for name in names)
    return numbers[0] if len(names) == 1 else numbers


def stock(position, name):
    """A number in the supply."""
    return int(position.cells[state.SUPPLY + CELLS[name]])


def place(position, name):
    """Where the cells of a hex begin."""
    return int(state.hex_at(position.components.hex_names.index(name)))


def own(position, seat, *names):
    """Fields that a player built on earlier; the cattle there have gone back to the supply."""
    for name in names:
        at = place(position, name)
        built = position.components.faces[position.cells[at + state.FACE]].settlements
        assert built > 0, f"{name} is no field"
        assert not position.cells[at + state.OWNER], f"{name} is owned"
        position.cells[state.SUPPLY + state.CATTLE] += position.cells[at + state.TOKEN]
        position.cells[at + state.TOKEN] = position.cells[at + state.REACH] = 0
        position.cells[at + state.OWNER], position.cells[at + state.BUILT] = seat + 1, built
        position.give(seat, state.SETTLEMENTS, position.held(seat, state.SETTLEMENTS) - built)
        widen_reach(position, position.components.hex_names.index(name), all_seats(position))


def drain(position):
    """Take every canteen out of the game, where a test is not about them."""
    for shown in position.view(0)["map"]["hexes"]:
        if shown["canteen"]:
            position.cells[place(position, shown["hex"]) + state.TOKEN] = 0
            position.cells[state.USED_CANTEENS] += 1


def built(position, name):
    """The settlements on a hex."""
    return int(position.cells[place(position, name) + state.BUILT])


def act(position, *moves):
    """Apply moves of whoever is to act, each checked."""
    for move in moves:
        seat = CHANCE if move.startswith("spin") else position.actor()
        before = position.census()
        position.apply(seat, position.parse(move))
        assert position.census() == before


def phase(position):
    return position.view(0)["phase"]
