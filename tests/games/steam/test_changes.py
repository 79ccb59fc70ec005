"""Redirecting, improving, incomplete and unowned links, and the stock of tiles."""

import itertools

import pytest

from games.steam.actions import SHAPES
from games.steam.rules.build import short_shapes
from games.steam.state import USED
from tests.games.positions import act
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    building,
    city,
    laid,
    lay_all,
    links,
    may_build,
    opened,
    owner_of,
    refused_build,
    track,
)
from tests.games.steam.reference import assignable


@pytest.mark.rule("steam:E12")
@pytest.mark.rule("steam:X19")
def test_improving_a_tile_across_the_way():
    state = opened()
    city(state, "Springfield", "red")
    city(state, "Concord", "blue")
    building(state)
    assert lay_all(state, M10="SE-SW") == 3
    track(state, GREEN, L13="SW-NE", M12="SW-N")
    building(state, 1, 0, 2)
    assert lay_all(state, M10="SE-SW, N-S") == 4
    assert laid(state, "M10") == "42"
    assert links(state, GREEN) == [("Concord", "Hartford")]
    assert owner_of(state, "M10", "SE") == BLACK


@pytest.mark.rule("steam:X19")
def test_a_blocked_end_may_be_redirected():
    state = opened()
    track(state, GREEN, L13="SW-NE", M12="SW-N")
    track(state, BLACK, M10="SE-NW")
    building(state, 1, 0, 2)
    assert may_build(state, "M12", "SW-NE")
    assert lay_all(state, M12="SW-NE") == 2
    assert links(state, GREEN) == [("Boston", "Hartford")]


@pytest.mark.rule("steam:S10")
def test_a_redirect_that_completes_keeps_or_claims():
    for owner in (BLACK, GREEN):
        state = opened()
        track(state, owner, H17="SE-NW")
        building(state, 1, 0, 2)
        if owner == BLACK:
            assert "may not redirect" in refused_build(state, "H17", "SE-N")
            building(state, 0, 1, 2)
            act(state, "done")
            assert owner_of(state, "H17", "SE") is None
        track(state, GREEN, H11="NE-S", H13="N-S")
        lay_all(state, H15="N-S")
        assert owner_of(state, "H17", "SE") == (GREEN if owner == GREEN else None)
        lay_all(state, H17="SE-N")
        assert links(state, GREEN) == [("Albany", "New_York")]
        assert owner_of(state, "H17", "SE") == GREEN


@pytest.mark.rule("steam:S10")
def test_a_redirect_alone_neither_keeps_nor_claims():
    state = opened()
    track(state, BLACK, H17="SE-NW")
    building(state)
    lay_all(state, H17="SE-N")
    assert owner_of(state, "H17", "SE") == BLACK
    act(state, "done")
    assert owner_of(state, "H17", "SE") is None
    lay_all(state, H17="SE-NW")
    assert owner_of(state, "H17", "SE") is None
    act(state, "done")


@pytest.mark.rule("steam:S11")
def test_redirected_and_extended_in_one_turn():
    state = opened()
    track(state, BLACK, H17="SE-NW")
    building(state)
    lay_all(state, H17="SE-N", H15="S-N")
    act(state, "done")
    assert owner_of(state, "H17", "SE") == owner_of(state, "H15", "N") == BLACK


def test_extended_and_then_redirected_in_one_turn():
    state = opened()
    track(state, BLACK, H17="SE-N")
    building(state)
    lay_all(state, H15="S-N")
    lay_all(state, H15="S-NW")
    act(state, "done")
    assert owner_of(state, "H15", "NW") == BLACK


def test_only_the_last_tile_of_an_incomplete_link_turns():
    state = opened()
    track(state, BLACK, H17="SE-N", H15="S-N", I12="N-S", I14="N+S", I16="N-S")
    building(state)
    assert "only the open end" in refused_build(state, "H17", "SE-NW")
    assert "only the open end" in refused_build(state, "I16", "S-SE")
    assert "come in where it did" in refused_build(state, "H15", "N-NW")
    assert "takes away track" in refused_build(state, "I14", "N+SE")
    assert may_build(state, "H15", "S-NE")


@pytest.mark.rule("steam:Q23")
def test_redirecting_one_track_of_a_double_tile():
    state = opened()
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    track(state, GREEN, L15="NW-SE, S-NE")
    building(state, 1, 0, 2)
    assert lay_all(state, L15="NW-SE, N-S") == 4
    assert owner_of(state, "L15", "S") == GREEN
    assert owner_of(state, "L15", "NW") == BLACK
    assert "may not redirect" in refused_build(state, "L15", "NW-SW, N-S")


@pytest.mark.rule("steam:Q17")
def test_turning_one_track_and_adding_another_is_two_operations():
    state = opened()
    city(state, "New_Haven", "gray")
    track(state, BLACK, L15="NW-SE")
    building(state)
    assert "takes away track" in refused_build(state, "L15", "NW-SW, S-NE")
    lay_all(state, L15="NW-SW")
    lay_all(state, L15="NW-SW, S-NE")
    assert state.view(0)["tiles_laid"] == 2


