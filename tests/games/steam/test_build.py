"""Laying track: costs, where it may begin and go on, the worked examples of the rulebook."""

from __future__ import annotations

import pytest

from tests.games.positions import act, offered, phase, refused
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    ORANGE,
    build,
    building,
    city,
    held,
    laid,
    lay_all,
    links,
    may_build,
    opened,
    owner_of,
    refused_build,
    track,
)

FIGURE_1 = {"I12": "N-S", "I14": "N+S", "I16": "N-S"}
FIGURE_2 = {"H11": "NE-S", "H13": "N-S", "H15": "N-S", "H17": "N-SE"}


@pytest.mark.rule("steam:E5")
def test_figure_1_albany_to_new_york() -> None:
    state = building(opened(), s0="first_build")
    assert lay_all(state, I12="N-S") == 3
    assert lay_all(state, I14="N+S") == 4
    assert lay_all(state, I16="N-S") == 3
    assert links(state, BLACK) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]
    assert state.actor() == GREEN, "three tiles end the building turn"


@pytest.mark.rule("steam:E6")
def test_figure_2_a_second_line_with_the_engineer() -> None:
    state = building(opened(), 2, 1, 0, s2="engineer")
    track(state, BLACK, **FIGURE_1)
    assert lay_all(state, H11="NE-S") == 4
    assert lay_all(state, H13="N-S") == 2
    assert lay_all(state, H15="N-S") == 2
    assert lay_all(state, H17="N-SE") == 2
    assert links(state, ORANGE) == [("Albany", "New_York")]
    assert len(links(state)) == 3, "links of several owners may form a loop"


@pytest.mark.rule("steam:E7")
def test_figure_3_to_hartford_and_a_new_city() -> None:
    state = building(opened(), 1, 0, 2, s1="urbanization")
    paid = lay_all(state, J11="NW-SE", K12="NW-S", K16="N-SE")
    assert paid == 2 + 4 + 2
    act(state, "urbanize:New_Haven:gray", "supply:1")
    assert links(state, GREEN) == [("Albany", "Hartford"), ("Hartford", "New_Haven")]
    assert state.view(0)["stops"][26]["colour"] == "gray"


@pytest.mark.rule("steam:E4")
def test_a_new_city_between_two_tiles() -> None:
    state = building(opened(), s0="urbanization")
    lay_all(state, I12="N-S")
    act(state, "urbanize:Poughkeepsie:red", "supply:1")
    lay_all(state, I16="N-S")
    assert links(state, BLACK) == [("Albany", "Poughkeepsie"), ("New_York", "Poughkeepsie")]
    assert state.actor() == BLACK
    assert state.view(0)["tiles_laid"] == 2
    assert offered(state, "build"), "a third tile is left"


@pytest.mark.rule("steam:E8")
def test_no_link_back_to_its_own_city() -> None:
    state = building(opened())
    lay_all(state, L13="SW-S")
    assert "Hartford back to it" in refused_build(state, "L15", "N-NW")
    assert may_build(state, "L15", "N-S")


@pytest.mark.rule("steam:E9")
def test_closed_sides_and_places_out_of_bounds() -> None:
    state = building(opened())
    assert "N side of E06 is closed" in refused_build(state, "E06", "N-S")
    assert "SE side of D05 is closed" in refused_build(state, "D05", "SE-S")
    assert "SE side of O08 is closed" in refused_build(state, "O08", "SE-SW")
    assert "touches neither" in refused_build(state, "J09", "NE-SE")
    assert "is a city" in refused_build(state, "I10", "N-S")
    with pytest.raises(ValueError, match="hex of build"):
        state.parse("build:A01:21:0")


@pytest.mark.rule("steam:E10")
@pytest.mark.rule("steam:E11")
def test_spurs_of_a_town_are_kept_only_while_they_are_extended() -> None:
    state = building(opened())
    lay_all(state, I12="N-S")
    assert lay_all(state, I14="N+NE+SW") == 5
    assert laid(state, "I14") == "T32"
    assert links(state, BLACK) == [("Albany", "Poughkeepsie")]
    act(state, "done")
    assert [owner_of(state, "I14", edge) for edge in ("N", "NE", "SW")] == [BLACK] * 3
    building(state)
    lay_all(state, H15="NE-S")
    act(state, "done")
    assert owner_of(state, "I14", "SW") == BLACK
    assert owner_of(state, "I14", "NE") is None
    assert owner_of(state, "I14", "N") == BLACK
    assert "cannot claim" in refused_build(state, "J13", "SW-NE"), "Green has no link there"
    building(state)
    assert may_build(state, "J13", "SW-NE")
    lay_all(state, J13="SW-NE")
    assert owner_of(state, "I14", "NE") == BLACK


