"""Work: the bank and the four production areas."""

from __future__ import annotations

import pytest

from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
)
from tests.games.positions import act, offered, phase, refused

ALL = {"grain_worker": 2, "pumpkin_worker": 2, "copper_worker": 2, "stone_worker": 2}


@pytest.mark.rule("montana:11")
def test_two_workers_of_any_colour_earn_eight_coins() -> None:
    state = bare()
    have(state, 0, copper_worker=1, stone_worker=1)
    act(state, "bank:2:copper+stone")
    assert held(state, 0, "coins", "copper_worker", "stone_worker") == (8, 0, 0)
    assert state.view(0)["bank"][1]["workers"] == ["copper", "stone"]


@pytest.mark.parametrize(
    ("move", "coins"), [("bank:1:stone", 5), ("bank:3:grain+copper+copper", 11)]
)
def test_one_and_three_workers(move: str, coins: int) -> None:
    state = bare()
    have(state, 0, **ALL)
    act(state, move)
    assert held(state, 0, "coins") == coins


@pytest.mark.rule("montana:12")
@pytest.mark.parametrize("move", ["bank:2:copper", "bank:2:grain+copper+stone"])
def test_the_bank_takes_exactly_its_number(move: str) -> None:
    state = bare()
    have(state, 0, **ALL)
    assert move not in offered(state)
    assert "takes exactly 2 workers" in refused(state, move)


def test_a_taken_space_of_the_bank() -> None:
    state = bare()
    have(state, 0, **ALL)
    have(state, 1, **ALL)
    act(state, "bank:2:copper+stone")
    assert not [move for move in offered(state, "bank") if move.startswith("bank:2")]
    assert "is taken" in refused(state, "bank:2:grain+grain")


def test_a_full_bank_is_emptied_at_the_end_of_the_turn() -> None:
    state = bare()
    have(state, 0, **ALL)
    have(state, 1, **ALL)
    act(state, "bank:1:stone", "bank:2:copper+stone")
    assert stock(state, "stone_worker") == 18 - 4
    act(state, "bank:3:grain+grain+copper")
    assert [space["workers"] for space in state.view(0)["bank"]] == [[], [], []]
    assert stock(state, "stone_worker") == 18 - 2
    assert stock(state, "grain_worker") == 18 - 2


@pytest.mark.rule("montana:14")
def test_the_grain_field_with_its_small_space() -> None:
    state = bare()
    have(state, 0, grain_worker=1, copper_worker=1, stone_worker=1, coins=6)
    act(state, "work:grain_field:3:grain")
    assert held(state, 0, "grain", "coins", "grain_worker") == (4, 0, 0)
    assert offered(state) == ["helpers:none", "helpers:copper+stone"]
    act(state, "helpers:copper+stone")
    assert held(state, 0, "grain", "coins", "copper_worker", "stone_worker") == (5, 0, 0, 0)
    assert state.view(0)["areas"][0]["spaces"][2] == {
        "space": 3,
        "cost": 6,
        "goods": 4,
        "workers": ["grain"],
        "small_space": {"goods": 1, "workers": ["copper", "stone"]},
    }


@pytest.mark.rule("montana:15")
def test_five_coins_do_not_open_the_space_for_six() -> None:
    state = bare()
    have(state, 0, **ALL, coins=5)
    spaces = {move.split(":")[2] for move in offered(state, "work")}
    assert spaces == {"1", "2"}
    assert "costs 6 coins" in refused(state, "work:grain_field:3:grain")


@pytest.mark.rule("montana:43")
def test_payments_are_one_of_the_colour_or_any_two() -> None:
    state = bare()
    have(state, 0, **ALL, coins=1)
    assert {move for move in offered(state, "work") if "quarry" in move} == {
        "work:quarry:1:stone",
        *(f"work:quarry:1:{pair}+stone" for pair in ("grain", "pumpkin", "copper", "stone")),
        "work:quarry:1:grain+grain",
        "work:quarry:1:grain+pumpkin",
        "work:quarry:1:grain+copper",
        "work:quarry:1:pumpkin+pumpkin",
        "work:quarry:1:pumpkin+copper",
        "work:quarry:1:copper+copper",
    }
    assert "1 grain worker or any 2 workers" in refused(state, "work:grain_field:1:stone")


@pytest.mark.rule("montana:43")
def test_two_of_the_colour_are_paid_and_gain_what_one_does() -> None:
    state = bare()
    have(state, 0, stone_worker=3, grain_worker=1, coins=1)
    act(state, "work:quarry:1:stone+stone")
    assert held(state, 0, "stone_worker", "stone_small", "coins") == (1, 1, 0)
    assert offered(state) == ["helpers:none", "helpers:stone", "helpers:grain+stone"]
    act(state, "helpers:grain+stone")
    assert held(state, 0, "stone_worker", "grain_worker", "stone_small") == (0, 0, 2)
    space = state.view(0)["areas"][3]["spaces"][0]
    assert space["workers"] == ["stone", "stone"]
    assert space["small_space"]["workers"] == ["grain", "stone"]


