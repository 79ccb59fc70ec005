"""Budgets, cancellation and the players of the levels."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.ai.search import Search
from railhead.ai.search.levels import (
    LEVELS,
    RANDOM,
    ChosenMove,
    Level,
    Player,
    level_named,
    levels_from,
    simulations_in,
)
from railhead.ai.search.move_sampling import BEST, MoveSampling
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
    assert list(LEVELS) == ["beginner", "novice", "easy", "medium", "hard", "expert"]
    assert level_named("random") is RANDOM
    assert all(level.description for level in LEVELS.values())
    with pytest.raises(KeyError):
        level_named("godlike")


def test_each_level_thinks_longer_than_the_one_below_and_plays_its_best_more_often() -> None:
    for game, ruleset in rulesets().items():
        budgets = [level.budget_in(game, ruleset.min_seats) for level in LEVELS.values()]
        simulations = [budget.simulations for budget in budgets if budget and budget.simulations]
        assert len(simulations) == len(LEVELS)
        assert simulations == sorted(simulations)
        assert all(budget and budget.seconds is None for budget in budgets)
        samplings = [level.sampling_in(game) for level in LEVELS.values()]
        shares = [sampling.share for sampling in samplings]
        assert shares == sorted(shares, reverse=True)
        assert samplings[-1] == BEST, "the strongest does its best"
        assert Player(game, "novice").sampling == LEVELS["novice"].sampling_in(game)


def test_the_levels_of_so_many_seconds_think_that_long_in_all_games() -> None:
    for name, seconds, shares in (
        ("hard", 1.5, {"steam": 0.2}),
        ("expert", 5.0, {}),
    ):
        level = LEVELS[name]
        assert level.seconds == seconds
        for game in ("montana", "great_western_trail", "santa_fe", "steam"):
            sampling = MoveSampling(shares[game]) if game in shares else BEST
            assert level.sampling_in(game) == sampling
            budget = level.budget_in(game, 3)
            assert budget is not None
            assert budget.simulations == simulations_in(game, 3, seconds)


def test_no_level_plays_a_move_that_its_search_has_seen_to_be_bad() -> None:
    for game in rulesets():
        for name in ("beginner", "novice", "easy"):
            assert LEVELS[name].sampling_in(game).min_visits > 0


def test_a_file_of_levels_has_what_a_game_needs_to_be_different(tmp_path: Path) -> None:
    file = tmp_path / "levels.yaml"
    file.write_text(
        "levels:\n"
        "  low:\n"
        "    description: Low.\n"
        "    seconds: 0.5\n"
        "    games:\n"
        "      montana: {simulations: 40, sampling: {share: 1, temperature: 2}}\n"
    )
    (level,) = levels_from(file).values()
    here, elsewhere = level.budget_in("montana", 2), level.budget_in("steam", 3)
    assert here is not None
    assert elsewhere is not None
    assert (here.simulations, elsewhere.simulations) == (40, simulations_in("steam", 3, 0.5))
    assert level.sampling_in("montana") == MoveSampling(1, 2)
    assert level.sampling_in("steam") == BEST
    file.write_text("levels: {low: {description: Low., temperature: 3}}")
    with pytest.raises(TypeError, match="temperature"):
        levels_from(file)


def test_a_sampling_player_plays_more_than_the_best_move() -> None:
    state = board("........."), 0
    played: dict[float, set[int]] = {0.0: set(), 1.0: set()}
    for share, moves in played.items():
        for seed in range(12):
            player = Player("tic_tac_toe", replace(COUNTED, sampling=MoveSampling(share)), seed)
            moves.add(player.choose(*state).action)
    assert len(played[1.0]) > max(3, len(played[0.0]))


def test_a_busy_machine_makes_a_turn_later_and_not_weaker() -> None:
    """Its search waits for longer than its backstop is, and runs all the simulations."""
    waits = 4

    def keep_going() -> bool:
        nonlocal waits
        if waits:
            waits -= 1
            time.sleep(0.3)  # as if others had the processor
        return True

    budget = Budget(simulations=3000, floor=1, processor_seconds=1.0)
    state = board("........."), 0
    busy = Player("tic_tac_toe", Level("busy", "", budget), seed=1).choose(*state, keep_going)
    idle = Player("tic_tac_toe", Level("idle", "", budget), seed=1).choose(*state)
    assert (busy.simulations, busy.action, busy.cut_short) == (idle.simulations, idle.action, False)
    assert busy.seconds > 1.2


def test_a_turn_that_takes_far_too_long_is_cut_short_and_says_so() -> None:
    budget = Budget(simulations=10**9, floor=20, processor_seconds=0.05)
    choices = play_turn(Player("walk", Level("slow", "", budget), seed=1), start(ThreeSteps), 0)
    first, forced, last = choices
    assert first.cut_short
    assert last.cut_short
    assert not forced.cut_short
    assert first.simulations > 20 == last.simulations, "what is left is what every decision gets"


def test_a_backstop_is_far_from_what_a_turn_takes() -> None:
    for level in LEVELS.values():
        budget = level.budget_in("montana", 2)
        assert budget is not None
        assert budget.simulations is not None
        usual = budget.simulations / simulations_in("montana", 2, 1.0)
        backstop = budget.processor_seconds
        assert backstop == max(10.0, 20 * usual)
        assert budget.times(0.5).processor_seconds == backstop, "it is not for thinking less"
        assert budget.times(3).processor_seconds == 3 * backstop


def test_a_counted_player_does_not_look_at_the_clock() -> None:
    hasty = Level("hasty", "", Budget(seconds=0.0, simulations=200, floor=10))
    state = board("........."), 0
    assert Player("tic_tac_toe", hasty, seed=1).choose(*state).simulations == 10
    counted = Player("tic_tac_toe", hasty, seed=1, deterministic=True).choose(*state)
    again = Player("tic_tac_toe", hasty, seed=1, deterministic=True).choose(*state)
    assert 10 < counted.simulations <= 200
    assert (counted.action, counted.value) == (again.action, again.value)
