"""The search on games with known best play, and what it may not depend on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search import Search
from railhead.ai.search.tree import EDGE_FIELDS
from railhead.games.game import Actions, State
from railhead.games.packing import pack, parameter
from railhead.games.random import Random
from railhead.games.vectors import vec
from tests.small_games.hidden_card import HiddenCard
from tests.small_games.simultaneous_choice import SimultaneousChoice
from tests.small_games.small_game import SmallGame, start
from tests.small_games.spinning_wheel import SpinningWheel
from tests.small_games.three_steps import ThreeSteps
from tests.small_games.tic_tac_toe import board


def searched(state: SmallGame, seat: int, simulations: int = 400, seed: int = 1) -> Search:
    search = Search(state, seat, Knowledge(), seed)
    search.run(simulations)
    return search


def best(search: Search) -> int:
    return parameter(max(search.statistics(), key=lambda entry: entry[1])[0], 0)


@pytest.mark.parametrize(
    ("squares", "seat", "square"),
    [
        ("xx.oo....", 0, 2),  # wins at once
        ("xx.o.....", 1, 2),  # blocks
        ("x...o...x", 1, None),  # any edge holds, a corner loses
        ("oo.xx...x", 1, 2),  # wins instead of blocking
    ],
)
def test_tic_tac_toe(squares: str, seat: int, square: int | None) -> None:
    found = best(searched(board(squares), seat, 1500))
    assert found == square if square is not None else found in (1, 3, 5, 7)


def test_values_are_each_seats_own() -> None:
    statistics = searched(board("xx.oo...."), 0).statistics()
    winning = next(entry for entry in statistics if entry[0] == pack(0, 2))
    _, visits, sums, _ = winning
    assert sums[0] / visits > 0.95
    assert sums[1] / visits < 0.05


def test_equal_seeds_give_equal_results_whatever_the_slices() -> None:
    whole = searched(board("x...o...."), 0, 300)
    parts = Search(board("x...o...."), 0, Knowledge(), 1)
    for size in (1, 99, 150, 50):
        parts.run(size)
    assert parts.statistics() == whole.statistics()
    assert searched(board("x...o...."), 0, 300, seed=2).statistics() != whole.statistics()


def test_compiled_and_plain_search_agree() -> None:
    script = (
        "from tests.ai.test_search import searched, board, start, SimultaneousChoice\n"
        "print(searched(board('x...o....'), 0, 200).statistics())\n"
        "print(searched(start(SimultaneousChoice), 0, 200).statistics())\n"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "RAILHEAD_INTERPRETED": interpreted},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for interpreted in ("0", "1")
    }
    assert len(outputs) == 1


def test_position_is_not_changed() -> None:
    state = board("x...o....")
    before = state.save()
    searched(state, 0)
    assert state.save() == before


def test_simultaneous_choice_finds_the_dominant_number_for_either_seat() -> None:
    assert best(searched(start(SimultaneousChoice), 0)) == 1
    assert best(searched(start(SimultaneousChoice), 1)) == 1


def test_a_secret_choice_is_one_edge() -> None:
    search = searched(start(SimultaneousChoice), 0)
    assert search.advance(pack(0, 1), after(start(SimultaneousChoice), 0, 1))
    assert len(search.statistics()) == 1


def after(state: SmallGame, seat: int, number: int) -> SmallGame:
    state.play(seat, pack(0, number))
    return state


def test_results_do_not_depend_on_what_is_hidden() -> None:
    results = []
    for chosen in (0, 1, 2):
        results.append(searched(after(start(SimultaneousChoice), 1, chosen), 0).statistics())
    assert results[0] == results[1] == results[2]
    for card in (0, 1):
        state = start(HiddenCard)
        state.cells[0] = card
        search = searched(state, 0)
        assert best(search) == 1
        results.append(search.statistics())
    assert results[3] == results[4]


@pytest.mark.parametrize(("sure", "choice"), [(3, 1), (5, 0)])
def test_chance_is_averaged(sure: int, choice: int) -> None:
    state = start(SpinningWheel)
    state.cells[1] = sure
    search = searched(state, 0, 4000)
    assert best(search) == choice
    _, visits, sums, _ = search.statistics()[1]
    assert visits > 20
    assert sums[0] / visits == pytest.approx(0.25, abs=0.15)


def test_the_tree_below_a_move_is_kept() -> None:
    state = start(ThreeSteps)
    search = searched(state, 0)
    visits = {action: count for action, count, _, _ in search.statistics()}
    assert search.advance(pack(0, 2), after(state, 0, 2))
    kept = sum(entry[1] for entry in search.statistics())
    assert visits[pack(0, 2)] - 1 <= kept <= visits[pack(0, 2)]
    search.run(50)
    assert sum(entry[1] for entry in search.statistics()) == kept + 50


def test_what_the_tree_remembers_of_a_node_is_what_the_game_would_list() -> None:
    remembering = Search(board("........."), 0, Knowledge(), 1)
    listing = Search(board("........."), 0, Knowledge(), 1)
    listing.certain = False
    for search in (remembering, listing):
        search.run(100)  # fewer than it takes to the end of a match, which only one would note
    assert remembering.certain
    assert remembering.statistics() == listing.statistics()


def test_nothing_is_remembered_beyond_chance() -> None:
    search = searched(start(SpinningWheel), 0)
    assert search.certain
    turned = start(SpinningWheel)
    turned.play(0, pack(0, 1))
    turned.sample_chance(Random(1))
    assert search.advance(pack(0, 1), turned)
    assert not search.certain


def test_a_move_never_tried_cannot_be_followed() -> None:
    search = Search(start(ThreeSteps), 0, Knowledge(), 1)
    assert not search.advance(pack(0, 2), after(start(ThreeSteps), 0, 2))


def test_only_a_seat_with_a_decision_can_search() -> None:
    with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
        Search(start(ThreeSteps), 1, Knowledge(), 1)


class Favourite(Knowledge):
    """An interpreted knowledge: one number is liked a hundred times as much."""

    def priors(self, state: State, seat: int, actions: Actions, out: vec[float]) -> None:
        for index in range(int(actions.count)):
            out[index] = 100.0 if parameter(actions.items[index], 0) == 7 else 1.0


def test_priors_steer_the_first_visits() -> None:
    search = Search(board("........."), 0, Favourite(), 1)
    search.run(10)
    assert best(search) == 7


class Wide(ThreeSteps):
    """Each step is one of 300 that all come to the same."""

    def play(self, seat: int, action: int) -> None:
        self.cells[0] += 1

    def collect(self, seat: int, out: Actions) -> None:
        for points in range(300 if seat == self.actor() else 0):
            out.add(pack(0, points))


def test_many_choices_are_widened_step_by_step() -> None:
    search = searched(start(Wide), 0, 400)
    tried = sum(entry[1] > 0 for entry in search.statistics())
    assert 8 < tried < 100
    assert len(search.statistics()) == 300


class Counting(Favourite):
    """Counts the moves of playouts."""

    def __init__(self, rollout_depth: int) -> None:
        super().__init__(rollout_depth=rollout_depth)
        self.played = 0

    def policy(self, state: State, seat: int, actions: Actions, out: vec[float]) -> None:
        self.played += 1
        self.priors(state, seat, actions, out)


def test_a_playout_follows_the_policy_as_far_as_the_knowledge_sees() -> None:
    played = []
    for rollout_depth in (0, 2, 100):
        knowledge = Counting(rollout_depth=rollout_depth)
        Search(board("........."), 0, knowledge, 1, plies=4).run(20)
        played.append(knowledge.played)
    assert played[0] == 0
    assert 0 < played[1] <= 40
    assert played[1] < played[2] <= 80


class Restless(Counting):
    """Nothing is quiet before the match is over."""

    def is_quiet(self, position: State) -> bool:
        return False


def test_a_playout_goes_on_until_the_knowledge_finds_it_quiet() -> None:
    calm, restless = Counting(rollout_depth=2), Restless(rollout_depth=2)
    for knowledge in (calm, restless):
        Search(board("........."), 0, knowledge, 1).run(20)
    assert calm.played <= 40
    assert restless.played > 80


class Rich(Knowledge):
    """The first seat is far ahead, the second has next to nothing."""

    def evaluate(self, state: State, out: vec[float]) -> None:
        out[0], out[1] = 100.0, 10.0


def mean_of(knowledge: Knowledge) -> list[float]:
    search = Search(board("........."), 0, knowledge, 1, plies=0)
    search.run(20)
    visits = sum(entry[1] for entry in search.statistics())
    return [sum(entry[2][seat] for entry in search.statistics()) / visits for seat in (0, 1)]


def test_leads_count_from_the_root_where_the_knowledge_says_so() -> None:
    assert mean_of(Rich()) == pytest.approx([1.0, 0.0], abs=1e-6)
    assert mean_of(Rich(centred=True)) == pytest.approx([0.5, 0.5])


def test_how_much_of_a_rivals_standing_counts() -> None:
    even = 1 / (1 + 2.718281828459045)
    assert mean_of(Rich(spread=90.0))[1] == pytest.approx(even)
    assert mean_of(Rich(spread=10.0, rivalry=0.0))[1] == pytest.approx(1 - even)


def test_a_full_tree_is_refined_and_left_at_the_next_decision() -> None:
    search = Search(board("........."), 0, Knowledge(), 1, most_edges=100)
    search.run(2000)
    assert 100 <= search.tree.edges_end // EDGE_FIELDS < 120
    assert sum(entry[1] for entry in search.statistics()) == 2000
    ahead = board("x........")
    assert not search.advance(pack(0, 0), ahead), "it could not grow there"
    search.run(10)
    assert sum(entry[1] for entry in search.statistics()) == 2010


def test_a_tree_that_is_full_at_once_chooses_all_the_same() -> None:
    search = Search(board("........."), 0, Knowledge(), 1, most_edges=0)
    search.run(100)
    assert sum(entry[1] for entry in search.statistics()) == 100
