"""The end of a turn, canteens, the last round, the ranking."""

import pytest

from games.game import OVER
from games.montana.state import OWNER, REACH
from games.playout import random_match
from games.random import Random
from tests.games.montana.positions import (
    bare,
    drain,
    game,
    have,
    held,
    options,
    place,
)
from tests.games.positions import act, offered, phase

PAY = {"pumpkin": 1, "copper_small": 1}


def last_settlement(seat):
    """Three players; `seat` is about to place the last settlement in the first round."""
    state = bare(3)
    drain(state)
    for _ in range(seat):
        act(state, "hire", "spin:1")
    have(state, seat, settlements=1, **PAY)
    state.apply(seat, state.parse("build:-1,0"))
    return state


@pytest.mark.rule("montana:38")
def test_the_round_of_the_last_settlement_is_completed():
    state = last_settlement(1)
    assert state.view(0)["last_round"] is True
    assert state.actor() == 2
    act(state, "hire", "spin:1")
    assert state.actor() == OVER


@pytest.mark.rule("montana:38")
def test_the_last_seat_ends_the_match_at_once():
    assert last_settlement(2).actor() == OVER


@pytest.mark.rule("montana:38")
def test_a_canteen_in_the_last_turn():
    state = bare(3)
    drain(state)
    act(state, "hire", "spin:1", "hire", "spin:1")
    have(state, 2, settlements=1, canteens=1, **PAY)
    state.apply(2, state.parse("build:-1,0"))
    assert phase(state) == "canteen"
    state.apply(2, state.parse("canteen:yes"))
    state.apply(2, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    assert state.actor() == OVER
    assert held(state, 2, "canteens") == 0


def test_the_start_player_is_not_always_seat_0():
    setup = game().draw_setup(3, options(setup="first_game"), Random(1)) | {"start_seat": 1}
    state = game().start(setup)
    act(state, *["spin:3"] * 6)
    drain(state)
    for seat in range(3):
        have(state, seat, cattle=0, grain=0)
    assert state.actor() == 1
    act(state, "hire", "spin:1")
    have(state, 2, settlements=1, grain=0, **PAY)
    state.apply(2, state.parse("build:-1,0"))
    assert state.actor() == 0, "the player to the right of the start player has the last turn"
    act(state, "hire", "spin:1")
    assert state.actor() == OVER


@pytest.mark.rule("montana:39")
def test_ties_by_cattle_and_canteens_then_by_everything():
    state = bare()
    have(state, 0, settlements=2, cattle=2, canteens=1, coins=4, stone_worker=3, grain=2)
    have(state, 1, settlements=2, cattle=3, coins=5, grain_worker=2, copper_large=1)
    assert state.score_sheet() == {
        "settlements": [10, 10],
        "cattle_and_canteens": [3, 3],
        "coins_workers_and_goods": [9, 8],
    }
    assert state.ranking() == [[0], [1]]
    have(state, 1, coins=6)
    assert state.ranking() == [[0, 1]]
    have(state, 1, cattle=4)
    assert state.ranking() == [[1], [0]]
    have(state, 0, settlements=1)
    assert state.ranking() == [[0], [1]]
    assert state.scores() == [11, 10]


@pytest.mark.rule("montana:39")
def test_a_used_canteen_does_not_count():
    state = bare()
    have(state, 0, canteens=1)
    state.apply(0, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    assert state.score_sheet()["cattle_and_canteens"] == [1, 0]
    state.apply(0, state.parse("canteen:yes"))
    assert state.score_sheet()["cattle_and_canteens"] == [0, 0]


def test_workers_at_work_do_not_count():
    state = bare()
    have(state, 0, stone_worker=2)
    act(state, "bank:1:stone")
    assert state.score_sheet()["coins_workers_and_goods"][0] == 5 + 1


def test_a_canteen_gives_another_turn():
    state = bare()
    have(state, 0, canteens=2)
    for left in (1, 0):
        state.apply(0, state.parse("hire"))
        state.apply(-1, state.parse("spin:1"))
        assert offered(state) == ["canteen:no", "canteen:yes"]
        state.apply(0, state.parse("canteen:yes"))
        assert state.actor() == 0
        assert phase(state) == "main_action"
        assert held(state, 0, "canteens") == left
    state.apply(0, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    assert state.actor() == 1
    assert state.view(0)["supply"]["used_canteens"] == 2


def test_a_canteen_may_be_kept():
    state = bare()
    have(state, 0, canteens=1)
    state.apply(0, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    state.apply(0, state.parse("canteen:no"))
    assert state.actor() == 1
    assert held(state, 0, "canteens") == 1


@pytest.mark.parametrize("limit", [1, 7])
def test_the_round_limit(limit):
    state = bare(2, round_limit=limit)
    for turn in range(2 * limit):
        assert state.view(0)["round"] == turn // 2 + 1
        act(state, "hire", "spin:1")
        if phase(state) == "return_workers":
            act(state, "discard:stone", "discard:stone")
    assert state.actor() == OVER
    assert state.view(0)["phase"] == "over"
    assert state.legal_actions(0) == []


def test_when_nobody_can_ever_build_again():
    state = bare()
    have(state, 0, **PAY)
    for index in range(int(state.components.hex_count)):
        name = state.components.hex_names[index]
        if name != "-1,0":
            at = place(state, name)
            state.cells[at + REACH] = 0
            state.cells[at + OWNER] = 2
    state.apply(0, state.parse("build:-1,0"))
    assert state.view(0)["last_round"] is True
    state.apply(1, state.parse("hire"))
    state.apply(-1, state.parse("spin:1"))
    assert state.actor() == OVER


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_only", [False, True])
def test_random_matches_end_within_the_cap(seats, own_only):
    bound = game()
    for seed in range(4):
        given = options(own_only=own_only, round_limit=25)
        state = bound.start(bound.draw_setup(seats, given, Random(seed)))
        before = state.census()
        taken = random_match(state, Random(seed, 1))
        assert state.actor() == OVER
        assert 0 < taken < bound.ruleset.ply_cap
        assert state.census() == before
        assert state.view(0)["round"] <= 25


def test_a_playout_can_be_cut_short():
    state = bare()
    assert random_match(state, Random(5), 10) == 10
    assert state.actor() != OVER
