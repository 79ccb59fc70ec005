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

    `edges` begins with the `length` edges, `players` with who took each, `best_children` with the
    edge that had been visited most of those it was chosen among: `NONE` where there was none to
    choose. `backup_max_weight` is as in `SearchWeights`.
    """

    def __init__(self, tree: Tree, backup_max_weight: float) -> None:
        self.tree: Tree = tree
        self.backup_max_weight: float = backup_max_weight
        self.length: i64 = 0
        self.edges: vec[i64] = vec[i64]([0] * LENGTH)
        self.players: vec[i64] = vec[i64]([0] * LENGTH)
        self.best_children: vec[i64] = vec[i64]([0] * LENGTH)
        self.value: vec[float] = vec[float]([0.0] * int(tree.seats))

    def clear(self) -> None:
        """Begin at the root."""
        self.length = 0

    def take(self, edge: i64, player: i64, best_child: i64) -> None:
        """Go on by `edge`, which `player` chose."""
        length: i64 = self.length
        if length == i64(len(self.edges)):
            self.edges = vec[i64](list(self.edges) + [0] * len(self.edges))
            self.players = vec[i64](list(self.players) + [0] * len(self.players))
            self.best_children = vec[i64](list(self.best_children) + [0] * len(self.best_children))
        self.edges[length] = edge
        self.players[length] = player
        self.best_children[length] = best_child
        self.length = length + 1

    def last(self) -> i64:
        """The edge taken last."""
        return self.edges[self.length - 1]

    def back_up(self, found: vec[float]) -> None:
        """Count a visit of each edge; what the simulation `found` for each seat is added to all.

        Where it tried an edge that has been worth less to its seat than the best child, the
        edges above get what lies between `found` and the best child's mean instead, by
        `backup_max_weight`: a mean of all that was tried makes decisions with many bad answers look
        better than they are (Coulom, "Efficient selectivity and backup operators in
        Monte-Carlo tree search", 2006).
        """
        tree = self.tree
        value = self.value
        seat: i64 = 0
        while seat < tree.seats:
            value[seat] = found[seat]
            seat += 1
        mixing = self.backup_max_weight > 0.0
        index: i64 = self.length
        while index > 0:
            index -= 1
            edge: i64 = self.edges[index]
            tree.add(edge, self.players[index], value)
            best_child: i64 = self.best_children[index]
            if mixing and best_child != NONE and best_child != edge:
                self._mix_towards_best(edge, best_child, self.players[index])

    def _mix_towards_best(self, edge: i64, best_child: i64, player: i64) -> None:
        """Draw `value` towards the leader's, where `player` would rather have taken that."""
        tree = self.tree
        if tree.mean(best_child, player) <= tree.mean(edge, player):
            return
        value = self.value
        seat: i64 = 0
        while seat < tree.seats:
            value[seat] += self.backup_max_weight * (tree.mean(best_child, seat) - value[seat])
            seat += 1
