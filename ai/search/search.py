"""Information-set Monte Carlo tree search for any number of seats.

Each simulation copies the position, re-deals what the searching seat cannot know, and walks one
tree whose edges are what that seat observes, availability counted (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). Chance is sampled and leaves no trace in the tree
(open loop). Every node maximises for the seat that acts there (max^n), by PUCT with the game's move
priors. A short playout guided by the game's policy ends in its evaluation, where the game says that
a position is quiet (quiescence; Beal, "A generalised quiescence search algorithm", 1990).
"""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search import endings
from railhead.ai.search.choices import Choices
from railhead.ai.search.tree import (
    ACTOR,
    AVAILABLE,
    EDGE_FIELDS,
    FIRST_EDGE,
    KEY,
    NEXT_EDGE,
    NONE,
    STAMP,
    VALUES,
    VISITS,
    Tree,
)
from railhead.ai.search.values import Values
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random
from railhead.games.vectors import vec

MOST_EDGES: Final = 1_500_000
"""A tree of so many edges, about 130 MB, grows no further: only what it has is refined."""
WIDENING_FROM: Final = 8
"""How many actions of a node are tried whatever their number."""
WIDENING_RATE: Final = 2.0
"""How many more are tried per square root of visits."""


@final
class Search:
    """A tree under one position, grown by `run`, for one seat.

    `seat` may act at `state` and acts first among the seats that may. Equal arguments and equal
    numbers of simulations give equal results, whatever the slices; `state` is never changed.
    `plies` is the number of decisions in a playout, if the knowledge wants no shorter ones. A tree
    of `most_edges` edges grows no further.
    """

    def __init__(
        self,
        state: State,
        seat: int,
        knowledge: Knowledge,
        seed: int,
        plies: int = 30,
        most_edges: int = MOST_EDGES,
    ) -> None:
        if seat not in state.to_act():
            raise ValueError(f"seat {seat} has nothing to decide here")
        self.seat: i64 = seat
        self.knowledge: Knowledge = knowledge
        self.plies: i64 = plies if plies < knowledge.horizon else knowledge.horizon
        self.exploration: float = knowledge.exploration
        self.caution: float = knowledge.caution
        self.end: i64 = most_edges * EDGE_FIELDS
        """Where the edges of a tree end that is full."""
        self.random: Random = Random(seed, seat)
        self.hides: bool = state.game.ruleset.hides
        self.certain: bool = not self.hides
        """Whether the way to the root left the tree below it without a trace of chance."""
        self.ended: bool = False
        """Whether the last descent came to the end of the match, as it would every time."""
        self.listed: i64 = 0
        """How many actions are listed and weighed for the first decision of the playout, or 0."""
        self.state: State = state.clone()
        self.tree: Tree = Tree(state.seats(), seat)
        self.simulations: i64 = 0
        self.choices: Choices = Choices(knowledge)
        self.edge_of: vec[i64] = vec[i64]([0] * 256)
        self.untried: float = 0.5
        self.widen: bool = True
        self.path: vec[i64] = vec[i64]([0] * 256)
        self.values: Values = Values(knowledge, state.seats())
        if knowledge.centred:
            self._centre()

    def run(self, simulations: i64) -> None:
        """Run so many more simulations."""
        done: i64 = 0
        while done < simulations:
            self._simulate()
            done += 1

    def advance(self, action: i64, state: State) -> bool:
        """Move the root to `state`, which its actor reached by `action`, and keep what is below.

        False, and no change, where no simulation has been there, or where the tree is full.
        """
        tree = self.tree
        if tree.edges_end >= self.end:
            return False
        actor = self._first_to_act(state, state.actor())
        mover: i64 = tree.nodes[tree.root + ACTOR]
        before = self.state
        key: i64 = self.state.observed(self.seat, mover, action)
        edge: i64 = tree.nodes[tree.root + FIRST_EDGE]
        while edge >= 0 and tree.edges[edge + KEY] != key:
            edge = tree.edges[edge + NEXT_EDGE]
        if edge < 0:
            return False
        node = tree.child(edge, actor)
        if node < 0:
            return False
        tree.root = node
        self.state = state.clone()
        if self.certain:
            before.play(mover, action)
            self.certain = before.actor() != CHANCE
        return True

    def statistics(self) -> list[tuple[int, int, list[float], float]]:
        """For each action at the root: action, visits, sum of values by seat, weight of its prior.

        Those of searches of one position with different seeds can be added up.
        """
        return self.tree.statistics()

    def lead(self) -> i64:
        """How many visits the most visited action at the root is ahead of the second."""
        return self.tree.lead()

    def solved(self) -> bool:
        """Whether it is proven which action at the root is best; see `endings`."""
        return len(self.state.to_act()) == 1 and endings.settled(self.tree)

    def best_solved(self) -> tuple[int, float] | None:
        """The best of the actions at the root whose value is proven, and its value, if any is."""
        return endings.best_known(self.tree) if len(self.state.to_act()) == 1 else None

    def decisions_ahead(self) -> i64:
        """How many more choices the seat will have before another seat acts, as far as foreseen."""
        return self.tree.decisions_ahead()

    def _centre(self) -> None:
        """Count leads from what they are at the root, as far as seen from it."""
        state = self.state.clone()
        if self.hides:
            state.determinize(self.seat, self.random)
        self.values.centre_on(state)

    def _simulate(self) -> None:
        state = self.state.clone()
        if self.hides:
            state.determinize(self.seat, self.random)
        depth = self._descend(state)
        self.simulations += 1
        last: i64 = self.path[depth - 1]
        if self.tree.is_solved(last):
            self.tree.recall(last, self.values.of_seat)
            self._back_up(depth)
            return
        self._playout(state)
        if state.actor() == OVER:
            self.values.settle(state)
        else:
            self.values.estimate(state)
        self._back_up(depth)
        if self.ended:
            endings.prove(self.tree, self.path, depth, self.state, self.values)

    def _descend(self, state: State) -> i64:
        """Play `state` down the tree to its first new node with a choice, or to a solved edge,
        which is not played; how long the path is."""
        tree = self.tree
        node: i64 = tree.root
        depth: i64 = 0
        fresh = False
        certain = self.certain
        full = tree.edges_end >= self.end
        self.listed = 0
        self.ended = False
        while True:
            seat: i64 = tree.nodes[node + ACTOR]
            if seat < 0 or (full and depth > 0 and tree.nodes[node + FIRST_EDGE] < 0):
                self.ended = certain and seat < 0
                return depth
            if certain and tree.nodes[node + FIRST_EDGE] >= 0:
                index = self._recall(node, seat)
            else:
                if fresh and self._may_choose(state, seat):
                    return depth
                count = self.choices.collect(state, seat)
                index = self._select(state, node, seat, count)
            edge: i64 = self.edge_of[index]
            if depth == i64(len(self.path)):
                self.path = vec[i64](list(self.path) + [0] * len(self.path))
            self.path[depth] = edge
            depth += 1
            if tree.is_solved(edge):
                return depth
            state.play(seat, self.choices.actions.items[index])
            certain = certain and state.actor() != CHANCE
            actor = self._first_to_act(state, self._settle(state))
            node = tree.child(edge, actor)
            if node < 0:
                node = tree.add_child(edge, actor)
                fresh = True

    def _may_choose(self, state: State, seat: i64) -> bool:
        """Whether `seat` has a choice where a playout begins; its first decision stays listed."""
        if self.plies > 0 and state.actor() == seat:
            self.listed = self.choices.consider(state, seat)
            if self.listed > 1:
                return True
            self.listed = 0
        return self.choices.list_all(state, seat) > 1

    def _settle(self, state: State) -> i64:
        """Resolve pending chance; who acts then."""
        actor: i64 = state.actor()
        if actor == CHANCE:
            state.sample_chance(self.random)
            actor = state.actor()
        return actor

    def _first_to_act(self, state: State, actor: i64) -> i64:
        """The searching seat where it may act, else `actor`."""
        if actor >= 0 and actor != self.seat and int(self.seat) in state.to_act():
            return self.seat
        return actor

    def _select(self, state: State, node: i64, seat: i64, count: i64) -> i64:
        """The index of the action to follow from `node`, with `edge_of` filled."""
        if count > i64(len(self.edge_of)):
            self.edge_of = vec[i64]([0] * int(count * 2))
        total = self._match(state, node, seat, count)
        if count == 1:
            return 0
        chosen = self._best_edge(seat, count, total)
        edge_of = self.edge_of
        if not self.hides:
            return chosen
        # Several actions may look alike to the searching seat: then one of them at random.
        edge: i64 = edge_of[chosen]
        weights = self.choices.weights
        index: i64 = 0
        while index < count:
            if edge_of[index] != edge:
                weights[index] = 0.0
            index += 1
        return self.choices.draw(count, self.random)

    def _recall(self, node: i64, seat: i64) -> i64:
        """The index of the action to follow from a node that is always the same.

        Where nothing is hidden and no chance came before, what was legal there and how likely it
        was once is so every time: the edges say it.
        """
        edges = self.tree.edges
        values = self.tree.values
        items = self.choices.actions.items
        edge_of = self.edge_of
        total = 0.0
        count: i64 = 0
        edge: i64 = self.tree.nodes[node + FIRST_EDGE]
        while edge >= 0:
            edges[edge + AVAILABLE] += 1
            items[count] = edges[edge + KEY]
            edge_of[count] = edge
            total += values[edges[edge + VALUES]]
            count += 1
            edge = edges[edge + NEXT_EDGE]
        return self._best_edge(seat, count, total) if count > 1 else 0

    def _match(self, state: State, node: i64, seat: i64, count: i64) -> float:
        """Find each legal action's edge, counting it available; the sum of all weights."""
        tree = self.tree
        redacted = self.hides and seat != self.seat
        empty = tree.nodes[node + FIRST_EDGE] < 0 and not redacted
        items = self.choices.actions.items
        weights = self.choices.weights
        edge_of = self.edge_of
        stamp: i64 = self.simulations
        total = 0.0
        edge: i64 = NONE
        index: i64 = 0
        while index < count:
            key: i64 = items[index]
            if redacted:
                key = state.observed(self.seat, seat, key)
            edge = tree.append_edge(node, edge, key) if empty else tree.edge(node, edge, key)
            edge_of[index] = edge
            edges = tree.edges
            values = tree.values
            at: i64 = edges[edge + VALUES]
            if edges[edge + STAMP] != stamp:
                edges[edge + STAMP] = stamp
                edges[edge + AVAILABLE] += 1
                values[at] = weights[index]
            else:
                values[at] += weights[index]
            total += weights[index]
            index += 1
        return total

    def _survey(self, seat: i64, count: i64, total: float) -> None:
        """Set what an untried action is expected to give `seat`, and whether to try one at all."""
        edges = self.tree.edges
        values = self.tree.values
        tried: i64 = 0
        visited = 0.0
        won = 0.0
        liked = 0.0
        index: i64 = 0
        while index < count:
            edge: i64 = self.edge_of[index]
            visits: i64 = edges[edge + VISITS]
            if visits > 0:
                tried += 1
                visited += float(visits)
                offset: i64 = edges[edge + VALUES]
                liked += values[offset]
                won += values[offset + 1 + seat]
            index += 1
        self.untried = 0.5
        if visited > 0.0:
            self.untried = won / visited - self.caution * math.sqrt(liked / total)
        self.widen = count <= WIDENING_FROM or (
            float(tried) < float(WIDENING_FROM) + WIDENING_RATE * math.sqrt(visited)
        )

    def _best_edge(self, seat: i64, count: i64, total: float) -> i64:
        """The index among the actions with the best PUCT value for `seat`."""
        self._survey(seat, count, total)
        edges = self.tree.edges
        values = self.tree.values
        edge_of = self.edge_of
        factor = self.exploration / total
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
                available = math.sqrt(float(edges[edge + AVAILABLE]))
                value = mean + factor * values[at] * available / float(visits + 1)
                if best < 0 or value > best_value:
                    best = index
                    best_value = value
            seen += 1
            index += 1
            if index == count:
                index = 0
        return best

    def _playout(self, state: State) -> None:
        """Play `state` on by the policy: `plies` decisions, and more until it is quiet."""
        actor: i64 = self._settle(state)
        plies: i64 = 0
        while actor >= 0 and (plies < self.plies or not self.knowledge.is_quiet(state)):
            count: i64 = self.listed
            self.listed = 0
            if count == 0:
                count = self.choices.consider(state, actor)
            index = self.choices.draw(count, self.random) if count > 1 else 0
            state.play(actor, self.choices.actions.items[index])
            actor = self._settle(state)
            plies += 1

    def _back_up(self, depth: i64) -> None:
        edges = self.tree.edges
        values = self.tree.values
        value = self.values.of_seat
        seats: i64 = self.tree.seats
        index: i64 = 0
        while index < depth:
            edge: i64 = self.path[index]
            edges[edge + VISITS] += 1
            at: i64 = edges[edge + VALUES] + 1
            seat: i64 = 0
            while seat < seats:
                values[at + seat] += value[seat]
                seat += 1
            index += 1
