"""Which discs can be placed, and what their spaces do."""

import pytest

from games.great_western_trail import names
from games.great_western_trail.state import DISCS
from tests.games.great_western_trail.positions import (
    bare,
    deliver,
    have,
    held,
    hold,
    now,
    owe,
    pending,
    values,
)
from tests.games.positions import act, offered


def only_hand_discs(state, seat, left=2):
    for group in range(len(names.DISCS)):
        state.give(seat, DISCS + group, 0)
    have(state, seat, hand=left)


def test_the_disc_of_the_hand_limit_leaves_room_for_transport():
    """Colorado Springs costs $3 from the start: with $7 the disc for $5 is out of reach."""
    state = bare()
    only_hand_discs(state, 0)
    have(state, 0, money=7)
    deliver(state, 6)
    assert values(state, "deliver") == ["kansas_city", "topeka", "wichita"]
    act(state, "deliver:wichita", "disc:hand")
    assert held(state, 0, "money") == 1


def test_kansas_city_pays_for_the_last_kind_of_disc_itself():
    state = bare()
    only_hand_discs(state, 0)
    deliver(state, 0)
    act(state, "deliver:kansas_city")
    assert offered(state) == ["disc:hand"]
    act(state, "disc:hand")
    assert held(state, 0, "money", "hand", "kansas_city") == (1, 1, 1)


def test_kansas_city_offers_stations_where_its_money_would_have_to_pay():
    state = bare()
    only_hand_discs(state, 0)
    have(state, 0, stations=["4.5", "39"])
    deliver(state, 0)
    act(state, "deliver:kansas_city")
    assert offered(state) == ["disc:hand", "disc:station_4.5", "disc:station_39"]
    act(state, "disc:station_4.5")
    assert held(state, 0, "money", "hand") == (6, 2)
    assert state.view(0)["players"][0]["stations"] == ["39"]


def test_an_unpayable_disc_forbids_a_delivery_without_one():
    state = bare()
    only_hand_discs(state, 0, left=1)
    have(state, 0, money=4)
    deliver(state, 1)
    assert values(state, "deliver") == ["kansas_city"]


def test_without_any_disc_the_delivery_is_to_kansas_city_without_effect():
    state = bare()
    only_hand_discs(state, 0, left=0)
    deliver(state, 5)
    assert values(state, "deliver") == ["kansas_city"]
    act(state, "deliver:kansas_city")
    assert held(state, 0, "money", "kansas_city") == (0, 0)


@pytest.mark.rule("great_western_trail:34")
def test_black_discs_serve_white_cities_once_the_white_ones_are_gone():
    state = bare()
    have(state, 0, money=9)
    deliver(state, 4)
    act(state, "deliver:wichita")
    assert offered(state) == [f"disc:{name}" for name in names.DISCS[:6]]
    state = bare()
    for group in range(6):
        state.give(0, DISCS + group, 0)
    have(state, 0, money=9)
    deliver(state, 4)
    act(state, "deliver:wichita")
    assert offered(state) == [f"disc:{name}" for name in names.DISCS[6:]]


def test_black_cities_take_any_disc():
    state = bare()
    have(state, 0, money=20)
    deliver(state, 10)
    act(state, "deliver:albuquerque")
    assert offered(state) == [f"disc:{name}" for name in names.DISCS]


@pytest.mark.rule("great_western_trail:35")
def test_discs_come_from_stations_where_the_board_has_none():
    state = bare()
    only_hand_discs(state, 0, left=0)
    have(state, 0, stations=["4.5"], money=30, engine="7")
    deliver(state, 12)
    act(state, "deliver:el_paso", "disc:station_4.5")
    assert state.view(0)["players"][0]["stations"] == []
    assert held(state, 0, "el_paso") == 1
    state = bare()
    only_hand_discs(state, 0, left=0)
    have(state, 0, stations=["4.5"], money=30, engine="7")
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:7.5", "upgrade:7.5")
    assert offered(state) == ["disc:station_4.5"]
    act(state, "disc:station_4.5")
    assert state.view(0)["players"][0]["stations"] == ["7.5"]


def test_the_only_station_is_no_source_for_its_own_upgrade():
    state = bare()
    only_hand_discs(state, 0, left=0)
    have(state, 0, money=30, engine="7")
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:7.5")
    assert now(state) == "phase_a"


@pytest.mark.parametrize(
    ("disc", "shown", "before", "after"),
    [
        ("step_right", "step_limit", 3, 4),
        ("hand", "hand_limit", 4, 5),
        ("certificate_4", "certificate_limit", 3, 4),
        ("certificate_6", "certificate_limit", 3, 3),
        ("step_left", "step_limit", 3, 4),
    ],
)
def test_what_a_disc_space_does_once_cleared(disc, shown, before, after):
    state = bare()
    have(state, 0, money=20)
    deliver(state, 10)
    assert state.view(0)["players"][0][shown] == before
    act(state, "deliver:albuquerque", f"disc:{disc}")
    assert state.view(0)["players"][0][shown] == after
    # Transport $5; the left step gains $3, the hand limit costs $5.
    assert held(state, 0, "money") == 15 + {"step_left": 3, "hand": -5}.get(disc, 0)


@pytest.mark.parametrize(
    ("number", "left", "single", "double"),
    [(1, 1, True, False), (1, 0, True, True), (2, 1, True, False), (2, 0, True, True)]
    + [(n, left, left < 2, left < 1) for n in (3, 4, 5) for left in (2, 1, 0)],
)
def test_which_auxiliary_actions_are_open(number, left, single, double):
    state = bare()
    have(state, 0, money=9, engine="9", **{f"auxiliary_{number}": left})
    hold(state, 0, "jersey", "jersey")
    owe(state, pending.AUXILIARY)
    assert (f"auxiliary:{number}:1" in offered(state)) == single
    assert (f"auxiliary:{number}:2" in offered(state)) == double
