"""Moving goods: routes, points, and who takes them as what."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.steam.match import Steam
from tests.games.positions import act, offered, phase, refused
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    ORANGE,
    city,
    have,
    held,
    moving,
    opened,
    put,
    track,
)


def example_1(level: int, **chosen: Any) -> Steam:
    """The network of the rulebook's first example of goods, Green to move."""
    state = opened(**chosen)
    for name, colour in (
        ("Springfield", "red"),
        ("Concord", "blue"),
        ("Portland", "purple"),
        ("Sherbrooke", "yellow"),
    ):
        city(state, name, colour)
    track(state, GREEN, J11="NW-SE", K12="NW-NE", M12="NW-NE", N09="S-NW")
    track(state, GREEN, I08="N-S", I06="S+SE")
    track(state, BLACK, J07="NW-SE", K08="NW-SE", L09="NW-SE", M10="NW-SE")
    track(state, BLACK, N07="SW-NE", N05="SE-NW", M04="SE-NW", L03="SE-N")
    put(state, "Albany", "red", "blue", "purple", "yellow")
    have(state, GREEN, locomotive=level)
    return moving(state, 1, 0, 2)


@pytest.mark.rule("steam:E15")
def test_example_1_at_level_3() -> None:
    state = example_1(3)
    assert sorted(offered(state, "deliver")) == [
        "deliver:Albany:blue:Concord:0,3",
        "deliver:Albany:blue:Concord:1,2",
        "deliver:Albany:red:Boston:1,1",
        "deliver:Albany:red:Springfield:0,1",
    ]
    assert "no route" in refused(state, "deliver:Albany:red:Boston:0,2")
    assert "takes 4 links" in refused(state, "deliver:Albany:purple:Portland:1,3")


@pytest.mark.rule("steam:E15")
def test_example_1_at_levels_4_and_5() -> None:
    assert "deliver:Albany:purple:Portland:1,3" in offered(example_1(4), "deliver")
    assert not [m for m in offered(example_1(4), "deliver") if "yellow" in m]
    state = example_1(5)
    assert "deliver:Albany:yellow:Sherbrooke:2,3" in offered(state, "deliver")
    act(state, "deliver:Albany:yellow:Sherbrooke:2,3", "take:income", "take:points")
    assert held(state, GREEN, "income", "points") == (3, 0)
    assert held(state, BLACK, "income", "points") == (0, 2)
    assert state.view(0)["stops"][7]["goods"]["yellow"] == 0


@pytest.mark.rule("steam:E16")
def test_example_2_income_or_points() -> None:
    state = example_1(5)
    act(state, "deliver:Albany:yellow:Sherbrooke:2,3")
    assert phase(state) == "take_points"
    assert state.actor() == GREEN
    act(state, "take:income")
    assert state.actor() == BLACK
    act(state, "take:points")
    assert held(state, GREEN, "income") == 3
    assert held(state, BLACK, "points") == 2
    assert state.actor() == BLACK, "the next in turn order moves goods"


@pytest.mark.rule("steam:S40")
@pytest.mark.rule("steam:Q6")
def test_goods_in_a_city_of_their_colour() -> None:
    for allowed in (True, False):
        state = opened(own_colour=allowed)
        city(state, "Poughkeepsie", "purple")
        track(state, BLACK, I12="N-S")
        put(state, "Albany", "purple")
        moving(state)
        expected = ["deliver:Albany:purple:Poughkeepsie:1"] if allowed else []
        assert offered(state, "deliver") == expected


@pytest.mark.rule("steam:S29")
@pytest.mark.rule("steam:E14")
def test_the_locomotive_is_improved_once_a_turn_and_up_to_six() -> None:
    state = opened()
    have(state, BLACK, locomotive=4, cash=9)
    act(state, "select:locomotive", "select:turn_order", "select:first_move")
    assert held(state, BLACK, "locomotive", "cash", "points") == (5, 0, 0)
    moving(state, 0, 1, 2, goods_round=2)
    act(state, "improve")
    assert held(state, BLACK, "locomotive", "cash", "points") == (6, 0, 0)
    state = moving(opened())
    act(state, "improve", "pass", "pass")
    assert "once a turn" in refused(state, "improve")
    have(state, BLACK, locomotive=6)
    moving(state, goods_round=1)
    state.give(0, 6, 0)
    assert "the highest" in refused(state, "improve")


@pytest.mark.rule("steam:S28")
def test_first_move_goes_first_in_both_rounds() -> None:
    state = moving(opened(), 0, 1, 2, s2="first_move")
    assert state.actor() == ORANGE
    act(state, "pass")
    assert state.actor() == BLACK
    act(state, "pass", "pass")
    assert state.view(0)["goods_round"] == 2
    assert state.actor() == ORANGE


def chain_of_cities(owners: list[int], **chosen: Any) -> Steam:
    """Links Albany-Poughkeepsie-New York and on by towns made gray but for the last, red city."""
    state = opened(5, **chosen)
    legs = [
        {"I12": "N-S", "I14": "N+S"},
        {"I16": "N-S"},
        {"H17": "SE-NW", "G16": "SE-NW", "F15": "SE+S"},
        {"F17": "N-S", "F19": "N-S"},
    ]
    for owner, laid in zip(owners, legs, strict=False):
        track(state, owner, **laid)
    return state


