"""The edges of a node, found for the actions that may be taken there now."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.search.choices import Choices
from railhead.ai.search.tree import (
    AVAILABLE,
    FIRST_EDGE,
    KEY,
    NEXT_EDGE,
    NONE,
    STAMP,
    UNLISTED,
    VALUES,
    Tree,
)
from railhead.games.game import State
from railhead.games.random import Random
from railhead.games.vectors import vec

MOST_AT_FIRST: Final = 64
"""A node that is always the same gets an edge for each action, if there are no more; else at first
for as many as follow."""
LISTED_AT_FIRST: Final = 16


@final
class Branches:
    """`edge_of` has the edges of the node looked at last, `count` of them, one for each of the
    actions that `choices` then lists; `total` is the weight of the priors of all actions.

    `viewer` is the seat whose tree it is; with `hides` it may not see all that others do.
    """

    def __init__(
        self, tree: Tree, choices: Choices, viewer: i64, hides: bool, random: Random
    ) -> None:
        self.tree: Tree = tree
        self.choices: Choices = choices
        self.viewer: i64 = viewer
        self.hides: bool = hides
        self.random: Random = random
        self.edge_of: vec[i64] = vec[i64]([0] * 256)
        self.count: i64 = 0
        self.total: float = 0.0

    def match(self, state: State, node: i64, seat: i64, stamp: i64) -> None:
        """Find the edge of each action listed, made where there is none, and count it available.

        `stamp` is the number of the simulation: actions that look alike share an edge.
        """
        tree = self.tree
        redacted = self.hides and seat != self.viewer
        # A new node's actions need not be looked for among its edges, unless some may look alike.
        empty = tree.nodes[node + FIRST_EDGE] < 0 and not redacted
        items = self.choices.actions.items
        weights = self.choices.weights
        edge_of = self.edge_of
        total = 0.0
        edge: i64 = NONE
        index: i64 = 0
        while index < self.count:
            key: i64 = items[index]
            if redacted:
                key = state.redact(self.viewer, seat, key)
            edge = tree.append_edge(node, edge, key) if empty else tree.edge(node, edge, key)
            edge_of[index] = edge
            # Anew for each action: a new edge may have put longer vectors in the place of these.
            edges = tree.edges
            values = tree.values
            at: i64 = edges[edge + VALUES]
            # Available once a simulation, however many actions look so; their priors add up.
            if edges[edge + STAMP] != stamp:
                edges[edge + STAMP] = stamp
                edges[edge + AVAILABLE] += 1
                values[at] = weights[index]
            else:
                values[at] += weights[index]
            total += weights[index]
            index += 1
        self.total = total

    def collect(self, state: State, node: i64, seat: i64, certain: bool) -> None:
        """List what `seat` may do at `state`; of many actions of a new node that is always the
        same only the likeliest, as hardly any other would be tried."""
        count = self.choices.collect(state, seat)
        if certain and count > MOST_AT_FIRST and node != self.tree.root:
            self.tree.leave_out(node, self.choices.put_first(LISTED_AT_FIRST, count, self.random))
            count = LISTED_AT_FIRST
        self._make_room(count)
        self.count = count

    def recall(self, state: State, node: i64, seat: i64) -> None:
        """Find the edges of a node that is always the same.

        Where nothing is hidden and no chance came before, what was legal there and how likely it
        was once is so every time: the edges say it. The root has one for every action.
        """
        if node == self.tree.root and self.tree.nodes[node + UNLISTED] >= 0:
            self.list_rest(state, node, seat)
        self._find_edges(node, 1)

    def look(self, node: i64) -> None:
        """Find the edges that a node has, whatever was legal when they were made."""
        count: i64 = 0
        edge: i64 = self.tree.nodes[node + FIRST_EDGE]
        while edge >= 0:
            count += 1
            edge = self.tree.edges[edge + NEXT_EDGE]
        self._make_room(count)
        self.choices.actions.clear()
        self.choices.actions.make_room(count)
        self._find_edges(node, 0)

    def _find_edges(self, node: i64, times: i64) -> None:
        """Find the edges that a node has, for which there is room, and count them available so
        many times."""
        tree = self.tree
        edges = tree.edges
        values = tree.values
        items = self.choices.actions.items
        edge_of = self.edge_of
        unlisted: i64 = tree.nodes[node + UNLISTED]
        total = values[unlisted] if unlisted >= 0 else 0.0
        count: i64 = 0
        edge: i64 = tree.nodes[node + FIRST_EDGE]
        while edge >= 0:
            edges[edge + AVAILABLE] += times
            items[count] = edges[edge + KEY]
            edge_of[count] = edge
            total += values[edges[edge + VALUES]]
            count += 1
            edge = edges[edge + NEXT_EDGE]
        self.count = count
        self.total = total

    def list_rest(self, state: State, node: i64, seat: i64) -> None:
        """Give a node that is always the same the edges that were left out."""
        count = self.choices.collect(state, seat)
        self._make_room(count)
        tree = self.tree
        available: i64 = tree.edges[tree.nodes[node + FIRST_EDGE] + AVAILABLE]
        edge: i64 = NONE
        index: i64 = 0
        while index < count:
            edge = tree.edge(node, edge, self.choices.actions.items[index])
            self.edge_of[index] = edge
            # Like the others it could always have been taken.
            tree.edges[edge + AVAILABLE] = available
            tree.values[tree.edges[edge + VALUES]] = self.choices.weights[index]
            index += 1
        self.count = count
        tree.nodes[node + UNLISTED] = NONE

    def _make_room(self, count: i64) -> None:
        if count > i64(len(self.edge_of)):
            self.edge_of = vec[i64]([0] * int(count * 2))
