"""The job market, hiring, worker slots and station masters."""

import pytest

from games.game import IllegalAction
from games.great_western_trail import names
from games.great_western_trail.rules import workers
from games.great_western_trail.state import MASTERS
from tests.games.great_western_trail.positions import (
    bare,
    have,
    held,
    hold,
    jobs,
    lay,
    market,
    now,
    owe,
    pending,
    visit,
)
from tests.games.positions import act, offered, settle_chance


def hiring(worker, already, money=20, **pieces):
    """Seat 0 hires one more worker of a type."""
    state = bare()
    jobs(state, 6, row1=worker, row5="cowboy")
    have(state, 0, money=money, **{worker: already}, **pieces)
    owe(state, pending.HIRE, 0)
    return state


@pytest.mark.rule("great_western_trail:50")
def test_the_worked_example_of_hiring():
    state = bare()
    jobs(state, 4, row3="engineer", row1="cowboy")
    have(state, 0, engineer=2, money=20)
    hold(state, 0, "jersey", "black_angus")
    visit(state, "A")
    act(state, "use:hire", "hire:3:engineer", "use:jersey_2")
    assert held(state, 0, "money", "engineer") == (15, 3)
    act(state, "use:hire_dear", "hire:1:cowboy")
    assert held(state, 0, "money", "cowboy") == (7, 2)
    assert "guernsey_2" not in [move.split(":")[-1] for move in offered(state)]


@pytest.mark.rule("great_western_trail:52")
def test_the_row_of_the_token_is_not_for_hire_yet():
    state = bare()
    jobs(state, 3, row2="cowboy", row3="engineer", row4="craftsman")
    have(state, 0, money=20)
    owe(state, pending.HIRE, 0)
    assert offered(state) == ["hire:2:cowboy"]
    with pytest.raises(IllegalAction, match="before the token has left"):
        act(state, "hire:3:engineer")


@pytest.mark.rule("great_western_trail:49")
def test_an_immediate_action_comes_before_the_next_local_action():
    state = bare()
    jobs(state, 6, row1="engineer", row5="cowboy cowboy")
    have(state, 0, money=20, engineer=3)
    visit(state, "A")
    act(state, "use:hire", "hire:1:engineer")
    assert offered(state) == ["use:hire_cheap_2", "skip"]
    act(state, "use:hire_cheap_2", "hire:5:cowboy")
    assert held(state, 0, "money", "engineer", "cowboy") == (9, 4, 2)
    assert now(state) == "local_actions"


@pytest.mark.parametrize(
    ("already", "effect", "certificate", "money"),
    [
        (1, "jersey_certificate", 1, 14),
        (2, "jersey_2", 0, 16),
        (4, "jersey_certificate_twice", 2, 14),
        (5, "jersey_4", 0, 18),
    ],
)
def test_engineer_slots_take_a_jersey(already, effect, certificate, money):
    state = hiring("engineer", already)
    hold(state, 0, "jersey")
    act(state, "hire:1:engineer")
    assert offered(state) == [f"use:{effect}", "skip"]
    act(state, f"use:{effect}")
    assert held(state, 0, "certificate", "money") == (certificate, money)


def test_a_slot_is_offered_even_without_the_card_so_that_nothing_shows():
    state = hiring("engineer", 1)
    hold(state, 0, "guernsey")
    act(state, "hire:1:engineer")
    assert offered(state) == ["skip"]
    state = hiring("engineer", 1)
    hold(state, 0)
    act(state, "hire:1:engineer")
    assert now(state) != "offer"


def test_cowboy_slot_4_removes_a_hazard():
    state = hiring("cowboy", 3)
    lay(state, DT1="drought_4_green")
    act(state, "hire:1:cowboy", "use:hazard_free", "hazard:DT1")
    assert held(state, 0, "hazard_points", "money") == (4, 14)


