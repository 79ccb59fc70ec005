"""Moving along the trail, tolls, hazards and teepees."""

from __future__ import annotations

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail import pending
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.names import BUILDINGS, TILES
from railhead.games.great_western_trail.rules import hazards
from tests.games.great_western_trail.positions import (
    bare,
    build,
    have,
    held,
    lay,
    lying,
    owe,
    space,
    stand,
    turn_of,
    values,
    visit,
    where,
)
from tests.games.positions import act, offered


def ways(state: GreatWesternTrail, name: str) -> list[str]:
    """The labels of all ways to a space."""
    seat = state.actor()
    return [
        state.label(seat, action)
        for action in state.legal_actions(seat)
        if state.observe(seat, seat, action).startswith(f"move:{name}:")
    ]


def upon_a(seats: int = 4, money: int = 9, **chosen: str) -> GreatWesternTrail:
    state = bare(seats, **chosen)
    turn_of(state, 2)
    stand(state, 2, "A")
    have(state, 2, money=money)
    return state


@pytest.mark.rule("great_western_trail:1")
def test_two_ways_to_b_pay_different_tolls() -> None:
    state = upon_a()
    build(state, 0, A1=1, A2=2)
    lay(state, FL1="flood_2_green", FL2="flood_3_green")
    assert ways(state, "B") == [
        "Move to neutral building B, 3 steps, pay $1 to seat 0",
        "Move to neutral building B, 3 steps, pay $2 to the bank",
    ]
    act(state, offered(state, "move")[[m.split(":")[1] for m in offered(state)].index("B")])
    assert held(state, 2, "money") == 8
    assert held(state, 0, "money") == 1


@pytest.mark.rule("great_western_trail:2")
def test_no_way_leads_back_or_nowhere() -> None:
    state = upon_a()
    stand(state, 2, "C")
    assert set(values(state, "move")) == {"D", "E", "F", "G", "KC"}


@pytest.mark.rule("great_western_trail:4")
def test_a_toll_is_paid_as_far_as_the_money_goes() -> None:
    state = upon_a(money=1)
    build(state, 2, A1=1, A3=2)
    build(state, 0, A2=4)
    lay(state, FL1="flood_2_black", FL2="flood_3_green", FL3="flood_4_green")
    have(state, 2, step_left=0)
    assert ways(state, "B") == [
        "Move to neutral building B, 4 steps, pay $1 to seat 0",
        "Move to neutral building B, 4 steps, pay $1 to the bank",
    ]


@pytest.mark.rule("great_western_trail:5")
def test_tolls_are_paid_in_the_order_of_the_way() -> None:
    state = upon_a(money=2, building_sides="b")
    build(state, 0, A1=10, A2=8)
    build(state, 1, A3=4)
    act(state, "move:B:0")
    assert [held(state, seat, "money") for seat in (0, 1, 2)] == [2, 0, 0]


@pytest.mark.rule("great_western_trail:11")
def test_the_worked_example_of_poor_travellers() -> None:
    state = upon_a(money=2)
    build(state, 0, A1=4)
    build(state, 1, A2=1)
    lay(state, FL1="flood_2_green", FL2="flood_2_black")
    assert ways(state, "B") == [
        "Move to neutral building B, 3 steps, pay $2 to seat 0",
        "Move to neutral building B, 3 steps, pay $2 to the bank",
    ]
    act(state, "move:B:1")
    assert [held(state, seat, "money") for seat in (0, 1, 2)] == [0, 0, 0]


@pytest.mark.rule("great_western_trail:10")
def test_moves_beyond_the_limit_or_over_a_location_are_refused() -> None:
    state = upon_a(3)
    stand(state, 2, "C")
    build(state, 0, C11=1)
    assert set(values(state, "move")) == {"C11", "D", "E", "F", "G"}
    for refused in ("move:C:0", "move:KC:0", "move:A1:0"):
        before = state.save()
        with pytest.raises(IllegalAction):
            act(state, refused)
        assert state.save() == before
    lay(state, FL1="flood_2_green")
    stand(state, 2, "A")
    assert "FL2" not in values(state, "move")


@pytest.mark.rule("great_western_trail:7")
def test_the_first_teepees_fill_the_spaces_that_cost() -> None:
    state = bare()
    for colour in ("green_teepee", "blue_teepee", "green_teepee"):
        hazards.lay(state, TILES.index(colour))
    assert [lying(state, name) for name in ("TM3", "TM2", "TM1", "T1")] == [
        "green_teepee",
        "blue_teepee",
        "green_teepee",
        "empty",
    ]


@pytest.mark.rule("great_western_trail:8")
def test_a_teepee_that_cannot_be_paid_is_refused() -> None:
    state = bare()
    lay(state, TM3="green_teepee", TM2="blue_teepee", T4="blue_teepee")
    have(state, 0, money=2)
    owe(state, pending.TRADE)
    assert offered(state) == ["trade:TM2", "trade:T4"]
    before = state.save()
    with pytest.raises(IllegalAction):
        act(state, "trade:TM3")
    assert state.save() == before
    act(state, "trade:T4")
    assert held(state, 0, "money", "green", "blue") == (6, 0, 1)


