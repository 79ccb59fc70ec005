"""The other readings of Q17, Q20, Q21, Q23 and Q24, each by its option."""

from __future__ import annotations

import pytest

from railhead.games.steam import actions, state
from railhead.games.steam.match import Steam
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


def label_of_build(position: Steam, place: str, tracks: str) -> str:
    return label(position, build(position, place, tracks))


@pytest.mark.rule("steam:Q17")
def test_one_tile_redirects_and_improves() -> None:
    position = opened(redirect_and_improve=True)
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    building(position)
    assert "Redirect and improve to" in label_of_build(position, "L15", "NW-SW, S-NE")
    assert lay_all(position, L15="NW-SW, S-NE") == 4
    assert position.view(0)["tiles_laid"] == 1
    assert owner_of(position, "L15", "SW") == owner_of(position, "L15", "NE") == BLACK
    act(position, "done")
    assert owner_of(position, "L15", "SW") is None, "turning alone does not keep a link"
    assert owner_of(position, "L15", "NE") == BLACK


@pytest.mark.rule("steam:Q17")
def test_the_added_track_may_use_the_side_that_is_given_up() -> None:
    position = opened(redirect_and_improve=True)
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-NE")
    building(position)
    lay_all(position, L15="NW-SW, S-NE")
    assert owner_of(position, "L15", "NE") == BLACK


@pytest.mark.rule("steam:Q17")
def test_redirecting_and_improving_needs_a_link_of_ones_own_and_a_start() -> None:
    position = opened(redirect_and_improve=True)
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    building(position, 1, 0, 2)
    assert "may not redirect" in refused_build(position, "L15", "NW-SW, S-NE")
    act(position, "done")
    assert "touches neither" in refused_build(position, "L15", "NW-S, NE-SE")
    assert may_build(position, "L15", "NW-SW, S-NE")


@pytest.mark.rule("steam:Q17")
def test_redirecting_and_improving_is_not_for_complete_links_or_a_second_time() -> None:
    position = opened(redirect_and_improve=True, same_hex=False)
    city(position, "New_Haven", "gray")
    track(position, BLACK, I12="N-S", I14="N+S")
    building(position)
    assert "only the open end" in refused_build(position, "I12", "N-SE, S-NE")
    lay_all(position, L15="NW-SE")
    assert "built on in this turn" in refused_build(position, "L15", "NW-SW, S-NE")


@pytest.mark.rule("steam:Q20")
def test_track_beyond_a_spur_may_be_taken_up() -> None:
    for stays in (True, False):
        position = opened(spur_track=stays)
        track(position, BLACK, I12="N-S", I14="N+NE", J13="SW-NE", K12="SW-N")
        building(position)
        act(position, "done")
        assert owner_of(position, "K12", "N") is None
        building(position, 1, 0, 2, s1="urbanization")
        act(position, "urbanize:Poughkeepsie:red", "supply:1")
        assert bool(laid(position, "J13")) == bool(laid(position, "K12")) == stays
        assert links(position, BLACK) == [("Albany", "Poughkeepsie")]


@pytest.mark.rule("steam:Q20")
def test_owned_and_complete_links_of_a_new_city_are_never_taken_up() -> None:
    position = opened(spur_track=False)
    track(position, BLACK, I12="N-S", I14="N+NE+SE", J13="SW-NE", J15="NW-SE")
    track(position, -1, I16="S-N")
    building(position, 1, 0, 2, s1="urbanization")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert owner_of(position, "J13", "NE") == owner_of(position, "J15", "SE") == BLACK
    assert links(position) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]


@pytest.mark.rule("steam:Q20")
@pytest.mark.rule("steam:X23")
@pytest.mark.parametrize("owner", [BLACK, -1])
def test_track_back_to_the_town_is_taken_up_too_where_nobody_owns_it(owner: int) -> None:
    position = opened(spur_track=False)
    track(position, owner, I14="N+NE", J13="SW-S", J15="N-NW")
    building(position, s0="urbanization")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert bool(laid(position, "J13")) == bool(laid(position, "J15")) == (owner == BLACK)
    assert links(position) == []


def spur_over_a_double_tile(**used: int) -> Steam:
    """A spur without owner whose second tile carries Green's track too; Green urbanizes."""
    position = opened(spur_track=False)
    track(position, BLACK, I12="N-S", I14="N+NE", J13="SW-NE", K12="SW-N", K10="S-N")
    building(position)
    act(position, "done")
    track(position, GREEN, K12="SW-N, NE-SE")
    for shape, number in used.items():
        position.cells[state.USED + actions.SHAPES.index(shape)] += number
    return building(position, 1, 0, 2, s1="urbanization")


@pytest.mark.rule("steam:Q20")
def test_a_double_tile_keeps_its_other_track_when_one_is_taken_up() -> None:
    position = spur_over_a_double_tile()
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert [laid(position, place) for place in ("J13", "K12", "K10")] == [None, "23", None]
    assert owner_of(position, "K12", "NE") == owner_of(position, "K12", "SE") == GREEN


@pytest.mark.rule("steam:Q20")
def test_without_a_tile_for_its_other_track_a_double_tile_stays() -> None:
    position = spur_over_a_double_tile(**{"23": 8})
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    assert laid(position, "K10") is None
    assert laid(position, "J13") == "21"
    assert owner_of(position, "K12", "SW") is None
    assert owner_of(position, "K12", "NE") == GREEN
    assert may_build(position, "K10", "S-N"), "it starts at the new city"


@pytest.mark.rule("steam:Q21")
def test_city_growth_at_any_moment_or_first() -> None:
    for first in (False, True):
        position = opened(growth_first=first)
        building(position, s0="city_growth")
        assert bool(offered(position, "build")) != first
        if first:
            assert "before the first tile" in refused_build(position, "I12", "N-S")
        else:
            lay_all(position, I12="N-S")
        act(position, "grow:Albany", "supply:1")
        assert may_build(position, "H11", "NE-S")
        assert "done" in offered(position)


