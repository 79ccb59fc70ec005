"""The railroad track."""

from __future__ import annotations

import pytest

from railhead.games.great_western_trail import pending
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.names import DISCS, SPACES
from tests.games.great_western_trail.positions import (
    bare,
    engine,
    have,
    held,
    now,
    owe,
    values,
    visit,
)
from tests.games.positions import act, offered


def forward(state: GreatWesternTrail, limit: int) -> set[str]:
    owe(state, pending.ENGINE_ON, limit)
    return set(values(state, "engine"))


def back(state: GreatWesternTrail, steps: int) -> set[str]:
    owe(state, pending.ENGINE_BACK, steps)
    return set(values(state, "engine"))


@pytest.mark.rule("great_western_trail:13")
def test_an_occupied_space_cannot_be_stopped_on_but_the_start_can() -> None:
    state = bare()
    have(state, 1, engine="2")
    assert forward(state, 2) == {"1", "3"}
    state = bare()
    have(state, 0, engine="1")
    assert back(state, 1) == {"0"}


@pytest.mark.rule("great_western_trail:14")
def test_going_back_over_three_engines() -> None:
    state = bare(4)
    have(state, 0, engine="4")
    for seat in (1, 2, 3):
        have(state, seat, engine=str(seat))
    assert back(state, 1) == {"0"}


@pytest.mark.rule("great_western_trail:16")
def test_exact_ways_back_beside_a_siding() -> None:
    state = bare()
    have(state, 0, engine="16")
    have(state, 1, engine="15")
    assert back(state, 1) == {"14"}
    state = bare()
    have(state, 0, engine="16")
    have(state, 1, engine="15")
    assert back(state, 2) == {"13", "13.5"}


@pytest.mark.rule("great_western_trail:17")
def test_an_exact_way_back_from_a_siding() -> None:
    state = bare()
    have(state, 0, engine="13.5")
    have(state, 1, engine="13")
    assert back(state, 2) == {"11"}


@pytest.mark.rule("great_western_trail:19")
def test_everything_is_in_reach_of_36() -> None:
    state = bare()
    assert forward(state, 36) == set(SPACES) - {"0", "37", "38", "39"}


@pytest.mark.rule("great_western_trail:20")
def test_the_worked_example_of_the_skipped_engine() -> None:
    state = bare()
    have(state, 0, engine="1", engineer=3)
    have(state, 1, engine="3")
    visit(state, "G")
    act(state, "use:engine_engineers")
    assert set(values(state, "engine")) == {"2", "4", "4.5", "5"}


def test_a_siding_counts_as_a_space() -> None:
    state = bare()
    have(state, 0, engine="4")
    assert forward(state, 1) == {"4.5", "5"}
    state = bare()
    have(state, 0, engine="4.5")
    assert forward(state, 1) == {"5"}


def test_no_way_back_from_the_start_or_past_it() -> None:
    state = bare()
    have(state, 0, money=2, auxiliary_5=0, engine="1")
    owe(state, pending.AUXILIARY)
    assert "auxiliary:5:1" in offered(state)
    assert "auxiliary:5:2" not in offered(state)
    state = bare()
    have(state, 0, money=2, auxiliary_5=0, auxiliary_3=0)
    owe(state, pending.AUXILIARY)
    assert set(values(state, "auxiliary")) == {"1", "2"}


@pytest.mark.rule("great_western_trail:22")
def test_the_end_of_the_track() -> None:
    state = bare()
    have(state, 0, engine="37", money=0)
    owe(state, pending.ENGINE_ON, 3)
    act(state, "engine:39")
    # Without money there is no upgrade; going back is a must, and pays for the siding.
    assert now(state) == "turn_back"
    assert set(values(state, "engine")) == set(SPACES) - {"39"}
    act(state, "engine:4.5")
    assert held(state, 0, "money") == 3
    assert offered(state) == ["upgrade:4.5", "skip"]
    act(state, "upgrade:4.5", "disc:certificate_4")
    assert held(state, 0, "money") == 1
    assert state.view(0)["players"][0]["stations"] == ["4.5"]


def test_upgrading_at_the_end_comes_before_going_back() -> None:
    state = bare()
    have(state, 0, engine="38", money=3)
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:39")
    assert offered(state) == ["upgrade:39", "skip"]
    act(state, "upgrade:39", "disc:step_right")
    assert now(state) == "turn_back"
    act(state, "engine:0")
    assert (held(state, 0, "money"), engine(state, 0)) == (3, "0")


def turned_back_to(space: str, *stations: str) -> GreatWesternTrail:
    """From the end of the track, upgraded with the disc of siding 4.5: no other disc is left."""
    state = bare()
    have(state, 0, engine="38", money=30, stations=["4.5", *stations], **dict.fromkeys(DISCS, 0))
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:39", "upgrade:39", "disc:station_4.5", f"engine:{space}")
    return state


def test_a_station_upgraded_before_in_the_same_action_keeps_its_disc() -> None:
    state = turned_back_to("4.5")
    assert now(state) == "phase_a"
    assert state.view(0)["players"][0]["stations"] == ["39"]
    state = turned_back_to("4.5", "10.5")
    assert offered(state) == ["upgrade:4.5", "skip"]
    act(state, "upgrade:4.5")
    assert offered(state) == ["disc:station_10.5"]


def test_in_a_later_action_the_disc_may_be_moved_on() -> None:
    state = turned_back_to("4")
    assert now(state) == "phase_a"
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:4.5", "upgrade:4.5")
    assert offered(state) == ["disc:station_39"]


@pytest.mark.rule("great_western_trail:23")
@pytest.mark.parametrize(("stop", "value"), [("21", 4), ("21.5", 3)])
def test_how_a_special_delivery_counts(stop: str, value: int) -> None:
    state = bare()
    have(state, 0, engine="25")
    owe(state, pending.SPECIAL_BACK)
    act(state, f"engine:{stop}")
    assert state.view(0)["delivery_value"] == value
    assert ("deliver:wichita" in offered(state)) == (value == 4)


def test_a_special_delivery_skips_other_engines() -> None:
    state = bare()
    have(state, 0, engine="25")
    have(state, 1, engine="23")
    owe(state, pending.SPECIAL_BACK)
    act(state, "engine:20")
    assert state.view(0)["delivery_value"] == 4


def test_a_forward_move_that_was_paid_for_can_be_forfeited() -> None:
    state = bare()
    owe(state, pending.ENGINE_ON, 1, 1)
    assert offered(state) == ["engine:1", "skip"]
    act(state, "skip")
    assert engine(state, 0) == "0"


@pytest.mark.parametrize("first", [False, True])
def test_the_reward_of_a_way_back_and_the_station_there(first: bool) -> None:
    """Three dollars come first and pay for the station, or after it."""
    state = bare(building_sides="b", upgrade_before_reward=first)
    have(state, 0, engine="5")
    owe(state, pending.ENGINE_BACK, 1, pending.reward(pending.MONEY_REWARD, 3))
    act(state, "engine:4.5")
    assert held(state, 0, "money") == 3
    assert ("upgrade:4.5" in offered(state)) == (not first)
