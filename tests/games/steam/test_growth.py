"""Urbanization, City Growth, and the goods of the supply."""

import pytest

from games.steam.actions import SHAPES
from games.steam.rules import turns
from games.steam.state import CHOOSING, NEW_CITIES, TILE, USED
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


def goods(state, name):
    shown = state.view(0)["stops"][stop(state, name)]["goods"]
    return {colour: number for colour, number in shown.items() if number}


@pytest.mark.rule("steam:S16")
def test_a_new_city_completes_the_link_of_another_player():
    state = opened()
    track(state, GREEN, I12="N-S")
    building(state, s0="urbanization")
    act(state, "urbanize:Poughkeepsie:blue", "supply:2")
    assert links(state, GREEN) == [("Albany", "Poughkeepsie")]
    assert goods(state, "Poughkeepsie") == {"yellow": 1, "gray": 1}
    assert state.view(0)["score_sheet"]["links"] == [0, 1, 0]


@pytest.mark.rule("steam:S17")
def test_spurs_of_the_town_tile_vanish():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+NE+SW")
    building(state, 1, 0, 2, s1="urbanization")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert laid(state, "I14") is None
    assert int(state.cells[USED + SHAPES.index("T32")]) == 0
    assert links(state, BLACK) == [("Albany", "Poughkeepsie")]
    assert len(state.view(0)["links"]) == 1
    for place, tracks in {"J13": "SW-NE", "H15": "NE-S", "I16": "N-S", "H13": "SE-N"}.items():
        assert may_build(state, place, tracks), place
    assert may_build(state, "J15", "NW-SE")


@pytest.mark.rule("steam:Q20")
def test_track_beyond_a_spur_starts_at_the_new_city():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
    building(state)
    act(state, "done")
    assert owner_of(state, "J13", "NE") is None
    building(state, 1, 0, 2, s1="urbanization")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert owner_of(state, "J13", "NE") is None
    assert may_build(state, "K12", "SW-S"), "it starts at a city now"
    lay_all(state, K12="SW-S")
    assert links(state, GREEN) == [("Hartford", "Poughkeepsie")]


@pytest.mark.rule("steam:S20")
def test_a_new_city_claims_what_its_builder_may_claim():
    state = opened()
    track(state, BLACK, I12="N-S")
    building(state)
    act(state, "done")
    assert owner_of(state, "I12", "N") is None
    building(state, 1, 0, 2, s1="urbanization")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert links(state, GREEN) == [("Albany", "Poughkeepsie")], "it starts at a city"

    state = opened()
    track(state, BLACK, I12="N-S", I14="N+SE", J15="NW-SE", K16="NW-SE")
    building(state)
    act(state, "done")
    building(state, 1, 0, 2, s1="urbanization")
    act(state, "urbanize:New_Haven:red", "supply:1")
    assert ("New_Haven", "Poughkeepsie") in links(state)
    assert owner_of(state, "K16", "SE") is None, "it starts at a town without a link of Green's"


@pytest.mark.rule("steam:X23")
@pytest.mark.parametrize("owner", [BLACK, GREEN, None])
@pytest.mark.parametrize("improve_unowned", [True, False])
def test_track_back_to_a_new_city_is_no_link(owner, improve_unowned):
    state = opened(improve_unowned=improve_unowned)
    track(state, -1 if owner is None else owner, I14="N+NE", J13="SW-S", J15="N-NW")
    track(state, BLACK, I12="N-S")
    building(state, s0="urbanization")
    assert "back to it" in refused_build(state, "I14", "N+NE+SE")
    assert "urbanize:New_Haven:red" in offered(state)
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert links(state) == [("Albany", "Poughkeepsie")]
    assert len(state.view(0)["links"]) == 1
    assert owner_of(state, "J13", "SW") is None
    assert owner_of(state, "J15", "NW") is None
    assert state.view(0)["score_sheet"]["links"] == [1, 0, 0]
    assert "only the open end" in refused_build(state, "J15", "N-SE")
    assert may_build(state, "J15", "N-NW, NE-S"), "no complete link is on it"
    act(state, "done", "done", "done")
    put(state, "Poughkeepsie", "purple")
    have(state, BLACK, locomotive=3)
    moving(state)
    assert offered(state, "deliver") == ["deliver:Poughkeepsie:purple:Albany:1"]


