"""Solved endings, against what all lines of play come to, and where nothing may be claimed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.ai.search import Search
from railhead.ai.search.levels import Level, Player
from railhead.ai.search.root_parallel import RootParallelPlayer
from railhead.ai.search.root_statistics import Statistics
from railhead.ai.search.time_management import Budget, TurnBudget
from railhead.ai.search.tree import FIRST_EDGE, FIRST_NODE, KEY, NEXT_EDGE, NONE
from railhead.ai.search.values import Values
from railhead.ai.training.matches import openings, play_by_policy
from railhead.games.game import OVER, State
from railhead.games.packing import pack
from railhead.games.random import Random
from tests.small_games.hidden_card import HiddenCard
from tests.small_games.open_choice import OpenChoice
from tests.small_games.row_of_points import RowForThree, RowOfPoints
from tests.small_games.simultaneous_choice import SimultaneousChoice
from tests.small_games.small_game import SmallGame, start
from tests.small_games.spinning_wheel import SpinningWheel
from tests.small_games.three_steps import ThreeSteps
from tests.small_games.tic_tac_toe import board

COUNTED = Level("counted", "", Budget(simulations=2000, floor=20))


class Exhaustive:
    """What play can come to where each seat does its best, whichever of equals it takes."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def outcomes(self, state: State) -> set[tuple[float, ...]]:
        """Every vector of values that best play may end with; exact where there is one."""
        if state.actor() == OVER:
            values = Values(self.knowledge, state.seats())
            values.score_terminal(state)
            return {tuple(round(values.of_seat[seat], 7) for seat in range(int(state.seats())))}
        seat = int(state.actor())
        below = [self.outcomes(after(state, action)) for action in state.legal_actions(seat)]
        assured = max(min(values[seat] for values in one) for one in below)
        return {values for one in below for values in one if values[seat] >= assured}


def after(state: State, action: int) -> State:
    played = state.clone()
    played.play(int(state.actor()), action)
    return played


def searched(state: State, knowledge: Knowledge, most: int, seed: int = 1) -> Search:
    """A search that goes on until it is solved, or for `most` simulations."""
    search = Search(state, int(state.actor()), knowledge, seed)
    for _ in range(most):
        if search.is_solved():
            break
        search.run(1)
    return search


def solved_edges(search: Search, node: int, state: State) -> Iterator[tuple[State, list[float]]]:
    """Every solved edge below a node: the position it leads to, and what it is said to be worth."""
    tree = search.tree
    edge = int(tree.nodes[node + FIRST_EDGE])
    while edge >= 0:
        below = int(tree.edges[edge + FIRST_NODE])
        if below >= 0:
            reached = after(state, int(tree.edges[edge + KEY]))
            if tree.is_solved(edge):
                yield reached, [tree.mean(edge, seat) for seat in range(int(state.seats()))]
            yield from solved_edges(search, below, reached)
        edge = int(tree.edges[edge + NEXT_EDGE])


def check(search: Search, state: State, knowledge: Knowledge) -> int:
    """Compare all solved edges of a tree with exhaustive play; how many there are."""
    exhaustive, count = Exhaustive(knowledge), 0
    for reached, claimed in solved_edges(search, int(search.tree.root), state):
        count += 1
        assert [pytest.approx(claimed, abs=1e-6)] == list(map(list, exhaustive.outcomes(reached)))
    return count


@pytest.mark.parametrize(
    "knowledge",
    [
        Knowledge(),
        Knowledge(spread=8.0, score_margin_weight=0.5, rivalry=0.4),
        Knowledge(score_margin_weight=0.0),
    ],
    ids=["plain", "rivalry", "places"],
)
@pytest.mark.parametrize("kind", [RowOfPoints, RowForThree])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_solved_is_what_all_lines_come_to(
    kind: type[SmallGame], knowledge: Knowledge, seed: int
) -> None:
    state = start(kind)
    search = searched(state, knowledge, 3000, seed)
    assert check(search, state, knowledge) > 20
    if search.is_solved():
        best = max(values[0] for values in Exhaustive(knowledge).outcomes(state))
        proven = search.best_solved()
        assert proven is not None
        assert proven[1] == pytest.approx(best, abs=1e-6)


def test_the_last_choices_of_a_small_game_are_proven() -> None:
    """Not all of them: a search hardly looks at moves that seem bad, and proves none of those."""
    knowledge, proven, choices = Knowledge(), 0, 0
    for state in list(positions_of(start(RowOfPoints)))[::3]:
        if len(state.legal_actions(int(state.actor()))) == 1:
            continue
        choices += 1
        search = searched(state, knowledge, 100)
        if search.is_solved():
            proven += 1
            (values,) = Exhaustive(knowledge).outcomes(state)
            best = search.best_solved()
            assert best is not None
            assert best[1] == pytest.approx(values[int(state.actor())], abs=1e-6)
    assert proven > choices / 3


def test_the_most_there_is_needs_no_other_move() -> None:
    sure = searched(board("xx.oo...."), Knowledge(score_margin_weight=0.0), 100)
    assert sure.best_solved() == (pack(0, 2), 1.0)
    assert sure.simulations < 10
    assert any(visits == 0 for _, visits, _, _ in sure.statistics())
    forced = searched(board("x...xo.o."), Knowledge(score_margin_weight=0.0), 2000)
    assert check(forced, board("x...xo.o."), Knowledge(score_margin_weight=0.0)) > 0


