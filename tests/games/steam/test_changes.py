"""Redirecting, improving, incomplete and unowned links, and the stock of tiles."""

from __future__ import annotations

import itertools

import pytest

from railhead.games.steam import actions, state
from railhead.games.steam.rules.build import short_shapes
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
def test_improving_a_tile_across_the_way() -> None:
    position = opened()
    city(position, "Springfield", "red")
    city(position, "Concord", "blue")
    building(position)
    assert lay_all(position, M10="SE-SW") == 3
    track(position, GREEN, L13="SW-NE", M12="SW-N")
    building(position, 1, 0, 2)
    assert lay_all(position, M10="SE-SW, N-S") == 4
    assert laid(position, "M10") == "42"
    assert links(position, GREEN) == [("Concord", "Hartford")]
    assert owner_of(position, "M10", "SE") == BLACK


@pytest.mark.rule("steam:X19")
def test_a_blocked_end_may_be_redirected() -> None:
    position = opened()
    track(position, GREEN, L13="SW-NE", M12="SW-N")
    track(position, BLACK, M10="SE-NW")
    building(position, 1, 0, 2)
    assert may_build(position, "M12", "SW-NE")
    assert lay_all(position, M12="SW-NE") == 2
    assert links(position, GREEN) == [("Boston", "Hartford")]


@pytest.mark.rule("steam:S10")
def test_a_redirect_that_completes_keeps_or_claims() -> None:
    for owner in (BLACK, GREEN):
        position = opened()
        track(position, owner, H17="SE-NW")
        building(position, 1, 0, 2)
        if owner == BLACK:
            assert "may not redirect" in refused_build(position, "H17", "SE-N")
            building(position, 0, 1, 2)
            act(position, "done")
            assert owner_of(position, "H17", "SE") is None
        track(position, GREEN, H11="NE-S", H13="N-S")
        lay_all(position, H15="N-S")
        assert owner_of(position, "H17", "SE") == (GREEN if owner == GREEN else None)
        lay_all(position, H17="SE-N")
        assert links(position, GREEN) == [("Albany", "New_York")]
        assert owner_of(position, "H17", "SE") == GREEN


@pytest.mark.rule("steam:S10")
def test_a_redirect_alone_neither_keeps_nor_claims() -> None:
    position = opened()
    track(position, BLACK, H17="SE-NW")
    building(position)
    lay_all(position, H17="SE-N")
    assert owner_of(position, "H17", "SE") == BLACK
    act(position, "done")
    assert owner_of(position, "H17", "SE") is None
    lay_all(position, H17="SE-NW")
    assert owner_of(position, "H17", "SE") is None
    act(position, "done")


@pytest.mark.rule("steam:S11")
def test_redirected_and_extended_in_one_turn() -> None:
    position = opened()
    track(position, BLACK, H17="SE-NW")
    building(position)
    lay_all(position, H17="SE-N", H15="S-N")
    act(position, "done")
    assert owner_of(position, "H17", "SE") == owner_of(position, "H15", "N") == BLACK


def test_extended_and_then_redirected_in_one_turn() -> None:
    position = opened()
    track(position, BLACK, H17="SE-N")
    building(position)
    lay_all(position, H15="S-N")
    lay_all(position, H15="S-NW")
    act(position, "done")
    assert owner_of(position, "H15", "NW") == BLACK


def test_only_the_last_tile_of_an_incomplete_link_turns() -> None:
    position = opened()
    track(position, BLACK, H17="SE-N", H15="S-N", I12="N-S", I14="N+S", I16="N-S")
    building(position)
    assert "only the open end" in refused_build(position, "H17", "SE-NW")
    assert "only the open end" in refused_build(position, "I16", "S-SE")
    assert "come in where it did" in refused_build(position, "H15", "N-NW")
    assert "takes away track" in refused_build(position, "I14", "N+SE")
    assert may_build(position, "H15", "S-NE")


@pytest.mark.rule("steam:Q23")
def test_redirecting_one_track_of_a_double_tile() -> None:
    position = opened()
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    track(position, GREEN, L15="NW-SE, S-NE")
    building(position, 1, 0, 2)
    assert lay_all(position, L15="NW-SE, N-S") == 4
    assert owner_of(position, "L15", "S") == GREEN
    assert owner_of(position, "L15", "NW") == BLACK
    assert "may not redirect" in refused_build(position, "L15", "NW-SW, N-S")


@pytest.mark.rule("steam:Q17")
def test_turning_one_track_and_adding_another_is_two_operations() -> None:
    position = opened()
    city(position, "New_Haven", "gray")
    track(position, BLACK, L15="NW-SE")
    building(position)
    assert "takes away track" in refused_build(position, "L15", "NW-SW, S-NE")
    lay_all(position, L15="NW-SW")
    lay_all(position, L15="NW-SW, S-NE")
    assert position.view(0)["tiles_laid"] == 2


@pytest.mark.rule("steam:Q18")
def test_two_operations_on_one_hex() -> None:
    position = opened()
    city(position, "New_Haven", "gray")
    building(position)
    assert lay_all(position, L15="NW-SE") == 3
    assert lay_all(position, L15="NW-SE, S-NE") == 4
    assert position.view(0)["tiles_laid"] == 2
    other = opened(same_hex=False)
    city(other, "New_Haven", "gray")
    building(other)
    lay_all(other, L15="NW-SE")
    assert "built on in this turn" in refused_build(other, "L15", "NW-SE, S-NE")
    act(other, "done", "done", "done")
    assert may_build(building(other), "L15", "NW-SE, S-NE")


