"""Which edge of a node a simulation follows: PUCT over what may be done there."""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search.tree import AVAILABLE, NONE, VALUES, VISITS, Tree
from railhead.games.random import Random
from railhead.games.vectors import vec

WIDENING_FROM: Final = 8
"""How many actions of a node are tried whatever their number."""
WIDENING_RATE: Final = 2.0
"""How many more are tried per square root of visits."""
FORCED: Final = 1000.0
"""Above all values."""
DOUBT: Final = 4.0
"""So many values seen count as much as what is usual."""


@final
class Selection:
    """Chooses among the edges of a node of `tree`; `random` settles ties.

    Afterwards `tried` is how many of them had been taken, `best_child` the one taken most
    (`NONE` where none was), and `widen` whether one that had not been might have been chosen.
    """

    def __init__(self, knowledge: Knowledge, tree: Tree, random: Random) -> None:
        self.tree: Tree = tree
        self.random: Random = random
        self.c_puct: float = knowledge.search.c_puct_for(tree.seats)
        self.first_play_urgency: float = knowledge.search.first_play_urgency
        self.value_variance_scale: float = knowledge.search.value_variance_scale
        self.tried: i64 = 0
        self.best_child: i64 = NONE
        self.widen: bool = True
        self.visited: float = 0.0
        """How often they had been taken, together."""
        self.untried: float = 0.5
        """What an untried action is expected to give the seat."""
        self.scale: float = 1.0
        """How far values are apart at this node, beside what is usual."""

    def best(
        self, edge_of: vec[i64], count: i64, total: float, seat: i64, forced: float = 0.0
    ) -> i64:
        """The index of the edge with the best PUCT value for `seat`, which acts there.

        An action that was taken comes first while its visits are fewer than the square root of
        `forced` times its prior's share of all visits (forced playouts; Wu, "Accelerating
        self-play learning in Go", 2019).

        `edge_of` begins with the `count` edges to choose among, each of them once. `total` is the
        weight of the priors of all actions, those without an edge included.
        """
        self._survey(edge_of, count, total, seat)
        edges = self.tree.edges
        values = self.tree.values
        factor = self.scale * self.c_puct / total
        # Ties go to whichever comes first from a random start, so that order means nothing.
        index: i64 = self.random.below(count)
        best: i64 = NONE
        best_value = 0.0
        seen: i64 = 0
        while seen < count:
            edge: i64 = edge_of[index]
            visits: i64 = edges[edge + VISITS]
            if visits > 0 or self.widen:
                at: i64 = edges[edge + VALUES]
                mean = values[at + 1 + seat] / float(visits) if visits > 0 else self.untried
                # Availability for the parent's visits: an action is not to be had in each deal.
                available = math.sqrt(float(edges[edge + AVAILABLE]))
                value = mean + factor * values[at] * available / float(visits + 1)
                if forced > 0.0 and visits > 0:
                    least = forced * self.visited * values[at] / total
                    if float(visits * visits) < least:
                        value += FORCED
                if best < 0 or value > best_value:
                    best = index
                    best_value = value
            seen += 1
            index += 1
            if index == count:
                index = 0
        return best

    def prior_weight(self, edge_of: vec[i64], count: i64, total: float, seat: i64) -> float:
        """The weight of the prior term among these edges; see `best`."""
        self._survey(edge_of, count, total, seat)
        return self.scale * self.c_puct

    def _survey(self, edge_of: vec[i64], count: i64, total: float, seat: i64) -> None:
        """Set what is known of the edges together."""
        edges = self.tree.edges
        values = self.tree.values
        squares_at: i64 = 1 + self.tree.seats
        visited = 0.0
        won = 0.0
        liked = 0.0
        squares = 0.0
        self.tried = 0
        self.best_child = NONE
        most: i64 = 0
        index: i64 = 0
        while index < count:
            edge: i64 = edge_of[index]
            visits: i64 = edges[edge + VISITS]
            if visits > 0:
                self.tried += 1
                if visits > most:
                    most = visits
                    self.best_child = edge
                visited += float(visits)
                at: i64 = edges[edge + VALUES]
                liked += values[at]
                won += values[at + 1 + seat]
                squares += values[at + squares_at]
            index += 1
        self.visited = visited
        self.untried = 0.5
        self.scale = 1.0
        if visited > 0.0:
            mean = won / visited
            if self.value_variance_scale > 0.0:
                # The squared distances from the mean by running sums: no value is kept.
                self.scale = self._spread(squares - won * mean, visited) / self.value_variance_scale
            self.untried = mean - self.scale * self.first_play_urgency * math.sqrt(liked / total)
        self.widen = count <= WIDENING_FROM or (
            float(self.tried) < float(WIDENING_FROM) + WIDENING_RATE * math.sqrt(visited)
        )

    def _spread(self, squares: float, visits: float) -> float:
        """How far so many values are apart whose squared distances from their mean add up to
        `squares`."""
        if squares < 0.0:
            squares = 0.0
        return math.sqrt(
            (squares + DOUBT * self.value_variance_scale * self.value_variance_scale)
            / (visits + DOUBT)
        )
