"""The shortage rule, on its own."""

import pytest

from games.montana.actions import GOODS
from games.montana.rules.shared import gain, gain_set
from games.montana.state import WORKERS
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
    supply,
)
from tests.games.positions import act, offered

STONE = GOODS.index("stone_small")
PUMPKIN = GOODS.index("pumpkin")


def owners(state, name):
    return tuple(held(state, seat, name) for seat in range(state.seats()))


@pytest.mark.rule("montana:6")
def test_everybody_returns_one_stone():
    state = bare(3)
    have(state, 0, stone_small=2)
    have(state, 1, stone_small=1)
    supply(state, stone_small=2)
    gain(state, 0, STONE, 3)
    assert owners(state, "stone_small") == (4, 0, 0)
    assert stock(state, "stone_small") == 1


@pytest.mark.rule("montana:8")
def test_two_rounds_and_still_too_few():
    state = bare()
    have(state, 0, pumpkin=1)
    have(state, 1, pumpkin=2)
    supply(state, pumpkin=0)
    gain(state, 0, PUMPKIN, 4)
    assert owners(state, "pumpkin") == (3, 0)
    assert stock(state, "pumpkin") == 0


@pytest.mark.rule("montana:9")
def test_only_workers_on_boards_are_returned():
    state = bare(3)
    have(state, 0, stone_worker=4)
    have(state, 1, stone_worker=3)
    supply(state, stone_worker=0)
    gain(state, 0, WORKERS + 3, 2)
    assert owners(state, "stone_worker") == (5, 2, 0)
    assert stock(state, "stone_worker") == 0


@pytest.mark.rule("montana:9")
def test_an_equal_pair_is_one_need():
    state = bare()
    have(state, 1, stone_worker=3)
    supply(state, stone_worker=1)
    gain_set(state, 0, WORKERS, state.components.wheel[1])
    assert owners(state, "stone_worker") == (2, 2)
    assert stock(state, "stone_worker") == 0


def test_a_shortage_of_one_colour_leaves_the_other_alone():
    state = bare()
    have(state, 0, pumpkin_worker=1, stone_worker=1)
    have(state, 1, pumpkin_worker=2, stone_worker=2)
    supply(state, stone_worker=0)
    gain_set(state, 0, WORKERS, state.components.wheel[3])
    assert owners(state, "pumpkin_worker") == (2, 2)
    assert owners(state, "stone_worker") == (1, 1)
    assert stock(state, "stone_worker") == 1, "what is returned beyond the need stays"


def test_a_worker_that_nobody_has_cannot_be_bought():
    state = bare()
    have(state, 0, cattle=1)
    supply(state, stone_worker=0)
    assert "trade:stone_worker" not in offered(state)
    assert "trade:copper_worker" in offered(state)


def test_hiring_takes_the_workers_there_are():
    state = bare()
    supply(state, stone_worker=1)
    state.apply(0, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    assert held(state, 0, "stone_worker") == 1


def test_the_supply_of_an_area_by_the_shortage_rule():
    state = bare()
    have(state, 0, copper_worker=1, coins=6)
    have(state, 1, copper_small=8)
    assert stock(state, "copper_small") == 4
    have(state, 0, copper_small=2)
    act(state, "work:mine:3:copper")
    assert owners(state, "copper_small") == (4, 7)
    assert stock(state, "copper_small") == 1
