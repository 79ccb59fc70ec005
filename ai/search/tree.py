"""The search tree as flat vectors: nodes, and edges in a linked list under each node.

A node or an edge is the offset of its first field in its vector. `NONE` stands for no node or edge.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.vectors import vec

NONE: Final = -1

ACTOR: Final = 0
FIRST_EDGE: Final = 1
NEXT_NODE: Final = 2
SOLVED: Final = 3
UNLISTED: Final = 4
NODE_FIELDS: Final = 5

KEY: Final = 0
NEXT_EDGE: Final = 1
FIRST_NODE: Final = 2
VISITS: Final = 3
AVAILABLE: Final = 4
STAMP: Final = 5
VALUES: Final = 6
EDGE_FIELDS: Final = 7


@final
class Tree:
    """A tree whose edges are what the searching seat observes.

    `nodes` holds, per node: the seat to act (or `OVER`), its first edge, the next node below the
    same edge (the same observation can lead to different actors, by chance or by what is hidden),
    whether the edge above, which then has no other node, is solved (see `endings`), and where the
    weight of the actions that have no edge yet lies in `values`, if there are any. `edges` holds,
    per edge: the observed action, the next edge of the same node, its first node, how often it
    was taken, how often it was available (Cowling et al. 2012), the simulation that last saw it
    available, and where its floats begin in `values`: its prior when last weighed, for each
    seat the sum of the values that were backed up, and for the seat that acts the sum of their
    squares.
    """

    def __init__(self, seats: i64, actor: i64) -> None:
        self.seats: i64 = seats
        self.nodes: vec[i64] = vec[i64]([0] * (NODE_FIELDS * 64))
        self.nodes_end: i64 = 0
        self.edges: vec[i64] = vec[i64]([0] * (EDGE_FIELDS * 256))
        self.edges_end: i64 = 0
        self.values: vec[float] = vec[float]([0.0] * (int(seats + 2) * 256))
        self.values_end: i64 = 0
        self.root: i64 = self._new_node(actor)

    def child(self, edge: i64, actor: i64) -> i64:
        """The node below `edge` where `actor` acts; `NONE` if no simulation has been there."""
        nodes = self.nodes
        node: i64 = self.edges[edge + FIRST_NODE]
        while node >= 0 and nodes[node + ACTOR] != actor:
            node = nodes[node + NEXT_NODE]
        return node

    def add_child(self, edge: i64, actor: i64) -> i64:
        """A new node below `edge` where `actor` acts."""
        node = self._new_node(actor)
        self.nodes[node + NEXT_NODE] = self.edges[edge + FIRST_NODE]
        self.edges[edge + FIRST_NODE] = node
        return node

    def edge(self, node: i64, previous: i64, key: i64) -> i64:
        """The edge of `node` for the observed action `key`, made where there is none.

        `previous` is the edge of the action listed before: lists keep their order, so the next
        edge is nearly always the one looked for.
        """
        edges = self.edges
        if previous >= 0:
            guess: i64 = edges[previous + NEXT_EDGE]
        else:
            guess = self.nodes[node + FIRST_EDGE]
        if guess >= 0 and edges[guess + KEY] == key:
            return guess
        last: i64 = NONE
        edge: i64 = self.nodes[node + FIRST_EDGE]
        while edge >= 0:
            if edges[edge + KEY] == key:
                return edge
            last = edge
            edge = edges[edge + NEXT_EDGE]
        return self.append_edge(node, last, key)

    def append_edge(self, node: i64, last: i64, key: i64) -> i64:
        """A new edge of `node` for `key`, behind its `last` one (`NONE` where it has none)."""
        edge: i64 = self.edges_end
        if edge + EDGE_FIELDS > i64(len(self.edges)):
            self.edges = grow(self.edges)
        offset: i64 = self._new_values(self.seats + 2)
        self.edges_end = edge + EDGE_FIELDS
        # Only now: to grow puts another vector in the place of this one.
        edges = self.edges
        edges[edge + KEY] = key
        edges[edge + NEXT_EDGE] = NONE
        edges[edge + FIRST_NODE] = NONE
        edges[edge + STAMP] = NONE
        edges[edge + VALUES] = offset
        if last < 0:
            self.nodes[node + FIRST_EDGE] = edge
        else:
            edges[last + NEXT_EDGE] = edge
        return edge

    def solve(self, edge: i64, values: vec[float]) -> None:
        """Note what `edge`, which was taken and has one node, is worth to each seat, exactly."""
        self.nodes[self.edges[edge + FIRST_NODE] + SOLVED] = 1
        at: i64 = self.edges[edge + VALUES] + 1
        visits = float(self.edges[edge + VISITS])
        seat: i64 = 0
        while seat < self.seats:
            self.values[at + seat] = visits * values[seat]
            seat += 1

    def is_solved(self, edge: i64) -> bool:
        """Whether it is known exactly what `edge` is worth."""
        node: i64 = self.edges[edge + FIRST_NODE]
        return node >= 0 and self.nodes[node + SOLVED] != 0

    def leave_out(self, node: i64, weight: float) -> None:
        """Note that `node` has actions without an edge, and the weight of all their priors."""
        offset: i64 = self._new_values(1)
        self.values[offset] = weight
        self.nodes[node + UNLISTED] = offset

    def add(self, edge: i64, seat: i64, values: vec[float]) -> None:
        """Count a visit of `edge`, taken by `seat`, and what it was worth to each seat."""
        self.edges[edge + VISITS] += 1
        at: i64 = self.edges[edge + VALUES] + 1
        sums = self.values
        other: i64 = 0
        while other < self.seats:
            sums[at + other] += values[other]
            other += 1
        sums[at + other] += values[seat] * values[seat]

    def mean(self, edge: i64, seat: i64) -> float:
        """What `edge`, which was taken, has been worth to `seat`: exactly so if it is solved."""
        return self.values[self.edges[edge + VALUES] + 1 + seat] / float(self.edges[edge + VISITS])

    def recall(self, edge: i64, out: vec[float]) -> None:
        """Write what `edge` has been worth to each seat to `out`."""
        seat: i64 = 0
        while seat < self.seats:
            out[seat] = self.mean(edge, seat)
            seat += 1

    def statistics(self) -> list[tuple[int, int, list[float], float]]:
        """For each edge of the root: key, visits, sum of values by seat, weight of its prior."""
        result: list[tuple[int, int, list[float], float]] = []
        edge: i64 = self.nodes[self.root + FIRST_EDGE]
        while edge >= 0:
            at: i64 = self.edges[edge + VALUES]
            sums = [self.values[at + 1 + i64(seat)] for seat in range(int(self.seats))]
            visits = int(self.edges[edge + VISITS])
            result.append((int(self.edges[edge + KEY]), visits, sums, self.values[at]))
            edge = self.edges[edge + NEXT_EDGE]
        return result

    def lead(self) -> i64:
        """How many visits the most visited edge of the root is ahead of the second."""
        best: i64 = 0
        second: i64 = 0
        edge: i64 = self.nodes[self.root + FIRST_EDGE]
        while edge >= 0:
            visits: i64 = self.edges[edge + VISITS]
            if visits > best:
                second = best
                best = visits
            elif visits > second:
                second = visits
            edge = self.edges[edge + NEXT_EDGE]
        return best - second

    def decisions_ahead(self) -> i64:
        """How many nodes with a choice come on the line taken most before another seat acts.

        A node that no simulation has gone through yet counts as one.
        """
        seat: i64 = self.nodes[self.root + ACTOR]
        node: i64 = self.root
        count: i64 = -1
        while node >= 0 and self.nodes[node + ACTOR] == seat:
            edge: i64 = self.nodes[node + FIRST_EDGE]
            if edge < 0 or self.edges[edge + NEXT_EDGE] >= 0:
                count += 1
            node = self._most_visited_child(edge) if edge >= 0 else NONE
        return count if count > 0 else 0

    def _most_visited_child(self, edge: i64) -> i64:
        """The node most gone through below the most visited of `edge` and those behind it."""
        best: i64 = edge
        while edge >= 0:
            if self.edges[edge + VISITS] > self.edges[best + VISITS]:
                best = edge
            edge = self.edges[edge + NEXT_EDGE]
        node: i64 = self.edges[best + FIRST_NODE]
        found: i64 = node
        most: i64 = -1
        while node >= 0:
            visits: i64 = 0
            edge = self.nodes[node + FIRST_EDGE]
            while edge >= 0:
                visits += self.edges[edge + VISITS]
                edge = self.edges[edge + NEXT_EDGE]
            if visits > most:
                most = visits
                found = node
            node = self.nodes[node + NEXT_NODE]
        return found

    def _new_values(self, count: i64) -> i64:
        offset: i64 = self.values_end
        if offset + count > i64(len(self.values)):
            self.values = grow_floats(self.values)
        self.values_end = offset + count
        return offset

    def _new_node(self, actor: i64) -> i64:
        node: i64 = self.nodes_end
        if node + NODE_FIELDS > i64(len(self.nodes)):
            self.nodes = grow(self.nodes)
        self.nodes_end = node + NODE_FIELDS
        nodes = self.nodes
        nodes[node + ACTOR] = actor
        nodes[node + FIRST_EDGE] = NONE
        nodes[node + NEXT_NODE] = NONE
        nodes[node + SOLVED] = 0
        nodes[node + UNLISTED] = NONE
        return node


def grow(numbers: vec[i64]) -> vec[i64]:
    """The same numbers with as much room again. Copied one by one: a list would box them all."""
    count: i64 = len(numbers)
    result = vec[i64]([0] * int(2 * count))
    index: i64 = 0
    while index < count:
        result[index] = numbers[index]
        index += 1
    return result


def grow_floats(numbers: vec[float]) -> vec[float]:
    """Like `grow`."""
    count: i64 = len(numbers)
    result = vec[float]([0.0] * int(2 * count))
    index: i64 = 0
    while index < count:
        result[index] = numbers[index]
        index += 1
    return result
