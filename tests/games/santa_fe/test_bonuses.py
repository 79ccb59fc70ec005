"""City bonus, special bonus, their doubling; the worth of cards, ties."""

import pytest

from games.santa_fe.state import TABLEAU, city_at
from tests.games.santa_fe.table import (
    act,
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
    assert not extend(state, "sp", "houston", pieces=1)
    act(state, "lay:sp:1:houston")
    assert money(state, 0) == 2
    put_head(state, "atsf", "san_antonio")
    act(state, "lay:atsf:1:houston")
    assert money(state, 1) == 4


@pytest.mark.rule("santa_fe:25")
def test_the_special_bonus_alone_is_doubled():
    state = laying(doubles=(0,))
    build(state, "sp", "houston")
    put_head(state, "atsf", "san_antonio")
    have_money(state, 0, 0)
    act(state, "lay:atsf:1:houston")
    assert money(state, 0) == 8


def test_both_bonuses_are_doubled():
    state = laying(doubles=(0,))
    put_head(state, "atsf", "san_antonio")
    have_money(state, 0, 0)
    act(state, "lay:atsf:1:houston")
    assert money(state, 0) == 12


@pytest.mark.rule("santa_fe:26")
def test_a_second_arrival_earns_nothing_and_counts_once():
    state = laying()
    build(state, "sp", "houston")
    put_head(state, "atsf", "san_antonio")
    build(state, "atsf", "houston", "dallas")
    put_head(state, "atsf", "new_orleans", route=2)
    play_card(state, 0, "houston")
    points = player(state, 0)["tableau_points"]
    assert not extend(state, "atsf", "houston", route=2, pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:atsf:2:houston")
    assert money(state, 0) == 0
    assert player(state, 0)["tableau_points"] == points == 6


@pytest.mark.rule("santa_fe:28")
def test_who_lays_the_last_piece_is_paid():
    state = laying()
    build(state, "gn", "minneapolis")
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:fargo", "lay:gn:1:fargo")
    assert (money(state, 0), money(state, 1)) == (0, 6)


@pytest.mark.rule("santa_fe:29")
def test_only_the_owner_of_the_double_turn_card_is_paid_twice():
    state = laying(doubles=(0,))
    build(state, "gn", "duluth")
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:minneapolis", "stop")
    put_head(state, "up", "spokane")
    assert not extend(state, "up", "portland", pieces=1)
    have_money(state, 1, 0)
    act(state, "lay:up:1:portland")
    assert (money(state, 0), money(state, 1)) == (4, 6)


def test_start_cities_pay_nothing():
    state = laying()
    have_money(state, 0, 0)
    act(state, "lay:gn:1:chicago")
    assert money(state, 0) == 0


def test_start_cities_pay_their_first_guest_by_the_option():
    state = laying(start_city_bonus=True)
    have_money(state, 0, 0)
    have_money(state, 1, 0)
    act(state, "lay:gn:1:chicago")
    act(state, "lay:up:1:st_louis")
    assert (money(state, 0), money(state, 1)) == (2, 0)


def test_the_second_guest_of_a_start_city_is_paid_nothing():
    state = laying(start_city_bonus=True)
    build(state, "gn", "chicago")
    build(state, "kp", "des_moines")
    assert not extend(state, "kp", "chicago", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:kp:1:chicago")
    assert money(state, 0) == 0


def test_a_railroad_back_at_its_own_start_is_paid_nothing():
    state = laying(start_city_bonus=True)
    build(state, "up", "milwaukee", "minneapolis", "des_moines")
    assert not extend(state, "up", "chicago", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:up:1:chicago")
    assert money(state, 0) == 0


def test_other_railroads_special_cities_are_nothing_special():
    state = laying()
    build(state, "sp", "houston", "dallas")
    put_head(state, "kp", "new_orleans")
    assert not extend(state, "kp", "houston", pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:kp:1:houston")
    assert money(state, 0) == 0


@pytest.mark.rule("santa_fe:34")
@pytest.mark.parametrize(("railroads", "points"), [(("up",), 7), (("up", "sp"), 14)])
def test_a_card_is_worth_its_value_for_each_railroad(railroads, points):
    state = laying()
    play_card(state, 0, "los_angeles")
    play_card(state, 1, "los_angeles")
    for railroad in railroads:
        put_head(state, railroad, "los_angeles")
    assert state.score_sheet()["city_cards"] == [points, points]
    put_head(state, "atsf", "los_angeles")
    assert state.score_sheet()["city_cards"] == [points + 7, points + 7]
    assert state.scores() == [points + 9, points + 9]


def test_two_copies_of_a_card_both_count():
    state = laying()
    play_card(state, 0, "los_angeles")
    play_card(state, 0, "los_angeles")
    put_head(state, "up", "los_angeles")
    assert player(state, 0)["tableau"].count("los_angeles") == 2
    assert state.score_sheet()["city_cards"][0] == 14


def test_cards_in_hand_are_worth_nothing():
    state = laying()
    before = state.scores()
    put_head(state, "gn", "seattle")
    assert state.scores() == before
    assert "seattle" in player(state, 0)["hand"]


@pytest.mark.rule("santa_fe:35")
def test_ties_go_to_more_cards_of_value_7():
    state = laying()
    for name in ("eugene", "portland"):
        play_card(state, 0, name)
    play_card(state, 1, "san_diego")
    assert state.scores() == [2, 2]
    assert state.ranking() == [[0], [1]]
    assert state.score_sheet()["cards_of_value_7"] == [2, 1]
    play_card(state, 1, "san_diego")
    assert state.ranking() == [[0, 1]]


def test_points_go_before_the_tie_break():
    state = laying()
    play_card(state, 0, "eugene")
    have_money(state, 1, 3)
    assert state.ranking() == [[1], [0]]
    assert state.cells[city_at(city("eugene")) + TABLEAU] == 1
