"""The end of a turn, canteens, the last round, the ranking."""

from __future__ import annotations

import pytest

from railhead.games.game import OVER
from railhead.games.montana import RULESET, state
from railhead.games.montana.match import Montana
from railhead.games.montana.rules.turns import STANDSTILL
from railhead.games.options import IntegerOption
from railhead.games.playout import random_match
from railhead.games.random import Random
from tests.games.montana.positions import (
    bare,
    drain,
    game,
    have,
    held,
    options,
    place,
    started,
)
from tests.games.positions import act, offered, phase

PAY = {"pumpkin": 1, "copper_small": 1}


def last_settlement(seat: int) -> Montana:
    """Three players; `seat` is about to place the last settlement in the first round."""
    position = bare(3)
    drain(position)
    for _ in range(seat):
        act(position, "hire", "spin:1")
    have(position, seat, settlements=1, **PAY)
    position.apply(seat, position.parse("build:-1,0"))
    return position


@pytest.mark.rule("montana:38")
def test_the_round_of_the_last_settlement_is_completed() -> None:
    position = last_settlement(1)
    assert position.view(0)["last_round"] is True
    assert position.actor() == 2
    act(position, "hire", "spin:1")
    assert position.actor() == OVER


@pytest.mark.rule("montana:38")
def test_the_last_seat_ends_the_match_at_once() -> None:
    assert last_settlement(2).actor() == OVER