@pytest.mark.rule("montana:43")
def test_the_switch_for_two_workers_of_other_colours() -> None:
    state = bare(two_workers="other_colours")
    have(state, 0, **ALL, coins=1)
    assert [move for move in offered(state, "work") if "grain_field" in move] == [
        "work:grain_field:1:grain",
        "work:grain_field:1:pumpkin+pumpkin",
        "work:grain_field:1:pumpkin+copper",
        "work:grain_field:1:pumpkin+stone",
        "work:grain_field:1:copper+copper",
        "work:grain_field:1:copper+stone",
        "work:grain_field:1:stone+stone",
    ]
    assert "1 grain worker or 2 workers of other colours" in refused(
        state, "work:grain_field:1:grain+stone"
    )
    assert "1 grain worker or 2 workers of other colours" in refused(
        state, "work:grain_field:1:stone"
    )
    act(state, "work:grain_field:1:stone+stone")
    assert "helpers:grain" in offered(state)
    assert "1 grain worker or 2 workers of other colours" in refused(state, "helpers:grain+copper")


@pytest.mark.parametrize(
    ("area", "colour", "good"),
    [
        ("quarry", "stone", "stone_small"),
        ("mine", "copper", "copper_small"),
        ("grain_field", "grain", "grain"),
        ("farm", "pumpkin", "pumpkin"),
    ],
)
@pytest.mark.parametrize(("space", "cost", "number"), [(1, 1, 1), (2, 3, 2), (3, 6, 3)])
def test_every_area_gives_its_good(
    area: str, colour: str, good: str, space: int, cost: int, number: int
) -> None:
    state = bare()
    have(state, 0, **{f"{colour}_worker": 1}, coins=6)
    act(state, f"work:{area}:{space}:{colour}")
    assert held(state, 0, good) == number + (area == "grain_field")
    assert held(state, 0, "coins") == 6 - cost


@pytest.mark.rule("montana:17")
def test_the_small_space_only_beside_the_space_just_taken() -> None:
    state = bare()
    for seat in (0, 1):
        have(state, seat, **ALL, coins=9)
    act(state, "work:mine:1:copper", "helpers:none", "work:mine:2:copper", "helpers:copper")
    assert state.view(0)["areas"][2]["spaces"][0]["small_space"]["workers"] == []
    assert not offered(state, "helpers")
    assert "now is the time for " in refused(state, "helpers:copper")
    assert "is taken" in refused(state, "work:mine:1:copper")


def test_the_small_space_is_not_offered_without_workers() -> None:
    state = bare()
    have(state, 0, copper_worker=1, coins=1)
    act(state, "work:mine:1:copper")
    assert state.actor() == 1


def test_the_small_space_takes_the_same_payment() -> None:
    state = bare()
    have(state, 0, copper_worker=2, grain_worker=1, coins=1)
    act(state, "work:mine:1:copper")
    assert phase(state) == "small_space"
    assert offered(state) == ["helpers:none", "helpers:copper", "helpers:grain+copper"]
    act(state, "helpers:copper")
    assert held(state, 0, "copper_small", "coins") == (2, 0)


@pytest.mark.rule("montana:18")
def test_a_full_area_is_emptied_with_its_small_spaces() -> None:
    state = bare()
    have(state, 0, **ALL, coins=9)
    have(state, 1, **ALL, coins=9)
    act(state, "work:mine:1:copper", "helpers:copper")
    act(state, "work:mine:3:copper", "helpers:none")
    act(state, "work:quarry:1:stone", "helpers:stone")
    assert stock(state, "copper_worker") == 18 - 3 - 1
    act(state, "work:mine:2:copper", "helpers:pumpkin+pumpkin")
    mine, quarry = state.view(0)["areas"][2:]
    assert all(s["workers"] == s["small_space"]["workers"] == [] for s in mine["spaces"])
    assert quarry["spaces"][0]["workers"] == ["stone"]
    assert quarry["spaces"][0]["small_space"]["workers"] == ["stone"]
    assert stock(state, "copper_worker") == 18
    assert stock(state, "pumpkin_worker") == 18 - 2
    assert stock(state, "stone_worker") == 18 - 4


def test_full_small_spaces_do_not_empty_an_area() -> None:
    state = bare()
    have(state, 0, **ALL, coins=9)
    have(state, 1, **ALL, coins=9)
    act(state, "work:mine:1:copper", "helpers:copper", "work:mine:3:copper", "helpers:copper")
    assert [s["workers"] for s in state.view(0)["areas"][2]["spaces"]] == [
        ["copper"],
        [],
        ["copper"],
    ]


def test_one_place_a_turn() -> None:
    state = bare()
    have(state, 0, **ALL, coins=9)
    act(state, "bank:1:stone")
    assert state.actor() == 1