@pytest.mark.rule("steam:E17")
def test_own_links_at_least_as_many_as_any_others() -> None:
    def five(owners: list[int]) -> list[str]:
        state = example_1(5)
        for place, edge in (("J11", 2), ("M12", 5), ("N09", 3), ("N07", 4), ("N05", 2)):
            number = state.land.hex_names.index(place)
            from railhead.games.steam.rules.track import paint, repaint

            code = owners.pop(0) + 2
            repaint(state, number, edge, code)
            other = int(state.components.tiles.other_end[6 * state.pattern(number) + edge])
            repaint(state, number, other, code)
            paint(state, number, edge, code)
            paint(state, number, other, code)
        return [move for move in offered(state, "deliver") if "Sherbrooke" in move]

    assert "deliver:Albany:yellow:Sherbrooke:2,2,1" in five([GREEN, GREEN, BLACK, BLACK, ORANGE])
    assert five([GREEN, GREEN, BLACK, BLACK, BLACK]) == []


@pytest.mark.rule("steam:S31")
def test_links_without_owner_carry_goods_for_nothing() -> None:
    state = chain_of_cities([BLACK, -1, -1, -1])
    put(state, "Albany", "red")
    have(state, BLACK, locomotive=4)
    moving(state)
    assert offered(state, "deliver") == ["deliver:Albany:red:Philadelphia:1"]
    act(state, "deliver:Albany:red:Philadelphia:1", "take:points")
    assert [held(state, seat, "points") for seat in range(5)] == [1, 0, 0, 0, 0]


@pytest.mark.rule("steam:S32")
def test_the_mover_chooses_first_then_turn_order() -> None:
    state = chain_of_cities([0, 0, 1, 2])
    put(state, "Albany", "red")
    have(state, 0, locomotive=4)
    moving(state, 2, 1, 0, 3, 4)
    act(state, "pass", "pass", "deliver:Albany:red:Philadelphia:2,1,1")
    taken = []
    while phase(state) == "take_points":
        taken.append(int(state.actor()))
        act(state, "take:income")
    assert taken == [0, 2, 1]
    assert state.actor() == 3


@pytest.mark.rule("steam:Q1")
def test_points_beyond_the_income_track() -> None:
    state = chain_of_cities([0, 0, 0, 0])
    put(state, "Albany", "red")
    have(state, 0, locomotive=4, income=8)
    moving(state)
    delivery = state.parse("deliver:Albany:red:Philadelphia:4")
    assert state.label(0, delivery) == (
        "Deliver a red cube from Albany to Philadelphia: 4 points for seat 0"
    )
    act(state, "deliver:Albany:red:Philadelphia:4")
    assert state.label(0, state.parse("take:income")) == "Take 4 points as income (2 lost)"
    act(state, "take:income")
    assert held(state, 0, "income", "points") == (10, 0)
    put(state, "Albany", "red")
    moving(state)
    act(state, "deliver:Albany:red:Philadelphia:4")
    assert state.actor() == 1
    assert held(state, 0, "income", "points") == (10, 4)
    other = chain_of_cities([0, 0, 0, 0], income_overflow=False)
    put(other, "Albany", "red")
    have(other, 0, locomotive=4, income=8)
    moving(other)
    act(other, "deliver:Albany:red:Philadelphia:4")
    assert held(other, 0, "income", "points") == (8, 4)


@pytest.mark.rule("steam:Q5")
def test_a_town_twice() -> None:
    for allowed in (False, True):
        state = opened(town_twice=allowed)
        track(state, BLACK, I12="N-S", I14="N+S+SE+SW", I16="N-S")
        track(state, BLACK, H17="SE-N", H15="S-NE")
        track(state, BLACK, J15="NW-NE")
        put(state, "Albany", "yellow")
        have(state, BLACK, locomotive=5)
        moving(state)
        found = offered(state, "deliver")
        assert "deliver:Albany:yellow:Hartford:2" in found
        assert ("deliver:Albany:yellow:Hartford:4" in found) == allowed
        assert not [move for move in found if move.endswith((":3", ":5"))]


@pytest.mark.rule("steam:X16")
def test_deliveries_that_score_the_same_are_listed_once() -> None:
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+S", I16="N-S")
    track(state, BLACK, H11="NE-S", H13="N-S", H15="N-S", H17="N-SE")
    track(state, GREEN, J11="NW-SE", K12="NW-S")
    city(state, "Concord", "blue")
    track(state, BLACK, J09="SW-NE", K08="SW-NE", L07="SW-SE")
    put(state, "Albany", "blue")
    have(state, BLACK, locomotive=2)
    moving(state)
    found = offered(state, "deliver")
    assert [move.split(":")[-1] for move in found] == ["1", "2"]
    (one,) = (move for move in found if move.endswith(":1"))
    other = {"Concord": "New_York", "New_York": "Concord"}[one.split(":")[3]]
    assert "gives everybody the same" in refused(state, f"deliver:Albany:blue:{other}:1")


def test_why_a_delivery_is_refused() -> None:
    state = moving(example_1(3), 1, 0, 2)
    assert "has no gray goods" in refused(state, "deliver:Albany:gray:Boston:0,1")
    assert "does not take" in refused(state, "deliver:Albany:red:Hartford:0,1")
    assert "at least one own link" in refused(state, "deliver:Albany:red:Boston:1")