def test_what_is_hidden_leaves_all_unsolved() -> None:
    for kind in (HiddenCard, SimultaneousChoice):
        state = start(kind)
        search = searched(state, Knowledge(), 200)
        assert search.simulations == 200
        assert (search.is_solved(), search.best_solved()) == (False, None)
        assert not list(solved_edges(search, int(search.tree.root), state))


def test_chance_leaves_all_above_it_unsolved() -> None:
    state = start(SpinningWheel)
    state.cells[1] = 5
    search = searched(state, Knowledge(), 300)
    assert search.simulations == 300
    assert not search.is_solved(), "the wheel may give more"
    assert (search.best_solved() or (0, 0))[0] == pack(0, 0), "what needs no chance is certain"
    assert len(list(solved_edges(search, int(search.tree.root), state))) == 1
    assert Player("wheel", COUNTED, seed=1).choose(state, 0).action == pack(0, 0)
    state.cells[1] = 3
    assert Player("wheel", COUNTED, seed=1).choose(state, 0).action == pack(0, 1)


def test_seats_that_may_act_at_once_prove_nothing() -> None:
    state = start(OpenChoice)
    search = searched(state, Knowledge(), 200)
    assert (search.is_solved(), search.best_solved()) == (False, None)
    state.play(1, pack(0, 0))
    assert searched(state, Knowledge(), 200).is_solved(), "alone it knows"


def test_a_seat_that_is_indifferent_cannot_be_foreseen() -> None:
    """Where best play can come to several ends, what is solved still has one."""
    state = start(RowForThree)
    unforeseen = [
        reached
        for reached in positions_of(state)
        if len(Exhaustive(Knowledge()).outcomes(reached)) > 1
    ]
    assert unforeseen
    for reached in unforeseen[-20:]:
        search = searched(reached, Knowledge(), 200)
        check(search, reached, Knowledge())


def positions_of(state: State) -> Iterator[State]:
    """All positions of a match that has little choice left, the first ones first."""
    if state.actor() == OVER:
        return
    yield state
    for action in state.legal_actions(int(state.actor())):
        yield from positions_of(after(state, action))


def late_steps() -> State:
    """Both seats have their last turn before them."""
    state: State = start(ThreeSteps)
    for action in (2, 1, 0, 2, 1, 2):
        state.play(int(state.actor()), pack(0, action))
    return state


def test_a_solved_tree_is_kept_and_costs_nothing_more() -> None:
    state = late_steps()
    player = Player("walk", COUNTED, seed=1)
    choices = []
    while state.actor() == 0:
        choices.append(player.choose(state, 0))
        state.play(0, choices[-1].action)
    first, forced, last = choices
    assert 0 < first.simulations < 1000, "less than what a turn may spend on its first decision"
    assert first.action == last.action == pack(0, 2)
    assert (forced.simulations, last.simulations) == (0, 0)
    assert last.value == pytest.approx(first.value)


def test_marks_below_the_next_decision_stay_exact() -> None:
    state = late_steps()
    search = searched(state, Knowledge(), 2000)
    while state.actor() == 0:
        assert check(search, state, Knowledge()) > 0
        action = (search.best_solved() or (NONE, 0))[0]
        ahead = after(state, action)
        assert search.advance(action, ahead)
        state = ahead
        assert search.is_solved()
        search.run(50)
        assert check(search, state, Knowledge()) > 0


def test_simulations_go_on_where_all_is_solved() -> None:
    search = searched(late_steps(), Knowledge(), 2000)
    visits = sum(one[1] for one in search.statistics())
    proven = search.best_solved()
    search.run(500)
    assert sum(one[1] for one in search.statistics()) == visits + 500
    assert proven is not None
    assert (search.best_solved() or (0, 0))[1] == pytest.approx(proven[1])
    most = max(search.statistics(), key=lambda one: one[1])
    assert most[2][0] / most[1] == pytest.approx(proven[1]), "and the visits go to the best"
    assert TurnBudget(Budget(simulations=1000, floor=100)).spend(search) == 0


def test_a_solved_root_decides_whatever_others_have_counted() -> None:
    state = late_steps()
    worse: Statistics = [(pack(0, 0), 90_000, [80_000.0, 10_000.0], 1.0)]
    choice = Player("walk", COUNTED, seed=1).choose(state, 0, others=lambda _: [worse])
    alone = Player("walk", COUNTED, seed=1).choose(state, 0)
    assert (choice.action, choice.value) == (alone.action, alone.value)
    assert choice.action == pack(0, 2)


def test_several_trees_play_on_where_one_is_solved() -> None:
    together = RootParallelPlayer(
        [Player("walk", COUNTED, seed=seed, deterministic=True) for seed in range(3)]
    )
    state = late_steps()
    while state.actor() == 0:
        state.play(0, together.choose(state, 0).action)
    assert state.scores()[0] == 3 + 5


def test_the_last_turns_of_montana() -> None:
    knowledge, solved = knowledge_for("montana"), 0
    for number in range(4):
        seen: list[State] = []
        state = openings("montana", 2 + number % 2)(number)
        play_by_policy(knowledge, state, Random(number, 1), partial(keep, seen))
        for last in seen[-3:]:
            solved += check(searched(last, knowledge, 500), last, knowledge)
    assert solved


def keep(seen: list[State], state: State) -> None:
    if len(state.legal_actions(int(state.actor()))) > 1:
        seen.append(state.clone())
