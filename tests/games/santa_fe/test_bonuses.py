"""City bonus, special bonus, their doubling; the worth of cards, ties."""

from __future__ import annotations

import pytest

from railhead.games.santa_fe import state
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
def test_the_special_bonus_is_paid_besides_the_city_bonus() -> None:
    position = laying()
    have_money(position, 0, 0)
    have_money(position, 1, 0)
    assert not extend(position, "sp", "HOU", pieces=1)
    act(position, "lay:sp:1:HOU")
    assert money(position, 0) == 2
    put_head(position, "atsf", "SAO")
    act(position, "lay:atsf:1:HOU")
    assert money(position, 1) == 4


@pytest.mark.rule("santa_fe:25")
def test_the_special_bonus_alone_is_doubled() -> None:
    position = laying(doubles=(0,))
    build(position, "sp", "HOU")
    put_head(position, "atsf", "SAO")
    have_money(position, 0, 0)
    act(position, "lay:atsf:1:HOU")
    assert money(position, 0) == 8


def test_both_bonuses_are_doubled() -> None:
    position = laying(doubles=(0,))
    put_head(position, "atsf", "SAO")
    have_money(position, 0, 0)
    act(position, "lay:atsf:1:HOU")
    assert money(position, 0) == 12


@pytest.mark.rule("santa_fe:26")
def test_a_second_arrival_earns_nothing_and_counts_once() -> None:
    position = laying()
    build(position, "sp", "HOU")
    put_head(position, "atsf", "SAO")
    build(position, "atsf", "HOU", "DAL")
    put_head(position, "atsf", "NOL", route=2)
    play_card(position, 0, "HOU")
    points = player(position, 0)["tableau_points"]
    assert not extend(position, "atsf", "HOU", route=2, pieces=1)
    have_money(position, 0, 0)
    act(position, "lay:atsf:2:HOU")
    assert money(position, 0) == 0
    assert player(position, 0)["tableau_points"] == points == 6


@pytest.mark.rule("santa_fe:28")
def test_who_lays_the_last_piece_is_paid() -> None:
    position = laying()
    build(position, "gn", "MIN")
    have_money(position, 0, 0)
    have_money(position, 1, 0)
    act(position, "lay:gn:1:FAR", "lay:gn:1:FAR")
    assert (money(position, 0), money(position, 1)) == (0, 6)


@pytest.mark.rule("santa_fe:29")
def test_only_the_owner_of_the_double_turn_card_is_paid_twice() -> None:
    position = laying(doubles=(0,))
    build(position, "gn", "DUL")
    have_money(position, 0, 0)
    have_money(position, 1, 0)
    act(position, "lay:gn:1:MIN", "stop")
    put_head(position, "up", "SPO")
    assert not extend(position, "up", "POR", pieces=1)
    have_money(position, 1, 0)
    act(position, "lay:up:1:POR")
    assert (money(position, 0), money(position, 1)) == (4, 6)


def test_start_cities_pay_nothing() -> None:
    position = laying()
    have_money(position, 0, 0)
    act(position, "lay:gn:1:CHI")
    assert money(position, 0) == 0


def test_start_cities_pay_their_first_guest_by_the_option() -> None:
    position = laying(start_city_bonus=True)
    have_money(position, 0, 0)
    have_money(position, 1, 0)
    act(position, "lay:gn:1:CHI")
    act(position, "lay:up:1:STL")
    assert (money(position, 0), money(position, 1)) == (2, 0)


def test_the_second_guest_of_a_start_city_is_paid_nothing() -> None:
    position = laying(start_city_bonus=True)
    build(position, "gn", "CHI")
    build(position, "kp", "DSM")
    assert not extend(position, "kp", "CHI", pieces=1)
    have_money(position, 0, 0)
    act(position, "lay:kp:1:CHI")
    assert money(position, 0) == 0


def test_a_railroad_back_at_its_own_start_is_paid_nothing() -> None:
    position = laying(start_city_bonus=True)
    build(position, "up", "MIL", "MIN", "DSM")
    assert not extend(position, "up", "CHI", pieces=1)
    have_money(position, 0, 0)
    act(position, "lay:up:1:CHI")
    assert money(position, 0) == 0


def test_other_railroads_special_cities_are_nothing_special() -> None:
    position = laying()
    build(position, "sp", "HOU", "DAL")
    put_head(position, "kp", "NOL")
    assert not extend(position, "kp", "HOU", pieces=1)
    have_money(position, 0, 0)
    act(position, "lay:kp:1:HOU")
    assert money(position, 0) == 0


@pytest.mark.rule("santa_fe:34")
@pytest.mark.parametrize(("railroads", "points"), [(("up",), 7), (("up", "sp"), 14)])
def test_a_card_is_worth_its_value_for_each_railroad(
    railroads: tuple[str, ...], points: int
) -> None:
    position = laying()
    play_card(position, 0, "LOS")
    play_card(position, 1, "LOS")
    for railroad in railroads:
        put_head(position, railroad, "LOS")
    assert position.score_sheet()["city_cards"] == [points, points]
    put_head(position, "atsf", "LOS")
    assert position.score_sheet()["city_cards"] == [points + 7, points + 7]
    assert position.scores() == [points + 9, points + 9]


def test_two_copies_of_a_card_both_count() -> None:
    position = laying()
    play_card(position, 0, "LOS")
    play_card(position, 0, "LOS")
    put_head(position, "up", "LOS")
    assert player(position, 0)["tableau"].count("LOS") == 2
    assert position.score_sheet()["city_cards"][0] == 14


def test_cards_in_hand_are_worth_nothing() -> None:
    position = laying()
    before = position.scores()
    put_head(position, "gn", "SEA")
    assert position.scores() == before
    assert "SEA" in player(position, 0)["hand"]


@pytest.mark.rule("santa_fe:35")
def test_ties_go_to_more_cards_of_value_7() -> None:
    position = laying()
    for name in ("EUG", "POR"):
        play_card(position, 0, name)
    play_card(position, 1, "SDG")
    assert position.scores() == [2, 2]
    assert position.ranking() == [[0], [1]]
    assert position.score_sheet()["cards_of_value_7"] == [2, 1]
    play_card(position, 1, "SDG")
    assert position.ranking() == [[0, 1]]


def test_points_go_before_the_tie_break() -> None:
    position = laying()
    play_card(position, 0, "EUG")
    have_money(position, 1, 3)
    assert position.ranking() == [[1], [0]]
    assert position.cells[state.city_at(city("EUG")) + state.TABLEAU] == 1
