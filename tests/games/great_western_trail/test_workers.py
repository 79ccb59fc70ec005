"""The job market, hiring, worker slots and station masters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.rules import workers
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
    turn_of,
    visit,
)
from tests.games.positions import act, offered, refused, settle_chance


def hiring(
    worker: str, already: int, money: int = 20, **pieces: int | Sequence[str]
) -> GreatWesternTrail:
    """Seat 0 hires one more worker of a type."""
    position = bare()
    jobs(position, 6, row1=worker, row5="cowboy")
    have(position, 0, money=money, **{worker: already}, **pieces)
    owe(position, pending.HIRE, 0)
    return position


@pytest.mark.rule("great_western_trail:50")
def test_the_worked_example_of_hiring() -> None:
    position = bare()
    jobs(position, 4, row3="engineer", row1="cowboy")
    have(position, 0, engineer=2, money=20)
    hold(position, 0, "jersey", "black_angus")
    visit(position, "A")
    act(position, "use:hire", "hire:3:engineer", "use:jersey_2")
    assert held(position, 0, "money", "engineer") == (15, 3)
    act(position, "use:hire_dear", "hire:1:cowboy")
    assert held(position, 0, "money", "cowboy") == (7, 2)
    assert "guernsey_2" not in [move.split(":")[-1] for move in offered(position)]


@pytest.mark.rule("great_western_trail:52")
def test_the_row_of_the_token_is_not_for_hire_yet() -> None:
    position = bare()
    jobs(position, 3, row2="cowboy", row3="engineer", row4="craftsman")
    have(position, 0, money=20)
    owe(position, pending.HIRE, 0)
    assert offered(position) == ["hire:2:cowboy"]
    with pytest.raises(IllegalAction, match="before the token has left"):
        act(position, "hire:3:engineer")


@pytest.mark.rule("great_western_trail:49")
def test_an_immediate_action_comes_before_the_next_local_action() -> None:
    position = bare()
    jobs(position, 6, row1="engineer", row5="cowboy cowboy")
    have(position, 0, money=20, engineer=3)
    visit(position, "A")
    act(position, "use:hire", "hire:1:engineer")
    assert offered(position) == ["use:hire_cheap_2", "skip"]
    act(position, "use:hire_cheap_2", "hire:5:cowboy")
    assert held(position, 0, "money", "engineer", "cowboy") == (9, 4, 2)
    assert now(position) == "local_actions"


@pytest.mark.parametrize(
    ("already", "effect", "certificate", "money"),
    [
        (1, "jersey_certificate", 1, 14),
        (2, "jersey_2", 0, 16),
        (4, "jersey_certificate_twice", 2, 14),
        (5, "jersey_4", 0, 18),
    ],
)
def test_engineer_slots_take_a_jersey(
    already: int, effect: str, certificate: int, money: int
) -> None:
    position = hiring("engineer", already)
    hold(position, 0, "jersey")
    act(position, "hire:1:engineer")
    assert offered(position) == [f"use:{effect}", "skip"]
    act(position, f"use:{effect}")
    assert held(position, 0, "certificate", "money") == (certificate, money)


def test_a_slot_is_offered_even_without_the_card_so_that_nothing_shows() -> None:
    position = hiring("engineer", 1)
    hold(position, 0, "guernsey")
    act(position, "hire:1:engineer")
    assert offered(position) == ["skip"]
    position = hiring("engineer", 1)
    hold(position, 0)
    act(position, "hire:1:engineer")
    assert now(position) != "offer"


def test_cowboy_slot_4_removes_a_hazard() -> None:
    position = hiring("cowboy", 3)
    lay(position, DT1="drought_4_green")
    act(position, "hire:1:cowboy", "use:hazard_free", "hazard:DT1")
    assert held(position, 0, "hazard_points", "money") == (4, 14)


def test_cowboy_slot_6_trades() -> None:
    position = hiring("cowboy", 5)
    lay(position, TM1="blue_teepee")
    act(position, "hire:1:cowboy", "use:trade", "trade:TM1")
    assert held(position, 0, "blue", "money") == (1, 13)


@pytest.mark.parametrize("already", [3, 5])
def test_craftsman_slots_build_at_1_with_the_new_craftsman(already: int) -> None:
    position = hiring("craftsman", already)
    act(position, "hire:1:craftsman", "use:build_cheap")
    assert "build:6a:B1" in offered(position)
    assert ("build:7a:B1" in offered(position)) == (already == 5)
    act(position, "build:6a:B1")
    assert held(position, 0, "money") == 20 - 6 - 4


@pytest.mark.parametrize(
    ("worker", "already"),
    [("cowboy", 1), ("cowboy", 2), ("cowboy", 4), ("craftsman", 1), ("craftsman", 2)],
)
def test_slots_without_an_action(worker: str, already: int) -> None:
    position = hiring(worker, already)
    hold(position, 0, "jersey")
    act(position, f"hire:1:{worker}")
    assert now(position) == "phase_a"


def test_a_full_row_takes_no_more() -> None:
    position = hiring("engineer", 6)
    assert offered(position) == ["hire:5:cowboy"]
    with pytest.raises(IllegalAction, match="has no room for another engineer"):
        act(position, "hire:1:engineer")


def test_rows_of_one_cost_offer_the_same_worker_once() -> None:
    position = bare()
    jobs(position, 8, row1="cowboy", row2="cowboy engineer", row7="cowboy")
    have(position, 0, money=20)
    owe(position, pending.HIRE, 0)
    assert offered(position) == ["hire:1:cowboy", "hire:2:engineer"]


@pytest.mark.parametrize(("more", "price"), [(0, 4), (2, 6), (-1, 3), (-2, 2)])
def test_prices(more: int, price: int) -> None:
    position = bare()
    jobs(position, 13, row12="cowboy")
    have(position, 0, money=price)
    owe(position, pending.HIRE, more)
    act(position, "hire:12:cowboy")
    assert held(position, 0, "money") == 0


@pytest.mark.rule("great_western_trail:46")
@pytest.mark.parametrize(("left", "size"), [(3, 6), (9, 7)])
def test_a_yellow_arrow_refills_the_market(left: int, size: int) -> None:
    position = bare()
    jobs(position, 6)
    market(position, "holstein", "holstein", "ayrshire", deck=("brown_swiss",) * left)
    position.cells[5] = 1
    workers.place_worker(position, 0)
    assert now(position) == "turn_up_cards"
    from railhead.games.great_western_trail.match import settle

    settle(position)
    settle_chance(position)
    assert sum(position.view(0)["cattle_market"].values()) == size
    assert position.view(0)["token_row"] == 7


def test_a_market_that_is_full_is_not_refilled() -> None:
    position = bare()
    jobs(position, 9)
    market(position, *["holstein"] * 7, deck=("ayrshire",))
    position.cells[5] = 1
    workers.place_worker(position, 0)
    assert now(position) == "phase_a"


def test_a_black_arrow_does_nothing() -> None:
    position = bare()
    jobs(position, 5)
    market(position, deck=("ayrshire",))
    position.cells[5] = 1
    workers.place_worker(position, 0)
    assert now(position) == "phase_a"
    assert position.view(0)["token_row"] == 6


# Stations and station masters.


def upgrading(master: str, **pieces: int | Sequence[str]) -> GreatWesternTrail:
    """Seat 0 has upgraded the first station, where this tile lies."""
    position = bare()
    position.cells[state.MASTERS] = 1 + names.MASTERS.index(master)
    have(position, 0, engine="4", money=2, **pieces)
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:4.5", "upgrade:4.5", "disc:auxiliary_4")
    return position


def test_a_tile_costs_the_last_hired_worker_of_a_row() -> None:
    position = upgrading("hazards", cowboy=3, engineer=1, craftsman=2)
    assert offered(position) == ["master:cowboy", "master:craftsman", "skip"]
    act(position, "master:cowboy")
    view = position.view(0)
    assert view["players"][0]["workers"] == {"cowboy": 2, "craftsman": 2, "engineer": 1}
    assert view["players"][0]["station_masters"] == ["hazards"]
    assert (view["stations"][0]["master"], view["stations"][0]["worker"]) == (None, "cowboy")


def test_a_printed_worker_cannot_be_given_up() -> None:
    position = upgrading("hazards")
    assert now(position) == "phase_a"


def test_a_freed_slot_acts_again() -> None:
    position = upgrading("hazards", engineer=2)
    act(position, "master:engineer")
    hold(position, 0, "jersey")
    jobs(position, 4, row1="engineer")
    have(position, 0, money=6)
    owe(position, pending.HIRE, 0)
    act(position, "hire:1:engineer", "use:jersey_certificate")
    assert held(position, 0, "engineer", "certificate") == (2, 1)


def test_master_workers_gains_2() -> None:
    position = upgrading("workers", cowboy=2)
    act(position, "master:cowboy", "use:money_2")
    assert held(position, 0, "money") == 2


@pytest.mark.parametrize(
    ("choice", "then", "gained"),
    [("hazard_free", "hazard:FL1", "hazards"), ("trade", "trade:T1", "green")],
)
def test_master_objectives_removes_a_hazard_or_trades(choice: str, then: str, gained: str) -> None:
    position = bare()
    lay(position, FL1="flood_2_green", T1="green_teepee")
    position.cells[state.MASTERS] = 1 + names.MASTERS.index("objectives")
    have(position, 0, engine="4", money=2, cowboy=2)
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:4.5", "upgrade:4.5", "disc:auxiliary_4", "master:cowboy")
    assert offered(position) == ["use:hazard_free", "use:trade", "skip"]
    act(position, f"use:{choice}", then)
    assert held(position, 0, gained) == 1


@pytest.mark.parametrize("master", ["hazards", "teepees", "certificates"])
def test_masters_with_a_permanent_certificate(master: str) -> None:
    position = upgrading(master, cowboy=2)
    act(position, "master:cowboy")
    assert position.view(0)["players"][0]["permanent_certificates"] == 1


def test_a_tile_that_was_left_stays_for_others() -> None:
    position = upgrading("hazards", cowboy=2)
    act(position, "skip")
    assert position.view(0)["stations"][0]["master"] == "hazards"


def upgrade_again(position: GreatWesternTrail, seat: int, place: str = "4.5") -> None:
    """A seat's disc has been taken from its stations, and it upgrades one with a worker at hand."""
    turn_of(position, seat)
    have(position, seat, engine=place.split(".")[0], money=9, cowboy=2, stations=[])
    owe(position, pending.ENGINE_ON, 1)
    act(position, f"engine:{place}", f"upgrade:{place}", "disc:auxiliary_3")


