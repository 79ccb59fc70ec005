"""The shortage rule, on its own."""

from __future__ import annotations

import pytest

from railhead.games.montana import actions, state
from railhead.games.montana.match import Montana
from railhead.games.montana.rules.shared import gain, gain_set
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
    supply,
)
from tests.games.positions import act, offered

STONE = actions.GOODS.index("stone_small")
PUMPKIN = actions.GOODS.index("pumpkin")


def owners(position: Montana, name: str) -> tuple[int, ...]:
    return tuple(held(position, seat, name) for seat in range(position.seats()))


@pytest.mark.rule("montana:6")
def test_everybody_returns_one_stone() -> None:
    position = bare(3)
    have(position, 0, stone_small=2)
    have(position, 1, stone_small=1)
    supply(position, stone_small=2)
    gain(position, 0, STONE, 3)
    assert owners(position, "stone_small") == (4, 0, 0)
    assert stock(position, "stone_small") == 1


@pytest.mark.rule("montana:8")
def test_two_rounds_and_still_too_few() -> None:
    position = bare()
    have(position, 0, pumpkin=1)
    have(position, 1, pumpkin=2)
    supply(position, pumpkin=0)
    gain(position, 0, PUMPKIN, 4)
    assert owners(position, "pumpkin") == (3, 0)
    assert stock(position, "pumpkin") == 0


@pytest.mark.rule("montana:9")
def test_only_workers_on_boards_are_returned() -> None:
    position = bare(3)
    have(position, 0, stone_worker=4)
    have(position, 1, stone_worker=3)
    supply(position, stone_worker=0)
    gain(position, 0, state.WORKERS + 3, 2)
    assert owners(position, "stone_worker") == (5, 2, 0)
    assert stock(position, "stone_worker") == 0


@pytest.mark.rule("montana:9")
def test_an_equal_pair_is_one_need() -> None:
    position = bare()
    have(position, 1, stone_worker=3)
    supply(position, stone_worker=1)
    gain_set(position, 0, state.WORKERS, position.components.wheel[1])
    assert owners(position, "stone_worker") == (2, 2)
    assert stock(position, "stone_worker") == 0


def test_a_shortage_of_one_colour_leaves_the_other_alone() -> None:
    position = bare()
    have(position, 0, pumpkin_worker=1, stone_worker=1)
    have(position, 1, pumpkin_worker=2, stone_worker=2)
    supply(position, stone_worker=0)
    gain_set(position, 0, state.WORKERS, position.components.wheel[3])
    assert owners(position, "pumpkin_worker") == (2, 2)
    assert owners(position, "stone_worker") == (1, 1)
    assert stock(position, "stone_worker") == 1, "what is returned beyond the need stays"


def test_a_worker_that_nobody_has_cannot_be_bought() -> None:
    position = bare()
    have(position, 0, cattle=1)
    supply(position, stone_worker=0)
    assert "trade:stone_worker" not in offered(position)
    assert "trade:copper_worker" in offered(position)


def test_hiring_takes_the_workers_there_are() -> None:
    position = bare()
    supply(position, stone_worker=1)
    position.apply(0, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    assert held(position, 0, "stone_worker") == 1


def test_the_supply_of_an_area_by_the_shortage_rule() -> None:
    position = bare()
    have(position, 0, copper_worker=1, coins=6)
    have(position, 1, copper_small=8)
    assert stock(position, "copper_small") == 4
    have(position, 0, copper_small=2)
    act(position, "work:mine:3:copper")
    assert owners(position, "copper_small") == (4, 7)
    assert stock(position, "copper_small") == 1
