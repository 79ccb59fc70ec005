"""Which actions of a node get an edge, and when."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge import knowledge_for
from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search.branches import LISTED_AT_FIRST, MOST_AT_FIRST, Branches
from railhead.ai.search.choices import Choices
from railhead.ai.search.search import Search
from railhead.ai.search.selection import Selection
from railhead.ai.search.tree import (
    AVAILABLE,
    FIRST_EDGE,
    FIRST_NODE,
    KEY,
    NEXT_EDGE,
    NONE,
    UNLISTED,
    VALUES,
    VISITS,
    Tree,
)
from railhead.ai.training.matches import openings
from railhead.games.game import Actions, State
from railhead.games.packing import pack, parameter
from railhead.games.random import Random
from railhead.games.vectors import vec
from tests.games.santa_fe.positions import later
from tests.small_games.hidden_card import HiddenCard
from tests.small_games.seventy_numbers import NUMBERS, SeventyNumbers
from tests.small_games.small_game import start


class Fond(Knowledge):
    """Thinks the small numbers likely, and the largest ones least."""

    def __init__(self) -> None:
        super().__init__(spread=20.0)

    def evaluate(self, position: State, out: vec[float]) -> None:
        for seat, score in enumerate(position.scores()):
            out[seat] = float(score)

    def priors(self, position: State, seat: int, legal: Actions, out: vec[float]) -> None:
        for index in range(legal.count):
            out[index] = float(NUMBERS - parameter(legal.items[index], 0))


def edges_of(search: Search, node: int) -> list[int]:
    return edges_of_tree(search.tree, node)


def edges_of_tree(tree: Tree, node: int) -> list[int]:
    found = []
    edge = int(tree.nodes[node + FIRST_EDGE])
    while edge >= 0:
        found.append(edge)
        edge = int(tree.edges[edge + NEXT_EDGE])
    return found


def below(search: Search, number: int) -> int:
    """The node behind a number named at the root."""
    tree = search.tree
    for edge in edges_of(search, int(tree.root)):
        if parameter(int(tree.edges[edge + KEY]), 0) == number:
            return int(tree.edges[edge + FIRST_NODE])
    raise AssertionError(number)


def visits_of(search: Search, node: int) -> int:
    return sum(int(search.tree.edges[edge + VISITS]) for edge in edges_of(search, node))


def test_the_root_has_an_edge_for_every_action() -> None:
    search = Search(start(SeventyNumbers), 0, Fond(), 1)
    search.run(1)
    assert len(search.statistics()) == NUMBERS > MOST_AT_FIRST


def test_other_nodes_have_the_likeliest_at_first() -> None:
    search = Search(start(SeventyNumbers), 0, Fond(), 1)
    search.run(60)
    tree = search.tree
    node = below(search, 0)
    assert 1 <= visits_of(search, node) < 16
    edges = edges_of(search, node)
    numbers = [parameter(int(tree.edges[edge + KEY]), 0) for edge in edges]
    assert sorted(numbers) == list(range(LISTED_AT_FIRST))
    left_out = tree.values[tree.nodes[node + UNLISTED]]
    listed = sum(tree.values[tree.edges[edge + VALUES]] for edge in edges)
    assert listed + left_out == pytest.approx(1.0)


def test_the_others_come_when_one_of_them_should_be_tried() -> None:
    search = Search(start(SeventyNumbers), 0, Fond(), 1)
    search.run(12_000)
    tree = search.tree
    number = parameter(max(search.statistics(), key=lambda entry: entry[1])[0], 0)
    node = below(search, number)
    assert int(tree.nodes[node + UNLISTED]) < 0
    edges = edges_of(search, node)
    assert sorted(parameter(int(tree.edges[edge + KEY]), 0) for edge in edges) == list(
        range(NUMBERS)
    )
    assert {int(tree.edges[edge + AVAILABLE]) for edge in edges} == {visits_of(search, node)}


def test_what_priors_dislike_is_found_all_the_same() -> None:
    search = Search(start(SeventyNumbers), 0, Fond(), 1)
    search.run(12_000)
    best = max(search.statistics(), key=lambda entry: entry[1])
    assert parameter(best[0], 0) >= NUMBERS - 4


def test_the_next_root_has_an_edge_for_every_action_too() -> None:
    state = start(SeventyNumbers)
    search = Search(state, 0, Fond(), 1)
    search.run(100)
    ahead = state.clone()
    ahead.play(0, 0)
    assert search.advance(0, ahead)
    assert len(search.statistics()) == LISTED_AT_FIRST
    assert not search.is_solved()
    search.run(1)
    assert len(search.statistics()) == NUMBERS


def test_a_node_may_have_more_edges_than_were_ever_legal_at_once() -> None:
    tree = Tree(2, 0)
    edge = NONE
    for number in range(1000):
        edge = tree.append_edge(tree.root, edge, number)
        tree.values[tree.edges[edge + VALUES]] = 1.0
    branches = Branches(tree, Choices(Knowledge()), 0, True, Random(1))
    branches.look(tree.root)
    assert (branches.count, branches.total) == (1000, 1000.0)
    assert tree.edges[edge + AVAILABLE] == 0


def test_of_actions_that_are_as_likely_any_may_be_listed() -> None:
    choices = Choices(Knowledge())
    seen = set()
    for seed in range(2000):
        count = choices.collect(start(SeventyNumbers), 0)
        left_out = choices.put_first(5, count, Random(seed))
        assert left_out == pytest.approx((NUMBERS - 5) / NUMBERS)
        first = [parameter(int(choices.actions.items[index]), 0) for index in range(NUMBERS)]
        assert sorted(first) == list(range(NUMBERS))
        seen |= set(first[:5])
    assert seen == set(range(NUMBERS))


def test_trees_of_steam_are_small() -> None:
    state = openings("steam", 3)(1)
    random = Random(1)
    knowledge = knowledge_for("steam")
    while not len(state.legal_actions(int(state.actor()))) > 100:
        state.sample_chance(random)
        legal = state.legal_actions(int(state.actor()))
        state.play(int(state.actor()), legal[random.below(len(legal))])
    search = Search(state, int(state.actor()), knowledge, 1)
    search.run(1000)
    every = range(int(search.tree.root), int(search.tree.nodes_end), UNLISTED + 1)
    nodes = [node for node in every if search.tree.nodes[node + FIRST_EDGE] >= 0]
    counts = [len(edges_of(search, node)) for node in nodes[1:]]
    assert sum(counts) < 25 * len(counts)


class Counting(Knowledge):
    """Counts how often it weighs the actions of a node; the last one is the likeliest."""

    def __init__(self) -> None:
        super().__init__()
        self.weighed = 0

    def priors(self, position: State, seat: int, legal: Actions, out: vec[float]) -> None:
        self.weighed += 1
        for index in range(legal.count):
            out[index] = 1.0 + 2.0 * float(index)

    def policy(self, position: State, seat: int, legal: Actions, out: vec[float]) -> None:
        for index in range(legal.count):
            out[index] = 1.0


class SometimesOneWay(HiddenCard):
    """The high guess is to be had only where the card is high."""

    def collect(self, seat: int, out: Actions) -> None:
        for guess in range(1 + self.cells[0]) if seat == self.actor() else ():
            out.add(pack(0, guess))


@pytest.mark.parametrize("game", [HiddenCard, SometimesOneWay])
def test_actions_are_weighed_once_however_often_cards_are_dealt(game: type[HiddenCard]) -> None:
    knowledge = Counting()
    search = Search(start(game), 0, knowledge, 1)
    search.run(200)
    assert knowledge.weighed == 1
    assert [prior for *_, prior in search.statistics()] == [0.25, 0.75]


def test_cards_selected_in_secret_share_an_edge_that_is_looked_at_once() -> None:
    position = later()
    position.apply(0, position.parse("select:DEN"))
    knowledge = knowledge_for("santa_fe")
    tree = Tree(2, 1)
    branches = Branches(tree, Choices(knowledge), 0, True, Random(1))
    branches.match(position, tree.root, 1, False, 0)
    assert branches.are_alike
    assert branches.count == len(position.legal_actions(1)) > 1
    [edge] = edges_of_tree(tree, int(tree.root))
    assert [branches.distinct[at] for at in range(branches.distinct_count)] == [edge]
    tree.add(edge, 1, vec[float]([0.25, 0.75]))
    tree.add(edge, 1, vec[float]([0.5, 0.5]))
    selection = Selection(knowledge, tree, Random(1))
    selection.best(branches.distinct, branches.distinct_count, branches.total, 1)
    assert (selection.tried, selection.visited) == (1, 2.0)
    # The priors of all that look alike add up to that of the edge: 1, as nothing else is legal.
    reduction = selection.scale * selection.first_play_urgency
    assert selection.untried == pytest.approx((0.75 + 0.5) / 2 - reduction)


def test_a_search_counts_visits_of_cards_selected_in_secret_once() -> None:
    search = Search(later(), 0, knowledge_for("santa_fe"), 1)
    seen = 0
    for _ in range(200):
        search.run(1)
        path = search.path
        if path.players[path.length - 1] == 1 and path.length == 2:
            seen += 1
            before = int(search.tree.edges[path.last() + VISITS]) - 1
            assert search.selection.visited == before
            assert search.selection.tried == min(before, 1)
    assert seen > 0