@pytest.mark.rule("great_western_trail:60")
@pytest.mark.parametrize("cowboys", [2, 1])
def test_a_tile_that_was_not_taken_is_never_had_at_that_station(cowboys: int) -> None:
    """Left, or out of reach without a worker to give up: both are "not taken"."""
    position = upgrading("hazards", cowboy=cowboys)
    if cowboys > 1:
        assert position.label(0, position.parse("skip")) == "Leave the station master tile for good"
        act(position, "skip")
    assert position.view(1)["stations"][0]["master_left_by"] == [0]
    upgrade_again(position, 0)
    assert now(position) == "phase_a"
    assert refused(position, "master:cowboy") == (
        "you upgraded this station without taking its tile, so you can never have it"
    )
    station = position.view(0)["stations"][0]
    assert (station["master"], station["seats"]) == ("hazards", [0])


@pytest.mark.rule("great_western_trail:60")
def test_a_tile_that_another_left_or_of_another_station_can_be_had() -> None:
    position = upgrading("hazards", cowboy=2)
    act(position, "skip")
    upgrade_again(position, 0, "7.5")
    assert offered(position) == ["master:cowboy", "skip"]
    upgrade_again(position, 1)
    act(position, "master:cowboy")
    assert position.view(1)["players"][1]["station_masters"] == ["hazards"]
    assert position.view(1)["stations"][0]["master_left_by"] == []


