"""Which pieces may be laid: routes, dead ends, double links, branches, double turns."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import IllegalAction
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.match import SantaFe
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    branch_off,
    build,
    extend,
    fill,
    have_money,
    laying,
    player,
    put_head,
    road,
    supply,
)


def lays(position: SantaFe, railroad: str) -> list[str]:
    """Where the routes of a railroad may go, as route and city."""
    return [
        move[len(f"lay:{railroad}:") :] for move in offered(position, "lay") if railroad in move
    ]


def branches(position: SantaFe) -> list[str]:
    return [move[7:] for move in offered(position, "branch")]


def routes(position: SantaFe, railroad: str) -> list[tuple[str, str | None]]:
    """The routes of a railroad as shown: where they stand, or from where to where they go."""
    shown = position.view(0)["railroads"][road(railroad)]["routes"]
    return [(route["at"], route["towards"]) for route in shown]


def lines(position: SantaFe, a: str, b: str) -> list[dict[str, Any]]:
    shown = position.view(0)["map"]["links"]
    return next(link["lines"] for link in shown if {link["a"], link["b"]} == {a, b})


def test_first_pieces_leave_the_start_cities() -> None:
    position = laying()
    ways = {railroad: sorted(lays(position, railroad)) for railroad in actions.RAILROADS}
    assert ways == {
        "atsf": ["1:DSM", "1:MIL", "1:STL"],
        "sp": ["1:HOU", "1:LRK"],
        "gn": ["1:CHI", "1:DUL", "1:MIN"],
        "up": ["1:DSM", "1:MIL", "1:STL"],
        "kp": ["1:ABI", "1:DSM", "1:OMA", "1:STL"],
    }


def test_a_branch_starts_at_a_connected_city() -> None:
    position = laying(branches={0: "gn"})
    assert refused(position, "branch:gn:FAR:BIS") == ("Great Northern is not connected to Fargo")
    assert sorted(branches(position)) == [f"gn:MIL:{name}" for name in ("CHI", "DUL", "MIN")]


@pytest.mark.rule("santa_fe:11")
def test_a_begun_line_is_gone_on_with() -> None:
    position = laying()
    act(position, "lay:kp:1:ABI")
    assert routes(position, "kp") == [("KCY", "ABI")]
    assert lays(position, "kp") == ["1:ABI"]
    assert lines(position, "KCY", "ABI")[0] == {
        "railroad": "kp", "pieces": 1, "from": "KCY",
    }  # fmt: skip
    with pytest.raises(IllegalAction, match="the route is on its way to Abilene"):
        act(position, "lay:kp:1:OMA")
    act(position, "lay:kp:1:ABI")
    assert routes(position, "kp") == [("ABI", None)]
    assert lines(position, "KCY", "ABI")[0] == {
        "railroad": "kp", "pieces": 2, "from": None,
    }  # fmt: skip
    assert supply(position, "kp") == 15


@pytest.mark.rule("santa_fe:13")
def test_no_start_from_the_other_end_of_a_begun_line() -> None:
    position = laying()
    build(position, "atsf", "STL")
    assert "1:KCY" in lays(position, "atsf")
    assert not extend(position, "kp", "STL", pieces=1)
    assert lays(position, "atsf") == ["1:DSM", "1:LRK"]
    with pytest.raises(IllegalAction, match=r"no line from St\. Louis to Kansas City is free"):
        act(position, "lay:atsf:1:KCY")


@pytest.mark.rule("santa_fe:14")
def test_a_railroad_never_has_both_lines_of_a_link() -> None:
    position = laying(branches={0: "kp"})
    build(position, "kp", "ABI")
    assert sorted(lays(position, "kp")) == ["1:DDC", "1:DEN", "1:OKC"]
    assert "kp:KCY:ABI" not in branches(position)
    assert "kp:KCY:OMA" in branches(position)
    with pytest.raises(IllegalAction, match="Kansas Pacific has track on the other one"):
        act(position, "lay:kp:1:KCY")
    put_head(position, "gn", "KCY")
    assert "1:ABI" in lays(position, "gn")
    act(position, "lay:gn:1:ABI")
    assert [line["railroad"] for line in lines(position, "KCY", "ABI")] == ["kp", "gn"]


def test_two_railroads_take_a_line_each_from_either_end() -> None:
    position = laying()
    assert not extend(position, "kp", "ABI", pieces=1)
    put_head(position, "gn", "ABI")
    act(position, "lay:gn:1:KCY")
    assert lines(position, "KCY", "ABI") == [
        {"railroad": "kp", "pieces": 1, "from": "KCY"},
        {"railroad": "gn", "pieces": 1, "from": "ABI"},
    ]
    put_head(position, "up", "KCY")
    assert "1:ABI" not in lays(position, "up")


def great_northern_dead(**chosen: Any) -> SantaFe:
    position = laying(**chosen)
    build(position, "gn", "DUL", "MIN", "MIL")
    put_head(position, "up", "MIL")
    build(position, "up", "CHI")
    return position


@pytest.mark.rule("santa_fe:16")
def test_a_railroad_runs_into_a_dead_end() -> None:
    position = great_northern_dead()
    assert routes(position, "gn") == [("MIL", None)]
    assert lays(position, "gn") == []
    assert supply(position, "gn") == 20
    assert refused(position, "lay:gn:1:MIN").startswith("no line from Milwaukee to Minneapolis")


@pytest.mark.rule("santa_fe:17")
def test_a_branch_revives_a_dead_railroad() -> None:
    position = great_northern_dead(branches={0: "gn"})
    assert branches(position) == [
        f"gn:{way}"
        for way in (
            "MIN:DSM", "MIN:FAR", "MIN:SXF",
            "DUL:FAR",
        )
    ]  # fmt: skip
    act(position, "branch:gn:MIN:FAR")
    assert routes(position, "gn") == [("MIL", None), ("MIN", "FAR")]


@pytest.mark.rule("santa_fe:19")
def test_a_branch_before_the_first_piece() -> None:
    position = laying(branches={0: "sp"})
    act(position, "branch:sp:NOL:HOU")
    assert routes(position, "sp") == [("NOL", None), ("NOL", "HOU")]
    assert lays(position, "sp") == ["1:LRK", "2:HOU"]


@pytest.mark.rule("santa_fe:20")
def test_up_to_four_pieces_and_one_branch() -> None:
    position = laying(doubles=(0,), branches={0: "up"})
    act(position, "lay:up:1:DSM")
    assert "branch:up:CHI:STL" in offered(position)
    act(position, "branch:up:CHI:STL")
    assert position.actor() == 1
    act(position, "lay:gn:1:DUL", "keep")
    assert offered(position, "branch") == []
    assert "no branch card of Union Pacific" in refused(position, "branch:up:CHI:MIL")
    act(position, "lay:up:1:DSM", "lay:up:2:STL")
    assert supply(position, "up") == 20
    assert routes(position, "up")[:2] == [("DSM", None), ("STL", None)]
    assert position.actor() == 1


def test_one_branch_card_is_no_good_for_another_railroad() -> None:
    position = laying(branches={0: "up"})
    assert {move.split(":")[0] for move in branches(position)} == {"up"}
    assert "no branch card of Great Northern" in refused(position, "branch:gn:MIL:DUL")


def test_a_branch_card_stays_usable_in_the_second_lay_turn() -> None:
    position = laying(branches={0: "up"})
    act(position, "lay:gn:1:DUL", "lay:kp:1:ABI")
    assert phase(position) == "lay_2"
    act(position, "branch:up:CHI:MIL")
    assert player(position, 0)["branch_card_played"] is None


def test_a_double_turn_is_one_piece_at_will() -> None:
    position = laying(doubles=(0,))
    act(position, "lay:gn:1:DUL")
    assert "stop" in offered(position)
    assert "pass" not in offered(position)
    assert refused(position, "pass") == "a piece has been laid"
    act(position, "stop")
    assert position.actor() == 1
    assert refused(position, "stop") == "no piece has been laid yet"
    assert refused(position, "pass") == "a track piece has to be laid"


def test_both_pieces_of_a_double_turn_may_go_to_one_route() -> None:
    position = laying(doubles=(0,))
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert routes(position, "gn") == [("DUL", None)]


def test_the_second_piece_may_be_made_compulsory() -> None:
    position = laying(doubles=(0,), double_second="mandatory")
    act(position, "lay:gn:1:DUL")
    assert "stop" not in offered(position)
    assert refused(position, "stop") == "the second piece has to be laid"


@pytest.mark.parametrize("second", ["mandatory", "optional"])
def test_a_compulsory_second_piece_needs_no_branch_card(second: str) -> None:
    """The first piece runs the only railroad with pieces into a dead end."""
    position = laying(doubles=(0,), branches={0: "up"}, double_second=second)
    for railroad in ("atsf", "sp", "gn", "kp"):
        position.cells[state.SUPPLY + road(railroad)] = 0
    put_head(position, "up", "PHX")
    assert not extend(position, "up", "SDG", pieces=1)
    fill(position, "SDG", "TUC")
    fill(position, "SDG", "LOS")
    act(position, "lay:up:1:SDG")
    assert lays(position, "up") == []
    assert branches(position) != []
    act(position, "stop")
    assert phase(position) == "over"


@pytest.mark.rule("santa_fe:22")
def test_a_railroad_that_runs_out_inside_a_line_never_arrives() -> None:
    position = laying()
    position.cells[state.SUPPLY + road("gn")] = 1
    act(position, "lay:gn:1:DUL")
    assert supply(position, "gn") == 0
    assert lays(position, "gn") == []
    assert refused(position, "lay:gn:1:DUL") == (
        "Great Northern has no track pieces left that you may lay"
    )
    shown = {one["city"]: one["railroads"] for one in position.view(0)["map"]["cities"]}
    assert shown["DUL"] == []
    put_head(position, "up", "DUL")
    assert "1:MIL" not in lays(position, "up")


@pytest.mark.rule("santa_fe:23")
def test_three_routes_each_go_on() -> None:
    position = laying()
    build(position, "gn", "DUL")
    assert branch_off(position, "gn", "MIL", "MIN") == 2
    assert branch_off(position, "gn", "MIN", "SXF") == 3
    assert routes(position, "gn") == [("DUL", None), ("MIN", None), ("SXF", None)]
    assert {move[0] for move in lays(position, "gn")} == {"1", "2", "3"}
    act(position, "lay:gn:3:RAP", "lay:gn:2:DSM")
    assert routes(position, "gn")[1:] == [("MIN", "DSM"), ("SXF", "RAP")]


def test_a_railroad_has_no_route_before_it_branches() -> None:
    position = laying()
    assert refused(position, "lay:gn:2:DUL") == "Great Northern has no route 2"


def test_two_routes_at_one_city_are_offered_once() -> None:
    position = laying()
    build(position, "gn", "DUL", "MIN")
    branch_off(position, "gn", "MIL", "MIN")
    assert {move[0] for move in lays(position, "gn")} == {"1"}
    assert "stands at the same city and goes first" in refused(position, "lay:gn:2:FAR")
    act(position, "lay:gn:1:FAR")
    assert {move[0] for move in lays(position, "gn")} == {"1", "2"}


def test_a_loop_and_a_start_city_on_the_way_are_allowed() -> None:
    position = laying()
    build(position, "gn", "CHI", "DSM", "MIN", "MIL", "DUL")
    assert routes(position, "gn") == [("DUL", None)]


def test_there_must_be_a_line() -> None:
    position = laying()
    assert refused(position, "lay:gn:1:DEN") == "there is no line from Milwaukee to Denver"


def test_money_means_nothing_to_track_in_the_basic_game() -> None:
    position = laying()
    have_money(position, 0, 0)
    put_head(position, "gn", "SPO")
    act(position, "lay:gn:1:SEA")
    assert position.amount(0, 0) == 0
