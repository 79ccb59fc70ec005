"""Which pieces may be laid: routes, dead ends, double links, branches, double turns."""

import pytest

from games.game import IllegalAction
from games.santa_fe.actions import RAILROADS
from games.santa_fe.state import SUPPLY
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


def lays(state, railroad):
    """Where the routes of a railroad may go, as route and city."""
    return [move[len(f"lay:{railroad}:") :] for move in offered(state, "lay") if railroad in move]


def branches(state):
    return [move[7:] for move in offered(state, "branch")]


def routes(state, railroad):
    """The routes of a railroad as shown: where they stand, or from where to where they go."""
    shown = state.view(0)["railroads"][road(railroad)]["routes"]
    return [(route["at"], route["towards"]) for route in shown]


def lines(state, a, b):
    shown = state.view(0)["map"]["links"]
    return next(link["lines"] for link in shown if {link["a"], link["b"]} == {a, b})


def test_first_pieces_leave_the_start_cities():
    state = laying()
    ways = {railroad: sorted(lays(state, railroad)) for railroad in RAILROADS}
    assert ways == {
        "atsf": ["1:DSM", "1:MIL", "1:STL"],
        "sp": ["1:HOU", "1:LRK"],
        "gn": ["1:CHI", "1:DUL", "1:MIN"],
        "up": ["1:DSM", "1:MIL", "1:STL"],
        "kp": ["1:ABI", "1:DSM", "1:OMA", "1:STL"],
    }


def test_a_branch_starts_at_a_connected_city():
    state = laying(branches={0: "gn"})
    assert refused(state, "branch:gn:FAR:BIS") == ("Great Northern is not connected to Fargo")
    assert sorted(branches(state)) == [f"gn:MIL:{name}" for name in ("CHI", "DUL", "MIN")]


@pytest.mark.rule("santa_fe:11")
def test_a_begun_line_is_gone_on_with():
    state = laying()
    act(state, "lay:kp:1:ABI")
    assert routes(state, "kp") == [("KCY", "ABI")]
    assert lays(state, "kp") == ["1:ABI"]
    assert lines(state, "KCY", "ABI")[0] == {
        "railroad": "kp", "pieces": 1, "from": "KCY",
    }  # fmt: skip
    with pytest.raises(IllegalAction, match="the route is on its way to Abilene"):
        act(state, "lay:kp:1:OMA")
    act(state, "lay:kp:1:ABI")
    assert routes(state, "kp") == [("ABI", None)]
    assert lines(state, "KCY", "ABI")[0] == {
        "railroad": "kp", "pieces": 2, "from": None,
    }  # fmt: skip
    assert supply(state, "kp") == 15


@pytest.mark.rule("santa_fe:13")
def test_no_start_from_the_other_end_of_a_begun_line():
    state = laying()
    build(state, "atsf", "STL")
    assert "1:KCY" in lays(state, "atsf")
    assert not extend(state, "kp", "STL", pieces=1)
    assert lays(state, "atsf") == ["1:DSM", "1:LRK"]
    with pytest.raises(IllegalAction, match=r"no line from St\. Louis to Kansas City is free"):
        act(state, "lay:atsf:1:KCY")


@pytest.mark.rule("santa_fe:14")
def test_a_railroad_never_has_both_lines_of_a_link():
    state = laying(branches={0: "kp"})
    build(state, "kp", "ABI")
    assert sorted(lays(state, "kp")) == ["1:DDC", "1:DEN", "1:OKC"]
    assert "kp:KCY:ABI" not in branches(state)
    assert "kp:KCY:OMA" in branches(state)
    with pytest.raises(IllegalAction, match="Kansas Pacific has track on the other one"):
        act(state, "lay:kp:1:KCY")
    put_head(state, "gn", "KCY")
    assert "1:ABI" in lays(state, "gn")
    act(state, "lay:gn:1:ABI")
    assert [line["railroad"] for line in lines(state, "KCY", "ABI")] == ["kp", "gn"]


def test_two_railroads_take_a_line_each_from_either_end():
    state = laying()
    assert not extend(state, "kp", "ABI", pieces=1)
    put_head(state, "gn", "ABI")
    act(state, "lay:gn:1:KCY")
    assert lines(state, "KCY", "ABI") == [
        {"railroad": "kp", "pieces": 1, "from": "KCY"},
        {"railroad": "gn", "pieces": 1, "from": "ABI"},
    ]
    put_head(state, "up", "KCY")
    assert "1:ABI" not in lays(state, "up")


def great_northern_dead(**chosen):
    state = laying(**chosen)
    build(state, "gn", "DUL", "MIN", "MIL")
    put_head(state, "up", "MIL")
    build(state, "up", "CHI")
    return state


@pytest.mark.rule("santa_fe:16")
def test_a_railroad_runs_into_a_dead_end():
    state = great_northern_dead()
    assert routes(state, "gn") == [("MIL", None)]
    assert lays(state, "gn") == []
    assert supply(state, "gn") == 20
    assert refused(state, "lay:gn:1:MIN").startswith("no line from Milwaukee to Minneapolis")


@pytest.mark.rule("santa_fe:17")
def test_a_branch_revives_a_dead_railroad():
    state = great_northern_dead(branches={0: "gn"})
    assert branches(state) == [
        f"gn:{way}"
        for way in (
            "MIN:DSM", "MIN:FAR", "MIN:SXF",
            "DUL:FAR",
        )
    ]  # fmt: skip
    act(state, "branch:gn:MIN:FAR")
    assert routes(state, "gn") == [("MIL", None), ("MIN", "FAR")]


@pytest.mark.rule("santa_fe:19")
def test_a_branch_before_the_first_piece():
    state = laying(branches={0: "sp"})
    act(state, "branch:sp:NOL:HOU")
    assert routes(state, "sp") == [("NOL", None), ("NOL", "HOU")]
    assert lays(state, "sp") == ["1:LRK", "2:HOU"]