@pytest.mark.rule("great_western_trail:60")
def test_an_upgrade_where_no_tile_lies_leaves_none() -> None:
    position = bare()
    have(position, 0, engine="21", money=9, cowboy=2)
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:21.5", "upgrade:21.5", "disc:auxiliary_4")
    assert [station["master_left_by"] for station in position.view(0)["stations"]] == [[]] * 10
    assert position.amount(0, state.MASTERS_LEFT) == 0


def test_white_stations_take_white_discs_and_black_ones_any() -> None:
    position = bare()
    have(position, 0, engine="4", money=20)
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:4.5", "upgrade:4.5")
    assert offered(position) == [f"disc:{name}" for name in names.DISCS[:6]]
    position = bare()
    have(position, 0, engine="16", money=20)
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:16.5", "upgrade:16.5")
    assert offered(position) == [f"disc:{name}" for name in names.DISCS]
    act(position, "disc:hand")
    assert held(position, 0, "money", "hand") == (20 - 6 - 5, 1)


def test_an_own_station_is_not_upgraded_twice_but_anothers_disc_does_not_matter() -> None:
    position = bare()
    have(position, 0, engine="7", money=20, stations=["7.5"])
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:7.5")
    assert now(position) == "phase_a"
    position = bare()
    have(position, 0, engine="7", money=20)
    have(position, 1, stations=["7.5"])
    owe(position, pending.ENGINE_ON, 1)
    act(position, "engine:7.5")
    assert now(position) == "station"


@pytest.mark.parametrize(
    ("station", "cost", "points"),
    [
        ("4.5", 2, 1), ("7.5", 2, 1), ("10.5", 4, 2), ("13.5", 4, 2), ("16.5", 6, 3),
        ("21.5", 8, 5), ("25.5", 7, 6), ("29.5", 6, 7), ("33.5", 5, 8), ("39", 3, 9),
    ],
)  # fmt: skip
def test_station_costs_and_points(station: str, cost: int, points: int) -> None:
    position = bare()
    have(position, 0, engine="39", money=cost)
    owe(position, pending.BEHIND)
    if station != "39":
        assert f"upgrade:{station}" in offered(position)
    have(position, 0, stations=[station])
    assert position.score_sheet()["stations"][0] == points
    assert position.view(0)["stations"][names.STATIONS.index(station)]["cost"] == cost
