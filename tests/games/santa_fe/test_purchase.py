"""The optional rule: buying track pieces, and laying them."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import IllegalAction
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.match import SantaFe
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


def buying(**chosen: Any) -> SantaFe:
    """After the first round's cards have been drawn."""
    position = laying(purchase=True, **chosen)
    while phase(position).startswith("lay"):
        act(position, offered(position, "lay")[0])
    for seat, card in enumerate(("DAL", "BOI")):
        act(position, "draw:city", f"deal:{seat}:{card}")
    for seat in range(2):
        have_money(position, seat, 2)
    return position


def only(position: SantaFe, **pieces: int) -> None:
    """Leave these unbought pieces."""
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = pieces.get(name, 0)


def own(position: SantaFe, seat: int, railroad: str, number: int = 1) -> None:
    position.give(seat, state.OWN + road(railroad), number)


def test_each_may_buy_one_piece_a_round() -> None:
    position = buying()
    assert (phase(position), position.actor()) == ("buy", 0)
    assert offered(position) == [*(f"buy:{name}" for name in actions.RAILROADS), "buy:nothing"]
    before = supply(position, "gn")
    act(position, "buy:gn")
    assert (supply(position, "gn"), money(position, 0)) == (before - 1, 1)
    assert player(position, 0, viewer=1)["track_pieces"] == {"gn": 1}
    assert position.actor() == 1
    act(position, "buy:nothing")
    assert money(position, 1) == 2
    assert (phase(position), position.view(0)["first_player"]) == ("select", 1)


def test_who_has_no_money_is_not_asked() -> None:
    position = buying()
    have_money(position, 1, 0)
    act(position, "buy:gn")
    assert phase(position) == "select"


def test_a_railroad_without_pieces_sells_none() -> None:
    position = buying()
    position.cells[state.SUPPLY + road("kp")] = 0
    assert "buy:kp" not in offered(position)
    with pytest.raises(IllegalAction, match="Kansas Pacific has no track pieces left to buy"):
        act(position, "buy:kp")


def test_nothing_is_sold_without_the_option() -> None:
    position = laying()
    while phase(position).startswith("lay"):
        act(position, offered(position, "lay")[0])
    for seat, card in enumerate(("DAL", "BOI")):
        act(position, "draw:city", f"deal:{seat}:{card}")
    assert phase(position) == "select"


def test_bought_pieces_lie_idle_while_unbought_ones_are_left() -> None:
    position = laying(purchase=True)
    only(position, up=5)
    own(position, 0, "gn", 3)
    assert {move.split(":")[1] for move in offered(position, "lay")} == {"up"}
    assert "pass" not in offered(position)
    assert "no track pieces left that you may lay" in refused(position, "lay:gn:1:DUL")


def test_the_match_goes_on_after_the_last_unbought_piece() -> None:
    position = laying(purchase=True)
    only(position, up=1)
    own(position, 1, "gn", 2)
    act(position, "lay:up:1:MIL")
    assert (phase(position), position.actor()) == ("lay_1", 1)
    assert sorted(offered(position)) == ["lay:gn:1:DUL", "lay:gn:1:MIN", "pass"]
    act(position, "lay:gn:1:DUL")
    assert player(position, 1)["track_pieces"] == {"gn": 1}
    assert (phase(position), position.actor()) == ("lay_2", 0)
    assert offered(position) == ["pass"], "the piece is not seat 0's"
    act(position, "pass", "lay:gn:1:DUL")
    assert phase(position) == "over", "the last bought piece is laid"


@pytest.mark.rule("santa_fe:Q22")
@pytest.mark.parametrize("cannot_lay", ["first_piece", "any_piece"])
@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_who_has_no_bought_piece_ends_the_match_by_the_option(
    variant: str, cannot_lay: str
) -> None:
    position = laying(purchase=True, variant=variant, cannot_lay=cannot_lay)
    only(position, up=1)
    own(position, 0, "gn", 2)
    act(position, "lay:up:1:MIL")
    if cannot_lay == "any_piece":
        assert phase(position) == "over"
    else:
        assert (position.actor(), offered(position)) == (1, ["pass"])


@pytest.mark.rule("santa_fe:Q22")
def test_bought_pieces_need_not_be_laid_by_the_option_either() -> None:
    position = laying(purchase=True, cannot_lay="any_piece")
    only(position, up=1)
    own(position, 0, "gn", 2)
    own(position, 1, "gn", 2)
    act(position, "lay:up:1:MIL", "pass")
    assert (phase(position), position.actor()) == ("lay_2", 0)
    assert "pass" in offered(position)