@pytest.mark.rule("steam:X5")
def test_a_paid_action_is_compulsory():
    for tile, moves in (
        ("urbanization", ["urbanize:Concord:gray", "supply:1"]),
        ("city_growth", ["grow:Albany", "supply:1"]),
    ):
        state = building(opened(), s0=tile)
        assert "has to be carried out" in refused(state, "done")
        lay_all(state, I12="N-S", I14="N+S", I16="N-S")
        assert state.actor() == BLACK
        act(state, *moves)
        assert state.actor() == GREEN


@pytest.mark.rule("steam:X6")
def test_the_standard_game_passes_it_in_the_build_turn():
    state = building(opened(variant="standard"), s0="urbanization")
    act(state, "done")
    assert state.actor() == GREEN
    building(state, s0="urbanization")
    act(state, "urbanize:Concord:gray", "supply:1", "done")
    assert state.actor() == GREEN


@pytest.mark.rule("steam:S25")
def test_one_growth_marker_a_city():
    state = building(opened(), s0="city_growth")
    city(state, "Concord", "gray")
    assert "has a growth marker" in refused(state, "grow:Concord")
    assert "is a town" in refused(state, "grow:Springfield")
    act(state, "grow:Albany")
    assert phase(state) == "supply"
    act(state, "supply:1", "done")
    assert goods(state, "Albany") == {"red": 1, "blue": 1}
    building(state, s0="city_growth")
    assert "has a growth marker" in refused(state, "grow:Albany")
    assert "grow:Boston" in offered(state), "a city without goods"


@pytest.mark.rule("steam:X17")
def test_equal_spaces_once_and_never_refilled():
    supply = [["red", "blue"], ["blue", "red"], ["gray"], []]
    state = building(opened(supply=supply), s0="city_growth")
    act(state, "grow:Albany")
    assert offered(state) == ["supply:1", "supply:3"]
    assert "space 1 has the same goods" in refused(state, "supply:2")
    assert "supply space 4 is empty" in refused(state, "supply:4")
    act(state, "supply:1", "done")
    building(state, s0="urbanization")
    act(state, "urbanize:Concord:gray")
    assert offered(state) == ["supply:2", "supply:3"]


@pytest.mark.rule("steam:Q3")
def test_an_empty_supply():
    state = opened(supply=[])
    assert "select:urbanization" in offered(state)
    assert "decline:city_growth" in offered(state)
    assert "decline it" in refused(state, "select:city_growth")
    act(state, "select:urbanization", "select:turn_order", "select:first_move")
    act(state, "urbanize:Concord:gray")
    assert phase(state) == "build"
    assert goods(state, "Concord") == {}
    state = opened(supply=[], city_without_goods=False)
    assert "no goods" in refused(state, "select:urbanization")
    assert "decline:urbanization" not in offered(state)
    state = opened(supply=[["red"]], city_without_goods=False)
    act(state, "select:urbanization", "select:turn_order", "select:first_move")
    empty_supply(state)
    assert "urbanize:Concord:gray" in offered(state), "it was paid for while there were goods"


@pytest.mark.rule("steam:Q3")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_urbanization_taken_in_time_makes_a_city_without_goods(variant):
    state = opened(variant=variant, supply=[["red"]], city_without_goods=False)
    state.enter(CHOOSING, 0)
    act(state, "select:urbanization", "select:turn_order", "select:first_move")
    empty_supply(state)
    act(state, "urbanize:Concord:gray")
    assert phase(state) == "build"
    assert goods(state, "Concord") == {}
    assert laid(state, "M08") is None
    act(state, "done")
    assert state.actor() == 1


def last_to_choose(seats, *taken, **chosen):
    """The last seat chooses, with a locomotive of the highest level, when the supply is empty."""
    bound = six_players() if seats == 6 else game()
    state = opened(seats, bound, supply=[], **chosen)
    ordered(state, range(seats))
    turns.begin_phase(state, CHOOSING, 0)
    have(state, seats - 1, locomotive=6)
    act(state, *(f"{'decline' if tile == 'city_growth' else 'select'}:{tile}" for tile in taken))
    assert state.actor() == seats - 1
    return state


