"""The way of one simulation through the tree, and what goes up it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.search.tree import NONE, Tree
from railhead.games.vectors import vec

LENGTH: Final = 256
"""How long a path may be before its vectors are made longer."""


@final
class Path:
    """The edges that a simulation has taken from the root of `tree`.

    `edges` begins with the `length` edges, `movers` with who took each, `leaders` with the edge
    that had been visited most of those it was chosen among: `NONE` where there was none to choose.
    `forgiveness` is as in `SearchWeights`.
    """

    def __init__(self, tree: Tree, forgiveness: float) -> None:
        self.tree: Tree = tree
        self.forgiveness: float = forgiveness
        self.length: i64 = 0
        self.edges: vec[i64] = vec[i64]([0] * LENGTH)
        self.movers: vec[i64] = vec[i64]([0] * LENGTH)
        self.leaders: vec[i64] = vec[i64]([0] * LENGTH)
        self.worth: vec[float] = vec[float]([0.0] * int(tree.seats))

    def clear(self) -> None:
        """Begin at the root."""
        self.length = 0

    def take(self, edge: i64, mover: i64, leader: i64) -> None:
        """Go on by `edge`, which `mover` chose."""
        length: i64 = self.length
        if length == i64(len(self.edges)):
            self.edges = vec[i64](list(self.edges) + [0] * len(self.edges))
            self.movers = vec[i64](list(self.movers) + [0] * len(self.movers))
            self.leaders = vec[i64](list(self.leaders) + [0] * len(self.leaders))
        self.edges[length] = edge
        self.movers[length] = mover
        self.leaders[length] = leader
        self.length = length + 1

    def last(self) -> i64:
        """The edge taken last."""
        return self.edges[self.length - 1]

    def back_up(self, found: vec[float]) -> None:
        """Count a visit of each edge; what the simulation `found` for each seat is added to all.

        Where it tried an edge that has been worth less to its seat than the leader, the edges
        above get what lies between `found` and the leader's mean instead, by `forgiveness`: a mean
        of all that was tried makes decisions with many bad answers look better than they are
        (Coulom, "Efficient selectivity and backup operators in Monte-Carlo tree search", 2006).
        """
        tree = self.tree
        worth = self.worth
        seat: i64 = 0
        while seat < tree.seats:
            worth[seat] = found[seat]
            seat += 1
        forgiving = self.forgiveness > 0.0
        index: i64 = self.length
        while index > 0:
            index -= 1
            edge: i64 = self.edges[index]
            tree.add(edge, self.movers[index], worth)
            leader: i64 = self.leaders[index]
            if forgiving and leader != NONE and leader != edge:
                self._forgive(edge, leader, self.movers[index])

    def _forgive(self, edge: i64, leader: i64, mover: i64) -> None:
        """Draw `worth` towards the leader's, where `mover` would rather have taken that."""
        tree = self.tree
        if tree.mean(leader, mover) <= tree.mean(edge, mover):
            return
        worth = self.worth
        seat: i64 = 0
        while seat < tree.seats:
            worth[seat] += self.forgiveness * (tree.mean(leader, seat) - worth[seat])
            seat += 1