def test_bought_pieces_need_not_be_laid() -> None:
    position = laying(purchase=True)
    only(position)
    own(position, 0, "gn", 2)
    assert position.label(0, position.parse("pass")) == "Pass: lay nothing"
    act(position, "pass", "pass")
    assert phase(position) == "over", "all have passed in one phase"


def test_the_phase_of_the_unlocking_is_no_phase_of_passing() -> None:
    position = laying(purchase=True)
    only(position, up=1)
    own(position, 0, "gn", 2)
    act(position, "lay:up:1:MIL", "pass")
    assert phase(position) == "lay_2"
    act(position, "pass")
    assert (phase(position), position.actor()) == ("lay_2", 1)


def test_nothing_is_sold_once_all_unbought_pieces_are_gone() -> None:
    position = laying(purchase=True)
    only(position, up=1)
    own(position, 0, "gn", 5)
    act(position, "lay:up:1:MIL", "pass", "lay:gn:1:DUL", "pass")
    for seat, card in enumerate(("DAL", "BOI")):
        have_money(position, seat, 5)
        act(position, "draw:city", f"deal:{seat}:{card}")
    assert phase(position) == "select"


def test_the_last_unbought_piece_may_be_bought() -> None:
    position = buying()
    only(position, kp=1)
    act(position, "buy:kp")
    assert phase(position) == "select", "seat 1 is not asked"
    for seat, card in ((0, "REN"), (1, "TUC")):
        position.apply(seat, position.parse(f"select:{card}"))
    reveal(position)
    assert offered(position) == ["pass"]
    act(position, "pass")
    assert {move.split(":")[1] for move in offered(position, "lay")} == {"kp"}


def test_over_when_an_unbought_piece_is_left_that_fits_nowhere() -> None:
    position = laying(purchase=True)
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 1
    own(position, 1, "kp", 4)
    act(position, "lay:up:1:MIL")
    assert phase(position) == "over"


def test_bought_pieces_pay_bonuses_and_terrain() -> None:
    position = laying(purchase=True, variant="advanced")
    only(position)
    own(position, 0, "up", 2)
    own(position, 1, "up", 9)
    put_head(position, "up", "GTF")
    have_money(position, 0, 2)
    act(position, "lay:up:1:BUT")
    assert money(position, 0) == 2


def test_a_branch_with_a_bought_piece() -> None:
    position = laying(purchase=True, branches={0: "gn"})
    only(position)
    own(position, 0, "gn", 2)
    assert "branch:gn:MIL:DUL" in offered(position)
    act(position, "branch:gn:MIL:DUL")
    assert player(position, 0)["track_pieces"] == {"gn": 1}


def test_railroad_by_railroad_a_bought_piece_fulfils_the_duty() -> None:
    position = laying(purchase=True, own_pieces_unlock="same_railroad")
    only(position, up=5)
    own(position, 0, "gn", 3)
    assert {move.split(":")[1] for move in offered(position, "lay")} == {"up", "gn"}
    assert "pass" not in offered(position)
    act(position, "lay:gn:1:DUL")
    assert player(position, 0)["track_pieces"] == {"gn": 2}
    assert {move.split(":")[1] for move in offered(position, "lay")} == {"up"}


def test_railroad_by_railroad_unbought_pieces_go_first() -> None:
    position = laying(purchase=True, own_pieces_unlock="same_railroad")
    only(position, gn=2)
    own(position, 0, "gn", 3)
    act(position, "lay:gn:1:DUL")
    assert (supply(position, "gn"), player(position, 0)["track_pieces"]) == (1, {"gn": 3})


@pytest.mark.parametrize(("variant", "ends"), [("basic", True), ("advanced", False)])
def test_railroad_by_railroad_a_bought_piece_may_be_declined(variant: str, ends: bool) -> None:
    position = laying(purchase=True, own_pieces_unlock="same_railroad", variant=variant)
    dead_end(position, "gn")
    own(position, 0, "up", 3)
    own(position, 1, "up", 3)
    assert {move.split(":")[1] for move in offered(position, "lay")} == {"up"}
    assert "pass" in offered(position)
    act(position, "pass")
    assert (phase(position) == "over") == ends


def test_railroad_by_railroad_over_without_a_piece_that_fits() -> None:
    position = laying(purchase=True, own_pieces_unlock="same_railroad")
    dead_end(position, "gn")
    own(position, 0, "up", 1)
    own(position, 1, "gn", 1)
    act(position, "lay:up:1:MIL")
    assert phase(position) == "over"


def test_filled_lines_hold_bought_pieces_up() -> None:
    position = laying(purchase=True)
    only(position)
    own(position, 0, "kp", 1)
    for name in ("ABI", "OMA", "DSM", "STL"):
        fill(position, "KCY", name)
    assert offered(position) == ["pass"]