def test_cowboy_slot_6_trades():
    state = hiring("cowboy", 5)
    lay(state, TM1="blue_teepee")
    act(state, "hire:1:cowboy", "use:trade", "trade:TM1")
    assert held(state, 0, "blue", "money") == (1, 13)


@pytest.mark.parametrize("already", [3, 5])
def test_craftsman_slots_build_at_1_with_the_new_craftsman(already):
    state = hiring("craftsman", already)
    act(state, "hire:1:craftsman", "use:build_cheap")
    assert "build:6a:B1" in offered(state)
    assert ("build:7a:B1" in offered(state)) == (already == 5)
    act(state, "build:6a:B1")
    assert held(state, 0, "money") == 20 - 6 - 4


@pytest.mark.parametrize(
    ("worker", "already"),
    [("cowboy", 1), ("cowboy", 2), ("cowboy", 4), ("craftsman", 1), ("craftsman", 2)],
)
def test_slots_without_an_action(worker, already):
    state = hiring(worker, already)
    hold(state, 0, "jersey")
    act(state, f"hire:1:{worker}")
    assert now(state) == "phase_a"


def test_a_full_row_takes_no_more():
    state = hiring("engineer", 6)
    assert offered(state) == ["hire:5:cowboy"]
    with pytest.raises(IllegalAction, match="is full"):
        act(state, "hire:1:engineer")


def test_rows_of_one_cost_offer_the_same_worker_once():
    state = bare()
    jobs(state, 8, row1="cowboy", row2="cowboy engineer", row7="cowboy")
    have(state, 0, money=20)
    owe(state, pending.HIRE, 0)
    assert offered(state) == ["hire:1:cowboy", "hire:2:engineer"]


@pytest.mark.parametrize(("more", "price"), [(0, 4), (2, 6), (-1, 3), (-2, 2)])
def test_prices(more, price):
    state = bare()
    jobs(state, 13, row12="cowboy")
    have(state, 0, money=price)
    owe(state, pending.HIRE, more)
    act(state, "hire:12:cowboy")
    assert held(state, 0, "money") == 0


@pytest.mark.rule("great_western_trail:46")
@pytest.mark.parametrize(("left", "size"), [(3, 6), (9, 7)])
def test_a_yellow_arrow_refills_the_market(left, size):
    state = bare()
    jobs(state, 6)
    market(state, "holstein", "holstein", "ayrshire", deck=("brown_swiss",) * left)
    state.cells[5] = 1
    workers.place_worker(state, 0)
    assert now(state) == "turn_up_cards"
    from games.great_western_trail.match import settle

    settle(state)
    settle_chance(state)
    assert sum(state.view(0)["cattle_market"].values()) == size
    assert state.view(0)["token_row"] == 7


def test_a_market_that_is_full_is_not_refilled():
    state = bare()
    jobs(state, 9)
    market(state, *["holstein"] * 7, deck=("ayrshire",))
    state.cells[5] = 1
    workers.place_worker(state, 0)
    assert now(state) == "phase_a"


def test_a_black_arrow_does_nothing():
    state = bare()
    jobs(state, 5)
    market(state, deck=("ayrshire",))
    state.cells[5] = 1
    workers.place_worker(state, 0)
    assert now(state) == "phase_a"
    assert state.view(0)["token_row"] == 6


# Stations and station masters.


def upgrading(master, **pieces):
    """Seat 0 has upgraded the first station, where this tile lies."""
    state = bare()
    state.cells[MASTERS] = 1 + names.MASTERS.index(master)
    have(state, 0, engine="4", money=2, **pieces)
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:4.5", "upgrade:4.5", "disc:auxiliary_4")
    return state


def test_a_tile_costs_the_last_hired_worker_of_a_row():
    state = upgrading("hazards", cowboy=3, engineer=1, craftsman=2)
    assert offered(state) == ["master:cowboy", "master:craftsman", "skip"]
    act(state, "master:cowboy")
    view = state.view(0)
    assert view["players"][0]["workers"] == {"cowboy": 2, "craftsman": 2, "engineer": 1}
    assert view["players"][0]["station_masters"] == ["hazards"]
    assert (view["stations"][0]["master"], view["stations"][0]["worker"]) == (None, "cowboy")


