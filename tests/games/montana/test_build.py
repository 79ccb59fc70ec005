"""Build: fields and their prices, double fields, lines of four, cattle, canteens, coins."""

from __future__ import annotations

import pytest

from railhead.games.montana import state
from railhead.games.montana.match import Montana
from railhead.games.montana.match_setup import build_setup
from tests.games.montana.positions import (
    bare,
    built,
    drain,
    have,
    held,
    options,
    own,
    place,
    started,
    stock,
)
from tests.games.positions import act, offered, phase, refused

RED, BLUE = 0, 1


@pytest.mark.rule("montana:28")
def test_the_example_of_building() -> None:
    position = bare()
    have(position, RED, stone_large=1, grain=2, stone_small=1, pumpkin=1)
    act(position, "build:1,-1")
    assert built(position, "1,-1") == 1
    assert held(position, RED, "cattle", "canteens", "grain", "stone_large") == (1, 1, 1, 0)
    assert "build:0,-1" not in offered(position)
    act(position, "trade:copper_small", "build:0,-1")
    assert built(position, "0,-1") == 2
    goods = held(position, RED, "grain", "pumpkin", "copper_small", "stone_small", "stone_large")
    assert goods == (0, 0, 0, 0, 0)
    assert held(position, RED, "coins", "cattle", "canteens") == (1, 0, 1)
    assert position.scores()[RED] == 3
    assert phase(position) == "canteen"


