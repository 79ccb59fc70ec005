"""The optional rule: buying track pieces, and laying them."""

import pytest

from games.game import IllegalAction
from games.santa_fe.actions import RAILROADS
from games.santa_fe.state import OWN, SUPPLY
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    dead_end,
    fill,
    have_money,
    laying,
    money,
    player,
    put_head,
    reveal,
    road,
    supply,
)


def buying(**chosen):
    """After the first round's cards have been drawn."""
    state = laying(purchase=True, **chosen)
    while phase(state).startswith("lay"):
        act(state, offered(state, "lay")[0])
    for seat, card in enumerate(("DAL", "BOI")):
        act(state, "draw:city", f"deal:{seat}:{card}")
    for seat in range(2):
        have_money(state, seat, 2)
    return state


def only(state, **pieces):
    """Leave these unbought pieces."""
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = pieces.get(name, 0)


def own(state, seat, railroad, number=1):
    state.give(seat, OWN + road(railroad), number)


def test_each_may_buy_one_piece_a_round():
    state = buying()
    assert (phase(state), state.actor()) == ("buy", 0)
    assert offered(state) == [*(f"buy:{name}" for name in RAILROADS), "buy:nothing"]
    before = supply(state, "gn")
    act(state, "buy:gn")
    assert (supply(state, "gn"), money(state, 0)) == (before - 1, 1)
    assert player(state, 0, viewer=1)["track_pieces"] == {"gn": 1}
    assert state.actor() == 1
    act(state, "buy:nothing")
    assert money(state, 1) == 2
    assert (phase(state), state.view(0)["first_player"]) == ("select", 1)


def test_who_has_no_money_is_not_asked():
    state = buying()
    have_money(state, 1, 0)
    act(state, "buy:gn")
    assert phase(state) == "select"


def test_a_railroad_without_pieces_sells_none():
    state = buying()
    state.cells[SUPPLY + road("kp")] = 0
    assert "buy:kp" not in offered(state)
    with pytest.raises(IllegalAction, match="Kansas Pacific has no track pieces left to buy"):
        act(state, "buy:kp")


def test_nothing_is_sold_without_the_option():
    state = laying()
    while phase(state).startswith("lay"):
        act(state, offered(state, "lay")[0])
    for seat, card in enumerate(("DAL", "BOI")):
        act(state, "draw:city", f"deal:{seat}:{card}")
    assert phase(state) == "select"


def test_bought_pieces_lie_idle_while_unbought_ones_are_left():
    state = laying(purchase=True)
    only(state, up=5)
    own(state, 0, "gn", 3)
    assert {move.split(":")[1] for move in offered(state, "lay")} == {"up"}
    assert "pass" not in offered(state)
    assert "no track pieces left that you may lay" in refused(state, "lay:gn:1:DUL")


def test_the_match_goes_on_after_the_last_unbought_piece():
    state = laying(purchase=True)
    only(state, up=1)
    own(state, 1, "gn", 2)
    act(state, "lay:up:1:MIL")
    assert (phase(state), state.actor()) == ("lay_1", 1)
    assert sorted(offered(state)) == ["lay:gn:1:DUL", "lay:gn:1:MIN", "pass"]
    act(state, "lay:gn:1:DUL")
    assert player(state, 1)["track_pieces"] == {"gn": 1}
    assert (phase(state), state.actor()) == ("lay_2", 0)
    assert offered(state) == ["pass"], "the piece is not seat 0's"
    act(state, "pass", "lay:gn:1:DUL")
    assert phase(state) == "over", "the last bought piece is laid"


def test_bought_pieces_need_not_be_laid():
    state = laying(purchase=True)
    only(state)
    own(state, 0, "gn", 2)
    assert state.label(0, state.parse("pass")) == "Pass: lay nothing"
    act(state, "pass", "pass")
    assert phase(state) == "over", "all have passed in one phase"


def test_the_phase_of_the_unlocking_is_no_phase_of_passing():
    state = laying(purchase=True)
    only(state, up=1)
    own(state, 0, "gn", 2)
    act(state, "lay:up:1:MIL", "pass")
    assert phase(state) == "lay_2"
    act(state, "pass")
    assert (phase(state), state.actor()) == ("lay_2", 1)