def test_a_printed_worker_cannot_be_given_up():
    state = upgrading("hazards")
    assert now(state) == "phase_a"


def test_a_freed_slot_acts_again():
    state = upgrading("hazards", engineer=2)
    act(state, "master:engineer")
    hold(state, 0, "jersey")
    jobs(state, 4, row1="engineer")
    have(state, 0, money=6)
    owe(state, pending.HIRE, 0)
    act(state, "hire:1:engineer", "use:jersey_certificate")
    assert held(state, 0, "engineer", "certificate") == (2, 1)


def test_master_workers_gains_2():
    state = upgrading("workers", cowboy=2)
    act(state, "master:cowboy", "use:money_2")
    assert held(state, 0, "money") == 2


@pytest.mark.parametrize(
    ("choice", "then", "gained"),
    [("hazard_free", "hazard:FL1", "hazards"), ("trade", "trade:T1", "green")],
)
def test_master_objectives_removes_a_hazard_or_trades(choice, then, gained):
    state = bare()
    lay(state, FL1="flood_2_green", T1="green_teepee")
    state.cells[MASTERS] = 1 + names.MASTERS.index("objectives")
    have(state, 0, engine="4", money=2, cowboy=2)
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:4.5", "upgrade:4.5", "disc:auxiliary_4", "master:cowboy")
    assert offered(state) == ["use:hazard_free", "use:trade", "skip"]
    act(state, f"use:{choice}", then)
    assert held(state, 0, gained) == 1


@pytest.mark.parametrize("master", ["hazards", "teepees", "certificates"])
def test_masters_with_a_permanent_certificate(master):
    state = upgrading(master, cowboy=2)
    act(state, "master:cowboy")
    assert state.view(0)["players"][0]["permanent_certificates"] == 1


def test_a_tile_that_was_left_stays_for_others():
    state = upgrading("hazards", cowboy=2)
    act(state, "skip")
    assert state.view(0)["stations"][0]["master"] == "hazards"


def test_white_stations_take_white_discs_and_black_ones_any():
    state = bare()
    have(state, 0, engine="4", money=20)
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:4.5", "upgrade:4.5")
    assert offered(state) == [f"disc:{name}" for name in names.DISCS[:6]]
    state = bare()
    have(state, 0, engine="16", money=20)
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:16.5", "upgrade:16.5")
    assert offered(state) == [f"disc:{name}" for name in names.DISCS]
    act(state, "disc:hand")
    assert held(state, 0, "money", "hand") == (20 - 6 - 5, 1)


def test_an_own_station_is_not_upgraded_twice_but_anothers_disc_does_not_matter():
    state = bare()
    have(state, 0, engine="7", money=20, stations=["7.5"])
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:7.5")
    assert now(state) == "phase_a"
    state = bare()
    have(state, 0, engine="7", money=20)
    have(state, 1, stations=["7.5"])
    owe(state, pending.ENGINE_ON, 1)
    act(state, "engine:7.5")
    assert now(state) == "station"


@pytest.mark.parametrize(
    ("station", "cost", "points"),
    [
        ("4.5", 2, 1), ("7.5", 2, 1), ("10.5", 4, 2), ("13.5", 4, 2), ("16.5", 6, 3),
        ("21.5", 8, 5), ("25.5", 7, 6), ("29.5", 6, 7), ("33.5", 5, 8), ("39", 3, 9),
    ],
)  # fmt: skip
def test_station_costs_and_points(station, cost, points):
    state = bare()
    have(state, 0, engine="39", money=cost)
    owe(state, pending.BEHIND)
    if station != "39":
        assert f"upgrade:{station}" in offered(state)
    have(state, 0, stations=[station])
    assert state.score_sheet()["stations"][0] == points
    assert state.view(0)["stations"][names.STATIONS.index(station)]["cost"] == cost