@pytest.mark.rule("montana:38")
def test_a_canteen_in_the_last_turn() -> None:
    position = bare(3)
    drain(position)
    act(position, "hire", "spin:1", "hire", "spin:1")
    have(position, 2, settlements=1, canteens=1, **PAY)
    position.apply(2, position.parse("build:-1,0"))
    assert phase(position) == "canteen"
    position.apply(2, position.parse("canteen:yes"))
    position.apply(2, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    assert position.actor() == OVER
    assert held(position, 2, "canteens") == 0


def test_the_start_player_is_not_always_seat_0() -> None:
    setup = game().draw_setup(3, options(setup="first_game"), Random(1)) | {"start_seat": 1}
    position = started(setup)
    act(position, *["spin:3"] * 6)
    drain(position)
    for seat in range(3):
        have(position, seat, cattle=0, grain=0)
    assert position.actor() == 1
    act(position, "hire", "spin:1")
    have(position, 2, settlements=1, grain=0, **PAY)
    position.apply(2, position.parse("build:-1,0"))
    assert position.actor() == 0, "the player to the right of the start player has the last turn"
    act(position, "hire", "spin:1")
    assert position.actor() == OVER


@pytest.mark.rule("montana:39")
def test_ties_by_cattle_and_canteens_then_by_everything() -> None:
    position = bare()
    have(position, 0, settlements=2, cattle=2, canteens=1, coins=4, stone_worker=3, grain=2)
    have(position, 1, settlements=2, cattle=3, coins=5, grain_worker=2, copper_large=1)
    assert position.score_sheet() == {
        "settlements": [10, 10],
        "cattle_and_canteens": [3, 3],
        "coins_workers_and_goods": [9, 8],
    }
    assert position.ranking() == [[0], [1]]
    have(position, 1, coins=6)
    assert position.ranking() == [[0, 1]]
    have(position, 1, cattle=4)
    assert position.ranking() == [[1], [0]]
    have(position, 0, settlements=1)
    assert position.ranking() == [[0], [1]]
    assert position.scores() == [11, 10]


@pytest.mark.rule("montana:39")
def test_a_used_canteen_does_not_count() -> None:
    position = bare()
    have(position, 0, canteens=1)
    position.apply(0, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    assert position.score_sheet()["cattle_and_canteens"] == [1, 0]
    position.apply(0, position.parse("canteen:yes"))
    assert position.score_sheet()["cattle_and_canteens"] == [0, 0]


def test_workers_at_work_do_not_count() -> None:
    position = bare()
    have(position, 0, stone_worker=2)
    act(position, "bank:1:stone")
    assert position.score_sheet()["coins_workers_and_goods"][0] == 5 + 1


def test_a_canteen_gives_another_turn() -> None:
    position = bare()
    have(position, 0, canteens=2)
    for left in (1, 0):
        position.apply(0, position.parse("hire"))
        position.apply(-1, position.parse("spin:1"))
        assert offered(position) == ["canteen:no", "canteen:yes"]
        position.apply(0, position.parse("canteen:yes"))
        assert position.actor() == 0
        assert phase(position) == "main_action"
        assert held(position, 0, "canteens") == left
    position.apply(0, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    assert position.actor() == 1
    assert position.view(0)["supply"]["used_canteens"] == 2


def test_a_canteen_may_be_kept() -> None:
    position = bare()
    have(position, 0, canteens=1)
    position.apply(0, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    position.apply(0, position.parse("canteen:no"))
    assert position.actor() == 1
    assert held(position, 0, "canteens") == 1


def hire(position: Montana) -> None:
    """A turn that builds nothing."""
    act(position, "hire", "spin:1")
    if phase(position) == "return_workers":
        act(position, "discard:stone", "discard:stone")


def pass_a_round(position: Montana) -> None:
    """Two players hire."""
    hire(position)
    hire(position)


@pytest.mark.rule("montana:44")
@pytest.mark.parametrize(("limit", "last"), [(1, 1), (7, 7), (0, STANDSTILL)])
def test_the_round_limit(limit: int, last: int) -> None:
    position = bare(2, round_limit=limit)
    assert position.view(0)["round_limit"] == (limit or None)
    for number in range(1, last + 1):
        assert position.view(0)["round"] == number
        pass_a_round(position)
    assert position.actor() == OVER
    assert position.view(0)["phase"] == "over"
    assert position.legal_actions(0) == []


@pytest.mark.rule("montana:44")
def test_without_a_limit_building_puts_the_end_off() -> None:
    position = bare(2, round_limit=0)
    drain(position)
    for _ in range(4):
        pass_a_round(position)
    have(position, 0, **PAY)
    assert position.view(0)["last_built_round"] is None
    act(position, "build:-1,0")
    hire(position)
    assert position.view(0)["last_built_round"] == 5
    for _ in range(STANDSTILL):
        assert position.actor() == 0
        pass_a_round(position)
    assert position.actor() == OVER
    assert position.view(0)["round"] == 5 + STANDSTILL


@pytest.mark.rule("montana:44")
def test_without_a_limit_no_round_is_the_last_by_its_number() -> None:
    position = bare(2, round_limit=0)
    position.cells[state.ROUND], position.cells[state.LAST_BUILT] = 400, 390
    pass_a_round(position)
    assert position.view(0)["round"] == 401


def test_the_cap_of_plies_is_beyond_every_match() -> None:
    components = game().components
    longest = max(
        seats * (seats * row.settlements + 1) * STANDSTILL
        for seats, row in enumerate(components.seats, start=2)
    )
    limits = [option for option in RULESET.options if isinstance(option, IntegerOption)]
    assert longest > RULESET.max_seats * limits[0].high
    assert 180 * (longest + components.canteens) < RULESET.ply_cap


def test_when_nobody_can_ever_build_again() -> None:
    position = bare()
    have(position, 0, **PAY)
    for index in range(int(position.components.hex_count)):
        name = position.components.hex_names[index]
        if name != "-1,0":
            at = place(position, name)
            position.cells[at + state.REACH] = 0
            position.cells[at + state.OWNER] = 2
    position.apply(0, position.parse("build:-1,0"))
    assert position.view(0)["last_round"] is True
    position.apply(1, position.parse("hire"))
    position.apply(-1, position.parse("spin:1"))
    assert position.actor() == OVER


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("own_only", [False, True])
def test_random_matches_end_within_the_cap(seats: int, own_only: bool) -> None:
    bound = game()
    for seed in range(4):
        given = options(own_only=own_only, round_limit=25)
        position = bound.start(bound.draw_setup(seats, given, Random(seed)))
        before = position.census()
        taken = random_match(position, Random(seed, 1))
        assert position.actor() == OVER
        assert 0 < taken < bound.ruleset.ply_cap
        assert position.census() == before
        assert position.view(0)["round"] <= 25


def test_a_playout_can_be_cut_short() -> None:
    position = bare()
    assert random_match(position, Random(5), 10) == 10
    assert position.actor() != OVER
