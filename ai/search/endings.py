"""Endings that the tree knows to the last move: what a decision is worth there is no estimate.

An edge is solved where the match is over behind it, or where the node below it is settled; then
its sums are its visits times the exact value of each seat. A node is settled where every legal
action is a solved edge, or where one is worth the most that there is: who acts there takes the
best.

What is proven is max^n over the actions that the game lists, in the search's own values (first
place and the margin): each seat does what is best for itself. It is claimed only where the position
at a node is the same in every simulation: in games that hide nothing, with no chance between the
root and the end. What is drawn, re-dealt or chosen in secret leaves all that is above it unsolved.
So does a position where several seats may act, for their order is the tree's own, and one where a
seat has several best actions that are not alike to the others, which no exact value could foresee.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.search.path import Path
from railhead.ai.search.tree import (
    ACTOR,
    FIRST_EDGE,
    FIRST_NODE,
    KEY,
    NEXT_EDGE,
    NONE,
    UNLISTED,
    Tree,
)
from railhead.ai.search.values import MOST, Values
from railhead.games.game import State
from railhead.games.vectors import vec

ALIKE: Final = 1e-9
"""Values that differ by no more are the same but for rounding."""


def prove(tree: Tree, path: Path, root: State, values: Values) -> None:
    """Solve the last edge of `path`, and those before it that this settles.

    `path` leads from `root`, the position at the root, to the end of the match, without chance and
    with nothing hidden. `values.of_seat` holds what that end is worth, and is changed.
    """
    edges = path.edges
    index: i64 = path.length - 1
    tree.solve(edges[index], values.of_seat)
    while index > 0:
        above: i64 = edges[index - 1]
        node: i64 = tree.edges[above + FIRST_NODE]
        best: i64 = edges[index]
        # The most there is needs no proof of the others.
        if not (values.decided and tree.mean(best, tree.nodes[node + ACTOR]) >= MOST):
            if not all_solved(tree, node):
                return
            best = best_solved(tree, node)
            if not _alike_to_all(tree, node, best):
                return
        if not _acts_alone(tree, edges, index, root):
            return
        tree.recall(best, values.of_seat)
        tree.solve(above, values.of_seat)
        index -= 1


def is_root_solved(tree: Tree) -> bool:
    """Whether the best action at the root is known for certain, were its seat alone to act."""
    best = best_solved(tree, tree.root)
    if best < 0:
        return False
    return all_solved(tree, tree.root) or tree.mean(best, tree.nodes[tree.root + ACTOR]) >= MOST


def best_known(tree: Tree) -> tuple[int, float] | None:
    """The action of the best solved edge of the root, and what it is worth to who acts there."""
    best = best_solved(tree, tree.root)
    if best < 0:
        return None
    return int(tree.edges[best + KEY]), tree.mean(best, tree.nodes[tree.root + ACTOR])


def best_solved(tree: Tree, node: i64) -> i64:
    """The solved edge of a node that is best for who acts there; `NONE` where none is solved."""
    seat: i64 = tree.nodes[node + ACTOR]
    best: i64 = NONE
    edge: i64 = tree.nodes[node + FIRST_EDGE]
    while edge >= 0:
        if tree.is_solved(edge) and (best < 0 or tree.mean(edge, seat) > tree.mean(best, seat)):
            best = edge
        edge = tree.edges[edge + NEXT_EDGE]
    return best


def all_solved(tree: Tree, node: i64) -> bool:
    """Whether all edges of a node are solved, and it has one for every action."""
    if tree.nodes[node + UNLISTED] >= 0:
        return False
    edge: i64 = tree.nodes[node + FIRST_EDGE]
    while edge >= 0 and tree.is_solved(edge):
        edge = tree.edges[edge + NEXT_EDGE]
    return edge < 0


def _alike_to_all(tree: Tree, node: i64, best: i64) -> bool:
    """Whether whatever is as good as `best` for who acts at a solved node is so for all seats."""
    actor: i64 = tree.nodes[node + ACTOR]
    edge: i64 = tree.nodes[node + FIRST_EDGE]
    while edge >= 0:
        if tree.mean(edge, actor) >= tree.mean(best, actor) - ALIKE:
            seat: i64 = 0
            while seat < tree.seats:
                if abs(tree.mean(edge, seat) - tree.mean(best, seat)) > ALIKE:
                    return False
                seat += 1
        edge = tree.edges[edge + NEXT_EDGE]
    return True


def _acts_alone(tree: Tree, edges: vec[i64], depth: i64, root: State) -> bool:
    """Whether only one seat may act where the first `depth` of `edges` lead."""
    state = root.clone()
    node: i64 = tree.root
    index: i64 = 0
    while index < depth:
        state.play(tree.nodes[node + ACTOR], tree.edges[edges[index] + KEY])
        node = tree.edges[edges[index] + FIRST_NODE]
        index += 1
    return len(state.to_act()) == 1
