"""The turn order of the base game, the last turn, the ranking."""

from __future__ import annotations

import pytest

from railhead.games.game import OVER
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.steam import state
from railhead.games.steam.match import Steam
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
def test_the_next_order_follows_the_tiles() -> None:
    pat, michelle, thomas, lynn = range(4)
    position = opened(4)
    for seat in range(4):
        have(position, seat, cash=20)
    act(position, "select:locomotive", "select:first_build", "select:urbanization")
    act(position, "select:first_move")
    assert position.actor() == michelle
    act(position, "done", "done", "urbanize:Concord:gray", "supply:1", "done", "done")
    assert position.actor() == lynn
    act(position, *["pass"] * 8)
    assert position.view(0)["order"] == [lynn, michelle, pat, thomas]


@pytest.mark.rule("steam:E20")
def test_the_example_of_the_final_score() -> None:
    position = opened()
    have(position, BLACK, points=37, income=-1)
    lines = {"I12": "N-S", "I14": "N+S", "I16": "N-S", "H11": "NE-S", "H13": "N-S"}
    track(position, BLACK, **lines, H15="N-S", H17="N-SE", J11="NW-SE", K12="NW-S", K16="N-SE")
    track(position, BLACK, L17="NW", L13="SW-N", L11="S+SE", M12="NW-NE", N09="S-NW", M08="SE+S")
    track(position, BLACK, I08="S-N", I06="S", N13="N-S")
    assert position.score_sheet()["links"][BLACK] == 10
    assert position.scores()[BLACK] == 37 - 2 + 10 == 45


@pytest.mark.rule("steam:S34")
def test_what_income_counts() -> None:
    position = opened()
    for seat, number in enumerate((5, -2, 0)):
        have(position, seat, income=number)
    assert position.score_sheet()["income"] == [2, -4, 0]
    have(position, 0, income=10)
    assert position.score_sheet()["income"][0] == 5


def at_the_end(
    income: tuple[int, int, int] = (0, 0, 0), points: tuple[int, int, int] = (0, 0, 0), **tiles: str
) -> Steam:
    """The last pass of the last turn is still to come."""
    position = opened()
    position.cells[state.TURN] = position.cells[state.LAST_TURN]
    moving(position, 0, 1, 2, goods_round=2, **tiles)
    for seat in range(3):
        have(position, seat, income=income[seat], points=points[seat], cash=20)
    act(position, "pass", "pass", "pass")
    assert position.actor() == OVER
    return position


@pytest.mark.rule("steam:S35")
@pytest.mark.rule("steam:Q22")
def test_the_tiles_of_the_last_turn_break_ties() -> None:
    position = at_the_end(s0="engineer", s1="urbanization", s2="turn_order")
    assert [position.amount(seat, state.TILE) for seat in range(3)] == [3, 7, 1]
    assert position.ranking() == [[2], [0], [1]]
    assert position.view(0)["turn"] == 10


@pytest.mark.rule("steam:X13")
def test_more_income_is_ahead_of_the_tile() -> None:
    position = at_the_end((2, 4, -1), (10, 9, 20), s0="turn_order", s1="engineer", s2="first_build")
    assert position.scores() == [11, 11, 18]
    assert position.ranking() == [[2], [1], [0]]


@pytest.mark.rule("steam:Q7")
def test_totals_below_zero() -> None:
    position = opened()
    have(position, BLACK, income=-3, points=2)
    assert position.scores()[BLACK] == -4
    position = opened(below_zero=False)
    have(position, BLACK, income=-3, points=2)
    have(position, GREEN, income=-3, points=9)
    assert position.scores() == [0, 3, 0]
    assert position.score_sheet()["not_below_zero"] == [4, 0, 0]


@pytest.mark.rule("steam:X1")
def test_the_number_of_turns() -> None:
    for seats, turns in ((3, 10), (4, 8), (5, 7)):
        assert drawn(seats).view(0)["last_turn"] == turns


@pytest.mark.parametrize("variant", ["base", "standard"])
@pytest.mark.parametrize("chosen", ["northeast", "ruhr"])
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_random_matches_end_with_every_piece_in_place(
    seats: int, chosen: str, variant: str
) -> None:
    for seed in range(2):
        position = drawn(seats, seed, map=chosen, variant=variant)
        for seat in range(seats):
            have(position, seat, cash=150)
        census = position.census()
        random_match(position, Random(seed, 2))
        assert position.actor() == OVER
        assert position.census() == census
        assert position.cells[state.TURN] <= position.cells[state.LAST_TURN]
