"""The other readings of Q17, Q20, Q21, Q23 and Q24, each by its option."""

import pytest

from games.steam.actions import EDGES, SHAPES
from games.steam.state import USED
from tests.games.positions import act, label, offered, refused
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    build,
    building,
    city,
    empty_supply,
    hex_number,
    laid,
    lay_all,
    links,
    may_build,
    opened,
    owner_of,
    refused_build,
    track,
)


def label_of_build(state, place, tracks):
    return label(state, build(state, place, tracks))


@pytest.mark.rule("steam:Q17")
def test_one_tile_redirects_and_improves():
    state = opened(redirect_and_improve=True)
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    building(state)
    assert "Redirect and improve to" in label_of_build(state, "L15", "NW-SW, S-NE")
    assert lay_all(state, L15="NW-SW, S-NE") == 4
    assert state.view(0)["tiles_laid"] == 1
    assert owner_of(state, "L15", "SW") == owner_of(state, "L15", "NE") == BLACK
    act(state, "done")
    assert owner_of(state, "L15", "SW") is None, "turning alone does not keep a link"
    assert owner_of(state, "L15", "NE") == BLACK


@pytest.mark.rule("steam:Q17")
def test_the_added_track_may_use_the_side_that_is_given_up():
    state = opened(redirect_and_improve=True)
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-NE")
    building(state)
    lay_all(state, L15="NW-SW, S-NE")
    assert owner_of(state, "L15", "NE") == BLACK


@pytest.mark.rule("steam:Q17")
def test_redirecting_and_improving_needs_a_link_of_ones_own_and_a_start():
    state = opened(redirect_and_improve=True)
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    building(state, 1, 0, 2)
    assert "may not redirect" in refused_build(state, "L15", "NW-SW, S-NE")
    act(state, "done")
    assert "touches neither" in refused_build(state, "L15", "NW-S, NE-SE")
    assert may_build(state, "L15", "NW-SW, S-NE")


@pytest.mark.rule("steam:Q17")
def test_redirecting_and_improving_is_not_for_complete_links_or_a_second_time():
    state = opened(redirect_and_improve=True, same_hex=False)
    city(state, "New_Haven", "gray")
    track(state, BLACK, I12="N-S", I14="N+S")
    building(state)
    assert "only the open end" in refused_build(state, "I12", "N-SE, S-NE")
    lay_all(state, L15="NW-SE")
    assert "built on in this turn" in refused_build(state, "L15", "NW-SW, S-NE")


@pytest.mark.rule("steam:Q20")
def test_track_beyond_a_spur_may_be_taken_up():
    for stays in (True, False):
        state = opened(spur_track=stays)
        track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE", K12="SW-N")
        building(state)
        act(state, "done")
        assert owner_of(state, "K12", "N") is None
        building(state, 1, 0, 2, s1="urbanization")
        act(state, "urbanize:Poughkeepsie:red", "supply:1")
        assert bool(laid(state, "J13")) == bool(laid(state, "K12")) == stays
        assert links(state, BLACK) == [("Albany", "Poughkeepsie")]


@pytest.mark.rule("steam:Q20")
def test_owned_and_complete_links_of_a_new_city_are_never_taken_up():
    state = opened(spur_track=False)
    track(state, BLACK, I12="N-S", I14="N+NE+SE", J13="SW-NE", J15="NW-SE")
    track(state, -1, I16="S-N")
    building(state, 1, 0, 2, s1="urbanization")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert owner_of(state, "J13", "NE") == owner_of(state, "J15", "SE") == BLACK
    assert links(state) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]


@pytest.mark.rule("steam:Q20")
@pytest.mark.rule("steam:X23")
@pytest.mark.parametrize("owner", [BLACK, -1])
def test_track_back_to_the_town_is_taken_up_too_where_nobody_owns_it(owner):
    state = opened(spur_track=False)
    track(state, owner, I14="N+NE", J13="SW-S", J15="N-NW")
    building(state, s0="urbanization")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert bool(laid(state, "J13")) == bool(laid(state, "J15")) == (owner == BLACK)
    assert links(state) == []


def spur_over_a_double_tile(**used):
    """A spur without owner whose second tile carries Green's track too; Green urbanizes."""
    state = opened(spur_track=False)
    track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE", K12="SW-N", K10="S-N")
    building(state)
    act(state, "done")
    track(state, GREEN, K12="SW-N, NE-SE")
    for shape, number in used.items():
        state.cells[USED + SHAPES.index(shape)] += number
    return building(state, 1, 0, 2, s1="urbanization")


@pytest.mark.rule("steam:Q20")
def test_a_double_tile_keeps_its_other_track_when_one_is_taken_up():
    state = spur_over_a_double_tile()
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert [laid(state, place) for place in ("J13", "K12", "K10")] == [None, "23", None]
    assert owner_of(state, "K12", "NE") == owner_of(state, "K12", "SE") == GREEN


@pytest.mark.rule("steam:Q20")
def test_without_a_tile_for_its_other_track_a_double_tile_stays():
    state = spur_over_a_double_tile(**{"23": 8})
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    assert laid(state, "K10") is None
    assert laid(state, "J13") == "21"
    assert owner_of(state, "K12", "SW") is None
    assert owner_of(state, "K12", "NE") == GREEN
    assert may_build(state, "K10", "S-N"), "it starts at the new city"