def test_a_paid_teepee() -> None:
    state = bare()
    lay(state, TM2="green_teepee")
    have(state, 0, money=2)
    owe(state, pending.TRADE)
    act(state, "trade:TM2")
    assert held(state, 0, "money", "green", "blue") == (0, 1, 0)
    assert lying(state, "TM2") == "empty"


@pytest.mark.parametrize(
    ("seats", "green", "black", "both"), [(2, 2, 2, 4), (3, 2, 1, 3), (4, 1, 2, 3)]
)
def test_tolls_by_number_of_players(seats: int, green: int, black: int, both: int) -> None:
    for number, toll in ((1, green), (4, black), (7, both), (2, 0)):
        state = bare(seats)
        build(state, 1, B1=number)
        stand(state, 0, "B")
        have(state, 0, money=10)
        act(state, "move:B1:0")
        assert held(state, 0, "money") == 10 - toll
        assert held(state, 1, "money") == toll


@pytest.mark.parametrize(("colour", "toll"), [("green", 1), ("blue", 2)])
def test_teepees_on_the_trail_take_tolls(colour: str, toll: int) -> None:
    state = bare(4)
    lay(state, T1=f"{colour}_teepee")
    stand(state, 0, "C")
    have(state, 0, money=10)
    act(state, "move:T1:12")
    assert held(state, 0, "money") == 10 - toll


def test_own_buildings_are_free() -> None:
    state = bare()
    build(state, 0, B1=7)
    stand(state, 0, "B")
    have(state, 0, money=10)
    act(state, "move:C:0")
    assert held(state, 0, "money") == 10


def test_cattlemen_do_not_block_each_other() -> None:
    state = bare()
    stand(state, 1, "B")
    stand(state, 0, "A")
    act(state, "move:B:0")
    assert where(state, 0) == where(state, 1) == "B"


def test_the_first_move_puts_the_cattleman_on_a_neutral_building() -> None:
    state = bare()
    assert offered(state) == [f"move:{name}:0" for name in "ABCDEFG"]


def test_the_shortest_run_has_seven_steps() -> None:
    state = bare(4)
    stand(state, 0, "START")
    have(state, 0, step_left=0, step_right=0)
    labels = set(ways(state, "KC"))
    assert labels == {"Move to Kansas City, 7 steps"}


@pytest.mark.parametrize(
    ("seats", "limits"), [(2, [3, 4, 4, 5]), (3, [3, 5, 4, 6]), (4, [4, 6, 5, 7])]
)
def test_step_limits(seats: int, limits: list[int]) -> None:
    shown = []
    for left, right in ((1, 1), (0, 1), (1, 0), (0, 0)):
        state = bare(seats)
        have(state, 0, step_left=left, step_right=right)
        shown.append(state.view(0)["players"][0]["step_limit"])
    assert shown == limits


def test_a_removed_tile_leaves_the_cattleman_where_it_is() -> None:
    state = bare()
    stand(state, 1, "FL1")
    lay(state, FL1="flood_4_green")
    owe(state, pending.HAZARD, 0)
    act(state, "hazard:FL1")
    assert held(state, 0, "hazards", "hazard_points") == (1, 4)
    turn_of(state, 1)
    assert set(values(state, "move")) == {"B", "C", "D", "E"}


def test_a_hazard_goes_to_the_lowest_free_space_of_its_type() -> None:
    state = bare()
    lay(state, RF2="rockfall_2_black")
    for _ in range(4):
        hazards.lay(state, TILES.index("rockfall_4_green"))
    assert [lying(state, f"RF{n}") for n in (1, 2, 3, 4)] == [
        "rockfall_4_green",
        "rockfall_2_black",
        "rockfall_4_green",
        "rockfall_4_green",
    ]
    assert state.view(0)["removed_tiles"] == {"rockfall_4_green": 1}


def test_anothers_building_allows_one_single_auxiliary_action() -> None:
    state = bare()
    build(state, 1, B1=2)
    visit(state, "B1")
    assert set(values(state, "auxiliary", 2)) == {"1"}
    assert not offered(state, "use")
    act(state, "auxiliary:1:1")
    assert held(state, 0, "money") == 1
    assert state.actor() != 0 or "auxiliary" not in {m.split(":")[0] for m in offered(state)}


def test_every_private_space_takes_every_building() -> None:
    state = bare()
    have(state, 0, craftsman=12, money=99)
    owe(state, pending.BUILD, 2)
    assert len(offered(state)) == 22 * 10
    assert {move.split(":")[1] for move in offered(state)} == set(BUILDINGS[:10])
    assert "B1" in values(state, "build", 2)
    assert space("B1") != space("B2")
