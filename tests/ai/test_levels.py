"""Budgets, cancellation and the players of the levels."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.ai.search import Search
from railhead.ai.search.levels import LEVELS, RANDOM, ChosenMove, Level, Player, level_named
from railhead.ai.search.time_management import Budget, Cancelled, TurnBudget
from railhead.games.game import Actions, State
from railhead.games.packing import pack, parameter
from railhead.games.registry import rulesets
from railhead.games.vectors import vec
from tests.games.montana.positions import MADE
from tests.games.positions import settle_chance
from tests.small_games.hidden_card import HiddenCard
from tests.small_games.simultaneous_choice import SimultaneousChoice
from tests.small_games.small_game import start
from tests.small_games.three_steps import ThreeSteps
from tests.small_games.tic_tac_toe import board

COUNTED = Level("counted", "", Budget(simulations=200, floor=20))


def play_turn(player: Player, state: ThreeSteps, seat: int) -> list[ChosenMove]:
    choices = []
    while state.actor() == seat:
        choices.append(player.choose(state, seat))
        state.play(seat, choices[-1].action)
    return choices


def test_a_turn_shares_its_budget_and_keeps_its_tree() -> None:
    first, forced, last = play_turn(Player("walk", COUNTED, seed=1), start(ThreeSteps), 0)
    assert forced == type(forced)(pack(0, 1), 0, 0.0)
    assert 0 < first.simulations <= 100
    assert 100 < last.simulations <= 200 - first.simulations, "the last one has all that is left"
    assert first.kept == 0
    assert last.kept > 0
    assert parameter(first.action, 0) == 2


def test_the_next_turn_has_the_whole_budget_again() -> None:
    player = Player("walk", COUNTED, seed=1)
    state = start(ThreeSteps)
    first = play_turn(player, state, 0)[0]
    play_turn(Player("walk", RANDOM), state, 1)
    again = play_turn(player, state, 0)[0]
    assert again.kept == 0
    assert again.simulations > first.simulations / 2


def test_every_decision_gets_its_floor() -> None:
    hasty = Level("hasty", "", Budget(seconds=0.0, floor=20))
    first, _, last = play_turn(Player("walk", hasty), start(ThreeSteps), 0)
    assert first.simulations == last.simulations == 20


def test_scale_multiplies_the_budget() -> None:
    budget = Budget(seconds=2.0, simulations=100, floor=10).times(0.5)
    assert budget == Budget(seconds=1.0, simulations=50, floor=5)
    with pytest.raises(ValueError, match="seconds, simulations or both"):
        Budget()


def test_seconds_end_the_thinking() -> None:
    slow = Level("slow", "", Budget(seconds=0.4, floor=1))
    started = time.perf_counter()
    choice = Player("tic_tac_toe", slow).choose(board("........."), 0)
    assert choice.simulations > 1
    assert time.perf_counter() - started < 2


def test_equal_seeds_choose_alike() -> None:
    chosen = [
        Player("tic_tac_toe", COUNTED, seed=5).choose(board("x...o...."), 0) for _ in range(2)
    ]
    assert chosen[0].action == chosen[1].action
    assert chosen[0].simulations == chosen[1].simulations
    assert chosen[0].value == chosen[1].value


def test_a_caller_can_stop_the_search() -> None:
    asked = []

    def keep_going() -> bool:
        asked.append(time.perf_counter())
        return len(asked) < 4

    endless = Level("endless", "", Budget(seconds=60.0))
    with pytest.raises(Cancelled):
        Player("tic_tac_toe", endless).choose(board("........."), 0, keep_going)
    assert len(asked) == 4


@pytest.mark.full
def test_a_search_that_was_stopped_goes_on_as_if_it_had_not_been() -> None:
    # So many that on any machine it is asked more often than a few times whether to go on.
    counted = Level("counted", "", Budget(simulations=40_000, floor=16))
    whole = Player("montana", counted, seed=5)
    broken = Player("montana", counted, seed=5)
    state = MADE.opened(2, 1)
    settle_chance(state, 1)
    (seat,) = state.to_act()
    stopped = 0
    while seat in state.to_act():  # one turn
        wanted = whole.choose(state, seat)
        while True:
            asked: list[int] = []

            def keep_going() -> bool:
                asked.append(1)  # noqa: B023 - of this attempt
                return len(asked) < 3  # noqa: B023

            try:
                choice = broken.choose(state, seat, keep_going)
                break
            except Cancelled:
                stopped += 1
        assert replace(choice, seconds=0.0) == replace(wanted, seconds=0.0)
        state.play(seat, choice.action)
        settle_chance(state, 1)
    assert stopped


@pytest.mark.full
def test_an_interrupt_leaves_the_search_usable() -> None:
    search = Search(board("........."), 0, Knowledge(), 1)
    calls = []

    def interrupted() -> bool:
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return True

    turn = TurnBudget(Budget(simulations=100_000, floor=1))
    with pytest.raises(KeyboardInterrupt):
        turn.spend(search, interrupted)
    assert turn.simulations is not None
    assert turn.simulations < 100_000
    done = sum(entry[1] for entry in search.statistics())
    assert turn.spend(search, lambda: True, share=0.001) > 0
    assert sum(entry[1] for entry in search.statistics()) > done


def test_choices_do_not_depend_on_what_is_hidden() -> None:
    chosen = set()
    for card in (0, 1):
        state = start(HiddenCard)
        state.cells[0] = card
        chosen.add(Player("guess", COUNTED, seed=3).choose(state, 0).action)
    assert chosen == {pack(0, 1)}


def test_simultaneous_seats_both_choose() -> None:
    state = start(SimultaneousChoice)
    for seat in (1, 0):
        choice = Player("duel", COUNTED, seed=1).choose(state, seat)
        state.play(seat, choice.action)
    assert list(state.cells[:2]) == [1, 1]


def test_random_play_is_legal_and_spread_out() -> None:
    player = Player("tic_tac_toe", "random", seed=1)
    chosen = {parameter(player.choose(board("x........"), 1).action, 0) for _ in range(100)}
    assert chosen == set(range(1, 9))


def test_fallback_is_the_likeliest_move_without_search() -> None:
    class Likes(Knowledge):
        def priors(self, state: State, seat: int, actions: Actions, out: vec[float]) -> None:
            for index in range(int(actions.count)):
                out[index] = 2.0 if parameter(actions.items[index], 0) == 5 else 1.0

    player = Player("tic_tac_toe", COUNTED, knowledge=Likes())
    choice = player.fallback(board("x........"), 1)
    assert (parameter(choice.action, 0), choice.simulations) == (5, 0)


def test_nothing_to_decide_is_refused() -> None:
    player = Player("tic_tac_toe", COUNTED)
    for call in (player.choose, player.fallback):
        with pytest.raises(ValueError, match="nothing to decide"):
            call(board("x........"), 0)


def test_games_without_knowledge_get_the_general_one() -> None:
    assert type(knowledge_for("no_such_game")) is Knowledge
    assert type(knowledge_for("no-identifier")) is Knowledge


def test_levels_offered() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    assert level_named("random") is RANDOM
    assert all(level.description for level in LEVELS.values())
    with pytest.raises(KeyError):
        level_named("godlike")


def test_levels_err_by_intention_where_time_does_not_tell_them_apart() -> None:
    for game in rulesets():
        shares = [level.blunders_in(game) for level in LEVELS.values()]
        assert shares[0] == 0.3 or game == "steam"
        assert shares == sorted(shares, reverse=True)
        assert shares[0] < 0.5, "most moves of a beginner are the best it sees"
        assert shares[-1] == 0, "the strongest does its best"
        assert shares[2] == 0 or game == "steam"
    assert LEVELS["medium"].blunders_in("montana") == 0
    assert LEVELS["medium"].blunders_in("steam") > 0
    assert Player("steam", "medium").blunders == LEVELS["medium"].blunders_in("steam")


def test_a_blunder_is_drawn_by_visits() -> None:
    state = board("........."), 0
    played: dict[float, set[int]] = {0.0: set(), 1.0: set()}
    for share, moves in played.items():
        for seed in range(12):
            player = Player("tic_tac_toe", COUNTED, seed=seed)
            player.blunders = share
            moves.add(player.choose(*state).action)
    assert len(played[1.0]) > max(3, len(played[0.0]))


def test_a_counted_player_does_not_look_at_the_clock() -> None:
    hasty = Level("hasty", "", Budget(seconds=0.0, simulations=200, floor=10))
    state = board("........."), 0
    assert Player("tic_tac_toe", hasty, seed=1).choose(*state).simulations == 10
    counted = Player("tic_tac_toe", hasty, seed=1, deterministic=True).choose(*state)
    again = Player("tic_tac_toe", hasty, seed=1, deterministic=True).choose(*state)
    assert 10 < counted.simulations <= 200
    assert (counted.action, counted.value) == (again.action, again.value)
