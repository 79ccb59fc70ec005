"""Which discs can be placed, and what their spaces do."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from tests.games.great_western_trail.positions import (
    bare,
    deliver,
    enter_city,
    have,
    held,
    hold,
    now,
    owe,
    values,
)
from tests.games.positions import act, offered, refused, settle_chance


def only_hand_discs(position: GreatWesternTrail, seat: int, left: int = 2) -> None:
    for group in range(len(names.DISCS)):
        position.give(seat, state.DISCS + group, 0)
    have(position, seat, hand=left)


def test_the_disc_of_the_hand_limit_leaves_room_for_transport() -> None:
    """Colorado Springs costs $3 from the start: with $7 the disc for $5 is out of reach."""
    position = bare()
    only_hand_discs(position, 0)
    have(position, 0, money=7)
    deliver(position, 6)
    assert values(position, "deliver") == ["kansas_city", "topeka", "wichita"]
    act(position, "deliver:wichita", "disc:hand")
    assert held(position, 0, "money") == 1
    position = bare()
    only_hand_discs(position, 0)
    have(position, 0, money=5, step_right=1)
    deliver(position, 6)
    act(position, "deliver:wichita")
    assert offered(position) == ["disc:step_right"]
    assert refused(position, "disc:hand") == (
        "a disc of the hand limit costs $5, paid before it is placed: you have $5 and owe $1 for "
        "transport"
    )


def delivering_with(money: int, stations: Sequence[str], **chosen: bool) -> GreatWesternTrail:
    """Seat 0 delivers to Kansas City with only discs of the hand limit on its board."""
    position = bare(**chosen)
    only_hand_discs(position, 0)
    have(position, 0, money=money, stations=stations)
    deliver(position, 0)
    act(position, "deliver:kansas_city")
    return position


@pytest.mark.rule("great_western_trail:61")
def test_a_disc_is_paid_before_kansas_city_pays() -> None:
    position = delivering_with(4, ["4.5", "39"])
    assert offered(position) == ["disc:station_4.5", "disc:station_39"]
    assert refused(position, "disc:hand") == (
        "a disc of the hand limit costs $5, paid before it is placed: you have $4"
    )
    act(position, "disc:station_39")
    assert held(position, 0, "money", "hand", "kansas_city") == (10, 2, 1)


@pytest.mark.rule("great_western_trail:61")
def test_a_disc_that_can_be_paid_comes_before_those_of_stations() -> None:
    position = delivering_with(5, ["4.5"])
    assert offered(position) == ["disc:hand"]
    assert "the player board comes first" in refused(position, "disc:station_4.5")
    act(position, "disc:hand")
    assert held(position, 0, "money", "hand", "kansas_city") == (6, 1, 1)


@pytest.mark.rule("great_western_trail:61")
def test_without_a_disc_to_place_kansas_city_pays_nothing() -> None:
    position = delivering_with(4, [])
    assert now(position) == "fill_foresight"
    assert held(position, 0, "money", "hand", "kansas_city") == (4, 2, 0)


@pytest.mark.rule("great_western_trail:61")
def test_the_income_of_the_visit_pays_a_disc() -> None:
    position = bare()
    only_hand_discs(position, 0)
    hold(position, 0, "ayrshire", "guernsey")
    enter_city(position)
    settle_chance(position)
    act(position, "income:0", "deliver:kansas_city", "disc:hand")
    assert held(position, 0, "money", "hand", "kansas_city") == (6, 1, 1)


def test_a_disc_of_an_upgrade_is_paid_before_the_way_back_pays() -> None:
    """$3 for the station at the end of the track leave $4; the $3 for turning back come later."""
    position = bare()
    only_hand_discs(position, 0)
    have(position, 0, engine="38", money=7, stations=["4.5"])
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:39", "upgrade:39")
    assert offered(position) == ["disc:station_4.5"]


def test_by_the_option_kansas_city_pays_for_the_last_kind_of_disc_itself() -> None:
    position = bare(city_pays_hand_disc=True)
    only_hand_discs(position, 0)
    deliver(position, 0)
    act(position, "deliver:kansas_city")
    assert offered(position) == ["disc:hand"]
    act(position, "disc:hand")
    assert held(position, 0, "money", "hand", "kansas_city") == (1, 1, 1)


@pytest.mark.rule("great_western_trail:61")
def test_by_the_option_stations_are_offered_where_kansas_city_would_have_to_pay() -> None:
    position = delivering_with(0, ["4.5", "39"], city_pays_hand_disc=True)
    assert offered(position) == ["disc:hand", "disc:station_4.5", "disc:station_39"]
    act(position, "disc:station_4.5")
    assert held(position, 0, "money", "hand") == (6, 2)
    assert position.view(0)["players"][0]["stations"] == ["39"]


def test_an_unpayable_disc_forbids_a_delivery_without_one() -> None:
    position = bare()
    only_hand_discs(position, 0, left=1)
    have(position, 0, money=4)
    deliver(position, 1)
    assert values(position, "deliver") == ["kansas_city"]


def test_without_any_disc_the_delivery_is_to_kansas_city_without_effect() -> None:
    position = bare()
    only_hand_discs(position, 0, left=0)
    deliver(position, 5)
    assert values(position, "deliver") == ["kansas_city"]
    act(position, "deliver:kansas_city")
    assert held(position, 0, "money", "kansas_city") == (0, 0)


@pytest.mark.rule("great_western_trail:34")
def test_black_discs_serve_white_cities_once_the_white_ones_are_gone() -> None:
    position = bare()
    have(position, 0, money=9, auxiliary_1=0)
    deliver(position, 4)
    act(position, "deliver:wichita")
    assert offered(position) == [f"disc:{name}" for name in names.DISCS[1:6]]
    assert refused(position, "disc:auxiliary_1") == "no disc is left on the space auxiliary 1"
    assert refused(position, "disc:hand") == (
        "only a disc from a white space can be placed there while there are any"
    )
    position = bare()
    for group in range(6):
        position.give(0, state.DISCS + group, 0)
    have(position, 0, money=9)
    deliver(position, 4)
    act(position, "deliver:wichita")
    assert offered(position) == [f"disc:{name}" for name in names.DISCS[6:]]


def test_black_cities_take_any_disc() -> None:
    position = bare()
    have(position, 0, money=20)
    deliver(position, 10)
    act(position, "deliver:albuquerque")
    assert offered(position) == [f"disc:{name}" for name in names.DISCS]


@pytest.mark.rule("great_western_trail:35")
def test_discs_come_from_stations_where_the_board_has_none() -> None:
    position = bare()
    only_hand_discs(position, 0, left=0)
    have(position, 0, stations=["4.5"], money=30, engine="7")
    deliver(position, 12)
    act(position, "deliver:el_paso", "disc:station_4.5")
    assert position.view(0)["players"][0]["stations"] == []
    assert held(position, 0, "el_paso") == 1
    position = bare()
    only_hand_discs(position, 0, left=0)
    have(position, 0, stations=["4.5"], money=30, engine="7")
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:7.5", "upgrade:7.5")
    assert offered(position) == ["disc:station_4.5"]
    act(position, "disc:station_4.5")
    assert position.view(0)["players"][0]["stations"] == ["7.5"]


def test_the_only_station_is_no_source_for_its_own_upgrade() -> None:
    position = bare()
    only_hand_discs(position, 0, left=0)
    have(position, 0, money=30, engine="7")
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:7.5")
    assert now(position) == "phase_a"


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
def test_what_a_disc_space_does_once_cleared(
    disc: str, shown: str, before: int, after: int
) -> None:
    position = bare()
    have(position, 0, money=20)
    deliver(position, 10)
    assert position.view(0)["players"][0][shown] == before
    act(position, "deliver:albuquerque", f"disc:{disc}")
    assert position.view(0)["players"][0][shown] == after
    # Transport $5; the left step gains $3, the hand limit costs $5.
    assert held(position, 0, "money") == 15 + {"step_left": 3, "hand": -5}.get(disc, 0)


@pytest.mark.parametrize(
    ("number", "left", "single", "double"),
    [(1, 1, True, False), (1, 0, True, True), (2, 1, True, False), (2, 0, True, True)]
    + [(n, left, left < 2, left < 1) for n in (3, 4, 5) for left in (2, 1, 0)],
)
def test_which_auxiliary_actions_are_open(
    number: int, left: int, single: bool, double: bool
) -> None:
    position = bare()
    have(position, 0, money=9, engine="9", **{f"auxiliary_{number}": left})
    hold(position, 0, "jersey", "jersey")
    owe(position, pending.AUXILIARY)
    assert (f"auxiliary:{number}:1" in offered(position)) == single
    assert (f"auxiliary:{number}:2" in offered(position)) == double