@pytest.mark.rule("steam:Q14")
def test_a_branch_at_the_start_is_no_extension() -> None:
    for keeps in (False, True):
        position = opened(branch_keeps=keeps)
        track(position, BLACK, I12="N-S")
        building(position)
        lay_all(position, H11="NE-S")
        act(position, "done")
        assert owner_of(position, "I12", "N") == (BLACK if keeps else None)
        assert owner_of(position, "H11", "S") == BLACK


@pytest.mark.rule("steam:Q14")
def test_a_branch_at_a_town_can_keep_by_option() -> None:
    for keeps in (False, True):
        position = opened(branch_keeps=keeps)
        track(position, BLACK, I12="N-S", I14="N+S")
        building(position)
        lay_all(position, I14="N+S+NE")
        act(position, "done")
        assert owner_of(position, "I14", "S") == (BLACK if keeps else None)
        assert owner_of(position, "I14", "NE") == BLACK


@pytest.mark.rule("steam:S22")
def test_improving_another_players_town() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N")
    track(position, GREEN, I16="S-N")
    building(position, 1, 0, 2)
    assert lay_all(position, I14="N+S") == 3
    assert owner_of(position, "I14", "N") == BLACK
    assert owner_of(position, "I14", "S") == GREEN
    assert len(links(position)) == 2


def test_a_town_tile_may_not_be_improved_without_a_link_of_ones_own() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N")
    building(position, 1, 0, 2)
    assert "no exit" in refused_build(position, "I14", "N+S")


@pytest.mark.rule("steam:Q16")
def test_improving_complete_links_without_owner() -> None:
    for allowed in (True, False):
        position = opened(improve_unowned=allowed)
        city(position, "New_Haven", "gray")
        city(position, "Springfield", "gray")
        track(position, -1, L13="N-S", L15="N-S")
        building(position)
        assert may_build(position, "L13", "N-S, SW-SE") == allowed
        if allowed:
            lay_all(position, L13="N-S, SW-SE")
            assert owner_of(position, "L13", "N") is None
            assert owner_of(position, "L13", "SW") == BLACK
        else:
            assert "protected" in refused_build(position, "L13", "N-S, SW-SE")


@pytest.mark.rule("steam:Q24")
def test_track_against_an_end_that_cannot_be_claimed() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+NE", J13="SW-NE")
    building(position)
    act(position, "done")
    assert "cannot claim" in refused_build(position, "K12", "S-SW")


@pytest.mark.rule("steam:Q24")
def test_a_town_exit_against_an_end_that_cannot_be_claimed() -> None:
    position = opened()
    track(position, BLACK, I12="N-S", I14="N+S+SE", J15="NW-SE", K16="NW-SE")
    building(position)
    act(position, "done")
    assert owner_of(position, "K16", "SE") is None
    track(position, GREEN, L15="NW-S")
    building(position, 1, 0, 2)
    assert "cannot claim" in refused_build(position, "L17", "N+NW")
    assert may_build(position, "L17", "N")


@pytest.mark.rule("steam:S23")
def test_tiles_out_of_stock() -> None:
    for shapes, limit, tracks in (
        (("T11",), 4, "N"),
        (("23", "T23"), 8, "N+NE"),
        (("T21", "T22"), 10, "N+S"),
    ):
        position = opened()
        track(position, BLACK, I12="N-S")
        for number in range(limit):
            position.cells[state.USED + actions.SHAPES.index(shapes[number % len(shapes)])] += 1
        building(position)
        assert "is left" in refused_build(position, "I14", tracks)
        position.cells[state.USED + actions.SHAPES.index(shapes[0])] -= 1
        assert may_build(position, "I14", tracks)


def test_a_tile_that_goes_back_can_be_laid_again() -> None:
    position = opened()
    track(position, BLACK, H17="SE-N")
    position.cells[state.USED + actions.SHAPES.index("21")] = 85
    building(position)
    assert "is left" in refused_build(position, "I12", "N-S")
    assert may_build(position, "H17", "SE-NW")


@pytest.mark.rule("steam:X20")
def test_the_ring_of_double_tiles() -> None:
    position = opened()
    ring = [actions.SHAPES.index(name) for name in ("44", "45", "46", "47")]
    pools = [
        ([ring.index(side) for side in sides], number)
        for sides, number in position.components.tiles.pools
        if sides[0] in ring
    ]
    assert len(pools) == 4
    for shown in itertools.product(range(5), repeat=4):
        if not assignable(pools, list(shown)):
            continue
        for shape, number in zip(ring, shown, strict=True):
            position.cells[state.USED + shape] = number
        short = int(short_shapes(position, -1))
        for index, shape in enumerate(ring):
            more = [number + (place == index) for place, number in enumerate(shown)]
            assert bool(short >> shape & 1) != assignable(pools, more), (shown, shape)


def test_the_stock_follows_what_lies_on_the_map() -> None:
    position = building(opened())
    lay_all(position, I12="N-S", I14="N+S")
    assert int(position.cells[state.USED + actions.SHAPES.index("T21")]) == 1
    lay_all(position, I14="N+S+NE")
    assert int(position.cells[state.USED + actions.SHAPES.index("T21")]) == 0
    assert int(position.cells[state.USED + actions.SHAPES.index("T33")]) == 1
