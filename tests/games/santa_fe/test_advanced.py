"""The advanced game: terrain, engineers, passing."""

import pytest

from games.game import IllegalAction
from games.santa_fe.state import (
    BOUGHT,
    DOUBLE_TURN,
    DOUBLES,
    ENGINEER,
    ENGINEERS,
    FREE,
    HELD_DOUBLES,
    SUPPLY,
)
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


def advanced(**chosen):
    return laying(variant="advanced", **chosen)


def test_the_set_up():
    view = advanced().view(0)
    assert view["engineers"] == 5
    assert [shown["money"] for shown in view["players"]] == [5, 5]


def paid(state, seat, move):
    """What a piece costs, bonuses aside."""
    have_money(state, seat, 9)
    act(state, move)
    return 9 - money(state, seat)


@pytest.mark.rule("santa_fe:37")
@pytest.mark.parametrize(
    ("engineer", "east", "west"), [(0, [2, 1], [1, 2]), (BOUGHT, [0, 1], [1, 0])]
)
def test_the_price_of_each_space(engineer, east, west):
    for origin, goal, prices in (("SPO", "SEA", east), ("SEA", "SPO", west)):
        state = advanced(doubles=(0, 1))
        state.give(0, ENGINEER, engineer)
        put_head(state, "up", origin)
        put_head(state, "sp", goal)
        move = f"lay:up:1:{goal}"
        assert [paid(state, 0, move), paid(state, 0, move)] == prices


def test_an_engineer_may_save_one_of_two():
    state = advanced(engineer_mountain_river="saves_one")
    state.give(0, ENGINEER, FREE)
    put_head(state, "up", "SPO")
    assert paid(state, 0, "lay:up:1:SEA") == 1


@pytest.mark.parametrize(
    ("railroad", "origin", "goal", "without", "with_engineer"),
    [
        ("sp", "NOL", "HOU", 1, 0),
        ("gn", "MIL", "DUL", 0, 0),
        ("up", "BIL", "BUT", 1, 1),
        ("up", "GTF", "BUT", 2, 0),
    ],
)
def test_rivers_and_mountains(railroad, origin, goal, without, with_engineer):
    for engineer, price in ((0, without), (FREE, with_engineer)):
        state = advanced()
        state.give(0, ENGINEER, engineer)
        put_head(state, railroad, origin)
        put_head(state, "kp", goal)
        assert paid(state, 0, f"lay:{railroad}:1:{goal}") == price


def test_terrain_costs_nothing_in_the_basic_game():
    state = laying()
    put_head(state, "up", "SPO")
    have_money(state, 0, 0)
    assert "lay:up:1:SEA" in offered(state)


def test_what_cannot_be_paid_is_not_offered():
    state = advanced()
    put_head(state, "up", "SPO")
    have_money(state, 0, 1)
    assert "lay:up:1:SEA" not in offered(state)
    assert refused(state, "lay:up:1:SEA") == "the price of that space is beyond your money"
    have_money(state, 0, 2)
    assert "lay:up:1:SEA" in offered(state)
    assert state.label(0, state.parse("lay:up:1:SEA")) == (
        "Union Pacific, route 1: from Spokane to Seattle, space 1 of 2, pay $2"
    )


def test_a_route_inside_a_line_may_be_too_dear_too():
    state = advanced()
    have_money(state, 0, 1)
    put_head(state, "up", "SEA")
    act(state, "lay:up:1:SPO")
    assert state.label(1, state.parse("lay:up:1:SPO")) == (
        "Union Pacific, route 1: on to Spokane, space 2 of 2, pay $2, earn $2"
    )
    have_money(state, 1, 1)
    assert "lay:up:1:SPO" not in offered(state)
    assert refused(state, "lay:up:1:SPO") == "the price of that space is beyond your money"


def only_spokane_to_seattle():
    """The only legal piece costs $2."""
    state = advanced(seats=3)
    for name in ("atsf", "sp", "gn", "kp"):
        state.cells[SUPPLY + road(name)] = 0
    put_head(state, "up", "SEA")
    have_money(state, 0, 1)
    act(state, "lay:up:1:SPO")
    return state


@pytest.mark.rule("santa_fe:38")
def test_who_cannot_pay_passes():
    state = only_spokane_to_seattle()
    have_money(state, 1, 1)
    assert offered(state) == ["pass"]
    act(state, "pass")
    assert player(state, 1)["passed"]
    assert (phase(state), state.actor()) == ("lay_1", 2)


@pytest.mark.rule("santa_fe:38")
def test_the_match_ends_when_all_pass_in_one_phase():
    state = only_spokane_to_seattle()
    for seat in range(3):
        have_money(state, seat, 1)
    act(state, "pass", "pass")
    assert phase(state) == "lay_2"
    act(state, "pass", "pass")
    assert (phase(state), state.actor()) == ("lay_2", 2)
    act(state, "pass")
    assert phase(state) == "over"


def test_anybody_may_pass():
    state = advanced()
    act(state, "pass")
    assert offered(state)[-1] == "pass"
    act(state, offered(state, "lay")[0], "pass", "pass")
    assert phase(state) == "over"


def test_a_first_piece_is_no_pass():
    state = advanced(doubles=(0, 1))
    act(state, "lay:gn:1:DUL", "stop", "pass")
    assert phase(state) == "exchange"
    assert not player(state, 0)["passed"]


def test_the_second_piece_is_optional_even_where_it_is_compulsory_in_the_basic_game():
    state = advanced(doubles=(0,), double_second="mandatory")
    act(state, "lay:gn:1:DUL")
    assert "stop" in offered(state)


