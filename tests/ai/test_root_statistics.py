"""Statistics of several trees of one decision, added up, and the choice that is made of them."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge import Knowledge
from railhead.ai.search import Search
from railhead.ai.search.levels import LEVELS, STRONGEST, Level, Player
from railhead.ai.search.root_parallel import RootParallelPlayer
from railhead.ai.search.root_statistics import Statistics, best_move, merge
from railhead.ai.search.time_management import Budget, Cancelled
from railhead.games.game import Actions
from railhead.games.packing import pack
from tests.small_games.hidden_card import HiddenCard
from tests.small_games.small_game import start
from tests.small_games.three_steps import ThreeSteps
from tests.small_games.tic_tac_toe import board

COUNTED = Level("counted", "", Budget(simulations=200, floor=20))


def grown(seed: int, simulations: int) -> Statistics:
    search = Search(board("x...o...."), 0, Knowledge(), seed)
    search.run(simulations)
    return search.statistics()


def test_visits_and_values_add_up() -> None:
    trees = [grown(seed, 100 * seed) for seed in (1, 2, 3)]
    whole = merge(trees)
    assert sum(visits for _, visits, _, _ in whole) == sum(
        visits for tree in trees for _, visits, _, _ in tree
    )
    for action, visits, sums, weight in whole:
        same = [one for tree in trees for one in tree if one[0] == action]
        assert visits == sum(one[1] for one in same)
        assert sums == pytest.approx([sum(one[2][seat] for one in same) for seat in (0, 1)])
        assert weight == same[0][3]


def test_one_tree_is_what_it_was() -> None:
    tree = grown(1, 150)
    before = [(action, visits, list(sums), weight) for action, visits, sums, weight in tree]
    assert merge([tree]) == tree
    merge([tree, grown(2, 50)])
    assert tree == before, "what is added up stays as it is"
    assert merge([]) == []


def test_what_one_alone_has_seen_counts() -> None:
    one: Statistics = [(1, 10, [4.0, 6.0], 0.5)]
    other: Statistics = [(2, 30, [20.0, 10.0], 0.25), (1, 5, [1.0, 4.0], 0.75)]
    assert merge([one, other]) == [(1, 15, [5.0, 10.0], 0.5), (2, 30, [20.0, 10.0], 0.25)]


def test_trees_of_other_numbers_of_seats_do_not_fit() -> None:
    with pytest.raises(ValueError, match="zip"):
        merge([[(1, 1, [0.5, 0.5], 1.0)], [(1, 1, [0.5], 1.0)]])


def two(visits: int, better: float) -> Statistics:
    """An action that the priors like three times as much, and one whose values are better."""
    return [
        (1, visits, [0.5 * visits, 0.0], 3.0),
        (2, visits, [(0.5 + better) * visits, 0.0], 1.0),
    ]


def test_priors_count_the_less_the_more_has_been_seen() -> None:
    chosen = [best_move(two(visits, 0.05), 0, 1.0) for visits in (10, 50, 250, 1000, 5000)]
    assert chosen == sorted(chosen)
    assert (chosen[0], chosen[-1]) == (1, 2)
    assert best_move(two(100, 0.0), 0, 1.0) == 1
    assert best_move(two(100, 0.01), 0, 0.0001) == 2
    four = merge([two(100, 0.05)] * 4)
    assert (best_move(two(100, 0.05), 0, 1.0), best_move(four, 0, 1.0)) == (1, 2)


def test_what_was_hardly_tried_is_not_chosen() -> None:
    lucky: Statistics = [*two(400, 0.0), (3, 5, [5.0, 0.0], 1.0)]
    assert best_move(lucky, 0, 1.0) == 1
    with pytest.raises(ValueError, match="nothing"):
        best_move([(1, 0, [0.0], 1.0)], 0, 1.0)


def test_a_long_search_visits_most_what_is_preferred() -> None:
    for seed in range(5):
        search = Search(board("x...o...."), 0, Knowledge(), seed)
        search.run(3000)
        counted = search.statistics()
        most = max(counted, key=lambda one: one[1])
        second = max(visits for action, visits, _, _ in counted if action != most[0])
        if most[1] > 1.2 * second:
            assert best_move(counted, 0, search.prior_weight()) == most[0]


def test_a_choice_is_made_of_all_that_was_counted() -> None:
    state = board("x...o....")
    alone = Player("tic_tac_toe", COUNTED, seed=5).choose(state, 0)
    another = next(action for action in state.legal_actions(0) if action != alone.action)

    def others(simulations: int) -> list[Statistics]:
        assert simulations == alone.simulations
        return [[(another, 10_000, [7_500.0, 2_500.0], 1.0)], [(999_999, 90_000, [0.0, 0.0], 1.0)]]

    choice = Player("tic_tac_toe", COUNTED, seed=5).choose(state, 0, others=others)
    assert (choice.action, choice.simulations) == (another, alone.simulations)
    assert choice.value == pytest.approx(0.75, abs=0.02)
    nothing = Player("tic_tac_toe", COUNTED, seed=5).choose(state, 0, others=lambda _: [])
    assert (nothing.action, nothing.value) == (alone.action, alone.value)


def test_others_are_asked_once_and_only_where_there_is_a_choice() -> None:
    asked: list[int] = []

    def others(simulations: int) -> list[Statistics]:
        asked.append(simulations)
        return []

    state = start(ThreeSteps)
    player = Player("walk", COUNTED, seed=1)
    counts = []
    while state.actor() == 0:
        choice = player.choose(state, 0, others=others)
        counts.append(len(asked))
        state.play(0, choice.action)
    assert counts == [1, 1, 2], "the second decision is forced"
    with pytest.raises(Cancelled):
        player.choose(start(ThreeSteps), 0, lambda: False, others)
    assert len(asked) == 2


def test_a_tree_goes_on_where_another_has_decided() -> None:
    """Also for a move that this player itself might not have made."""
    state = start(ThreeSteps)
    player = Player("walk", COUNTED, seed=1)
    search = player.search_at(state, 0)
    search.run(200)
    for action, visits, _, _ in search.statistics():
        assert visits > 0
        ahead = state.clone()
        helper = Player("walk", COUNTED, seed=1)
        tree = helper.search_at(state, 0)
        tree.run(200)
        helper.follow(tree, state, 0, action)
        ahead.play(0, action)
        while len(ahead.legal_actions(0)) == 1:
            ahead.play(0, ahead.legal_actions(0)[0])
        again = helper.search_at(ahead, 0)
        assert again is tree
        assert sum(one[1] for one in again.statistics()) > 0
        assert helper.search_at(state, 0) is not tree, "not at another position"


class UnseenStep(ThreeSteps):
    """The third step is at most what the first two were together, which no view says."""

    def collect(self, seat: int, out: Actions) -> None:
        if seat == self.actor() and self.cells[0] % 3 == 2:
            for points in range(self.cells[1 + seat]):
                out.add(pack(0, points))
        else:
            super().collect(seat, out)

    def seen_by(self, viewer: int) -> list[int]:
        return [self.cells[0]]


def test_a_tree_does_not_go_on_where_something_else_is_legal() -> None:
    """Though the table looks the same: a move of another tree might be none here."""
    first = start(UnseenStep)
    player = Player("walk", COUNTED, seed=1)
    ahead = []
    for points in (1, 2):
        state = first.clone()
        for step in (points, 1):
            state.play(0, pack(0, step))
        ahead.append(state)
    assert ahead[0].view(0) == ahead[1].view(0)
    for state, same in ((ahead[0], True), (ahead[1], False)):
        tree = player.search_at(first, 0)
        tree.run(200)
        player.follow(tree, first, 0, pack(0, 1))
        assert (player.search_at(state, 0) is tree) == same


def test_several_trees_choose_together_and_always_alike() -> None:
    def choices(trees: int) -> list[tuple[int, int, float | None]]:
        players = [Player("walk", COUNTED, seed=seed, deterministic=True) for seed in range(trees)]
        together = RootParallelPlayer(players)
        state = start(ThreeSteps)
        found = []
        while state.actor() == 0:
            choice = together.choose(state, 0)
            found.append((choice.action, choice.simulations, choice.value))
            state.play(0, choice.action)
        return found

    one, three = choices(1), choices(3)
    player = Player("walk", COUNTED, seed=0, deterministic=True)
    alone = player.choose(start(ThreeSteps), 0)
    assert one[0] == (alone.action, alone.simulations, alone.value)
    assert three[0][1] == alone.simulations, "the first tree grows as it does alone"
    assert three[0][2] != alone.value
    assert three == choices(3)


def test_what_is_counted_does_not_depend_on_what_is_hidden() -> None:
    counted = []
    for card in (0, 1):
        state = start(HiddenCard)
        state.cells[0] = card
        search = Player("guess", COUNTED, seed=3).search_at(state, 0)
        search.run(100)
        counted.append(search.statistics())
    assert counted[0] == counted[1]


def test_the_strongest_level_is_the_last_one() -> None:
    assert [*LEVELS][-1] == STRONGEST
