"""Hire: the wheel, the joker, further steps for grain, the limit of eight workers."""

from __future__ import annotations

import pytest

from railhead.games.game import IllegalAction
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
)
from tests.games.positions import act, offered, phase, refused

WORKERS = ("grain_worker", "pumpkin_worker", "copper_worker", "stone_worker")


@pytest.mark.rule("montana:2")
def test_a_spin_and_two_paid_steps() -> None:
    state = bare()
    have(state, 0, grain=2)
    grain = stock(state, "grain")
    act(state, "hire", "spin:3")
    assert held(state, 0, *WORKERS) == (0, 1, 0, 1)
    act(state, "advance:2")
    assert state.view(0)["wheel"]["arrow"] == 5
    assert held(state, 0, *WORKERS) == (0, 3, 0, 1)
    assert held(state, 0, "grain") == 0
    assert stock(state, "grain") == grain + 2


def test_steps_go_once_round_the_wheel() -> None:
    state = bare()
    have(state, 0, grain=9)
    act(state, "hire", "spin:6")
    assert offered(state) == [f"advance:{steps}" for steps in range(8)]
    act(state, "advance:7")
    assert state.view(0)["wheel"]["arrow"] == 5
    assert state.actor() == 1, "further steps go once a turn"


def test_no_steps_without_grain() -> None:
    state = bare()
    act(state, "hire", "spin:6")
    assert state.actor() == 1


@pytest.mark.rule("montana:49")
def test_no_more_steps_than_grain() -> None:
    state = bare()
    have(state, 0, grain=2)
    act(state, "hire", "spin:6")
    assert offered(state) == ["advance:0", "advance:1", "advance:2"]
    with pytest.raises(IllegalAction, match="3 steps cost 3 grain, you have 2; 7 steps"):
        state.apply(0, state.parse("advance:3"))


@pytest.mark.rule("montana:49")
def test_steps_at_another_decision_are_refused_by_its_name() -> None:
    state = bare()
    have(state, 0, grain=3, pumpkin=2)
    assert refused(state, "advance:2") == ("now is the time for hire or city, not for advance")
    act(state, "city")
    assert "now is the time for bid" in refused(state, "advance:0")


@pytest.mark.rule("montana:3")
def test_nine_workers_are_one_too_many() -> None:
    state = bare()
    have(state, 0, grain_worker=4, copper_worker=3)
    act(state, "hire", "spin:3")
    assert offered(state) == ["discard:grain", "discard:pumpkin", "discard:copper", "discard:stone"]
    act(state, "discard:copper")
    assert held(state, 0, *WORKERS) == (4, 1, 2, 1)
    assert state.actor() == 1


@pytest.mark.rule("montana:3")
def test_with_eight_workers_hiring_swaps() -> None:
    state = bare()
    have(state, 0, grain_worker=8)
    assert "hire" in offered(state)
    act(state, "hire", "spin:3", "discard:grain")
    assert offered(state) == ["discard:grain", "discard:pumpkin", "discard:stone"]
    act(state, "discard:grain")
    assert held(state, 0, *WORKERS) == (6, 1, 0, 1)


def test_surplus_workers_go_in_the_order_of_the_colours() -> None:
    state = bare()
    have(state, 0, grain_worker=8)
    act(state, "hire", "spin:3")
    assert offered(state) == ["discard:grain", "discard:pumpkin"], "after stone there is no second"
    act(state, "discard:pumpkin")
    assert offered(state) == ["discard:stone"]


def test_surplus_workers_of_the_spin_go_before_the_steps() -> None:
    state = bare()
    have(state, 0, grain_worker=8, grain=1)
    act(state, "hire", "spin:5", "discard:pumpkin", "discard:pumpkin")
    assert phase(state) == "advance"
    act(state, "advance:1", "discard:grain", "discard:grain")
    assert held(state, 0, *WORKERS) == (6, 0, 1, 1)


@pytest.mark.rule("montana:5")
@pytest.mark.parametrize(
    ("pair", "workers"), [("stone+stone", (0, 0, 0, 2)), ("grain+copper", (1, 0, 1, 0))]
)
def test_the_joker_gives_any_two(pair: str, workers: tuple[int, int, int, int]) -> None:
    state = bare()
    act(state, "hire", "spin:0")
    assert len(offered(state)) == 10
    act(state, f"joker:{pair}")
    assert held(state, 0, *WORKERS) == workers
    assert state.actor() == 1


@pytest.mark.rule("montana:5")
def test_a_joker_reached_with_grain() -> None:
    state = bare()
    have(state, 0, grain=1)
    act(state, "hire", "spin:7", "advance:1", "joker:stone+stone")
    assert held(state, 0, *WORKERS) == (2, 0, 0, 2)


def test_every_space_of_the_wheel_is_as_likely() -> None:
    state = bare()
    act(state, "hire")
    assert [weight for _, weight in state.chance_outcomes()] == [1] * 8
