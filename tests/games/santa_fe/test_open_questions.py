"""The other readings of the open questions, each by its option."""

import pytest

from games.game import CHANCE, SPECTATOR, IllegalAction
from games.santa_fe.actions import RAILROADS
from games.santa_fe.state import (
    BOUGHT,
    DOUBLE_TURN,
    DOUBLES,
    ENGINEER,
    HELD_BRANCH,
    HELD_DOUBLES,
    OWN,
    SUPPLY,
)
from tests.conformance.hidden import determinized
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    HANDS,
    build,
    dead_end,
    dealt,
    empty_deck,
    extend,
    fill,
    have_money,
    in_hand,
    laying,
    money,
    opened,
    player,
    put_head,
    road,
    swap_hand,
)


def deal(state, seats=2):
    for seat in range(seats):
        act(state, *[f"deal:{seat}:{card}" for card in HANDS[seat]])


@pytest.mark.rule("santa_fe:Q2")
def test_engineers_are_sold_before_the_deal():
    state = opened(variant="advanced", engineer_sale="before_deal")
    assert (phase(state), state.actor(), in_hand(state, 0)) == ("engineers", 0, [])
    act(state, "engineer:yes")
    assert player(state, 0, SPECTATOR)["engineer"] == "bought", "the next player sees it"
    act(state, "engineer:no")
    assert (phase(state), state.actor()) == ("deal", CHANCE)
    deal(state)
    assert (phase(state), state.to_act(), money(state, 0)) == ("select", [0, 1], 1)


@pytest.mark.rule("santa_fe:Q2")
def test_engineers_are_sold_after_the_deal():
    state = opened(variant="advanced")
    deal(state)
    assert phase(state) == "engineers"
    assert phase(opened(engineer_sale="before_deal")) == "deal", "the basic game has none"


@pytest.mark.rule("santa_fe:Q4")
def test_all_exchanges_before_the_second_lay_phase():
    state = laying(3, doubles=(0, 2), exchange_time="before_phase")
    act(state, "lay:gn:1:DUL", "stop", "lay:up:1:DSM", "lay:up:1:DSM", "stop")
    assert (phase(state), state.actor()) == ("exchange", 0)
    act(state, "discard:DEN", "keep", "deal:0:EUG")
    assert (phase(state), state.actor()) == ("exchange", 2), "before seat 0 has laid a piece"
    assert state.view(2)["pieces_laid_in_turn"] == 0
    act(state, "keep")
    assert (phase(state), state.actor()) == ("lay_2", 0)
    act(state, "lay:gn:1:DUL", "stop", "lay:sp:1:HOU")
    assert (phase(state), state.actor()) == ("lay_2", 2), "nothing is exchanged twice"


