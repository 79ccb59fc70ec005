"""Urbanization, City Growth, and the goods of the supply."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.steam import actions, state
from railhead.games.steam.match import Steam
from railhead.games.steam.rules import turns
from tests.games.positions import act, offered, phase, refused
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    building,
    city,
    empty_supply,
    game,
    have,
    held,
    laid,
    lay_all,
    links,
    mark_all,
    may_build,
    moving,
    new_cities,
    opened,
    ordered,
    owner_of,
    put,
    refused_build,
    six_players,
    stop,
    track,
)


def goods(position: Steam, name: str) -> dict[str, int]:
    shown = position.view(0)["stops"][stop(position, name)]["goods"]
    return {colour: number for colour, number in shown.items() if number}


@pytest.mark.rule("steam:S16")
def test_a_new_city_completes_the_link_of_another_player() -> None:
    position = opened()
    track(position, GREEN, I12="N-S")
    building(position, s0="urbanization")
    act(position, "urbanize:Poughkeepsie:blue", "supply:2")
    assert links(position, GREEN) == [("Albany", "Poughkeepsie")]
    assert goods(position, "Poughkeepsie") == {"yellow": 1, "gray": 1}
    assert position.view(0)["score_sheet"]["links"] == [0, 1, 0]


@pytest.mark.rule("steam:S17")
def test_spurs_of_the_town_tile_vanish() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+NE+SW")
    building(position, 1, 0, 2, s1="urbanization")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert laid(position, "I14") is None
    assert int(position.cells[state.USED + actions.SHAPES.index("T32")]) == 0
    assert links(position, BLACK) == [("Albany", "Poughkeepsie")]
    assert len(position.view(0)["links"]) == 1
    for place, tracks in {"J13": "SW-NE", "H15": "NE-S", "I16": "N-S", "H13": "SE-N"}.items():
        assert may_build(position, place, tracks), place
    assert may_build(position, "J15", "NW-SE")


@pytest.mark.rule("steam:Q20")
def test_track_beyond_a_spur_starts_at_the_new_city() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
    building(position)
    act(position, "done")
    assert owner_of(position, "J13", "NE") is None
    building(position, 1, 0, 2, s1="urbanization")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert owner_of(position, "J13", "NE") is None
    assert may_build(position, "K12", "SW-S"), "it starts at a city now"
    lay_all(position, K12="SW-S")
    assert links(position, GREEN) == [("Hartford", "Poughkeepsie")]


@pytest.mark.rule("steam:S20")
def test_a_new_city_claims_what_its_builder_may_claim() -> None:
    position = opened()
    track(position, BLACK, I12="N-S")
    building(position)
    act(position, "done")
    assert owner_of(position, "I12", "N") is None
    building(position, 1, 0, 2, s1="urbanization")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert links(position, GREEN) == [("Albany", "Poughkeepsie")], "it starts at a city"

    position = opened()
    track(position, BLACK, I12="N-S", I14="N+SE", J15="NW-SE", K16="NW-SE")
    building(position)
    act(position, "done")
    building(position, 1, 0, 2, s1="urbanization")
    act(position, "urbanize:New_Haven:red", "supply:1")
    assert ("New_Haven", "Poughkeepsie") in links(position)
    assert owner_of(position, "K16", "SE") is None, "it starts at a town without a link of Green's"


@pytest.mark.rule("steam:X23")
@pytest.mark.parametrize("owner", [BLACK, GREEN, None])
@pytest.mark.parametrize("improve_unowned", [True, False])
def test_track_back_to_a_new_city_is_no_link(owner: int | None, improve_unowned: bool) -> None:
    position = opened(improve_unowned=improve_unowned)
    track(position, -1 if owner is None else owner, I14="N+NE", J13="SW-S", J15="N-NW")
    track(position, BLACK, I12="N-S")
    building(position, s0="urbanization")
    assert "back to it" in refused_build(position, "I14", "N+NE+SE")
    assert "urbanize:New_Haven:red" in offered(position)
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert links(position) == [("Albany", "Poughkeepsie")]
    assert len(position.view(0)["links"]) == 1
    assert owner_of(position, "J13", "SW") is None
    assert owner_of(position, "J15", "NW") is None
    assert position.view(0)["score_sheet"]["links"] == [1, 0, 0]
    assert "only the open end" in refused_build(position, "J15", "N-SE")
    assert may_build(position, "J15", "N-NW, NE-S"), "no complete link is on it"
    act(position, "done", "done", "done")
    put(position, "Poughkeepsie", "purple")
    have(position, BLACK, locomotive=3)
    moving(position)
    assert offered(position, "deliver") == ["deliver:Poughkeepsie:purple:Albany:1"]


@pytest.mark.rule("steam:X5")
def test_a_paid_action_is_compulsory() -> None:
    for tile, moves in (
        ("urbanization", ["urbanize:Concord:gray", "supply:1"]),
        ("city_growth", ["grow:Albany", "supply:1"]),
    ):
        position = building(opened(), s0=tile)
        assert "has to be carried out" in refused(position, "done")
        lay_all(position, I12="N-S", I14="N+S", I16="N-S")
        assert position.actor() == BLACK
        act(position, *moves)
        assert position.actor() == GREEN


@pytest.mark.rule("steam:X6")
def test_the_standard_game_passes_it_in_the_build_turn() -> None:
    position = building(opened(variant="standard"), s0="urbanization")
    act(position, "done")
    assert position.actor() == GREEN
    building(position, s0="urbanization")
    act(position, "urbanize:Concord:gray", "supply:1", "done")
    assert position.actor() == GREEN


@pytest.mark.rule("steam:S25")
def test_one_growth_marker_a_city() -> None:
    position = building(opened(), s0="city_growth")
    city(position, "Concord", "gray")
    assert "has a growth marker" in refused(position, "grow:Concord")
    assert "is a town" in refused(position, "grow:Springfield")
    act(position, "grow:Albany")
    assert phase(position) == "supply"
    act(position, "supply:1", "done")
    assert goods(position, "Albany") == {"red": 1, "blue": 1}
    building(position, s0="city_growth")
    assert "has a growth marker" in refused(position, "grow:Albany")
    assert "grow:Boston" in offered(position), "a city without goods"


@pytest.mark.rule("steam:X17")
def test_equal_spaces_once_and_never_refilled() -> None:
    supply = [["red", "blue"], ["blue", "red"], ["gray"], []]
    position = building(opened(supply=supply), s0="city_growth")
    act(position, "grow:Albany")
    assert offered(position) == ["supply:1", "supply:3"]
    assert "space 1 has the same goods" in refused(position, "supply:2")
    assert "supply space 4 is empty" in refused(position, "supply:4")
    act(position, "supply:1", "done")
    building(position, s0="urbanization")
    act(position, "urbanize:Concord:gray")
    assert offered(position) == ["supply:2", "supply:3"]


@pytest.mark.rule("steam:Q3")
def test_an_empty_supply() -> None:
    position = opened(supply=[])
    assert "select:urbanization" in offered(position)
    assert "decline:city_growth" in offered(position)
    assert "decline it" in refused(position, "select:city_growth")
    act(position, "select:urbanization", "select:turn_order", "select:first_move")
    act(position, "urbanize:Concord:gray")
    assert phase(position) == "build"
    assert goods(position, "Concord") == {}
    position = opened(supply=[], city_without_goods=False)
    assert "no goods" in refused(position, "select:urbanization")
    assert "decline:urbanization" not in offered(position)
    position = opened(supply=[["red"]], city_without_goods=False)
    act(position, "select:urbanization", "select:turn_order", "select:first_move")
    empty_supply(position)
    assert "urbanize:Concord:gray" in offered(position), "it was paid for while there were goods"


@pytest.mark.rule("steam:Q3")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_urbanization_taken_in_time_makes_a_city_without_goods(variant: str) -> None:
    position = opened(variant=variant, supply=[["red"]], city_without_goods=False)
    position.enter(state.CHOOSING, 0)
    act(position, "select:urbanization", "select:turn_order", "select:first_move")
    empty_supply(position)
    act(position, "urbanize:Concord:gray")
    assert phase(position) == "build"
    assert goods(position, "Concord") == {}
    assert laid(position, "M08") is None
    act(position, "done")
    assert position.actor() == 1


def last_to_choose(seats: int, *taken: str, **chosen: Any) -> Steam:
    """The last seat chooses, with a locomotive of the highest level, when the supply is empty."""
    bound = six_players() if seats == 6 else game()
    position = opened(seats, bound, supply=[], **chosen)
    ordered(position, range(seats))
    turns.begin_phase(position, state.CHOOSING, 0)
    have(position, seats - 1, locomotive=6)
    act(position, *(f"{'decline' if tile == 'city_growth' else 'select'}:{tile}" for tile in taken))
    assert position.actor() == seats - 1
    return position


CHEAP = ("turn_order", "first_move", "engineer", "first_build")


@pytest.mark.rule("steam:Q4")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_where_nothing_else_is_left_tiles_are_taken_for_their_number(variant: str) -> None:
    switches = {"city_without_goods": False, "growth_for_number": False, "variant": variant}
    position = last_to_choose(5, *CHEAP, **switches)
    assert offered(position) == ["decline:city_growth", "decline:urbanization"]
    assert "no goods" in refused(position, "select:urbanization")
    assert "cannot be carried out" in refused(position, "select:city_growth")
    act(position, "decline:urbanization")
    assert held(position, 4, "cash", "income") == (4 if variant == "base" else 0, 0)
    act(position, *["done"] * 4)
    assert offered(position, "urbanize") == []
    act(position, "done")
    assert phase(position) == "goods"


@pytest.mark.rule("steam:Q4")
def test_nothing_else_is_left_for_the_poor_either() -> None:
    position = last_to_choose(5, *CHEAP, city_without_goods=False, growth_for_number=False)
    have(position, 4, locomotive=1, cash=0, income=-10)
    assert offered(position) == ["decline:city_growth", "decline:urbanization"]
    have(position, 4, cash=6)
    assert offered(position) == ["select:locomotive"]
    assert "cannot be carried out" in refused(position, "decline:city_growth")


@pytest.mark.rule("steam:Q4")
def test_nothing_else_is_left_for_the_last_of_six() -> None:
    position = last_to_choose(6, *CHEAP, "city_growth", city_without_goods=False)
    assert offered(position) == ["decline:urbanization"]
    position = last_to_choose(6, *CHEAP, "urbanization", growth_for_number=False)
    assert offered(position) == ["decline:city_growth"]


@pytest.mark.rule("steam:X24")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_by_default_the_last_of_six_may_be_left_with_urbanization_for_its_number(
    variant: str,
) -> None:
    position = opened(6, six_players(), variant=variant)
    ordered(position, range(6))
    turns.begin_phase(position, state.CHOOSING, 0)
    act(position, *(f"select:{tile}" for tile in (*CHEAP, "city_growth")))
    assert position.actor() == 5
    assert set(offered(position)) >= {"select:locomotive", "select:urbanization"}
    for colour in range(state.COLOUR_COUNT):
        position.cells[state.NEW_CITIES + colour] = 0
    assert offered(position) == ["select:locomotive"], "a tile can be taken: nothing else is"
    if variant == "base":
        have(position, 5, cash=0, income=-10, points=0)
        assert offered(position) == ["decline:urbanization"], "too poor for the locomotive"
    have(position, 5, locomotive=6, cash=9)
    assert offered(position) == ["decline:urbanization"]
    assert "highest level" in refused(position, "select:locomotive")
    assert "no New City tile" in refused(position, "select:urbanization")
    before = held(position, 5, "cash", "income", "points")
    act(position, "decline:urbanization")
    assert phase(position) == "build"
    assert held(position, 5, "cash", "income", "points") == before
    assert position.amount(5, state.TILE) == state.URBANIZATION
    while position.actor() != 5:
        seat = int(position.actor())
        act(position, "done" if "done" in offered(position) else offered(position, "grow")[0])
        if phase(position) == "supply":
            act(position, offered(position)[0])
        assert phase(position) == "build", seat
    assert offered(position, "urbanize") == []
    act(position, "done")
    assert phase(position) == "goods"


@pytest.mark.rule("steam:Q3")
def test_growth_lapses_when_the_supply_runs_out() -> None:
    position = opened(supply=[["red"]])
    act(position, "select:city_growth", "select:urbanization", "select:engineer")
    assert held(position, 0, "cash", "income") == (3, -1)
    empty_supply(position)
    assert "done" in offered(position)
    act(position, "done")
    assert position.actor() == 1


@pytest.mark.rule("steam:Q4")
def test_growth_while_every_city_has_a_marker() -> None:
    position = opened()
    mark_all(position)
    assert "decline:city_growth" in offered(position)
    assert "decline it" in refused(position, "select:city_growth")
    position = opened(growth_for_number=False)
    mark_all(position)
    assert "decline:city_growth" not in offered(position)
    assert "cannot be carried out" in refused(position, "select:city_growth")
    standard = opened(variant="standard")
    standard.enter(state.CHOOSING, 0)
    mark_all(standard)
    assert "select:city_growth" in offered(standard)
    assert "in the build turn" in refused(standard, "decline:city_growth")


@pytest.mark.rule("steam:X8")
def test_urbanization_without_a_tile_left() -> None:
    position = opened()
    for colour in range(5):
        position.cells[state.NEW_CITIES + colour] = 0
    assert "no New City tile" in refused(position, "select:urbanization")
    assert "no New City tile" in refused(position, "decline:urbanization")


@pytest.mark.rule("steam:S26")
def test_growth_passed_when_the_tile_is_taken() -> None:
    position = opened()
    act(position, "decline:city_growth", "select:first_build", "select:locomotive")
    assert held(position, 0, "cash", "income") == (0, 0)
    assert position.actor() == 1
    act(position, "done")
    assert "do not have" in refused(position, "urbanize:Concord:gray")
    assert offered(position, "grow") == []
    act(position, "done", "done", *["pass"] * 6)
    assert position.view(0)["order"] == [1, 0, 2]
    assert position.amount(0, state.TILE) == 0


def test_new_city_tiles_of_every_colour() -> None:
    position = opened()
    assert [new_cities(position, colour) for colour in ("red", "gray")] == [1, 4]
    building(position, s0="urbanization")
    act(position, "urbanize:Concord:red", "supply:1", "done")
    assert new_cities(position, "red") == 0
    building(position, s1="urbanization")
    act(position, "done")
    assert "no red New City tile" in refused(position, "urbanize:Springfield:red")
