"""Kansas City: foresight, income, deliveries, certificates."""

import pytest

from games.game import IllegalAction
from games.great_western_trail import names
from games.great_western_trail.rules import discs, scoring
from games.great_western_trail.state import FORESIGHT, VALUE
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


def foresight(state, *columns):
    for index, tile in enumerate(tile for column in columns for tile in column):
        state.cells[FORESIGHT + index] = names.TILES.index(tile)


def in_city(*cards, **pieces):
    """Seat 0 has just turned its hand up and taken the income, no certificates used."""
    state = bare()
    hold(state, 0, *cards)
    have(state, 0, **pieces)
    enter_city(state)
    settle_chance(state)
    act(state, "income:0")
    return state


@pytest.mark.rule("great_western_trail:25")
def test_income_and_transport_of_a_small_herd():
    cards = ["jersey", "guernsey", "black_angus"]
    paid = {}
    for city in ("kansas_city", "topeka", "wichita"):
        state = in_city(*cards)
        assert state.cells[VALUE] == 5
        act(state, f"deliver:{city}", "disc:certificate_4")
        paid[city] = held(state, 0, "money")
    assert paid == {"kansas_city": 5 + 6, "topeka": 5, "wichita": 4}


@pytest.mark.rule("great_western_trail:26")
def test_a_certificate_reaches_colorado_springs():
    state = bare()
    hold(state, 0, "jersey", "guernsey", "black_angus")
    have(state, 0, certificate=2)
    enter_city(state)
    settle_chance(state)
    act(state, "income:1", "deliver:colorado_springs", "disc:certificate_4")
    assert held(state, 0, "money", "certificate") == (3, 1)
    state = bare()
    hold(state, 0, "jersey", "guernsey", "black_angus")
    have(state, 0, certificate=2)
    enter_city(state)
    settle_chance(state)
    act(state, "income:0")
    with pytest.raises(IllegalAction, match="needs 6, your delivery has 5"):
        act(state, "deliver:colorado_springs")


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
def test_points_of_cities(placed, points):
    state = bare()
    have(state, 0, **placed)
    assert scoring.city_points(state, 0) == points


@pytest.mark.rule("great_western_trail:29")
def test_each_breed_counts_once():
    state = in_city(*(card for card in names.CATTLE for _ in range(2)))
    assert state.cells[VALUE] == 25
    assert held(state, 0, "money") == 25


@pytest.mark.rule("great_western_trail:31")
def test_certificate_steps():
    state = bare()
    have(state, 0, certificate_4=0, certificate_6=0)
    shown = []
    for _ in range(6):
        shown.append(state.view(0)["players"][0]["certificates"])
        discs.gain_certificates(state, 0, 1)
    assert shown == [0, 1, 2, 3, 4, 6]
    have(state, 0, certificate=0)
    shown = []
    for _ in range(4):
        shown.append(state.view(0)["players"][0]["certificates"])
        discs.gain_certificates(state, 0, 2)
    assert shown == [0, 2, 4, 6]


@pytest.mark.parametrize(("four", "six", "limit"), [(1, 1, 3), (0, 1, 4), (1, 0, 3), (0, 0, 6)])
def test_certificate_limits(four, six, limit):
    state = bare()
    have(state, 0, certificate_4=four, certificate_6=six)
    assert state.view(0)["players"][0]["certificate_limit"] == limit
    discs.gain_certificates(state, 0, 5)
    assert state.view(0)["players"][0]["certificates"] == limit


@pytest.mark.rule("great_western_trail:32")
def test_using_certificates_from_six():
    state = bare()
    have(state, 0, certificate=5, certificate_4=0, certificate_6=0)
    hold(state, 0, "jersey")
    enter_city(state)
    settle_chance(state)
    assert [label(state, move) for move in offered(state)] == [
        "Take $1, keep the certificates",
        "Take $3, using certificates worth 2",
        "Take $4, using certificates worth 3",
        "Take $5, using certificates worth 4",
        "Take $6, using certificates worth 5",
        "Take $7, using certificates worth 6",
    ]
    act(state, "income:1")
    assert state.view(0)["players"][0]["certificates"] == 4
    assert held(state, 0, "money") == 3
    state = bare()
    have(state, 0, certificate=1)
    hold(state, 0, "jersey")
    enter_city(state)
    settle_chance(state)
    with pytest.raises(IllegalAction):
        act(state, "income:2")


def test_permanent_certificates_add_to_every_income():
    state = bare()
    have(state, 0, masters=["hazards", "teepees"])
    hold(state, 0, "jersey")
    enter_city(state)
    settle_chance(state)
    act(state, "income:0")
    assert state.cells[VALUE] == 3