@pytest.mark.rule("santa_fe:Q4")
def test_nobody_may_exchange_before_the_phase():
    state = laying(exchange_time="before_phase")
    act(state, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert (phase(state), state.actor()) == ("lay_2", 0)
    emptied = laying(doubles=(1,), exchange_time="before_phase")
    empty_deck(emptied, keep=0, seat=0)
    act(emptied, "lay:gn:1:DUL", "lay:up:1:DSM", "stop")
    assert (phase(emptied), emptied.actor()) == ("lay_2", 0)


@pytest.mark.rule("santa_fe:Q4")
def test_exchanged_cards_may_be_shown():
    state = laying(doubles=(0,), open_exchange=True)
    act(state, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    move = state.parse("discard:DEN")
    assert state.observe(1, 0, move) == state.observe(SPECTATOR, 0, move) == "discard:DEN"
    act(state, "discard:DEN")
    assert player(state, 0, 1)["laid_aside_cards"] == ["DEN"]
    act(state, "keep")
    deal_move = state.parse("deal:0:EUG")
    assert state.observe(1, CHANCE, deal_move) == "deal:0:?", "what is drawn stays hidden"
    act(state, "deal:0:EUG")
    for viewer in (0, 1, SPECTATOR):
        assert player(state, 0, viewer)["exchanged_cards"] == ["DEN"]
        supposed = determinized(state, viewer, 3)
        assert player(supposed, 0, 0)["exchanged_cards"] == ["DEN"]


@pytest.mark.rule("santa_fe:Q4")
def test_selections_stay_hidden_where_exchanges_are_shown():
    state = dealt(open_exchange=True)
    assert state.observe(1, 0, state.parse("select:DEN")) == "select:?"


@pytest.mark.rule("santa_fe:Q6")
@pytest.mark.rule("santa_fe:26")
@pytest.mark.parametrize(("again", "doubles", "earned"), [(0, (), 0), (1, (), 4), (1, (0,), 8)])
def test_a_further_arrival_at_a_special_city(again, doubles, earned):
    state = laying(doubles=doubles, special_bonus_again=bool(again))
    put_head(state, "atsf", "SAO")
    build(state, "atsf", "HOU", "DAL")
    put_head(state, "atsf", "NOL", route=2)
    extend(state, "atsf", "HOU", route=2, pieces=1)
    have_money(state, 0, 0)
    label = state.label(0, state.parse("lay:atsf:2:HOU"))
    assert ("earn" in label) == (earned > 0)
    assert "connect" not in label
    act(state, "lay:atsf:2:HOU")
    assert money(state, 0) == earned, "the city bonus is paid once in any case"


@pytest.mark.rule("santa_fe:Q6")
def test_other_cities_pay_once_in_any_case():
    state = laying(special_bonus_again=True)
    build(state, "gn", "DUL", "MIN")
    put_head(state, "gn", "FAR", route=2)
    extend(state, "gn", "DUL", route=2, pieces=1)
    have_money(state, 0, 0)
    act(state, "lay:gn:2:DUL")
    assert money(state, 0) == 0


@pytest.mark.rule("santa_fe:Q8")
def test_a_branch_card_without_another_card_leaves_the_game_unplayed():
    state = laying(lone_branch=True)
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    swap_hand(state, 0)
    state.give(0, HELD_DOUBLES, 0)
    empty_deck(state)
    state.cells[DOUBLES] = 0
    have_money(state, 0, 3)
    assert offered(state) == [*(f"draw:{name}" for name in RAILROADS), "stop"]
    act(state, "draw:gn")
    assert player(state, 0, SPECTATOR)["branch_card"] == "gn"
    while phase(state) == "draw":
        act(state, "stop")
    assert (phase(state), state.to_act()) == ("select", [1]), "seat 0 has nothing to play it with"
    state.apply(1, state.parse("select:REN"))
    act(state, "reveal:-:REN:-:-:-")
    assert offered(state, "branch") == []
    while phase(state).startswith("lay"):
        act(state, offered(state, "lay")[0])
    assert player(state, 0)["branch_card"] is None
    assert state.held(0, HELD_BRANCH) == 0


@pytest.mark.rule("santa_fe:Q8")
def test_a_branch_card_may_be_drawn_before_the_card_it_is_played_with():
    for allowed in (False, True):
        state = laying(lone_branch=allowed)
        act(state, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
        swap_hand(state, 0)
        state.give(0, HELD_DOUBLES, 0)
        have_money(state, 0, 3)
        assert ("draw:gn" in offered(state)) == allowed
        if not allowed:
            assert refused(state, "draw:gn") == "a branch card needs another card to be played with"
            continue
        act(state, "draw:gn", "draw:city", "deal:0:BOI")
        assert player(state, 0)["hand"] == ["BOI"]


@pytest.mark.rule("santa_fe:Q9")
def test_drawing_may_be_stopped():
    state = laying(stop_drawing=True)
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert (phase(state), state.actor()) == ("draw", 0)
    assert state.label(0, state.parse("stop")) == "Draw no more"
    act(state, "stop")
    assert state.actor() == 1
    act(state, "draw:city", "deal:1:BOI")
    assert phase(state) == "select", "who has as many cards as the limit is not asked"
    assert [player(state, seat)["hand_size"] for seat in (0, 1)] == [4, 5]


@pytest.mark.rule("santa_fe:Q10")
@pytest.mark.rule("santa_fe:32")
def test_the_own_branch_card_may_have_to_be_used():
    state = laying(branches={0: "gn"}, must_branch=True)
    dead_end(state, "gn")
    assert {move.split(":")[0] for move in offered(state)} == {"branch"}
    with pytest.raises(IllegalAction, match="the branch card has to be used"):
        act(state, "pass")
    act(state, offered(state)[0])
    assert state.actor() == 1


@pytest.mark.rule("santa_fe:Q10")
def test_a_branch_need_not_be_used_where_passing_is_allowed_or_another_route_goes_on():
    state = laying(branches={0: "gn"}, must_branch=True, variant="advanced")
    dead_end(state, "gn")
    assert "pass" in offered(state)
    state = laying(branches={0: "gn"}, must_branch=True)
    act(state, "lay:gn:1:DUL")
    assert phase(state) == "lay_1"


@pytest.mark.rule("santa_fe:Q10")
@pytest.mark.parametrize("second", ["optional", "mandatory"])
def test_a_second_piece_by_the_branch_card_as_the_other_option_says(second):
    state = laying(doubles=(0,), branches={0: "gn"}, must_branch=True, double_second=second)
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 1
    act(state, "lay:up:1:MIL")
    assert offered(state, "branch") != []
    assert ("stop" in offered(state)) == (second == "optional")


@pytest.mark.rule("santa_fe:Q10")
def test_bought_pieces_are_voluntary_in_any_case():
    state = laying(
        branches={0: "up"}, must_branch=True, purchase=True, own_pieces_unlock="same_railroad"
    )
    dead_end(state, "gn")
    state.give(0, OWN + road("up"), 2)
    assert offered(state, "branch") != []
    assert "pass" in offered(state)


@pytest.mark.rule("santa_fe:Q13")
@pytest.mark.rule("santa_fe:38")
@pytest.mark.parametrize("cannot_pay", ["pass", "ends"])
def test_no_money_for_any_piece(cannot_pay):
    state = laying(variant="advanced", cannot_pay=cannot_pay)
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = 9 if name == "up" else 0
    put_head(state, "up", "GTF")
    only_butte(state)
    have_money(state, 0, 2)
    have_money(state, 1, 1)
    act(state, "pass")
    if cannot_pay == "ends":
        assert phase(state) == "over"
    else:
        assert (state.actor(), offered(state)) == (1, ["pass"])


def only_butte(state):
    """Close every line out of Great Falls but the one to Butte, which costs $2."""
    for city in ("SPO", "BIL", "BIS"):
        fill(state, "GTF", city)


@pytest.mark.rule("santa_fe:Q18")
@pytest.mark.parametrize("double_pass", ["no_piece", "one_piece"])
def test_one_piece_of_a_double_turn_as_a_pass(double_pass):
    state = laying(doubles=(1,), variant="advanced", double_pass=double_pass)
    act(state, "pass", "lay:gn:1:DUL")
    label = state.label(1, state.parse("stop"))
    assert ("that is a pass" in label) == (double_pass == "one_piece")
    act(state, "stop")
    assert (phase(state) == "over") == (double_pass == "one_piece")


@pytest.mark.rule("santa_fe:Q18")
def test_both_pieces_of_a_double_turn_or_the_only_one_are_no_pass():
    state = laying(doubles=(1,), variant="advanced", double_pass="one_piece")
    act(state, "pass", "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert phase(state) == "exchange" or phase(state) == "lay_2"
    state = laying(doubles=(1,), variant="advanced", double_pass="one_piece")
    act(state, "lay:up:1:DSM", "lay:gn:1:DUL", "stop")
    assert phase(state) == "lay_2", "seat 0 has laid its only piece"


@pytest.mark.rule("santa_fe:Q18")
def test_leaving_out_a_second_piece_is_no_pass_where_nobody_may_pass():
    state = laying(doubles=(0,), double_pass="one_piece")
    act(state, "lay:gn:1:DUL")
    assert state.label(0, state.parse("stop")) == "Lay no second piece"
    act(state, "stop")
    assert not player(state, 0)["passed"]


@pytest.mark.rule("santa_fe:Q18")
def test_a_second_piece_that_cannot_be_paid_is_a_pass_too():
    state = laying(variant="advanced", double_pass="one_piece")
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = 9 if name == "up" else 0
    put_head(state, "up", "GTF")
    put_head(state, "kp", "DEN")
    only_butte(state)
    state.give(0, DOUBLE_TURN, 1)
    state.cells[SUPPLY + road("sp")] = 1
    put_head(state, "sp", "CHY")
    have_money(state, 0, 0)
    act(state, "lay:sp:1:DEN")
    assert (state.actor(), money(state, 0)) == (1, 0)
    assert player(state, 0)["passed"]


@pytest.mark.rule("santa_fe:Q20")
@pytest.mark.rule("santa_fe:19")
def test_no_branch_before_the_first_piece_by_the_option():
    state = laying(branches={0: "gn"}, unbegun_branch=False)
    assert offered(state, "branch") == []
    assert refused(state, "branch:gn:MIL:DUL") == (
        "Great Northern has no track yet to branch off from"
    )
    act(state, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert "branch:gn:MIL:MIN" in offered(state)
    act(state, "branch:gn:MIL:MIN")
    assert phase(state) == "lay_2"


@pytest.mark.rule("santa_fe:Q21")
@pytest.mark.rule("santa_fe:37")
@pytest.mark.parametrize(
    ("engineer", "saving", "prices"),
    [(0, "free", [2, 2]), (BOUGHT, "free", [0, 0]), (BOUGHT, "saves_one", [1, 1])],
)
def test_a_river_makes_the_whole_mountain_line_dearer(engineer, saving, prices):
    state = laying(
        doubles=(0, 1),
        variant="advanced",
        mountain_river="line",
        engineer_mountain_river=saving,
    )
    state.give(0, ENGINEER, engineer)
    put_head(state, "up", "SPO")
    put_head(state, "sp", "SEA")
    paid = []
    for _ in range(2):
        have_money(state, 0, 9)
        act(state, "lay:up:1:SEA")
        paid.append(9 - money(state, 0))
    assert paid == prices


@pytest.mark.rule("santa_fe:Q21")
@pytest.mark.parametrize(
    ("railroad", "origin", "goal", "price"),
    [("sp", "NOL", "HOU", 1), ("sp", "HOU", "NOL", 0), ("up", "BIL", "BUT", 1)],
)
def test_other_lines_cost_what_they_did(railroad, origin, goal, price):
    state = laying(variant="advanced", mountain_river="line")
    put_head(state, railroad, origin)
    put_head(state, "kp", goal)
    have_money(state, 0, 9)
    act(state, f"lay:{railroad}:1:{goal}")
    assert 9 - money(state, 0) == price


def begun(pieces=1, **chosen):
    """Santa Fe is inside the line of four spaces from Dallas; its second route is at El Paso."""
    state = laying(**chosen)
    put_head(state, "atsf", "DAL")
    extend(state, "atsf", "ELP", pieces=pieces)
    put_head(state, "atsf", "ELP", route=2)
    return state


def the_line(state):
    [found] = [
        link["lines"][0]
        for link in state.view(0)["map"]["links"]
        if {link["a"], link["b"]} == {"DAL", "ELP"}
    ]
    return found


@pytest.mark.rule("santa_fe:Q17")
@pytest.mark.rule("santa_fe:13")
def test_two_routes_of_a_railroad_on_one_line():
    assert "lay:atsf:2:DAL" not in offered(begun())
    assert "from_other_end" not in the_line(begun())
    state = begun(both_ends=True)
    move = state.parse("lay:atsf:2:DAL")
    assert state.label(0, move) == (
        "Santa Fe, route 2: from El Paso to Dallas, space 1 of 4, towards another route"
    )
    act(state, "lay:atsf:2:DAL")
    assert the_line(state) == {
        "railroad": "atsf", "pieces": 2, "from": "DAL", "from_other_end": 1,
    }  # fmt: skip
    routes = state.view(0)["railroads"][0]["routes"]
    assert [(route["at"], route["towards"]) for route in routes] == [
        ("DAL", "ELP"),
        ("ELP", "DAL"),
    ]
    assert state.label(1, state.parse("lay:atsf:2:DAL")) == (
        "Santa Fe, route 2: on to Dallas, space 2 of 4, towards another route"
    )
    assert state.pieces_on_board(road("atsf")) == 2


@pytest.mark.rule("santa_fe:Q17")
def test_two_routes_that_meet_stand_where_the_other_came_from():
    state = begun(2, both_ends=True)
    act(state, "lay:atsf:2:DAL")
    assert offered(state, "lay").count("lay:atsf:1:ELP") == 1
    assert "lay:atsf:2:DAL" not in offered(state)
    assert refused(state, "lay:atsf:2:DAL") == (
        "the last piece of that line is laid by the route that began it"
    )
    assert state.label(1, state.parse("lay:atsf:1:ELP")) == (
        "Santa Fe, route 1: on to El Paso, space 3 of 4, meeting another route"
    )
    before = money(state, 1)
    act(state, "lay:atsf:1:ELP")
    assert money(state, 1) == before
    routes = state.view(0)["railroads"][0]["routes"]
    assert [(route["at"], route["towards"]) for route in routes] == [
        ("ELP", None),
        ("DAL", None),
    ]
    assert the_line(state) == {
        "railroad": "atsf", "pieces": 4, "from": None, "from_other_end": 0,
    }  # fmt: skip
    assert state.pieces_on_board(road("atsf")) == 4


@pytest.mark.rule("santa_fe:Q17")
def test_a_route_completes_the_line_with_its_first_piece_from_the_other_end():
    state = begun(3, both_ends=True)
    act(state, "lay:atsf:2:DAL")
    routes = state.view(0)["railroads"][0]["routes"]
    assert [route["at"] for route in routes] == ["ELP", "DAL"]


@pytest.mark.rule("santa_fe:Q17")
def test_a_branch_may_go_in_from_the_other_end_and_no_third_route():
    state = laying(branches={0: "atsf"}, both_ends=True)
    put_head(state, "atsf", "ELP")
    put_head(state, "atsf", "DAL")
    extend(state, "atsf", "ELP", pieces=1)
    act(state, "branch:atsf:ELP:DAL")
    assert the_line(state)["from_other_end"] == 1
    put_head(state, "atsf", "ELP", route=3)
    assert "lay:atsf:3:DAL" not in offered(state)
    put_head(state, "sp", "ELP")
    assert "lay:sp:1:DAL" not in offered(state), "the line is that railroad's alone"


@pytest.mark.rule("santa_fe:Q17")
def test_each_end_of_a_line_costs_its_own_terrain():
    state = laying(variant="advanced", both_ends=True)
    put_head(state, "up", "CHY")
    extend(state, "up", "SLC", pieces=1)
    put_head(state, "up", "SLC", route=2)
    have_money(state, 0, 9)
    act(state, "lay:up:2:CHY")
    assert money(state, 0) == 8, "the last space is dry"
    have_money(state, 1, 9)
    act(state, "lay:up:1:SLC")
    assert money(state, 1) == 7, "the one in the middle crosses a river"


@pytest.mark.rule("santa_fe:Q17")
def test_the_picture_shows_pieces_at_both_ends():
    from games.santa_fe.picture import _filled_by

    line = {"railroad": "up", "pieces": 3, "from": "B", "from_other_end": 1}
    link = {"a": "A", "b": "B", "spaces": 4}
    assert [_filled_by(link, line, space) for space in range(4)] == ["up", None, "up", "up"]
