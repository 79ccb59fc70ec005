"""The edges of a node, found for the actions that may be taken there now.

An action is weighed when its edge is made, and its prior kept there: what is hidden or drawn may
differ from simulation to simulation, but a policy is too slow to be asked in each.
"""

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
    actions that `choices` then lists; `total` is the weight of the priors of all actions. Where
    some `are_alike`, `distinct` has the same edges once each, `distinct_count` of them.

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
        self.are_alike: bool = False
        """Whether some of the actions listed may look alike to the viewer."""
        self.distinct: vec[i64] = vec[i64]([0] * 256)
        self.distinct_count: i64 = 0
        self.weighed_root: i64 = NONE
        """The last node that was weighed as the root."""

    def match(self, state: State, node: i64, seat: i64, certain: bool, stamp: i64) -> None:
        """Find the edge of each action that `seat` may do at `state`, made where there is none, and
        count it available.

        `stamp` is the number of the simulation: actions that look alike share an edge.
        """
        if certain:
            self._list_new(state, node, seat)
        else:
            self.count = self.choices.list_all(state, seat)
            self._make_room(self.count)
        self._find_all(state, node, seat, stamp)
        if certain:
            self._set_priors()
        elif self.are_alike or self._needs_weights(node):
            self.choices.weigh(state, seat)
            self._set_priors()
        else:
            self._add_priors()

    def _list_new(self, state: State, node: i64, seat: i64) -> None:
        """List and weigh the actions of a new node that is always the same; of many only the
        likeliest, as hardly any other would be tried."""
        count = self.choices.collect(state, seat)
        if count > MOST_AT_FIRST and node != self.tree.root:
            self.tree.leave_out(node, self.choices.put_first(LISTED_AT_FIRST, count, self.random))
            count = LISTED_AT_FIRST
        self._make_room(count)
        self.count = count

    def _find_all(self, state: State, node: i64, seat: i64, stamp: i64) -> None:
        """Find or make the edge of each action listed."""
        tree = self.tree
        redacted = self.hides and seat != self.viewer
        # A new node's actions need not be looked for among its edges, unless some may look alike.
        empty = tree.nodes[node + FIRST_EDGE] < 0 and not redacted
        items = self.choices.actions.items
        edge_of = self.edge_of
        distinct = self.distinct
        seen: i64 = 0
        alike = False
        edge: i64 = NONE
        index: i64 = 0
        while index < self.count:
            key: i64 = items[index]
            if redacted:
                key = state.redact(self.viewer, seat, key)
                alike = alike or key != items[index]
            edge = tree.append_edge(node, edge, key) if empty else tree.edge(node, edge, key)
            edge_of[index] = edge
            # Anew for each action: a new edge may have put longer vectors in the place of these.
            edges = tree.edges
            # Available once a simulation, however many actions look so.
            if edges[edge + STAMP] != stamp:
                edges[edge + STAMP] = stamp
                edges[edge + AVAILABLE] += 1
                distinct[seen] = edge
                seen += 1
            index += 1
        self.distinct_count = seen
        self.are_alike = alike

    def _needs_weights(self, node: i64) -> bool:
        """Whether the actions at hand have to be weighed: one of them never was beside others, or
        the node has become the root, where priors are of the position itself."""
        if self.count == 1:
            return self.tree.values[self.tree.edges[self.edge_of[0] + VALUES]] == 0.0
        if node == self.tree.root and node != self.weighed_root:
            self.weighed_root = node
            return True
        edges = self.tree.edges
        values = self.tree.values
        index: i64 = 0
        while index < self.count:
            prior = values[edges[self.edge_of[index] + VALUES]]
            if prior == 0.0 or prior == 1.0:
                return True
            index += 1
        return False

    def _set_priors(self) -> None:
        """Write the weights of the actions listed to their edges; those that look alike add up."""
        edges = self.tree.edges
        values = self.tree.values
        weights = self.choices.weights
        index: i64 = 0
        while index < self.count:
            values[edges[self.edge_of[index] + VALUES]] = 0.0
            index += 1
        total = 0.0
        index = 0
        while index < self.count:
            values[edges[self.edge_of[index] + VALUES]] += weights[index]
            total += weights[index]
            index += 1
        self.total = total

    def _add_priors(self) -> None:
        """Find the total of the priors that the edges have from before.

        They are shares of what was legal when they were weighed, and count as if that had always
        been the same.
        """
        edges = self.tree.edges
        values = self.tree.values
        total = 0.0
        index: i64 = 0
        while index < self.count:
            total += values[edges[self.edge_of[index] + VALUES]]
            index += 1
        self.total = total

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
            self.distinct = vec[i64]([0] * int(count * 2))
