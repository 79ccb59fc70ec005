"""The other readings of the open questions, each by its option."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import CHANCE, SPECTATOR, IllegalAction
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.match import SantaFe
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


def deal(position: SantaFe, seats: int = 2) -> None:
    for seat in range(seats):
        act(position, *[f"deal:{seat}:{card}" for card in HANDS[seat]])


@pytest.mark.rule("santa_fe:Q2")
def test_engineers_are_sold_before_the_deal() -> None:
    position = opened(variant="advanced", engineer_sale="before_deal")
    assert (phase(position), position.actor(), in_hand(position, 0)) == ("engineers", 0, [])
    act(position, "engineer:yes")
    assert player(position, 0, SPECTATOR)["engineer"] == "bought", "the next player sees it"
    act(position, "engineer:no")
    assert (phase(position), position.actor()) == ("deal", CHANCE)
    deal(position)
    assert (phase(position), position.to_act(), money(position, 0)) == ("select", [0, 1], 1)


@pytest.mark.rule("santa_fe:Q2")
def test_engineers_are_sold_after_the_deal() -> None:
    position = opened(variant="advanced")
    deal(position)
    assert phase(position) == "engineers"
    assert phase(opened(engineer_sale="before_deal")) == "deal", "the basic game has none"


@pytest.mark.rule("santa_fe:Q4")
def test_all_exchanges_before_the_second_lay_phase() -> None:
    position = laying(3, doubles=(0, 2), exchange_time="before_phase")
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM", "lay:up:1:DSM", "stop")
    assert (phase(position), position.actor()) == ("exchange", 0)
    act(position, "discard:DEN", "keep", "deal:0:EUG")
    assert (phase(position), position.actor()) == ("exchange", 2), "before seat 0 has laid a piece"
    assert position.view(2)["pieces_laid_in_turn"] == 0
    act(position, "keep")
    assert (phase(position), position.actor()) == ("lay_2", 0)
    act(position, "lay:gn:1:DUL", "stop", "lay:sp:1:HOU")
    assert (phase(position), position.actor()) == ("lay_2", 2), "nothing is exchanged twice"


@pytest.mark.rule("santa_fe:Q4")
def test_nobody_may_exchange_before_the_phase() -> None:
    position = laying(exchange_time="before_phase")
    act(position, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert (phase(position), position.actor()) == ("lay_2", 0)
    emptied = laying(doubles=(1,), exchange_time="before_phase")
    empty_deck(emptied, keep=0, seat=0)
    act(emptied, "lay:gn:1:DUL", "lay:up:1:DSM", "stop")
    assert (phase(emptied), emptied.actor()) == ("lay_2", 0)


@pytest.mark.rule("santa_fe:Q4")
def test_exchanged_cards_may_be_shown() -> None:
    position = laying(doubles=(0,), open_exchange=True)
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    move = position.parse("discard:DEN")
    assert position.observe(1, 0, move) == position.observe(SPECTATOR, 0, move) == "discard:DEN"
    act(position, "discard:DEN")
    assert player(position, 0, 1)["laid_aside_cards"] == ["DEN"]
    act(position, "keep")
    deal_move = position.parse("deal:0:EUG")
    assert position.observe(1, CHANCE, deal_move) == "deal:0:?", "what is drawn stays hidden"
    act(position, "deal:0:EUG")
    for viewer in (0, 1, SPECTATOR):
        assert player(position, 0, viewer)["exchanged_cards"] == ["DEN"]
        supposed = determinized(position, viewer, 3)
        assert player(supposed, 0, 0)["exchanged_cards"] == ["DEN"]


@pytest.mark.rule("santa_fe:Q4")
def test_selections_stay_hidden_where_exchanges_are_shown() -> None:
    position = dealt(open_exchange=True)
    assert position.observe(1, 0, position.parse("select:DEN")) == "select:?"


@pytest.mark.rule("santa_fe:Q6")
@pytest.mark.rule("santa_fe:26")
@pytest.mark.parametrize(("again", "doubles", "earned"), [(0, (), 0), (1, (), 4), (1, (0,), 8)])
def test_a_further_arrival_at_a_special_city(
    again: int, doubles: tuple[int, ...], earned: int
) -> None:
    position = laying(doubles=doubles, special_bonus_again=bool(again))
    put_head(position, "atsf", "SAO")
    build(position, "atsf", "HOU", "DAL")
    put_head(position, "atsf", "NOL", route=2)
    extend(position, "atsf", "HOU", route=2, pieces=1)
    have_money(position, 0, 0)
    label = position.label(0, position.parse("lay:atsf:2:HOU"))
    assert ("earn" in label) == (earned > 0)
    assert "connect" not in label
    act(position, "lay:atsf:2:HOU")
    assert money(position, 0) == earned, "the city bonus is paid once in any case"


@pytest.mark.rule("santa_fe:Q6")
def test_other_cities_pay_once_in_any_case() -> None:
    position = laying(special_bonus_again=True)
    build(position, "gn", "DUL", "MIN")
    put_head(position, "gn", "FAR", route=2)
    extend(position, "gn", "DUL", route=2, pieces=1)
    have_money(position, 0, 0)
    act(position, "lay:gn:2:DUL")
    assert money(position, 0) == 0


@pytest.mark.rule("santa_fe:Q8")
def test_a_branch_card_without_another_card_leaves_the_game_unplayed() -> None:
    position = laying(lone_branch=True)
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    swap_hand(position, 0)
    position.give(0, state.HELD_DOUBLES, 0)
    empty_deck(position)
    position.cells[state.DOUBLES] = 0
    have_money(position, 0, 3)
    assert offered(position) == [*(f"draw:{name}" for name in actions.RAILROADS), "stop"]
    act(position, "draw:gn")
    assert player(position, 0, SPECTATOR)["branch_card"] == "gn"
    while phase(position) == "draw":
        act(position, "stop")
    assert (phase(position), position.to_act()) == ("select", [1]), (
        "seat 0 has nothing to play it with"
    )
    position.apply(1, position.parse("select:REN"))
    act(position, "reveal:-:REN:-:-:-")
    assert offered(position, "branch") == []
    while phase(position).startswith("lay"):
        act(position, offered(position, "lay")[0])
    assert player(position, 0)["branch_card"] is None
    assert position.amount(0, state.HELD_BRANCH) == 0


@pytest.mark.rule("santa_fe:Q8")
def test_a_branch_card_may_be_drawn_before_the_card_it_is_played_with() -> None:
    for allowed in (False, True):
        position = laying(lone_branch=allowed)
        act(position, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
        swap_hand(position, 0)
        position.give(0, state.HELD_DOUBLES, 0)
        have_money(position, 0, 3)
        assert ("draw:gn" in offered(position)) == allowed
        if not allowed:
            assert (
                refused(position, "draw:gn") == "a branch card needs another card to be played with"
            )
            continue
        act(position, "draw:gn", "draw:city", "deal:0:BOI")
        assert player(position, 0)["hand"] == ["BOI"]


@pytest.mark.rule("santa_fe:Q9")
def test_drawing_may_be_stopped() -> None:
    position = laying(stop_drawing=True)
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL", "lay:up:1:DSM", "lay:up:1:DSM")
    assert (phase(position), position.actor()) == ("draw", 0)
    assert position.label(0, position.parse("stop")) == "Draw no more"
    act(position, "stop")
    assert position.actor() == 1
    act(position, "draw:city", "deal:1:BOI")
    assert phase(position) == "select", "who has as many cards as the limit is not asked"
    assert [player(position, seat)["hand_size"] for seat in (0, 1)] == [4, 5]


@pytest.mark.rule("santa_fe:Q10")
@pytest.mark.rule("santa_fe:32")
def test_the_own_branch_card_may_have_to_be_used() -> None:
    position = laying(branches={0: "gn"}, must_branch=True)
    dead_end(position, "gn")
    assert {move.split(":")[0] for move in offered(position)} == {"branch"}
    with pytest.raises(IllegalAction, match="the branch card has to be used"):
        act(position, "pass")
    act(position, offered(position)[0])
    assert position.actor() == 1


@pytest.mark.rule("santa_fe:Q10")
def test_a_branch_need_not_be_used_where_passing_is_allowed_or_another_route_goes_on() -> None:
    position = laying(branches={0: "gn"}, must_branch=True, variant="advanced")
    dead_end(position, "gn")
    assert "pass" in offered(position)
    position = laying(branches={0: "gn"}, must_branch=True)
    act(position, "lay:gn:1:DUL")
    assert phase(position) == "lay_1"


@pytest.mark.rule("santa_fe:Q10")
@pytest.mark.parametrize("second", ["optional", "mandatory"])
def test_a_second_piece_by_the_branch_card_as_the_other_option_says(second: str) -> None:
    position = laying(doubles=(0,), branches={0: "gn"}, must_branch=True, double_second=second)
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    act(position, "lay:up:1:MIL")
    assert offered(position, "branch") != []
    assert ("stop" in offered(position)) == (second == "optional")


@pytest.mark.rule("santa_fe:Q10")
def test_bought_pieces_are_voluntary_in_any_case() -> None:
    position = laying(
        branches={0: "up"}, must_branch=True, purchase=True, own_pieces_unlock="same_railroad"
    )
    dead_end(position, "gn")
    position.give(0, state.OWN + road("up"), 2)
    assert offered(position, "branch") != []
    assert "pass" in offered(position)


@pytest.mark.rule("santa_fe:Q13")
@pytest.mark.rule("santa_fe:38")
@pytest.mark.parametrize("cannot_pay", ["pass", "ends"])
def test_no_money_for_any_piece(cannot_pay: str) -> None:
    position = laying(variant="advanced", cannot_pay=cannot_pay)
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = 9 if name == "up" else 0
    put_head(position, "up", "GTF")
    only_butte(position)
    have_money(position, 0, 2)
    have_money(position, 1, 1)
    act(position, "pass")
    if cannot_pay == "ends":
        assert phase(position) == "over"
    else:
        assert (position.actor(), offered(position)) == (1, ["pass"])


def only_butte(position: SantaFe) -> None:
    """Close every line out of Great Falls but the one to Butte, which costs $2."""
    for city in ("SPO", "BIL", "BIS"):
        fill(position, "GTF", city)


@pytest.mark.rule("santa_fe:Q18")
@pytest.mark.parametrize("double_pass", ["no_piece", "one_piece"])
def test_one_piece_of_a_double_turn_as_a_pass(double_pass: str) -> None:
    position = laying(doubles=(1,), variant="advanced", double_pass=double_pass)
    act(position, "pass", "lay:gn:1:DUL")
    label = position.label(1, position.parse("stop"))
    assert ("that is a pass" in label) == (double_pass == "one_piece")
    act(position, "stop")
    assert (phase(position) == "over") == (double_pass == "one_piece")


@pytest.mark.rule("santa_fe:Q18")
def test_both_pieces_of_a_double_turn_or_the_only_one_are_no_pass() -> None:
    position = laying(doubles=(1,), variant="advanced", double_pass="one_piece")
    act(position, "pass", "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert phase(position) == "exchange" or phase(position) == "lay_2"
    position = laying(doubles=(1,), variant="advanced", double_pass="one_piece")
    act(position, "lay:up:1:DSM", "lay:gn:1:DUL", "stop")
    assert phase(position) == "lay_2", "seat 0 has laid its only piece"


@pytest.mark.rule("santa_fe:Q18")
def test_leaving_out_a_second_piece_is_no_pass_where_nobody_may_pass() -> None:
    position = laying(doubles=(0,), double_pass="one_piece")
    act(position, "lay:gn:1:DUL")
    assert position.label(0, position.parse("stop")) == "Lay no second piece"
    act(position, "stop")
    assert not player(position, 0)["passed"]


@pytest.mark.rule("santa_fe:Q18")
def test_a_second_piece_that_cannot_be_paid_is_a_pass_too() -> None:
    position = laying(variant="advanced", double_pass="one_piece")
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = 9 if name == "up" else 0
    put_head(position, "up", "GTF")
    put_head(position, "kp", "DEN")
    only_butte(position)
    position.give(0, state.DOUBLE_TURN, 1)
    position.cells[state.SUPPLY + road("sp")] = 1
    put_head(position, "sp", "CHY")
    have_money(position, 0, 0)
    act(position, "lay:sp:1:DEN")
    assert (position.actor(), money(position, 0)) == (1, 0)
    assert player(position, 0)["passed"]


@pytest.mark.rule("santa_fe:Q22")
@pytest.mark.parametrize("cannot_lay", ["first_piece", "any_piece"])
@pytest.mark.parametrize("second", ["optional", "mandatory"])
def test_no_second_piece_whatever_branch_card_another_has(second: str, cannot_lay: str) -> None:
    position = laying(doubles=(0,), branches={1: "gn"}, cannot_lay=cannot_lay, double_second=second)
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    act(position, "lay:up:1:MIL")
    if cannot_lay == "any_piece":
        assert phase(position) == "over"
    else:
        assert position.actor() == 1
        assert offered(position, "branch") != []


@pytest.mark.rule("santa_fe:Q22")
def test_with_the_own_branch_card_a_second_piece_can_be_laid() -> None:
    position = laying(doubles=(0,), branches={0: "gn", 1: "sp"}, cannot_lay="any_piece")
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    act(position, "lay:up:1:MIL")
    assert {move.split(":")[0] for move in offered(position)} == {"branch", "stop"}
    act(position, "stop")
    assert phase(position) == "over", "now it is seat 1's first piece that cannot be laid"


@pytest.mark.rule("santa_fe:Q22")
def test_a_single_turn_has_no_second_piece_to_ask_for() -> None:
    position = laying(branches={1: "gn"}, cannot_lay="any_piece")
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    act(position, "lay:up:1:MIL")
    assert position.actor() == 1


@pytest.mark.rule("santa_fe:Q22")
@pytest.mark.rule("santa_fe:Q13")
@pytest.mark.parametrize("cannot_lay", ["first_piece", "any_piece"])
@pytest.mark.parametrize("cannot_pay", ["pass", "ends"])
def test_a_second_piece_that_cannot_be_paid(cannot_pay: str, cannot_lay: str) -> None:
    position = laying(variant="advanced", cannot_pay=cannot_pay, cannot_lay=cannot_lay)
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = 9 if name == "up" else 0
    put_head(position, "up", "GTF")
    put_head(position, "kp", "DEN")
    only_butte(position)
    position.give(0, state.DOUBLE_TURN, 1)
    position.cells[state.SUPPLY + road("sp")] = 1
    put_head(position, "sp", "CHY")
    have_money(position, 0, 0)
    act(position, "lay:sp:1:DEN")
    if (cannot_pay, cannot_lay) == ("ends", "any_piece"):
        assert phase(position) == "over"
    else:
        assert position.actor() == 1


@pytest.mark.rule("santa_fe:Q20")
@pytest.mark.rule("santa_fe:19")
def test_no_branch_before_the_first_piece_by_the_option() -> None:
    position = laying(branches={0: "gn"}, unbegun_branch=False)
    assert offered(position, "branch") == []
    assert refused(position, "branch:gn:MIL:DUL") == (
        "Great Northern has no track yet to branch off from"
    )
    act(position, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert "branch:gn:MIL:MIN" in offered(position)
    act(position, "branch:gn:MIL:MIN")
    assert phase(position) == "lay_2"


@pytest.mark.rule("santa_fe:Q21")
@pytest.mark.rule("santa_fe:37")
@pytest.mark.parametrize(
    ("engineer", "saving", "prices"),
    [(0, "free", [2, 2]), (state.BOUGHT, "free", [0, 0]), (state.BOUGHT, "saves_one", [1, 1])],
)
def test_a_river_makes_the_whole_mountain_line_dearer(
    engineer: int, saving: str, prices: list[int]
) -> None:
    position = laying(
        doubles=(0, 1),
        variant="advanced",
        mountain_river="line",
        engineer_mountain_river=saving,
    )
    position.give(0, state.ENGINEER, engineer)
    put_head(position, "up", "SPO")
    put_head(position, "sp", "SEA")
    paid = []
    for _ in range(2):
        have_money(position, 0, 9)
        act(position, "lay:up:1:SEA")
        paid.append(9 - money(position, 0))
    assert paid == prices


@pytest.mark.rule("santa_fe:Q21")
@pytest.mark.parametrize(
    ("railroad", "origin", "goal", "price"),
    [("sp", "NOL", "HOU", 1), ("sp", "HOU", "NOL", 0), ("up", "BIL", "BUT", 1)],
)
def test_other_lines_cost_what_they_did(railroad: str, origin: str, goal: str, price: int) -> None:
    position = laying(variant="advanced", mountain_river="line")
    put_head(position, railroad, origin)
    put_head(position, "kp", goal)
    have_money(position, 0, 9)
    act(position, f"lay:{railroad}:1:{goal}")
    assert 9 - money(position, 0) == price


def begun(pieces: int = 1, **chosen: Any) -> SantaFe:
    """Santa Fe is inside the line of four spaces from Dallas; its second route is at El Paso."""
    position = laying(**chosen)
    put_head(position, "atsf", "DAL")
    extend(position, "atsf", "ELP", pieces=pieces)
    put_head(position, "atsf", "ELP", route=2)
    return position


def the_line(position: SantaFe) -> dict[str, Any]:
    found: dict[str, Any]
    [found] = [
        link["lines"][0]
        for link in position.view(0)["map"]["links"]
        if {link["a"], link["b"]} == {"DAL", "ELP"}
    ]
    return found


@pytest.mark.rule("santa_fe:Q17")
@pytest.mark.rule("santa_fe:13")
def test_two_routes_of_a_railroad_on_one_line() -> None:
    assert "lay:atsf:2:DAL" not in offered(begun())
    assert "from_other_end" not in the_line(begun())
    position = begun(both_ends=True)
    move = position.parse("lay:atsf:2:DAL")
    assert position.label(0, move) == (
        "Santa Fe, route 2: from El Paso to Dallas, space 1 of 4, towards another route"
    )
    act(position, "lay:atsf:2:DAL")
    assert the_line(position) == {
        "railroad": "atsf", "pieces": 2, "from": "DAL", "from_other_end": 1,
    }  # fmt: skip
    routes = position.view(0)["railroads"][0]["routes"]
    assert [(route["at"], route["towards"]) for route in routes] == [
        ("DAL", "ELP"),
        ("ELP", "DAL"),
    ]
    assert position.label(1, position.parse("lay:atsf:2:DAL")) == (
        "Santa Fe, route 2: on to Dallas, space 2 of 4, towards another route"
    )
    assert position.pieces_on_board(road("atsf")) == 2


@pytest.mark.rule("santa_fe:Q17")
def test_two_routes_that_meet_stand_where_the_other_came_from() -> None:
    position = begun(2, both_ends=True)
    act(position, "lay:atsf:2:DAL")
    assert offered(position, "lay").count("lay:atsf:1:ELP") == 1
    assert "lay:atsf:2:DAL" not in offered(position)
    assert refused(position, "lay:atsf:2:DAL") == (
        "the last piece of that line is laid by the route that began it"
    )
    assert position.label(1, position.parse("lay:atsf:1:ELP")) == (
        "Santa Fe, route 1: on to El Paso, space 3 of 4, meeting another route"
    )
    before = money(position, 1)
    act(position, "lay:atsf:1:ELP")
    assert money(position, 1) == before
    routes = position.view(0)["railroads"][0]["routes"]
    assert [(route["at"], route["towards"]) for route in routes] == [
        ("ELP", None),
        ("DAL", None),
    ]
    assert the_line(position) == {
        "railroad": "atsf", "pieces": 4, "from": None, "from_other_end": 0,
    }  # fmt: skip
    assert position.pieces_on_board(road("atsf")) == 4


@pytest.mark.rule("santa_fe:Q17")
def test_a_route_completes_the_line_with_its_first_piece_from_the_other_end() -> None:
    position = begun(3, both_ends=True)
    act(position, "lay:atsf:2:DAL")
    routes = position.view(0)["railroads"][0]["routes"]
    assert [route["at"] for route in routes] == ["ELP", "DAL"]


@pytest.mark.rule("santa_fe:Q17")
def test_a_branch_may_go_in_from_the_other_end_and_no_third_route() -> None:
    position = laying(branches={0: "atsf"}, both_ends=True)
    put_head(position, "atsf", "ELP")
    put_head(position, "atsf", "DAL")
    extend(position, "atsf", "ELP", pieces=1)
    act(position, "branch:atsf:ELP:DAL")
    assert the_line(position)["from_other_end"] == 1
    put_head(position, "atsf", "ELP", route=3)
    assert "lay:atsf:3:DAL" not in offered(position)
    put_head(position, "sp", "ELP")
    assert "lay:sp:1:DAL" not in offered(position), "the line is that railroad's alone"


@pytest.mark.rule("santa_fe:Q17")
def test_each_end_of_a_line_costs_its_own_terrain() -> None:
    position = laying(variant="advanced", both_ends=True)
    put_head(position, "up", "CHY")
    extend(position, "up", "SLC", pieces=1)
    put_head(position, "up", "SLC", route=2)
    have_money(position, 0, 9)
    act(position, "lay:up:2:CHY")
    assert money(position, 0) == 8, "the last space is dry"
    have_money(position, 1, 9)
    act(position, "lay:up:1:SLC")
    assert money(position, 1) == 7, "the one in the middle crosses a river"


@pytest.mark.rule("santa_fe:Q17")
def test_the_picture_shows_pieces_at_both_ends() -> None:
    from railhead.games.santa_fe.map_picture import piece_owner

    line = {"railroad": "up", "pieces": 3, "from": "B", "from_other_end": 1}
    link = {"a": "A", "b": "B", "spaces": 4}
    assert [piece_owner(link, line, space) for space in range(4)] == ["up", None, "up", "up"]
