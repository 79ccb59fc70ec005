"""Build: fields and their prices, double fields, lines of four, cattle, canteens, coins."""

import pytest

from games.game import IllegalAction
from games.montana.match_setup import made_setup
from games.montana.state import FIELDS, SETTLEMENTS, TOKEN
from tests.games.montana.positions import (
    bare,
    built,
    drain,
    game,
    have,
    held,
    options,
    own,
    place,
    stock,
)
from tests.games.positions import act, offered, phase

RED, BLUE = 0, 1


def refuse(state, move, reason):
    before = state.save()
    with pytest.raises(IllegalAction, match=reason):
        state.apply(state.actor(), state.parse(move))
    assert state.save() == before


@pytest.mark.rule("montana:28")
def test_the_example_of_building():
    state = bare()
    have(state, RED, stone_large=1, grain=2, stone_small=1, pumpkin=1)
    act(state, "build:1,-1")
    assert built(state, "1,-1") == 1
    assert held(state, RED, "cattle", "canteens", "grain", "stone_large") == (1, 1, 1, 0)
    assert "build:0,-1" not in offered(state)
    act(state, "trade:copper_small", "build:0,-1")
    assert built(state, "0,-1") == 2
    goods = held(state, RED, "grain", "pumpkin", "copper_small", "stone_small", "stone_large")
    assert goods == (0, 0, 0, 0, 0)
    assert held(state, RED, "coins", "cattle", "canteens") == (1, 0, 1)
    assert state.scores()[RED] == 3
    assert phase(state) == "canteen"