@pytest.mark.rule("montana:29")
def test_a_double_field_closes_a_line() -> None:
    position = bare()
    own(position, RED, "1,-1", "2,-1", "3,-1")
    have(position, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(position, "build:0,-1")
    assert built(position, "0,-1") == 3
    assert held(position, RED, "settlements") == 12 - 6


ROW = ["-2,-2", "-1,-2", "0,-2", "1,-2", "2,-2", "3,-2"]
ALL_GOODS = {"grain": 2, "pumpkin": 2, "copper_small": 2, "stone_small": 2, "copper_large": 1}


def build_in_row(owned: tuple[int, ...], field: int) -> Montana:
    position = bare()
    own(position, RED, *[ROW[q + 2] for q in owned])
    have(position, RED, **ALL_GOODS, stone_large=1)
    act(position, f"build:{ROW[field + 2]}")
    return position


@pytest.mark.rule("montana:30")
@pytest.mark.parametrize(
    ("owned", "field", "placed"),
    [
        ((-2, -1, 0), 1, 3),
        ((-2, -1, 1, 2), 0, 2),
        ((-2, -1, 0, 1, 3), 2, 2),
        ((-2, -1, 0, 1), 2, 2),
        ((-1, 0), 1, 2),
    ],
)
def test_lines_on_one_row(owned: tuple[int, ...], field: int, placed: int) -> None:
    assert built(build_in_row(owned, field), ROW[field + 2]) == placed


@pytest.mark.rule("montana:30")
def test_a_fifth_field_gives_nothing_further() -> None:
    position = build_in_row((-2, -1, 0), 1)
    have(position, RED, **ALL_GOODS, stone_large=1)
    act(position, "build:2,-2")
    assert built(position, "2,-2") == 2


@pytest.mark.rule("montana:30")
@pytest.mark.parametrize(("line_bonus", "placed"), [("each_direction", 4), ("once", 3)])
def test_two_lines_closed_by_one_field(line_bonus: str, placed: int) -> None:
    position = bare(line_bonus=line_bonus)
    own(position, RED, "1,-1", "2,-1", "3,-1", "1,-2", "-1,0", "-2,1")
    have(position, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    assert f"{placed} settlements" in position.label(RED, position.parse("build:0,-1"))
    act(position, "build:0,-1")
    assert built(position, "0,-1") == placed


def test_a_line_of_two_players_is_none() -> None:
    position = bare()
    own(position, RED, "1,-1", "2,-1")
    own(position, BLUE, "3,-1")
    have(position, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(position, "build:0,-1")
    assert built(position, "0,-1") == 2


@pytest.mark.rule("montana:32")
@pytest.mark.parametrize(("fields", "coins"), [(1, 2), (2, 1), (3, 0)])
@pytest.mark.parametrize("reading", ["fewer_fields", "more_fields"])
def test_coins_by_fields_built(fields: int, coins: int, reading: str) -> None:
    position = bare(build_coins=reading)
    drain(position)
    have(position, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4)
    for name in ["0,-1", "-1,0", "0,1"][:fields]:
        act(position, f"build:{name}")
    if fields < 3:
        act(position, "stop")
    assert position.cells[state.FIELDS] == 0
    assert held(position, RED, "coins") == (coins if reading == "fewer_fields" else fields - 1)
    assert position.actor() == BLUE


@pytest.mark.rule("montana:32")
def test_extra_settlements_do_not_change_the_coins() -> None:
    position = bare()
    own(position, RED, "1,-1", "2,-1", "3,-1")
    have(position, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(position, "build:0,-1")
    assert held(position, RED, "coins") == 2


@pytest.mark.rule("montana:33")
def test_sizes_are_not_interchangeable() -> None:
    position = bare()
    own(position, RED, "0,-1")
    have(position, RED, stone_small=2, copper_small=2)
    assert "build:0,-2" not in offered(position)
    assert "build:-1,-2" not in offered(position)
    assert "costs exactly 1 large copper" in refused(position, "build:0,-2")


@pytest.mark.rule("montana:33")
def test_a_large_good_does_not_pay_a_small_price() -> None:
    position = bare()
    have(position, RED, pumpkin=1, copper_large=1)
    assert "build:-1,0" not in offered(position)
    have(position, RED, copper_large=0, copper_small=1)
    assert "build:-1,0" in offered(position)


def test_the_price_goes_to_the_supply() -> None:
    position = bare()
    have(position, RED, pumpkin=1, copper_small=1)
    before = stock(position, "pumpkin"), stock(position, "copper_small")
    act(position, "build:-1,0")
    assert (stock(position, "pumpkin"), stock(position, "copper_small")) == (
        before[0] + 1,
        before[1] + 1,
    )


def two_lakes() -> Montana:
    names = ["T07", "T02", "T08", "T01", "T05", "T03", "T10"]
    setup = build_setup(2, options(), names, [0, 0, 0, 0, 3, 0, 0], (0, 0), 0)
    position = started(setup)
    act(position, *["spin:3"] * 4)
    have(position, RED, grain=0, pumpkin=1, copper_small=1, stone_small=1, cattle=0)
    return position


@pytest.mark.rule("montana:35")
def test_a_field_beside_two_lakes_takes_both_canteens() -> None:
    position = two_lakes()
    act(position, "build:0,1")
    assert held(position, RED, "canteens") == 2
    lakes = {
        h["hex"]: h["canteen"] for h in position.view(0)["map"]["hexes"] if h["kind"] == "lake"
    }
    assert lakes["1,0"] is lakes["1,1"] is False


@pytest.mark.rule("montana:35")
def test_a_canteen_that_is_gone_is_gone() -> None:
    position = two_lakes()
    for lake in ("1,0", "1,1"):
        position.cells[place(position, lake) + state.TOKEN] = 0
    have(position, BLUE, canteens=2)
    act(position, "build:0,1")
    assert held(position, RED, "canteens") == 0


@pytest.mark.rule("montana:36")
def test_beside_another_players_settlement() -> None:
    position = bare()
    own(position, BLUE, "0,-1")
    have(position, RED, copper_large=1)
    assert "build:0,-2" in offered(position)


def test_the_switch_for_own_settlements_only() -> None:
    position = bare(own_only=True)
    drain(position)
    have(position, RED, pumpkin=2, copper_small=2)
    act(position, "build:-1,0")
    have(position, BLUE, copper_small=1, grain=1, pumpkin=1, copper_large=2)
    assert position.actor() == BLUE
    assert offered(position, "build") == ["build:-1,1"], "beside the start tile, not beside Red"
    assert "not beside the start tile or a settlement that counts" in refused(
        position, "build:-2,0"
    )
    act(position, "build:-1,1")
    assert "build:-1,2" in offered(position, "build")


def test_a_field_built_a_moment_ago_counts() -> None:
    position = bare()
    have(position, RED, pumpkin=1, copper_small=1, copper_large=1, grain=1, stone_small=1)
    assert "build:0,-2" not in offered(position)
    act(position, "build:0,-1")
    assert "build:0,-2" in offered(position)


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("1,0", "lake"),
        ("-1,-1", "mountain"),
        ("0,0", "start"),
        ("0,-1", "belongs to seat 1"),
        ("3,-3", "not beside"),
        ("5,-1", "outside"),
    ],
)
def test_where_nobody_builds(field: str, reason: str) -> None:
    position = bare()
    own(position, BLUE, "0,-1")
    have(position, RED, **ALL_GOODS, stone_large=1)
    assert reason in refused(position, f"build:{field}")


def test_no_more_than_three_fields() -> None:
    position = bare()
    drain(position)
    have(position, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4)
    act(position, "build:0,-1", "build:-1,0", "build:0,1")
    assert position.actor() == BLUE


def test_what_is_left_is_placed_on_the_last_field() -> None:
    position = bare()
    have(position, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4, settlements=1)
    own_before = position.amount(RED, state.SETTLEMENTS)
    position.apply(RED, position.parse("build:0,-1"))
    assert own_before == built(position, "0,-1") == 1
    assert held(position, RED, "settlements", "coins") == (0, 2)
    assert position.actor() == BLUE, "without settlements building stops"


def test_without_settlements_nothing_is_built() -> None:
    position = bare()
    have(position, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4, settlements=0)
    assert not offered(position, "build")
    assert "no settlement is left" in refused(position, "build:0,-1")


def test_cattle_on_the_field_is_taken() -> None:
    position = bare()
    have(position, RED, grain=1, stone_large=1)
    act(position, "build:1,-1")
    assert held(position, RED, "cattle") == 1
    assert not [h for h in position.view(0)["map"]["hexes"] if h["hex"] == "1,-1" and h["cattle"]]