CHEAP = ("turn_order", "first_move", "engineer", "first_build")


@pytest.mark.rule("steam:Q4")
@pytest.mark.parametrize("variant", ["base", "standard"])
def test_where_nothing_else_is_left_tiles_are_taken_for_their_number(variant):
    switches = {"city_without_goods": False, "growth_for_number": False, "variant": variant}
    state = last_to_choose(5, *CHEAP, **switches)
    assert offered(state) == ["decline:city_growth", "decline:urbanization"]
    assert "no goods" in refused(state, "select:urbanization")
    assert "cannot be carried out" in refused(state, "select:city_growth")
    act(state, "decline:urbanization")
    assert held(state, 4, "cash", "income") == (4 if variant == "base" else 0, 0)
    act(state, *["done"] * 4)
    assert offered(state, "urbanize") == []
    act(state, "done")
    assert phase(state) == "goods"


@pytest.mark.rule("steam:Q4")
def test_nothing_else_is_left_for_the_poor_either():
    state = last_to_choose(5, *CHEAP, city_without_goods=False, growth_for_number=False)
    have(state, 4, locomotive=1, cash=0, income=-10)
    assert offered(state) == ["decline:city_growth", "decline:urbanization"]
    have(state, 4, cash=6)
    assert offered(state) == ["select:locomotive"]
    assert "cannot be carried out" in refused(state, "decline:city_growth")


@pytest.mark.rule("steam:Q4")
def test_nothing_else_is_left_for_the_last_of_six():
    state = last_to_choose(6, *CHEAP, "city_growth", city_without_goods=False)
    assert offered(state) == ["decline:urbanization"]
    state = last_to_choose(6, *CHEAP, "urbanization", growth_for_number=False)
    assert offered(state) == ["decline:city_growth"]


@pytest.mark.rule("steam:Q3")
def test_growth_lapses_when_the_supply_runs_out():
    state = opened(supply=[["red"]])
    act(state, "select:city_growth", "select:urbanization", "select:engineer")
    assert held(state, 0, "cash", "income") == (3, -1)
    empty_supply(state)
    assert "done" in offered(state)
    act(state, "done")
    assert state.actor() == 1


@pytest.mark.rule("steam:Q4")
def test_growth_while_every_city_has_a_marker():
    state = opened()
    mark_all(state)
    assert "decline:city_growth" in offered(state)
    assert "decline it" in refused(state, "select:city_growth")
    state = opened(growth_for_number=False)
    mark_all(state)
    assert "decline:city_growth" not in offered(state)
    assert "cannot be carried out" in refused(state, "select:city_growth")
    standard = opened(variant="standard")
    standard.enter(CHOOSING, 0)
    mark_all(standard)
    assert "select:city_growth" in offered(standard)
    assert "in the build turn" in refused(standard, "decline:city_growth")


@pytest.mark.rule("steam:X8")
def test_urbanization_without_a_tile_left():
    state = opened()
    for colour in range(5):
        state.cells[NEW_CITIES + colour] = 0
    assert "no New City tile" in refused(state, "select:urbanization")
    assert "no New City tile" in refused(state, "decline:urbanization")


@pytest.mark.rule("steam:S26")
def test_growth_passed_when_the_tile_is_taken():
    state = opened()
    act(state, "decline:city_growth", "select:first_build", "select:locomotive")
    assert held(state, 0, "cash", "income") == (0, 0)
    assert state.actor() == 1
    act(state, "done")
    assert "do not have" in refused(state, "urbanize:Concord:gray")
    assert offered(state, "grow") == []
    act(state, "done", "done", *["pass"] * 6)
    assert state.view(0)["order"] == [1, 0, 2]
    assert state.held(0, TILE) == 0


def test_new_city_tiles_of_every_colour():
    state = opened()
    assert [new_cities(state, colour) for colour in ("red", "gray")] == [1, 4]
    building(state, s0="urbanization")
    act(state, "urbanize:Concord:red", "supply:1", "done")
    assert new_cities(state, "red") == 0
    building(state, s1="urbanization")
    act(state, "done")
    assert "no red New City tile" in refused(state, "urbanize:Springfield:red")