@pytest.mark.rule("steam:Q18")
def test_two_operations_on_one_hex():
    state = opened()
    city(state, "New_Haven", "gray")
    building(state)
    assert lay_all(state, L15="NW-SE") == 3
    assert lay_all(state, L15="NW-SE, S-NE") == 4
    assert state.view(0)["tiles_laid"] == 2
    other = opened(same_hex=False)
    city(other, "New_Haven", "gray")
    building(other)
    lay_all(other, L15="NW-SE")
    assert "built on in this turn" in refused_build(other, "L15", "NW-SE, S-NE")
    act(other, "done", "done", "done")
    assert may_build(building(other), "L15", "NW-SE, S-NE")


@pytest.mark.rule("steam:Q14")
def test_a_branch_at_the_start_is_no_extension():
    for keeps in (False, True):
        state = opened(branch_keeps=keeps)
        track(state, BLACK, I12="N-S")
        building(state)
        lay_all(state, H11="NE-S")
        act(state, "done")
        assert owner_of(state, "I12", "N") == (BLACK if keeps else None)
        assert owner_of(state, "H11", "S") == BLACK


@pytest.mark.rule("steam:Q14")
def test_a_branch_at_a_town_can_keep_by_option():
    for keeps in (False, True):
        state = opened(branch_keeps=keeps)
        track(state, BLACK, I12="N-S", I14="N+S")
        building(state)
        lay_all(state, I14="N+S+NE")
        act(state, "done")
        assert owner_of(state, "I14", "S") == (BLACK if keeps else None)
        assert owner_of(state, "I14", "NE") == BLACK


@pytest.mark.rule("steam:S22")
def test_improving_another_players_town():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N")
    track(state, GREEN, I16="S-N")
    building(state, 1, 0, 2)
    assert lay_all(state, I14="N+S") == 3
    assert owner_of(state, "I14", "N") == BLACK
    assert owner_of(state, "I14", "S") == GREEN
    assert len(links(state)) == 2


def test_a_town_tile_may_not_be_improved_without_a_link_of_ones_own():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N")
    building(state, 1, 0, 2)
    assert "no exit" in refused_build(state, "I14", "N+S")


@pytest.mark.rule("steam:Q16")
def test_improving_complete_links_without_owner():
    for allowed in (True, False):
        state = opened(improve_unowned=allowed)
        city(state, "New_Haven", "gray")
        city(state, "Springfield", "gray")
        track(state, -1, L13="N-S", L15="N-S")
        building(state)
        assert may_build(state, "L13", "N-S, SW-SE") == allowed
        if allowed:
            lay_all(state, L13="N-S, SW-SE")
            assert owner_of(state, "L13", "N") is None
            assert owner_of(state, "L13", "SW") == BLACK
        else:
            assert "protected" in refused_build(state, "L13", "N-S, SW-SE")


@pytest.mark.rule("steam:Q24")
def test_track_against_an_end_that_cannot_be_claimed():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
    building(state)
    act(state, "done")
    assert "cannot claim" in refused_build(state, "K12", "S-SW")


@pytest.mark.rule("steam:Q24")
def test_a_town_exit_against_an_end_that_cannot_be_claimed():
    state = opened()
    track(state, BLACK, I12="N-S", I14="N+S+SE", J15="NW-SE", K16="NW-SE")
    building(state)
    act(state, "done")
    assert owner_of(state, "K16", "SE") is None
    track(state, GREEN, L15="NW-S")
    building(state, 1, 0, 2)
    assert "cannot claim" in refused_build(state, "L17", "N+NW")
    assert may_build(state, "L17", "N")


@pytest.mark.rule("steam:S23")
def test_tiles_out_of_stock():
    for shapes, limit, tracks in (
        (("T11",), 4, "N"),
        (("23", "T23"), 8, "N+NE"),
        (("T21", "T22"), 10, "N+S"),
    ):
        state = opened()
        track(state, BLACK, I12="N-S")
        for number in range(limit):
            state.cells[USED + SHAPES.index(shapes[number % len(shapes)])] += 1
        building(state)
        assert "is left" in refused_build(state, "I14", tracks)
        state.cells[USED + SHAPES.index(shapes[0])] -= 1
        assert may_build(state, "I14", tracks)


def test_a_tile_that_goes_back_can_be_laid_again():
    state = opened()
    track(state, BLACK, H17="SE-N")
    state.cells[USED + SHAPES.index("21")] = 85
    building(state)
    assert "is left" in refused_build(state, "I12", "N-S")
    assert may_build(state, "H17", "SE-NW")


@pytest.mark.rule("steam:X20")
def test_the_ring_of_double_tiles():
    state = opened()
    ring = [SHAPES.index(name) for name in ("44", "45", "46", "47")]
    pools = [
        ([ring.index(side) for side in sides], number)
        for sides, number in state.components.tiles.pools
        if sides[0] in ring
    ]
    assert len(pools) == 4
    for shown in itertools.product(range(5), repeat=4):
        if not assignable(pools, list(shown)):
            continue
        for shape, number in zip(ring, shown, strict=True):
            state.cells[USED + shape] = number
        short = int(short_shapes(state, -1))
        for index, shape in enumerate(ring):
            more = [number + (place == index) for place, number in enumerate(shown)]
            assert bool(short >> shape & 1) != assignable(pools, more), (shown, shape)


def test_the_stock_follows_what_lies_on_the_map():
    state = building(opened())
    lay_all(state, I12="N-S", I14="N+S")
    assert int(state.cells[USED + SHAPES.index("T21")]) == 1
    lay_all(state, I14="N+S+NE")
    assert int(state.cells[USED + SHAPES.index("T21")]) == 0
    assert int(state.cells[USED + SHAPES.index("T33")]) == 1
