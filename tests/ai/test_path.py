"""What goes up the way of a simulation, and what of a try is forgiven."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.knowledge.search_weights import SearchWeights
from railhead.ai.search.path import LENGTH, Path
from railhead.ai.search.search import Search
from railhead.ai.search.tree import NONE, VISITS, Tree
from railhead.games.vectors import vec
from tests.small_games.seventy_numbers import SeventyNumbers
from tests.small_games.small_game import start

SEATS = 2


class Fork:
    """A tree in which seat 0 has one action, behind which seat 1 has two."""

    def __init__(self) -> None:
        self.tree = Tree(SEATS, 0)
        self.above = self.tree.append_edge(self.tree.root, NONE, 0)
        node = self.tree.add_child(self.above, 1)
        self.good = self.tree.append_edge(node, NONE, 1)
        self.bad = self.tree.append_edge(node, self.good, 2)

    def visit(self, backup_max_weight: float, edge: int, best_child: int, worth: float) -> None:
        """A simulation by `edge` that was worth so much to seat 1, and the rest to seat 0."""
        path = Path(self.tree, backup_max_weight)
        path.take(self.above, 0, NONE)
        path.take(edge, 1, best_child)
        path.back_up(vec[float]([1.0 - worth, worth]))

    def mean(self, edge: int) -> list[float]:
        return [float(self.tree.mean(edge, seat)) for seat in range(SEATS)]


@pytest.mark.parametrize(
    ("backup_max_weight", "above"),
    [(0.0, 0.5), (0.5, 0.65), (1.0, 0.8)],
    ids=["none", "half", "all"],
)
def test_what_a_worse_try_lost_is_forgiven_in_part(backup_max_weight: float, above: float) -> None:
    fork = Fork()
    fork.visit(backup_max_weight, fork.good, NONE, 0.8)
    fork.visit(backup_max_weight, fork.bad, fork.good, 0.2)
    assert fork.mean(fork.above) == pytest.approx([1 - above, above])
    assert fork.mean(fork.good) == pytest.approx([0.2, 0.8])
    assert fork.mean(fork.bad) == pytest.approx([0.8, 0.2]), "the try itself is what it was"
    assert fork.tree.edges[fork.above + VISITS] == 2


def test_a_better_try_and_the_leader_itself_go_up_as_they_are() -> None:
    fork = Fork()
    fork.visit(1.0, fork.good, NONE, 0.4)
    fork.visit(1.0, fork.bad, fork.good, 0.6)
    assert fork.mean(fork.above)[1] == pytest.approx(0.5)
    fork.visit(1.0, fork.good, fork.good, 0.2)
    assert fork.mean(fork.above)[1] == pytest.approx(0.4)


def test_what_was_found_is_not_changed() -> None:
    fork = Fork()
    fork.visit(0.5, fork.good, NONE, 0.8)
    path = Path(fork.tree, 0.5)
    path.take(fork.bad, 1, fork.good)
    found = vec[float]([0.8, 0.2])
    path.back_up(found)
    assert list(found) == [0.8, 0.2]


def test_a_long_path_counts_every_edge() -> None:
    tree = Tree(SEATS, 0)
    path = Path(tree, 0.5)
    edges = []
    node = tree.root
    for _ in range(2 * LENGTH + 1):
        edge = tree.append_edge(node, NONE, 0)
        path.take(edge, 0, NONE)
        node = tree.add_child(edge, 0)
        edges.append(edge)
    path.back_up(vec[float]([0.25, 0.75]))
    assert path.last() == edges[-1]
    assert all(tree.edges[edge + VISITS] == 1 for edge in edges)
    assert all(tree.mean(edge, 1) == 0.75 for edge in edges)


def value_of_best(backup_max_weight: float) -> float:
    """What the best first number of seventy seems to be worth, to whom it is worth 0.5."""
    knowledge = Knowledge(
        spread=1.0,
        search=SearchWeights(first_play_urgency=0.0, backup_max_weight=backup_max_weight),
    )
    search = Search(start(SeventyNumbers), 0, knowledge, 1, plies=0)
    search.run(6000)
    best = max(search.statistics(), key=lambda entry: entry[1])
    return best[2][0] / best[1]


def test_answers_nobody_would_give_make_a_move_look_less_good() -> None:
    assert value_of_best(0.5) < value_of_best(0.0) - 0.01
