"""City bonus, special bonus, their doubling; the worth of cards, ties."""

import pytest

from games.santa_fe.state import TABLEAU, city_at
from tests.games.positions import act
from tests.games.santa_fe.positions import (
    build,
    city,
    extend,
    have_money,
    laying,
    money,
    play_card,
    player,
    put_head,
)


@pytest.mark.rule("santa_fe:25")
def test_the_special_bonus_is_paid_besides_the_city_bonus():
    state = laying()
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    assert not extend(state, "sp", "HOU", pieces=1)
    act(state, "lay:sp:1:HOU")
    assert money(state, 0) == 2
    put_head(state, "atsf", "SAO")
    act(state, "lay:atsf:1:HOU")
    assert money(state, 1) == 4


@pytest.mark.rule("santa_fe:25")
def test_the_special_bonus_alone_is_doubled():
    state = laying(doubles=(0,))
    build(state, "sp", "HOU")
    put_head(state, "atsf", "SAO")
    have_money(state, 0, 0)
    act(state, "lay:atsf:1:HOU")
    assert money(state, 0) == 8


def test_both_bonuses_are_doubled():
    state = laying(doubles=(0,))
    put_head(state, "atsf", "SAO")
    have_money(state, 0, 0)
    act(state, "lay:atsf:1:HOU")
    assert money(state, 0) == 12


@pytest.mark.rule("santa_fe:26")
def test_a_second_arrival_earns_nothing_and_counts_once():
    state = laying()
    build(state, "sp", "HOU")
    put_head(state, "atsf", "SAO")
    build(state, "atsf", "HOU", "DAL")
    put_head(state, "atsf", "NOL", route=2)
    play_card(state, 0, "HOU")
    points = player(state, 0)["tableau_points"]
    assert not extend(state, "atsf", "HOU", route=2, pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:atsf:2:HOU")
    assert money(state, 0) == 0
    assert player(state, 0)["tableau_points"] == points == 6


@pytest.mark.rule("santa_fe:28")
def test_who_lays_the_last_piece_is_paid():
    state = laying()
    build(state, "gn", "MIN")
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:FAR", "lay:gn:1:FAR")
    assert (money(state, 0), money(state, 1)) == (0, 6)


@pytest.mark.rule("santa_fe:29")
def test_only_the_owner_of_the_double_turn_card_is_paid_twice():
    state = laying(doubles=(0,))
    build(state, "gn", "DUL")
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:MIN", "stop")
    put_head(state, "up", "SPO")
    assert not extend(state, "up", "POR", pieces=1)
    have_money(state, 1, 0)
    act(state, "lay:up:1:POR")
    assert (money(state, 0), money(state, 1)) == (4, 6)


def test_start_cities_pay_nothing():
    state = laying()
    have_money(state, 0, 0)
    act(state, "lay:gn:1:CHI")
    assert money(state, 0) == 0


def test_start_cities_pay_their_first_guest_by_the_option():
    state = laying(start_city_bonus=True)
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:CHI")
    act(state, "lay:up:1:STL")
    assert (money(state, 0), money(state, 1)) == (2, 0)


def test_the_second_guest_of_a_start_city_is_paid_nothing():
    state = laying(start_city_bonus=True)
    build(state, "gn", "CHI")
    build(state, "kp", "DSM")
    assert not extend(state, "kp", "CHI", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:kp:1:CHI")
    assert money(state, 0) == 0


def test_a_railroad_back_at_its_own_start_is_paid_nothing():
    state = laying(start_city_bonus=True)
    build(state, "up", "MIL", "MIN", "DSM")
    assert not extend(state, "up", "CHI", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:up:1:CHI")
    assert money(state, 0) == 0


def test_other_railroads_special_cities_are_nothing_special():
    state = laying()
    build(state, "sp", "HOU", "DAL")
    put_head(state, "kp", "NOL")
    assert not extend(state, "kp", "HOU", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:kp:1:HOU")
    assert money(state, 0) == 0


@pytest.mark.rule("santa_fe:34")
@pytest.mark.parametrize(("railroads", "points"), [(("up",), 7), (("up", "sp"), 14)])
def test_a_card_is_worth_its_value_for_each_railroad(railroads, points):
    state = laying()
    play_card(state, 0, "LOS")
    play_card(state, 1, "LOS")
    for railroad in railroads:
        put_head(state, railroad, "LOS")
    assert state.score_sheet()["city_cards"] == [points, points]
    put_head(state, "atsf", "LOS")
    assert state.score_sheet()["city_cards"] == [points + 7, points + 7]
    assert state.scores() == [points + 9, points + 9]


def test_two_copies_of_a_card_both_count():
    state = laying()
    play_card(state, 0, "LOS")
    play_card(state, 0, "LOS")
    put_head(state, "up", "LOS")
    assert player(state, 0)["tableau"].count("LOS") == 2
    assert state.score_sheet()["city_cards"][0] == 14


def test_cards_in_hand_are_worth_nothing():
    state = laying()
    before = state.scores()
    put_head(state, "gn", "SEA")
    assert state.scores() == before
    assert "SEA" in player(state, 0)["hand"]


@pytest.mark.rule("santa_fe:35")
def test_ties_go_to_more_cards_of_value_7():
    state = laying()
    for name in ("EUG", "POR"):
        play_card(state, 0, name)
    play_card(state, 1, "SDG")
    assert state.scores() == [2, 2]
    assert state.ranking() == [[0], [1]]
    assert state.score_sheet()["cards_of_value_7"] == [2, 1]
    play_card(state, 1, "SDG")
    assert state.ranking() == [[0, 1]]


def test_points_go_before_the_tie_break():
    state = laying()
    play_card(state, 0, "EUG")
    have_money(state, 1, 3)
    assert state.ranking() == [[1], [0]]
    assert state.cells[city_at(city("EUG")) + TABLEAU] == 1