@pytest.mark.rule("steam:Q21")
def test_city_growth_at_any_moment_or_first():
    for first in (False, True):
        state = opened(growth_first=first)
        building(state, s0="city_growth")
        assert bool(offered(state, "build")) != first
        if first:
            assert "before the first tile" in refused_build(state, "I12", "N-S")
        else:
            lay_all(state, I12="N-S")
        act(state, "grow:Albany", "supply:1")
        assert may_build(state, "H11", "NE-S")
        assert "done" in offered(state)


@pytest.mark.rule("steam:Q21")
def test_standard_a_tile_passes_city_growth_that_comes_first():
    for first in (False, True):
        state = opened(variant="standard", growth_first=first)
        building(state, s0="city_growth")
        assert ("passing City Growth" in label_of_build(state, "I12", "N-S")) == first
        lay_all(state, I12="N-S")
        assert state.view(0)["players"][0]["action_due"] != first
        if first:
            assert "before the first tile" in refused(state, "grow:Albany")
            assert "passing" not in label_of_build(state, "H11", "NE-S")
        else:
            act(state, "grow:Albany")


@pytest.mark.rule("steam:Q21")
def test_a_new_city_is_placed_at_any_moment_and_lapsed_growth_holds_nothing_up():
    state = opened(growth_first=True)
    building(state, s0="urbanization")
    lay_all(state, I12="N-S")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    other = opened(growth_first=True)
    empty_supply(other)
    building(other, s0="city_growth")
    lay_all(other, I12="N-S")


@pytest.mark.rule("steam:Q23")
def test_double_tiles_may_be_kept_from_redirecting():
    state = opened(redirect_double=False)
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    track(state, GREEN, L15="NW-SE, S-NE")
    building(state, 1, 0, 2)
    assert "double tile" in refused_build(state, "L15", "NW-SE, N-S")
    track(state, GREEN, H17="SE-NW")
    assert may_build(state, "H17", "SE-N")


@pytest.mark.rule("steam:Q23")
def test_a_redirected_track_may_start_from_another_side():
    for moves in (False, True):
        state = opened(redirect_start=moves)
        city(state, "New_Haven", "gray")
        track(state, BLACK, L15="NW-SE")
        building(state)
        assert may_build(state, "L15", "S-NE") == moves
        if not moves:
            assert "come in where it did" in refused_build(state, "L15", "S-NE")
            continue
        assert lay_all(state, L15="S-NE") == 2
        assert int(state.exit(hex_number(state, "L15"), EDGES.index("NW"))) == 0
        assert "touches neither" in refused_build(state, "L15", "NE-SE")
        act(state, "done")
        assert owner_of(state, "L15", "S") == BLACK, "the track is laid anew"


@pytest.mark.rule("steam:Q23")
def test_a_track_that_starts_elsewhere_leaves_the_rest_of_its_link():
    state = opened(redirect_start=True)
    city(state, "Poughkeepsie", "gray")
    track(state, BLACK, H11="NE-S", H13="N-SW")
    building(state)
    lay_all(state, H13="SE-SW")
    assert owner_of(state, "H11", "S") == owner_of(state, "H13", "SW") == BLACK
    act(state, "done")
    assert owner_of(state, "H11", "S") is None, "it was not extended"
    assert owner_of(state, "H13", "SW") == BLACK


@pytest.mark.rule("steam:Q23")
def test_on_a_double_tile_the_other_track_stays_where_one_starts_elsewhere():
    state = opened(redirect_start=True)
    city(state, "New_Haven", "gray")
    city(state, "Springfield", "gray")
    track(state, BLACK, L15="S-NE")
    track(state, GREEN, L15="S-NE, NW-SE")
    building(state)
    track(state, BLACK, L13="N-S")
    assert lay_all(state, L15="NW-SE, N-SW") == 4
    assert owner_of(state, "L15", "NW") == GREEN
    assert owner_of(state, "L15", "SW") == BLACK


@pytest.mark.rule("steam:Q17")
@pytest.mark.rule("steam:Q23")
def test_by_both_options_one_tile_has_two_tracks_from_elsewhere():
    state = opened(redirect_start=True, redirect_and_improve=True)
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    track(state, BLACK, L13="N-S")
    building(state)
    assert lay_all(state, L15="N-SE, S-SW") == 4
    assert owner_of(state, "L15", "SE") == owner_of(state, "L15", "SW") == BLACK
    assert not state.exit(hex_number(state, "L15"), EDGES.index("NW"))


@pytest.mark.rule("steam:Q24")
def test_own_track_may_join_an_end_that_cannot_be_claimed():
    for joins in (False, True):
        state = opened(join_unowned=joins)
        track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
        building(state)
        act(state, "done")
        assert may_build(state, "K12", "S-SW") == joins
        assert "touches neither" in refused_build(state, "K12", "N-SW") or not joins
        if joins:
            assert "Poughkeepsie" in label_of_build(state, "K12", "S-SW")
            lay_all(state, K12="S-SW")
            assert owner_of(state, "I14", "NE") == owner_of(state, "J13", "SW") == GREEN
            assert links(state, GREEN) == [("Hartford", "Poughkeepsie")]


@pytest.mark.rule("steam:Q24")
def test_an_own_town_exit_may_join_an_end_that_cannot_be_claimed():
    state = opened(join_unowned=True)
    track(state, BLACK, I12="N-S", I14="N+S+SE", J15="NW-SE", K16="NW-SE")
    building(state)
    act(state, "done")
    track(state, GREEN, L15="NW-S")
    building(state, 1, 0, 2)
    assert "no exit" in refused_build(state, "L17", "NW")
    lay_all(state, L17="N+NW")
    assert owner_of(state, "J15", "NW") == owner_of(state, "I14", "SE") == GREEN
    assert ("New_Haven", "Poughkeepsie") in links(state, GREEN)