def test_nothing_is_sold_once_all_unbought_pieces_are_gone():
    state = laying(purchase=True)
    only(state, up=1)
    own(state, 0, "gn", 5)
    act(state, "lay:up:1:MIL", "pass", "lay:gn:1:DUL", "pass")
    for seat, card in enumerate(("DAL", "BOI")):
        have_money(state, seat, 5)
        act(state, "draw:city", f"deal:{seat}:{card}")
    assert phase(state) == "select"


def test_the_last_unbought_piece_may_be_bought():
    state = buying()
    only(state, kp=1)
    act(state, "buy:kp")
    assert phase(state) == "select", "seat 1 is not asked"
    for seat, card in ((0, "REN"), (1, "TUC")):
        state.apply(seat, state.parse(f"select:{card}"))
    reveal(state)
    assert offered(state) == ["pass"]
    act(state, "pass")
    assert {move.split(":")[1] for move in offered(state, "lay")} == {"kp"}


def test_over_when_an_unbought_piece_is_left_that_fits_nowhere():
    state = laying(purchase=True)
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 1
    own(state, 1, "kp", 4)
    act(state, "lay:up:1:MIL")
    assert phase(state) == "over"


def test_bought_pieces_pay_bonuses_and_terrain():
    state = laying(purchase=True, variant="advanced")
    only(state)
    own(state, 0, "up", 2)
    own(state, 1, "up", 9)
    put_head(state, "up", "GTF")
    have_money(state, 0, 2)
    act(state, "lay:up:1:BUT")
    assert money(state, 0) == 2


def test_a_branch_with_a_bought_piece():
    state = laying(purchase=True, branches={0: "gn"})
    only(state)
    own(state, 0, "gn", 2)
    assert "branch:gn:MIL:DUL" in offered(state)
    act(state, "branch:gn:MIL:DUL")
    assert player(state, 0)["track_pieces"] == {"gn": 1}


def test_railroad_by_railroad_a_bought_piece_fulfils_the_duty():
    state = laying(purchase=True, own_pieces_unlock="same_railroad")
    only(state, up=5)
    own(state, 0, "gn", 3)
    assert {move.split(":")[1] for move in offered(state, "lay")} == {"up", "gn"}
    assert "pass" not in offered(state)
    act(state, "lay:gn:1:DUL")
    assert player(state, 0)["track_pieces"] == {"gn": 2}
    assert {move.split(":")[1] for move in offered(state, "lay")} == {"up"}


def test_railroad_by_railroad_unbought_pieces_go_first():
    state = laying(purchase=True, own_pieces_unlock="same_railroad")
    only(state, gn=2)
    own(state, 0, "gn", 3)
    act(state, "lay:gn:1:DUL")
    assert (supply(state, "gn"), player(state, 0)["track_pieces"]) == (1, {"gn": 3})


@pytest.mark.parametrize(("variant", "ends"), [("basic", True), ("advanced", False)])
def test_railroad_by_railroad_a_bought_piece_may_be_declined(variant, ends):
    state = laying(purchase=True, own_pieces_unlock="same_railroad", variant=variant)
    dead_end(state, "gn")
    own(state, 0, "up", 3)
    own(state, 1, "up", 3)
    assert {move.split(":")[1] for move in offered(state, "lay")} == {"up"}
    assert "pass" in offered(state)
    act(state, "pass")
    assert (phase(state) == "over") == ends


def test_railroad_by_railroad_over_without_a_piece_that_fits():
    state = laying(purchase=True, own_pieces_unlock="same_railroad")
    dead_end(state, "gn")
    own(state, 0, "up", 1)
    own(state, 1, "gn", 1)
    act(state, "lay:up:1:MIL")
    assert phase(state) == "over"


def test_filled_lines_hold_bought_pieces_up():
    state = laying(purchase=True)
    only(state)
    own(state, 0, "kp", 1)
    for name in ("ABI", "OMA", "DSM", "STL"):
        fill(state, "KCY", name)
    assert offered(state) == ["pass"]
