"""Kansas City: foresight, income, deliveries, certificates."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from railhead.games.game import IllegalAction
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.rules import discs, scoring
from tests.games.great_western_trail.positions import (
    bare,
    build,
    deliver,
    discards,
    display,
    engine,
    enter_city,
    hand,
    have,
    held,
    hold,
    jobs,
    lying,
    now,
    pile,
    values,
    visit,
    where,
)
from tests.games.positions import act, label, offered, settle_chance


def foresight(position: GreatWesternTrail, *columns: list[str]) -> None:
    for index, tile in enumerate(tile for column in columns for tile in column):
        position.cells[state.FORESIGHT + index] = names.TILES.index(tile)


def in_city(*cards: str, **pieces: int | Sequence[str]) -> GreatWesternTrail:
    """Seat 0 has just turned its hand up and taken the income, no certificates used."""
    position = bare()
    hold(position, 0, *cards)
    have(position, 0, **pieces)
    enter_city(position)
    settle_chance(position)
    act(position, "income:0")
    return position


@pytest.mark.rule("great_western_trail:25")
def test_income_and_transport_of_a_small_herd() -> None:
    cards = ["jersey", "guernsey", "black_angus"]
    paid = {}
    for city in ("kansas_city", "topeka", "wichita"):
        position = in_city(*cards)
        assert position.cells[state.VALUE] == 5
        act(position, f"deliver:{city}", "disc:certificate_4")
        paid[city] = held(position, 0, "money")
    assert paid == {"kansas_city": 5 + 6, "topeka": 5, "wichita": 4}


@pytest.mark.rule("great_western_trail:26")
def test_a_certificate_reaches_colorado_springs() -> None:
    position = bare()
    hold(position, 0, "jersey", "guernsey", "black_angus")
    have(position, 0, certificate=2)
    enter_city(position)
    settle_chance(position)
    act(position, "income:1", "deliver:colorado_springs", "disc:certificate_4")
    assert held(position, 0, "money", "certificate") == (3, 1)
    position = bare()
    hold(position, 0, "jersey", "guernsey", "black_angus")
    have(position, 0, certificate=2)
    enter_city(position)
    settle_chance(position)
    act(position, "income:0")
    with pytest.raises(IllegalAction, match="needs 6, your delivery has 5"):
        act(position, "deliver:colorado_springs")


@pytest.mark.rule("great_western_trail:28")
@pytest.mark.parametrize(
    ("placed", "points"),
    [
        ({"kansas_city": 2}, -12),
        ({"topeka": 1, "wichita": 1}, -3),
        ({"wichita": 1, "colorado_springs": 1}, -1),
        ({"albuquerque": 1, "el_paso": 1}, 6),
        ({"el_paso": 1, "san_diego": 1}, 8),
        ({"san_diego": 1, "sacramento": 1}, 10),
        ({"san_francisco": 2}, 18),
        ({"kansas_city": 1, "topeka": 1}, -6),
        ({"sacramento": 1, "san_francisco": 1}, 15),
        ({"colorado_springs": 1, "santa_fe": 1, "albuquerque": 1}, 0),
    ],
)
def test_points_of_cities(placed: dict[str, int], points: int) -> None:
    position = bare()
    have(position, 0, **placed)
    assert scoring.city_points(position, 0) == points


@pytest.mark.rule("great_western_trail:29")
def test_each_breed_counts_once() -> None:
    position = in_city(*(card for card in names.CATTLE for _ in range(2)))
    assert position.cells[state.VALUE] == 25
    assert held(position, 0, "money") == 25


@pytest.mark.rule("great_western_trail:31")
def test_certificate_steps() -> None:
    position = bare()
    have(position, 0, certificate_4=0, certificate_6=0)
    shown = []
    for _ in range(6):
        shown.append(position.view(0)["players"][0]["certificates"])
        discs.gain_certificates(position, 0, 1)
    assert shown == [0, 1, 2, 3, 4, 6]
    have(position, 0, certificate=0)
    shown = []
    for _ in range(4):
        shown.append(position.view(0)["players"][0]["certificates"])
        discs.gain_certificates(position, 0, 2)
    assert shown == [0, 2, 4, 6]


@pytest.mark.parametrize(("four", "six", "limit"), [(1, 1, 3), (0, 1, 4), (1, 0, 3), (0, 0, 6)])
def test_certificate_limits(four: int, six: int, limit: int) -> None:
    position = bare()
    have(position, 0, certificate_4=four, certificate_6=six)
    assert position.view(0)["players"][0]["certificate_limit"] == limit
    discs.gain_certificates(position, 0, 5)
    assert position.view(0)["players"][0]["certificates"] == limit


@pytest.mark.rule("great_western_trail:32")
def test_using_certificates_from_six() -> None:
    position = bare()
    have(position, 0, certificate=5, certificate_4=0, certificate_6=0)
    hold(position, 0, "jersey")
    enter_city(position)
    settle_chance(position)
    assert [label(position, move) for move in offered(position)] == [
        "Take $1, keep the certificates",
        "Take $3, using certificates worth 2",
        "Take $4, using certificates worth 3",
        "Take $5, using certificates worth 4",
        "Take $6, using certificates worth 5",
        "Take $7, using certificates worth 6",
    ]
    act(position, "income:1")
    assert position.view(0)["players"][0]["certificates"] == 4
    assert held(position, 0, "money") == 3
    position = bare()
    have(position, 0, certificate=1)
    hold(position, 0, "jersey")
    enter_city(position)
    settle_chance(position)
    with pytest.raises(IllegalAction):
        act(position, "income:2")


def test_permanent_certificates_add_to_every_income() -> None:
    position = bare()
    have(position, 0, masters=["hazards", "teepees"])
    hold(position, 0, "jersey")
    enter_city(position)
    settle_chance(position)
    act(position, "income:0")
    assert position.cells[state.VALUE] == 3


@pytest.mark.rule("great_western_trail:37")
def test_the_hand_is_discarded_before_the_city_is_chosen() -> None:
    position = bare()
    discards(position, 0)
    hold(position, 0, "jersey", "jersey", "D1")
    enter_city(position)
    settle_chance(position)
    assert (hand(position, 0), pile(position, 0)) == ({}, {"jersey": 2, "D1": 1})
    act(position, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(position)
    assert where(position, 0) == "START"
    assert position.actor() == 1
    assert sum(hand(position, 0).values()) == 4


@pytest.mark.rule("great_western_trail:38")
def test_two_arrows_at_once_give_two_objective_cards() -> None:
    position = bare()
    discards(position, 0)
    display(position, "D1", "D2", "D3", "D4")
    have(position, 0, colorado_springs=1, albuquerque=1, money=9, engine="8")
    deliver(position, 8)
    act(position, "deliver:santa_fe", "disc:certificate_4", "objective:D1")
    assert now(position) == "fill_display"
    settle_chance(position)
    assert sum(position.view(0)["objectives"].values()) == 4
    assert now(position) == "gain_objective"
    act(position, "objective:D2")
    assert pile(position, 0) == {"D1": 1, "D2": 1}


def test_the_first_arrow_gives_an_objective_card_from_either_side() -> None:
    for first, second in (("topeka", "wichita"), ("wichita", "topeka")):
        position = bare()
        have(position, 0, money=9, **{first: 1})
        deliver(position, 4)
        act(position, f"deliver:{second}", "disc:auxiliary_3")
        assert now(position) == "gain_objective"
        assert "skip" not in offered(position)
        assert "objective:deck" in offered(position)


def test_by_an_option_a_delivery_gives_no_card_of_the_deck() -> None:
    position = bare(delivery_objective_from_deck=False)
    have(position, 0, money=9, topeka=1)
    deliver(position, 4)
    act(position, "deliver:wichita", "disc:auxiliary_3")
    assert "objective:deck" not in offered(position)


def test_arrows_without_a_card_give_none() -> None:
    position = bare()
    have(position, 0, money=20, wichita=1, kansas_city=1, engine="20")
    deliver(position, 6)
    act(position, "deliver:colorado_springs", "disc:auxiliary_3")
    assert now(position) == "fill_foresight"


def test_transport_by_the_place_of_the_engine() -> None:
    costs = {
        "0": [0, 0, 1, 3, 4, 5, 7, 8, 9, 11],
        "4": [0, 0, 0, 2, 3, 4, 6, 7, 8, 10],
        "4.5": [0, 0, 0, 1, 2, 3, 5, 6, 7, 9],
        "5": [0, 0, 0, 1, 2, 3, 5, 6, 7, 9],
        "10.5": [0, 0, 0, 0, 0, 0, 1, 2, 3, 5],
        "17": [0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
        "18": [0] * 10,
        "39": [0] * 10,
    }
    for place, expected in costs.items():
        position = bare()
        have(position, 0, engine=place, money=30)
        deliver(position, 20)
        shown = [label(position, move).rsplit("$", 1)[1] for move in offered(position, "deliver")]
        assert [int(cost) for cost in shown] == expected, place


def test_cities_are_delivered_to_once_but_for_both_ends() -> None:
    position = bare()
    have(position, 0, money=30, **dict.fromkeys(names.CITIES, 1))
    deliver(position, 20)
    assert values(position, "deliver") == ["kansas_city", "san_francisco"]


def test_a_delivery_within_the_value_only() -> None:
    position = bare()
    have(position, 0, money=30)
    deliver(position, 8)
    assert values(position, "deliver") == list(names.CITIES[:5])


def test_foresight_takes_one_tile_of_each_column() -> None:
    position = bare()
    jobs(position, 4)
    foresight(
        position,
        ["flood_2_green", "green_teepee"],
        ["cowboy", "engineer"],
        ["blue_teepee", "blue_teepee"],
    )
    enter_city(position)
    assert offered(position) == ["take:1:flood_2_green", "take:1:green_teepee"]
    act(position, "take:1:flood_2_green", "take:2:engineer")
    assert offered(position) == ["take:3:blue_teepee"]
    act(position, "take:3:blue_teepee")
    assert (lying(position, "FL1"), lying(position, "TM3")) == ("flood_2_green", "blue_teepee")
    assert position.view(0)["job_market"][3]["workers"] == {"engineer": 1}
    hold(position, 0)
    settle_chance(position)
    act(position, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    assert now(position) == "fill_foresight"
    settle_chance(position)
    assert all(tile for column in position.view(0)["foresight"] for tile in column)


@pytest.mark.parametrize("pays", [True, False])
def test_the_special_delivery(pays: bool) -> None:
    position = bare(special_delivery_pays=pays)
    have(position, 0, engine="8", craftsman=6)
    hold(position, 0, "jersey")
    build(position, 0, B2=9)
    visit(position, "B2")
    act(position, "use:special_delivery", "engine:7.5")
    assert values(position, "deliver") == ["kansas_city"]
    act(position, "deliver:kansas_city", "disc:certificate_4")
    # $6 of Kansas City, no income, no transport; then the siding's station for $2.
    assert held(position, 0, "money") == (6 if pays else 0)
    assert hand(position, 0) == {"jersey": 1}
    assert ("upgrade:7.5" in offered(position)) == pays


def test_a_special_delivery_pays_no_transport() -> None:
    position = bare()
    have(position, 0, engine="8", money=1)
    build(position, 0, B2=9)
    visit(position, "B2")
    act(position, "use:special_delivery", "engine:0", "deliver:santa_fe", "disc:auxiliary_4")
    assert held(position, 0, "money", "santa_fe") == (1, 1)
    assert engine(position, 0) == "0"


def test_by_an_option_objective_cards_can_be_played_in_kansas_city() -> None:
    for allowed in (False, True):
        position = bare(objectives_in_kansas_city=allowed)
        foresight(position, ["flood_2_green", "green_teepee"], [], [])
        hold(position, 0, "D1")
        enter_city(position)
        assert ("play:D1" in offered(position)) == allowed
        if allowed:
            act(position, "play:D1", "use:money_2")
            assert held(position, 0, "money") == 2
            assert now(position) == "foresight"


def test_a_full_hand_of_certificates_at_the_limit_is_lost() -> None:
    position = bare()
    have(position, 0, certificate=3)
    discs.gain_certificates(position, 0, 1)
    assert held(position, 0, "certificate") == 3


def test_an_income_of_nothing() -> None:
    position = bare()
    enter_city(position)
    settle_chance(position)
    act(position, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    assert held(position, 0, "money") == 6
