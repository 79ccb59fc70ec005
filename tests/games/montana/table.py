"""Positions of Montana made by hand: set-ups, named pieces, owned fields, moves in notation."""

from __future__ import annotations

from functools import cache

from games.game import CHANCE
from games.montana import RULESET
from games.montana.actions import COLOURS, GOODS
from games.montana.match import Montana as Match
from games.montana.rules.build import all_seats, widen_reach
from games.montana.state import (
    BUILT,
    CANTEENS,
    CATTLE,
    COINS,
    FACE,
    OWNER,
    REACH,
    SETTLEMENTS,
    SUPPLY,
    TOKEN,
    USED_CANTEENS,
    WORKERS,
    hex_at,
)
from games.options import complete
from games.random import Random
from games.registry import Catalogue
from tests.games.moves import offered as offered

CELLS = {
    **{good: kind for kind, good in enumerate(GOODS)},
    **{f"{colour}_worker": WORKERS + kind for kind, colour in enumerate(COLOURS)},
    "cattle": CATTLE,
    "coins": COINS,
    "canteens": CANTEENS,
    "settlements": SETTLEMENTS,
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
    state = opened(seats, **chosen)
    for _ in range(2 * seats):
        act(state, "spin:3")
    for seat in range(seats):
        have(state, seat, **dict.fromkeys([*list(CELLS)[:11], "coins"], 0))
    return state


def have(state, seat, **pieces):
    """Set numbers on a player's board, taking pieces from the supply or giving them back."""
    for name, number in pieces.items():
        cell = CELLS[name]
        if cell <= CATTLE:
            state.cells[SUPPLY + cell] += state.held(seat, cell) - number
            assert state.cells[SUPPLY + cell] >= 0, f"the supply has no such {name}"
        state.give(seat, cell, number)


def supply(state, **pieces):
    """Set numbers in the supply."""
    for name, number in pieces.items():
        state.cells[SUPPLY + CELLS[name]] = number


def held(state, seat, *names):
    """Numbers on a player's board."""
    numbers = tuple(state.held(seat, CELLS[name]) for name in names)
    return numbers[0] if len(names) == 1 else numbers


def stock(state, name):
    """A number in the supply."""
    return int(state.cells[SUPPLY + CELLS[name]])


def place(state, name):
    """Where the cells of a hex begin."""
    return int(hex_at(state.components.hex_names.index(name)))


def own(state, seat, *names):
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


def drain(state):
    """Take every canteen out of the game, where a test is not about them."""
    for shown in state.view(0)["map"]["hexes"]:
        if shown["canteen"]:
            state.cells[place(state, shown["hex"]) + TOKEN] = 0
            state.cells[USED_CANTEENS] += 1


def built(state, name):
    """The settlements on a hex."""
    return int(state.cells[place(state, name) + BUILT])


def act(state, *moves):
    """Apply moves of whoever is to act, each checked."""
    for move in moves:
        seat = CHANCE if move.startswith("spin") else state.actor()
        before = state.census()
        state.apply(seat, state.parse(move))
        assert state.census() == before


def phase(state):
    return state.view(0)["phase"]
