"""The advanced game: terrain, engineers, passing."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import IllegalAction
from railhead.games.santa_fe import state
from railhead.games.santa_fe.match import SantaFe
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    HANDS,
    choose,
    dead_end,
    dealt,
    have_money,
    laying,
    money,
    opened,
    player,
    put_head,
    road,
)


def advanced(**chosen: Any) -> SantaFe:
    return laying(variant="advanced", **chosen)


def test_the_set_up() -> None:
    view = advanced().view(0)
    assert view["engineers"] == 5
    assert [shown["money"] for shown in view["players"]] == [5, 5]


def paid(position: SantaFe, seat: int, move: str) -> int:
    """What a piece costs, bonuses aside."""
    have_money(position, seat, 9)
    act(position, move)
    return 9 - money(position, seat)


@pytest.mark.rule("santa_fe:37")
@pytest.mark.parametrize(
    ("engineer", "east", "west"), [(0, [2, 1], [1, 2]), (state.BOUGHT, [0, 1], [1, 0])]
)
def test_the_price_of_each_space(engineer: int, east: list[int], west: list[int]) -> None:
    for origin, goal, prices in (("SPO", "SEA", east), ("SEA", "SPO", west)):
        position = advanced(doubles=(0, 1))
        position.give(0, state.ENGINEER, engineer)
        put_head(position, "up", origin)
        put_head(position, "sp", goal)
        move = f"lay:up:1:{goal}"
        assert [paid(position, 0, move), paid(position, 0, move)] == prices


def test_an_engineer_may_save_one_of_two() -> None:
    position = advanced(engineer_mountain_river="saves_one")
    position.give(0, state.ENGINEER, state.FREE)
    put_head(position, "up", "SPO")
    assert paid(position, 0, "lay:up:1:SEA") == 1


@pytest.mark.parametrize(
    ("railroad", "origin", "goal", "without", "with_engineer"),
    [
        ("sp", "NOL", "HOU", 1, 0),
        ("gn", "MIL", "DUL", 0, 0),
        ("up", "BIL", "BUT", 1, 1),
        ("up", "GTF", "BUT", 2, 0),
    ],
)
def test_rivers_and_mountains(
    railroad: str, origin: str, goal: str, without: int, with_engineer: int
) -> None:
    for engineer, price in ((0, without), (state.FREE, with_engineer)):
        position = advanced()
        position.give(0, state.ENGINEER, engineer)
        put_head(position, railroad, origin)
        put_head(position, "kp", goal)
        assert paid(position, 0, f"lay:{railroad}:1:{goal}") == price


def test_terrain_costs_nothing_in_the_basic_game() -> None:
    position = laying()
    put_head(position, "up", "SPO")
    have_money(position, 0, 0)
    assert "lay:up:1:SEA" in offered(position)


def test_what_cannot_be_paid_is_not_offered() -> None:
    position = advanced()
    put_head(position, "up", "SPO")
    have_money(position, 0, 1)
    assert "lay:up:1:SEA" not in offered(position)
    assert refused(position, "lay:up:1:SEA") == "the price of that space is beyond your money"
    have_money(position, 0, 2)
    assert "lay:up:1:SEA" in offered(position)
    assert position.label(0, position.parse("lay:up:1:SEA")) == (
        "Union Pacific, route 1: from Spokane to Seattle, space 1 of 2, pay $2"
    )


def test_a_route_inside_a_line_may_be_too_dear_too() -> None:
    position = advanced()
    have_money(position, 0, 1)
    put_head(position, "up", "SEA")
    act(position, "lay:up:1:SPO")
    assert position.label(1, position.parse("lay:up:1:SPO")) == (
        "Union Pacific, route 1: on to Spokane, space 2 of 2, pay $2, earn $2"
    )
    have_money(position, 1, 1)
    assert "lay:up:1:SPO" not in offered(position)
    assert refused(position, "lay:up:1:SPO") == "the price of that space is beyond your money"


def only_spokane_to_seattle() -> SantaFe:
    """The only legal piece costs $2."""
    position = advanced(seats=3)
    for name in ("atsf", "sp", "gn", "kp"):
        position.cells[state.SUPPLY + road(name)] = 0
    put_head(position, "up", "SEA")
    have_money(position, 0, 1)
    act(position, "lay:up:1:SPO")
    return position


@pytest.mark.rule("santa_fe:38")
def test_who_cannot_pay_passes() -> None:
    position = only_spokane_to_seattle()
    have_money(position, 1, 1)
    assert offered(position) == ["pass"]
    act(position, "pass")
    assert player(position, 1)["passed"]
    assert (phase(position), position.actor()) == ("lay_1", 2)


@pytest.mark.rule("santa_fe:38")
def test_the_match_ends_when_all_pass_in_one_phase() -> None:
    position = only_spokane_to_seattle()
    for seat in range(3):
        have_money(position, seat, 1)
    act(position, "pass", "pass")
    assert phase(position) == "lay_2"
    act(position, "pass", "pass")
    assert (phase(position), position.actor()) == ("lay_2", 2)
    act(position, "pass")
    assert phase(position) == "over"


def test_anybody_may_pass() -> None:
    position = advanced()
    act(position, "pass")
    assert offered(position)[-1] == "pass"
    act(position, offered(position, "lay")[0], "pass", "pass")
    assert phase(position) == "over"


def test_a_first_piece_is_no_pass() -> None:
    position = advanced(doubles=(0, 1))
    act(position, "lay:gn:1:DUL", "stop", "pass")
    assert phase(position) == "exchange"
    assert not player(position, 0)["passed"]


def test_the_second_piece_is_optional_even_where_it_is_compulsory_in_the_basic_game() -> None:
    position = advanced(doubles=(0,), double_second="mandatory")
    act(position, "lay:gn:1:DUL")
    assert "stop" in offered(position)


def test_over_when_the_board_has_no_place_though_there_is_money() -> None:
    position = advanced()
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    act(position, "lay:up:1:MIL")
    assert phase(position) == "over"


def sold() -> SantaFe:
    """The sale of engineers before the first round."""
    position = opened(2, variant="advanced")
    for seat in range(2):
        for card in HANDS[seat]:
            act(position, f"deal:{seat}:{card}")
    return position


@pytest.mark.rule("santa_fe:40")
def test_an_engineer_bought_at_the_start() -> None:
    position = sold()
    assert (phase(position), position.actor()) == ("engineers", 0)
    assert offered(position) == ["engineer:no", "engineer:yes"]
    act(position, "engineer:yes")
    assert money(position, 0) == 1
    assert (player(position, 0)["engineer"], player(position, 0)["hand_limit"]) == ("bought", 5)
    act(position, "engineer:no")
    assert (money(position, 1), player(position, 1)["engineer"]) == (5, None)
    assert (phase(position), position.view(0)["engineers"]) == ("select", 4)


@pytest.mark.rule("santa_fe:40")
def test_an_engineer_taken_later_costs_a_card() -> None:
    position = advanced()
    drawing(position)
    assert "draw:engineer" in offered(position)
    act(position, "draw:engineer")
    assert (player(position, 0)["engineer"], player(position, 0)["hand_limit"]) == ("free", 4)
    assert player(position, 0)["hand_size"] == 4
    assert (money(position, 0), position.actor()) == (5, 1)
    position.give(1, state.ENGINEER, state.BOUGHT)
    assert "draw:engineer" not in offered(position)
    assert refused(position, "draw:engineer") == "one engineer is the limit"


@pytest.mark.rule("santa_fe:40")
def test_whoever_took_an_engineer_draws_one_card_a_round() -> None:
    position = advanced()
    drawing(position)
    act(position, "draw:engineer", "draw:double")
    assert (phase(position), player(position, 0)["hand_size"]) == ("select", 4)
    choose(position, "SFE", "REN")
    act(position, "lay:gn:1:MIN", "pass", "lay:gn:1:MIL", "pass")
    assert (phase(position), position.actor()) == ("draw", 1)
    act(position, "draw:city", "deal:1:BOI")
    assert (position.actor(), player(position, 0)["hand_size"]) == (0, 3)
    act(position, "draw:city", "deal:0:BOI")
    assert (phase(position), player(position, 0)["hand_size"]) == ("select", 4)
    assert player(position, 1)["hand_size"] == 5


def drawing(position: SantaFe) -> None:
    """Pass on to the drawing of cards after one piece in each phase."""
    act(position, "lay:gn:1:DUL", "pass", "lay:gn:1:DUL", "pass")
    have_money(position, 0, 5)
    assert (phase(position), position.actor()) == ("draw", 0)


def test_an_engineer_after_a_branch_play_replaces_one_of_two_cards() -> None:
    position = advanced(branches={0: "up"})
    position.give(0, state.HELD_DOUBLES, 0)
    position.cells[state.DOUBLES] += 1
    drawing(position)
    assert player(position, 0)["hand_size"] == 3
    act(position, "draw:engineer")
    assert position.actor() == 0
    act(position, "draw:double")
    assert (player(position, 0)["hand_size"], position.actor()) == (4, 1)


def test_no_engineer_is_left() -> None:
    position = advanced()
    drawing(position)
    position.cells[state.ENGINEERS] = 0
    assert "draw:engineer" not in offered(position)
    with pytest.raises(IllegalAction, match="0 engineers are left"):
        act(position, "draw:engineer")


def test_no_engineers_in_the_basic_game() -> None:
    position = laying()
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert "draw:engineer" not in offered(position)
    assert refused(position, "draw:engineer") == "engineers belong to the advanced game"


def test_a_branch_card_costs_two() -> None:
    position = advanced()
    drawing(position)
    have_money(position, 0, 1)
    assert "draw:up" not in offered(position)
    assert refused(position, "draw:up") == "a branch card costs $2"
    have_money(position, 0, 2)
    assert (
        position.label(0, position.parse("draw:up")) == "Draw a branch card of Union Pacific for $2"
    )
    act(position, "draw:up")
    assert money(position, 0) == 0


@pytest.mark.rule("santa_fe:41")
def test_a_bonus_pays_the_second_piece_but_not_its_own() -> None:
    position = advanced(doubles=(0,))
    put_head(position, "atsf", "DDC")
    have_money(position, 0, 0)
    assert "lay:atsf:1:AMA" not in offered(position)
    have_money(position, 0, 2)
    act(position, "lay:atsf:1:AMA")
    assert money(position, 0) == 5
    put_head(position, "up", "SPO")
    act(position, "lay:up:1:SEA")
    assert money(position, 0) == 3


def test_no_second_piece_that_cannot_be_paid_is_asked_for() -> None:
    position = only_spokane_to_seattle()
    have_money(position, 1, 2)
    position.give(1, state.DOUBLE_TURN, 1)
    put_head(position, "gn", "SPO")
    affordable = position.clone()
    have_money(affordable, 1, 3)
    act(position, "lay:up:1:SPO")
    assert (position.actor(), money(position, 1)) == (2, 0)
    act(affordable, "lay:up:1:SPO")
    assert affordable.actor() == 1
    assert offered(affordable)[-1] == "stop"


def test_who_has_not_four_dollars_is_not_asked() -> None:
    position = sold()
    have_money(position, 1, 3)
    act(position, "engineer:no")
    assert phase(position) == "select"
    assert dealt(2, variant="advanced").view(0)["engineers"] == 5