@pytest.mark.rule("steam:S19")
def test_an_unowned_spur_is_out_of_reach_without_a_link_in_its_town() -> None:
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
    building(state)
    act(state, "done")
    assert owner_of(state, "J13", "NE") is None
    assert state.actor() == GREEN
    assert "cannot claim" in refused_build(state, "K12", "SW-S")
    assert "may not redirect" in refused_build(state, "J13", "SW-SE")
    building(state)
    assert may_build(state, "J13", "SW-SE")


@pytest.mark.rule("steam:S13")
def test_a_town_tile_with_one_exit() -> None:
    state = opened()
    track(state, BLACK, I12="N-S")
    building(state)
    assert lay_all(state, I14="N") == 3


@pytest.mark.rule("steam:S14")
def test_a_town_on_a_hill() -> None:
    state = opened()
    track(state, BLACK, F19="S-N", F17="S-N")
    building(state)
    assert lay_all(state, F15="S+N") == 5


@pytest.mark.rule("steam:E13")
def test_a_double_tile_on_an_empty_hex() -> None:
    for tracks, tile in (("NE-NW, SE-S", "47"), ("SE-NW, NE-S", "42")):
        state = opened()
        city(state, "New_Haven", "gray")
        building(state)
        assert lay_all(state, L15=tracks) == 5
        assert laid(state, "L15") == tile
        assert owner_of(state, "L15", "S") == owner_of(state, "L15", "NW") == BLACK


@pytest.mark.rule("steam:S41")
def test_a_town_tile_completes_the_link_of_another_player() -> None:
    state = opened()
    track(state, BLACK, I12="N-S")
    building(state, 1, 0, 2)
    lay_all(state, I16="N-S")
    assert lay_all(state, I14="N+S") == 4
    assert links(state, BLACK) == [("Albany", "Poughkeepsie")]
    assert links(state, GREEN) == [("New_York", "Poughkeepsie")]


@pytest.mark.rule("steam:S42")
def test_no_track_joins_the_ends_of_two_players() -> None:
    state = opened()
    track(state, BLACK, H11="NE-S")
    track(state, GREEN, H17="N-SE", H15="N-S")
    building(state)
    assert "open end of seat 1" in refused_build(state, "H13", "N-S")
    building(state, 1, 0, 2)
    assert "open end of seat 0" in refused_build(state, "H13", "N-S")


@pytest.mark.rule("steam:X18")
def test_town_tiles_belong_on_towns() -> None:
    state = opened()
    track(state, BLACK, I12="N-S")
    building(state)
    assert "town tiles only" in refused_build(state, "I14", "N-S")
    assert "no town tile" in refused_build(state, "I16", "N+S")


@pytest.mark.rule("steam:X4")
def test_the_engineer_lays_a_fourth_tile_and_no_fifth() -> None:
    state = building(opened(), s0="engineer")
    lay_all(state, **FIGURE_2)
    assert state.actor() == GREEN
    lay_all(state, I12="N-S", I14="N+S", I16="N-S")
    assert state.actor() == ORANGE


@pytest.mark.rule("steam:X3")
def test_first_build_goes_first() -> None:
    state = building(opened(), 0, 1, 2, s2="first_build")
    assert state.actor() == ORANGE
    act(state, "done")
    assert state.actor() == BLACK
    act(state, "done")
    assert state.actor() == GREEN
    act(state, "done")
    assert phase(state) == "goods"


@pytest.mark.rule("steam:Q12")
def test_nothing_beyond_the_means() -> None:
    state = opened(variant="standard")
    building(state)
    state.give(0, 0, 2)
    assert "costs $3, you can pay $2" in refused_build(state, "I12", "N-S")
    assert may_build(state, "J11", "NW-SE")
    base = building(opened())
    base.give(0, 0, 0)
    base.give(0, 1, -10)
    assert "you can raise $0" in refused_build(base, "I12", "N-S")
    assert offered(base) == ["done"]
    base.give(0, 1, -9)
    assert lay_all(base, I12="N-S") == -2
    assert held(base, 0, "cash", "income") == (2, -10)


def test_why_a_build_is_refused() -> None:
    state = building(opened())
    assert "lies the same with turn 0" in refused(state, "build:I12:21:3")
    lay_all(state, I12="N-S")
    assert "has this tile already" in refused_build(state, "I12", "N-S")
    assert build(state, "I12", "N-S") == "build:I12:21:0"
    assert refused(state, "improve") == ("now is the time for build or done, not for improve")