@pytest.mark.rule("steam:Q21")
def test_standard_a_tile_passes_city_growth_that_comes_first() -> None:
    for first in (False, True):
        position = opened(variant="standard", growth_first=first)
        building(position, s0="city_growth")
        assert ("passing City Growth" in label_of_build(position, "I12", "N-S")) == first
        lay_all(position, I12="N-S")
        assert position.view(0)["players"][0]["action_due"] != first
        if first:
            assert "before the first tile" in refused(position, "grow:Albany")
            assert "passing" not in label_of_build(position, "H11", "NE-S")
        else:
            act(position, "grow:Albany")


@pytest.mark.rule("steam:Q21")
def test_a_new_city_is_placed_at_any_moment_and_lapsed_growth_holds_nothing_up() -> None:
    position = opened(growth_first=True)
    building(position, s0="urbanization")
    lay_all(position, I12="N-S")
    act(position, "urbanize:Poughkeepsie:red", "supply:1")
    other = opened(growth_first=True)
    empty_supply(other)
    building(other, s0="city_growth")
    lay_all(other, I12="N-S")


@pytest.mark.rule("steam:Q23")
def test_double_tiles_may_be_kept_from_redirecting() -> None:
    position = opened(redirect_double=False)
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    track(position, GREEN, L15="NW-SE, S-NE")
    building(position, 1, 0, 2)
    assert "double tile" in refused_build(position, "L15", "NW-SE, N-S")
    track(position, GREEN, H17="SE-NW")
    assert may_build(position, "H17", "SE-N")


@pytest.mark.rule("steam:Q23")
def test_a_redirected_track_may_start_from_another_side() -> None:
    for moves in (False, True):
        position = opened(redirect_start=moves)
        city(position, "New_Haven", "gray")
        track(position, BLACK, L15="NW-SE")
        building(position)
        assert may_build(position, "L15", "S-NE") == moves
        if not moves:
            assert "come in where it did" in refused_build(position, "L15", "S-NE")
            continue
        assert lay_all(position, L15="S-NE") == 2
        assert int(position.exit(hex_number(position, "L15"), actions.EDGES.index("NW"))) == 0
        assert "touches neither" in refused_build(position, "L15", "NE-SE")
        act(position, "done")
        assert owner_of(position, "L15", "S") == BLACK, "the track is laid anew"


@pytest.mark.rule("steam:Q23")
def test_a_track_that_starts_elsewhere_leaves_the_rest_of_its_link() -> None:
    position = opened(redirect_start=True)
    city(position, "Poughkeepsie", "gray")
    track(position, BLACK, H11="NE-S", H13="N-SW")
    building(position)
    lay_all(position, H13="SE-SW")
    assert owner_of(position, "H11", "S") == owner_of(position, "H13", "SW") == BLACK
    act(position, "done")
    assert owner_of(position, "H11", "S") is None, "it was not extended"
    assert owner_of(position, "H13", "SW") == BLACK


@pytest.mark.rule("steam:Q23")
def test_on_a_double_tile_the_other_track_stays_where_one_starts_elsewhere() -> None:
    position = opened(redirect_start=True)
    city(position, "New_Haven", "gray")
    city(position, "Springfield", "gray")
    track(position, BLACK, L15="S-NE")
    track(position, GREEN, L15="S-NE, NW-SE")
    building(position)
    track(position, BLACK, L13="N-S")
    assert lay_all(position, L15="NW-SE, N-SW") == 4
    assert owner_of(position, "L15", "NW") == GREEN
    assert owner_of(position, "L15", "SW") == BLACK


@pytest.mark.rule("steam:Q17")
@pytest.mark.rule("steam:Q23")
def test_by_both_options_one_tile_has_two_tracks_from_elsewhere() -> None:
    position = opened(redirect_start=True, redirect_and_improve=True)
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    track(position, BLACK, L13="N-S")
    building(position)
    assert lay_all(position, L15="N-SE, S-SW") == 4
    assert owner_of(position, "L15", "SE") == owner_of(position, "L15", "SW") == BLACK
    assert not position.exit(hex_number(position, "L15"), actions.EDGES.index("NW"))


@pytest.mark.rule("steam:Q24")
def test_own_track_may_join_an_end_that_cannot_be_claimed() -> None:
    for joins in (False, True):
        position = opened(join_unowned=joins)
        track(position, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
        building(position)
        act(position, "done")
        assert may_build(position, "K12", "S-SW") == joins
        assert "touches neither" in refused_build(position, "K12", "N-SW") or not joins
        if joins:
            assert "Poughkeepsie" in label_of_build(position, "K12", "S-SW")
            lay_all(position, K12="S-SW")
            assert owner_of(position, "I14", "NE") == owner_of(position, "J13", "SW") == GREEN
            assert links(position, GREEN) == [("Hartford", "Poughkeepsie")]


@pytest.mark.rule("steam:Q24")
def test_an_own_town_exit_may_join_an_end_that_cannot_be_claimed() -> None:
    position = opened(join_unowned=True)
    track(position, BLACK, I12="N-S", I14="N+S+SE", J15="NW-SE", K16="NW-SE")
    building(position)
    act(position, "done")
    track(position, GREEN, L15="NW-S")
    building(position, 1, 0, 2)
    assert "no exit" in refused_build(position, "L17", "NW")
    lay_all(position, L17="N+NW")
    assert owner_of(position, "J15", "NW") == owner_of(position, "I14", "SE") == GREEN
    assert ("New_Haven", "Poughkeepsie") in links(position, GREEN)