@pytest.mark.rule("santa_fe:20")
def test_up_to_four_pieces_and_one_branch():
    state = laying(doubles=(0,), branches={0: "up"})
    act(state, "lay:up:1:DSM")
    assert "branch:up:CHI:STL" in offered(state)
    act(state, "branch:up:CHI:STL")
    assert state.actor() == 1
    act(state, "lay:gn:1:DUL", "keep")
    assert offered(state, "branch") == []
    assert "no branch card of Union Pacific" in refused(state, "branch:up:CHI:MIL")
    act(state, "lay:up:1:DSM", "lay:up:2:STL")
    assert supply(state, "up") == 20
    assert routes(state, "up")[:2] == [("DSM", None), ("STL", None)]
    assert state.actor() == 1


def test_one_branch_card_is_no_good_for_another_railroad():
    state = laying(branches={0: "up"})
    assert {move.split(":")[0] for move in branches(state)} == {"up"}
    assert "no branch card of Great Northern" in refused(state, "branch:gn:MIL:DUL")


def test_a_branch_card_stays_usable_in_the_second_lay_turn():
    state = laying(branches={0: "up"})
    act(state, "lay:gn:1:DUL", "lay:kp:1:ABI")
    assert phase(state) == "lay_2"
    act(state, "branch:up:CHI:MIL")
    assert player(state, 0)["branch_card_played"] is None


def test_a_double_turn_is_one_piece_at_will():
    state = laying(doubles=(0,))
    act(state, "lay:gn:1:DUL")
    assert "stop" in offered(state)
    assert "pass" not in offered(state)
    assert refused(state, "pass") == "a piece has been laid"
    act(state, "stop")
    assert state.actor() == 1
    assert refused(state, "stop") == "no piece has been laid yet"
    assert refused(state, "pass") == "a track piece has to be laid"


def test_both_pieces_of_a_double_turn_may_go_to_one_route():
    state = laying(doubles=(0,))
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert routes(state, "gn") == [("DUL", None)]


def test_the_second_piece_may_be_made_compulsory():
    state = laying(doubles=(0,), double_second="mandatory")
    act(state, "lay:gn:1:DUL")
    assert "stop" not in offered(state)
    assert refused(state, "stop") == "the second piece has to be laid"


@pytest.mark.parametrize("second", ["mandatory", "optional"])
def test_a_compulsory_second_piece_needs_no_branch_card(second):
    """The first piece runs the only railroad with pieces into a dead end."""
    state = laying(doubles=(0,), branches={0: "up"}, double_second=second)
    for railroad in ("atsf", "sp", "gn", "kp"):
        state.cells[SUPPLY + road(railroad)] = 0
    put_head(state, "up", "PHX")
    assert not extend(state, "up", "SDG", pieces=1)
    fill(state, "SDG", "TUC")
    fill(state, "SDG", "LOS")
    act(state, "lay:up:1:SDG")
    assert lays(state, "up") == []
    assert branches(state) != []
    act(state, "stop")
    assert phase(state) == "over"


@pytest.mark.rule("santa_fe:22")
def test_a_railroad_that_runs_out_inside_a_line_never_arrives():
    state = laying()
    state.cells[SUPPLY + road("gn")] = 1
    act(state, "lay:gn:1:DUL")
    assert supply(state, "gn") == 0
    assert lays(state, "gn") == []
    assert refused(state, "lay:gn:1:DUL") == (
        "Great Northern has no track pieces left that you may lay"
    )
    shown = {one["city"]: one["railroads"] for one in state.view(0)["map"]["cities"]}
    assert shown["DUL"] == []
    put_head(state, "up", "DUL")
    assert "1:MIL" not in lays(state, "up")


@pytest.mark.rule("santa_fe:23")
def test_three_routes_each_go_on():
    state = laying()
    build(state, "gn", "DUL")
    assert branch_off(state, "gn", "MIL", "MIN") == 2
    assert branch_off(state, "gn", "MIN", "SXF") == 3
    assert routes(state, "gn") == [("DUL", None), ("MIN", None), ("SXF", None)]
    assert {move[0] for move in lays(state, "gn")} == {"1", "2", "3"}
    act(state, "lay:gn:3:RAP", "lay:gn:2:DSM")
    assert routes(state, "gn")[1:] == [("MIN", "DSM"), ("SXF", "RAP")]


def test_a_railroad_has_no_route_before_it_branches():
    state = laying()
    assert refused(state, "lay:gn:2:DUL") == "Great Northern has no route 2"


def test_two_routes_at_one_city_are_offered_once():
    state = laying()
    build(state, "gn", "DUL", "MIN")
    branch_off(state, "gn", "MIL", "MIN")
    assert {move[0] for move in lays(state, "gn")} == {"1"}
    assert "stands at the same city and goes first" in refused(state, "lay:gn:2:FAR")
    act(state, "lay:gn:1:FAR")
    assert {move[0] for move in lays(state, "gn")} == {"1", "2"}


def test_a_loop_and_a_start_city_on_the_way_are_allowed():
    state = laying()
    build(state, "gn", "CHI", "DSM", "MIN", "MIL", "DUL")
    assert routes(state, "gn") == [("DUL", None)]


def test_there_must_be_a_line():
    state = laying()
    assert refused(state, "lay:gn:1:DEN") == "there is no line from Milwaukee to Denver"


def test_money_means_nothing_to_track_in_the_basic_game():
    state = laying()
    have_money(state, 0, 0)
    put_head(state, "gn", "SPO")
    act(state, "lay:gn:1:SEA")
    assert state.held(0, 0) == 0
