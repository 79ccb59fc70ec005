"""The turn order of the base game, the last turn, the ranking."""

import pytest

from games.game import OVER
from games.playout import random_match
from games.random import Random
from games.steam.state import LAST_TURN, TILE, TURN
from tests.games.positions import act
from tests.games.steam.positions import (
    BLACK,
    GREEN,
    drawn,
    have,
    moving,
    opened,
    track,
)


@pytest.mark.rule("steam:E19")
def test_the_next_order_follows_the_tiles():
    pat, michelle, thomas, lynn = range(4)
    state = opened(4)
    for seat in range(4):
        have(state, seat, cash=20)
    act(state, "select:locomotive", "select:first_build", "select:urbanization")
    act(state, "select:first_move")
    assert state.actor() == michelle
    act(state, "done", "done", "urbanize:Concord:gray", "supply:1", "done", "done")
    assert state.actor() == lynn
    act(state, *["pass"] * 8)
    assert state.view(0)["order"] == [lynn, michelle, pat, thomas]


@pytest.mark.rule("steam:E20")
def test_the_example_of_the_final_score():
    state = opened()
    have(state, BLACK, points=37, income=-1)
    lines = {"I12": "N-S", "I14": "N+S", "I16": "N-S", "H11": "NE-S", "H13": "N-S"}
    track(state, BLACK, **lines, H15="N-S", H17="N-SE", J11="NW-SE", K12="NW-S", K16="N-SE")
    track(state, BLACK, L17="NW", L13="SW-N", L11="S+SE", M12="NW-NE", N09="S-NW", M08="SE+S")
    track(state, BLACK, I08="S-N", I06="S", N13="N-S")
    assert state.score_sheet()["links"][BLACK] == 10
    assert state.scores()[BLACK] == 37 - 2 + 10 == 45


@pytest.mark.rule("steam:S34")
def test_what_income_counts():
    state = opened()
    for seat, number in enumerate((5, -2, 0)):
        have(state, seat, income=number)
    assert state.score_sheet()["income"] == [2, -4, 0]
    have(state, 0, income=10)
    assert state.score_sheet()["income"][0] == 5


def at_the_end(income=(0, 0, 0), points=(0, 0, 0), **tiles):
    """The last pass of the last turn is still to come."""
    state = opened()
    state.cells[TURN] = state.cells[LAST_TURN]
    moving(state, 0, 1, 2, goods_round=2, **tiles)
    for seat in range(3):
        have(state, seat, income=income[seat], points=points[seat], cash=20)
    act(state, "pass", "pass", "pass")
    assert state.actor() == OVER
    return state


@pytest.mark.rule("steam:S35")
@pytest.mark.rule("steam:Q22")
def test_the_tiles_of_the_last_turn_break_ties():
    state = at_the_end(s0="engineer", s1="urbanization", s2="turn_order")
    assert [state.held(seat, TILE) for seat in range(3)] == [3, 7, 1]
    assert state.ranking() == [[2], [0], [1]]
    assert state.view(0)["turn"] == 10


@pytest.mark.rule("steam:X13")
def test_more_income_is_ahead_of_the_tile():
    state = at_the_end((2, 4, -1), (10, 9, 20), s0="turn_order", s1="engineer", s2="first_build")
    assert state.scores() == [11, 11, 18]
    assert state.ranking() == [[2], [1], [0]]


@pytest.mark.rule("steam:Q7")
def test_totals_below_zero():
    state = opened()
    have(state, BLACK, income=-3, points=2)
    assert state.scores()[BLACK] == -4
    state = opened(below_zero=False)
    have(state, BLACK, income=-3, points=2)
    have(state, GREEN, income=-3, points=9)
    assert state.scores() == [0, 3, 0]
    assert state.score_sheet()["not_below_zero"] == [4, 0, 0]


@pytest.mark.rule("steam:X1")
def test_the_number_of_turns():
    for seats, turns in ((3, 10), (4, 8), (5, 7)):
        assert drawn(seats).view(0)["last_turn"] == turns


@pytest.mark.parametrize("variant", ["base", "standard"])
@pytest.mark.parametrize("chosen", ["northeast", "ruhr"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_matches_end_with_every_piece_in_place(seats, chosen, variant):
    for seed in range(2):
        state = drawn(seats, seed, map=chosen, variant=variant)
        for seat in range(seats):
            have(state, seat, cash=150)
        census = state.census()
        random_match(state, Random(seed, 2))
        assert state.actor() == OVER
        assert state.census() == census
        assert state.cells[TURN] <= state.cells[LAST_TURN]