@pytest.mark.rule("montana:29")
def test_a_double_field_closes_a_line():
    state = bare()
    own(state, RED, "1,-1", "2,-1", "3,-1")
    have(state, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(state, "build:0,-1")
    assert built(state, "0,-1") == 3
    assert held(state, RED, "settlements") == 12 - 6


ROW = ["-2,-2", "-1,-2", "0,-2", "1,-2", "2,-2", "3,-2"]
ALL_GOODS = {"grain": 2, "pumpkin": 2, "copper_small": 2, "stone_small": 2, "copper_large": 1}


def build_in_row(owned, field):
    state = bare()
    own(state, RED, *[ROW[q + 2] for q in owned])
    have(state, RED, **ALL_GOODS, stone_large=1)
    act(state, f"build:{ROW[field + 2]}")
    return state


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
def test_lines_on_one_row(owned, field, placed):
    assert built(build_in_row(owned, field), ROW[field + 2]) == placed


@pytest.mark.rule("montana:30")
def test_a_fifth_field_gives_nothing_further():
    state = build_in_row((-2, -1, 0), 1)
    have(state, RED, **ALL_GOODS, stone_large=1)
    act(state, "build:2,-2")
    assert built(state, "2,-2") == 2


@pytest.mark.rule("montana:30")
@pytest.mark.parametrize(("line_bonus", "placed"), [("each_direction", 4), ("once", 3)])
def test_two_lines_closed_by_one_field(line_bonus, placed):
    state = bare(line_bonus=line_bonus)
    own(state, RED, "1,-1", "2,-1", "3,-1", "1,-2", "-1,0", "-2,1")
    have(state, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    assert f"{placed} settlements" in state.label(RED, state.parse("build:0,-1"))
    act(state, "build:0,-1")
    assert built(state, "0,-1") == placed


def test_a_line_of_two_players_is_none():
    state = bare()
    own(state, RED, "1,-1", "2,-1")
    own(state, BLUE, "3,-1")
    have(state, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(state, "build:0,-1")
    assert built(state, "0,-1") == 2


@pytest.mark.rule("montana:32")
@pytest.mark.parametrize(("fields", "coins"), [(1, 2), (2, 1), (3, 0)])
@pytest.mark.parametrize("reading", ["fewer_fields", "more_fields"])
def test_coins_by_fields_built(fields, coins, reading):
    state = bare(build_coins=reading)
    drain(state)
    have(state, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4)
    for name in ["0,-1", "-1,0", "0,1"][:fields]:
        act(state, f"build:{name}")
    if fields < 3:
        act(state, "stop")
    assert state.cells[FIELDS] == 0
    assert held(state, RED, "coins") == (coins if reading == "fewer_fields" else fields - 1)
    assert state.actor() == BLUE


@pytest.mark.rule("montana:32")
def test_extra_settlements_do_not_change_the_coins():
    state = bare()
    own(state, RED, "1,-1", "2,-1", "3,-1")
    have(state, RED, grain=1, pumpkin=1, copper_small=1, stone_small=1)
    act(state, "build:0,-1")
    assert held(state, RED, "coins") == 2


@pytest.mark.rule("montana:33")
def test_sizes_are_not_interchangeable():
    state = bare()
    own(state, RED, "0,-1")
    have(state, RED, stone_small=2, copper_small=2)
    assert "build:0,-2" not in offered(state)
    assert "build:-1,-2" not in offered(state)
    refuse(state, "build:0,-2", "costs exactly 1 large copper")


@pytest.mark.rule("montana:33")
def test_a_large_good_does_not_pay_a_small_price():
    state = bare()
    have(state, RED, pumpkin=1, copper_large=1)
    assert "build:-1,0" not in offered(state)
    have(state, RED, copper_large=0, copper_small=1)
    assert "build:-1,0" in offered(state)


def test_the_price_goes_to_the_supply():
    state = bare()
    have(state, RED, pumpkin=1, copper_small=1)
    before = stock(state, "pumpkin"), stock(state, "copper_small")
    act(state, "build:-1,0")
    assert (stock(state, "pumpkin"), stock(state, "copper_small")) == (before[0] + 1, before[1] + 1)


def two_lakes():
    names = ["T07", "T02", "T08", "T01", "T05", "T03", "T10"]
    setup = made_setup(2, options(), names, [0, 0, 0, 0, 3, 0, 0], (0, 0), 0)
    state = game().start(setup)
    act(state, *["spin:3"] * 4)
    have(state, RED, grain=0, pumpkin=1, copper_small=1, stone_small=1, cattle=0)
    return state


@pytest.mark.rule("montana:35")
def test_a_field_beside_two_lakes_takes_both_canteens():
    state = two_lakes()
    act(state, "build:0,1")
    assert held(state, RED, "canteens") == 2
    lakes = {h["hex"]: h["canteen"] for h in state.view(0)["map"]["hexes"] if h["kind"] == "lake"}
    assert lakes["1,0"] is lakes["1,1"] is False


@pytest.mark.rule("montana:35")
def test_a_canteen_that_is_gone_is_gone():
    state = two_lakes()
    for lake in ("1,0", "1,1"):
        state.cells[place(state, lake) + TOKEN] = 0
    have(state, BLUE, canteens=2)
    act(state, "build:0,1")
    assert held(state, RED, "canteens") == 0


@pytest.mark.rule("montana:36")
def test_beside_another_players_settlement():
    state = bare()
    own(state, BLUE, "0,-1")
    have(state, RED, copper_large=1)
    assert "build:0,-2" in offered(state)


def test_the_switch_for_own_settlements_only():
    state = bare(own_only=True)
    drain(state)
    have(state, RED, pumpkin=2, copper_small=2)
    act(state, "build:-1,0")
    have(state, BLUE, copper_small=1, grain=1, pumpkin=1, copper_large=2)
    assert state.actor() == BLUE
    assert offered(state, "build") == ["build:-1,1"], "beside the start tile, not beside Red"
    refuse(state, "build:-2,0", "not beside the start tile or a settlement that counts")
    act(state, "build:-1,1")
    assert "build:-1,2" in offered(state, "build")


def test_a_field_built_a_moment_ago_counts():
    state = bare()
    have(state, RED, pumpkin=1, copper_small=1, copper_large=1, grain=1, stone_small=1)
    assert "build:0,-2" not in offered(state)
    act(state, "build:0,-1")
    assert "build:0,-2" in offered(state)


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
def test_where_nobody_builds(field, reason):
    state = bare()
    own(state, BLUE, "0,-1")
    have(state, RED, **ALL_GOODS, stone_large=1)
    refuse(state, f"build:{field}", reason)


def test_no_more_than_three_fields():
    state = bare()
    drain(state)
    have(state, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4)
    act(state, "build:0,-1", "build:-1,0", "build:0,1")
    assert state.actor() == BLUE


def test_what_is_left_is_placed_on_the_last_field():
    state = bare()
    have(state, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4, settlements=1)
    own_before = state.held(RED, SETTLEMENTS)
    state.apply(RED, state.parse("build:0,-1"))
    assert own_before == built(state, "0,-1") == 1
    assert held(state, RED, "settlements", "coins") == (0, 2)
    assert state.actor() == BLUE, "without settlements building stops"


def test_without_settlements_nothing_is_built():
    state = bare()
    have(state, RED, grain=5, pumpkin=4, copper_small=4, stone_small=4, settlements=0)
    assert not offered(state, "build")
    refuse(state, "build:0,-1", "no settlement is left")


def test_cattle_on_the_field_is_taken():
    state = bare()
    have(state, RED, grain=1, stone_large=1)
    act(state, "build:1,-1")
    assert held(state, RED, "cattle") == 1
    assert not [h for h in state.view(0)["map"]["hexes"] if h["hex"] == "1,-1" and h["cattle"]]