def test_over_when_the_board_has_no_place_though_there_is_money():
    state = advanced()
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 1
    act(state, "lay:up:1:MIL")
    assert phase(state) == "over"


def sold():
    """The sale of engineers before the first round."""
    state = opened(2, variant="advanced")
    for seat in range(2):
        for card in HANDS[seat]:
            act(state, f"deal:{seat}:{card}")
    return state


@pytest.mark.rule("santa_fe:40")
def test_an_engineer_bought_at_the_start():
    state = sold()
    assert (phase(state), state.actor()) == ("engineers", 0)
    assert offered(state) == ["engineer:no", "engineer:yes"]
    act(state, "engineer:yes")
    assert money(state, 0) == 1
    assert (player(state, 0)["engineer"], player(state, 0)["hand_limit"]) == ("bought", 5)
    act(state, "engineer:no")
    assert (money(state, 1), player(state, 1)["engineer"]) == (5, None)
    assert (phase(state), state.view(0)["engineers"]) == ("select", 4)


@pytest.mark.rule("santa_fe:40")
def test_an_engineer_taken_later_costs_a_card():
    state = advanced()
    drawing(state)
    assert "draw:engineer" in offered(state)
    act(state, "draw:engineer")
    assert (player(state, 0)["engineer"], player(state, 0)["hand_limit"]) == ("free", 4)
    assert player(state, 0)["hand_size"] == 4
    assert (money(state, 0), state.actor()) == (5, 1)
    state.give(1, ENGINEER, BOUGHT)
    assert "draw:engineer" not in offered(state)
    assert refused(state, "draw:engineer") == "one engineer is the limit"


@pytest.mark.rule("santa_fe:40")
def test_whoever_took_an_engineer_draws_one_card_a_round():
    state = advanced()
    drawing(state)
    act(state, "draw:engineer", "draw:double")
    assert (phase(state), player(state, 0)["hand_size"]) == ("select", 4)
    choose(state, "SFE", "REN")
    act(state, "lay:gn:1:MIN", "pass", "lay:gn:1:MIL", "pass")
    assert (phase(state), state.actor()) == ("draw", 1)
    act(state, "draw:city", "deal:1:BOI")
    assert (state.actor(), player(state, 0)["hand_size"]) == (0, 3)
    act(state, "draw:city", "deal:0:BOI")
    assert (phase(state), player(state, 0)["hand_size"]) == ("select", 4)
    assert player(state, 1)["hand_size"] == 5


def drawing(state):
    """Pass on to the drawing of cards after one piece in each phase."""
    act(state, "lay:gn:1:DUL", "pass", "lay:gn:1:DUL", "pass")
    have_money(state, 0, 5)
    assert (phase(state), state.actor()) == ("draw", 0)


def test_an_engineer_after_a_branch_play_replaces_one_of_two_cards():
    state = advanced(branches={0: "up"})
    state.give(0, HELD_DOUBLES, 0)
    state.cells[DOUBLES] += 1
    drawing(state)
    assert player(state, 0)["hand_size"] == 3
    act(state, "draw:engineer")
    assert state.actor() == 0
    act(state, "draw:double")
    assert (player(state, 0)["hand_size"], state.actor()) == (4, 1)


def test_no_engineer_is_left():
    state = advanced()
    drawing(state)
    state.cells[ENGINEERS] = 0
    assert "draw:engineer" not in offered(state)
    with pytest.raises(IllegalAction, match="0 engineers are left"):
        act(state, "draw:engineer")


def test_no_engineers_in_the_basic_game():
    state = laying()
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert "draw:engineer" not in offered(state)
    assert refused(state, "draw:engineer") == "engineers belong to the advanced game"


def test_a_branch_card_costs_two():
    state = advanced()
    drawing(state)
    have_money(state, 0, 1)
    assert "draw:up" not in offered(state)
    assert refused(state, "draw:up") == "a branch card costs $2"
    have_money(state, 0, 2)
    assert state.label(0, state.parse("draw:up")) == "Draw a branch card of Union Pacific for $2"
    act(state, "draw:up")
    assert money(state, 0) == 0


@pytest.mark.rule("santa_fe:41")
def test_a_bonus_pays_the_second_piece_but_not_its_own():
    state = advanced(doubles=(0,))
    put_head(state, "atsf", "DDC")
    have_money(state, 0, 0)
    assert "lay:atsf:1:AMA" not in offered(state)
    have_money(state, 0, 2)
    act(state, "lay:atsf:1:AMA")
    assert money(state, 0) == 5
    put_head(state, "up", "SPO")
    act(state, "lay:up:1:SEA")
    assert money(state, 0) == 3


def test_no_second_piece_that_cannot_be_paid_is_asked_for():
    state = only_spokane_to_seattle()
    have_money(state, 1, 2)
    state.give(1, DOUBLE_TURN, 1)
    put_head(state, "gn", "SPO")
    affordable = state.clone()
    have_money(affordable, 1, 3)
    act(state, "lay:up:1:SPO")
    assert (state.actor(), money(state, 1)) == (2, 0)
    act(affordable, "lay:up:1:SPO")
    assert affordable.actor() == 1
    assert offered(affordable)[-1] == "stop"


def test_who_has_not_four_dollars_is_not_asked():
    state = sold()
    have_money(state, 1, 3)
    act(state, "engineer:no")
    assert phase(state) == "select"
    assert dealt(2, variant="advanced").view(0)["engineers"] == 5