@pytest.mark.rule("great_western_trail:37")
def test_the_hand_is_discarded_before_the_city_is_chosen():
    state = bare()
    discards(state, 0)
    hold(state, 0, "jersey", "jersey", "D1")
    enter_city(state)
    settle_chance(state)
    assert (hand(state, 0), pile(state, 0)) == ({}, {"jersey": 2, "D1": 1})
    act(state, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(state)
    assert where(state, 0) == "START"
    assert state.actor() == 1
    assert sum(hand(state, 0).values()) == 4


@pytest.mark.rule("great_western_trail:38")
def test_two_arrows_at_once_give_two_objective_cards():
    state = bare()
    discards(state, 0)
    display(state, "D1", "D2", "D3", "D4")
    have(state, 0, colorado_springs=1, albuquerque=1, money=9, engine="8")
    deliver(state, 8)
    act(state, "deliver:santa_fe", "disc:certificate_4", "objective:D1")
    assert now(state) == "fill_display"
    settle_chance(state)
    assert sum(state.view(0)["objectives"].values()) == 4
    assert now(state) == "gain_objective"
    act(state, "objective:D2")
    assert pile(state, 0) == {"D1": 1, "D2": 1}


def test_the_first_arrow_gives_an_objective_card_from_either_side():
    for first, second in (("topeka", "wichita"), ("wichita", "topeka")):
        state = bare()
        have(state, 0, money=9, **{first: 1})
        deliver(state, 4)
        act(state, f"deliver:{second}", "disc:auxiliary_3")
        assert now(state) == "gain_objective"
        assert "skip" not in offered(state)
        assert "objective:deck" in offered(state)


def test_by_an_option_a_delivery_gives_no_card_of_the_deck():
    state = bare(delivery_objective_from_deck=False)
    have(state, 0, money=9, topeka=1)
    deliver(state, 4)
    act(state, "deliver:wichita", "disc:auxiliary_3")
    assert "objective:deck" not in offered(state)


def test_arrows_without_a_card_give_none():
    state = bare()
    have(state, 0, money=20, wichita=1, kansas_city=1, engine="20")
    deliver(state, 6)
    act(state, "deliver:colorado_springs", "disc:auxiliary_3")
    assert now(state) == "fill_foresight"


def test_transport_by_the_place_of_the_engine():
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
        state = bare()
        have(state, 0, engine=place, money=30)
        deliver(state, 20)
        shown = [label(state, move).rsplit("$", 1)[1] for move in offered(state, "deliver")]
        assert [int(cost) for cost in shown] == expected, place


def test_cities_are_delivered_to_once_but_for_both_ends():
    state = bare()
    have(state, 0, money=30, **dict.fromkeys(names.CITIES, 1))
    deliver(state, 20)
    assert values(state, "deliver") == ["kansas_city", "san_francisco"]


def test_a_delivery_within_the_value_only():
    state = bare()
    have(state, 0, money=30)
    deliver(state, 8)
    assert values(state, "deliver") == list(names.CITIES[:5])


def test_foresight_takes_one_tile_of_each_column():
    state = bare()
    jobs(state, 4)
    foresight(
        state,
        ["flood_2_green", "green_teepee"],
        ["cowboy", "engineer"],
        ["blue_teepee", "blue_teepee"],
    )
    enter_city(state)
    assert offered(state) == ["take:1:flood_2_green", "take:1:green_teepee"]
    act(state, "take:1:flood_2_green", "take:2:engineer")
    assert offered(state) == ["take:3:blue_teepee"]
    act(state, "take:3:blue_teepee")
    assert (lying(state, "FL1"), lying(state, "TM3")) == ("flood_2_green", "blue_teepee")
    assert state.view(0)["job_market"][3]["workers"] == {"engineer": 1}
    hold(state, 0)
    settle_chance(state)
    act(state, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    assert now(state) == "fill_foresight"
    settle_chance(state)
    assert all(tile for column in state.view(0)["foresight"] for tile in column)


@pytest.mark.parametrize("pays", [True, False])
def test_the_special_delivery(pays):
    state = bare(special_delivery_pays=pays)
    have(state, 0, engine="8", craftsman=6)
    hold(state, 0, "jersey")
    build(state, 0, B2=9)
    visit(state, "B2")
    act(state, "use:special_delivery", "engine:7.5")
    assert values(state, "deliver") == ["kansas_city"]
    act(state, "deliver:kansas_city", "disc:certificate_4")
    # $6 of Kansas City, no income, no transport; then the siding's station for $2.
    assert held(state, 0, "money") == (6 if pays else 0)
    assert hand(state, 0) == {"jersey": 1}
    assert ("upgrade:7.5" in offered(state)) == pays


def test_a_special_delivery_pays_no_transport():
    state = bare()
    have(state, 0, engine="8", money=1)
    build(state, 0, B2=9)
    visit(state, "B2")
    act(state, "use:special_delivery", "engine:0", "deliver:santa_fe", "disc:auxiliary_4")
    assert held(state, 0, "money", "santa_fe") == (1, 1)
    assert engine(state, 0) == "0"


def test_by_an_option_objective_cards_can_be_played_in_kansas_city():
    for allowed in (False, True):
        state = bare(objectives_in_kansas_city=allowed)
        foresight(state, ["flood_2_green", "green_teepee"], [], [])
        hold(state, 0, "D1")
        enter_city(state)
        assert ("play:D1" in offered(state)) == allowed
        if allowed:
            act(state, "play:D1", "use:money_2")
            assert held(state, 0, "money") == 2
            assert now(state) == "foresight"


def test_a_full_hand_of_certificates_at_the_limit_is_lost():
    state = bare()
    have(state, 0, certificate=3)
    discs.gain_certificates(state, 0, 1)
    assert held(state, 0, "certificate") == 3


def test_an_income_of_nothing():
    state = bare()
    enter_city(state)
    settle_chance(state)
    act(state, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    assert held(state, 0, "money") == 6
