"""Information-set Monte Carlo tree search for any number of seats.

Each simulation copies the position, re-deals what the searching seat cannot know, and walks one
tree whose edges are what that seat observes, availability counted (Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", 2012). Chance is sampled and leaves no trace in the tree
(open loop). Every node maximises for the seat that acts there (max^n), by PUCT with the game's move
priors. A short playout guided by the game's policy ends in its evaluation, where the game says that
a position is quiet (quiescence; Beal, "A generalised quiescence search algorithm", 1990).
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search import endings
from railhead.ai.search.branches import Branches
from railhead.ai.search.choices import Choices
from railhead.ai.search.path import Path
from railhead.ai.search.selection import Selection
from railhead.ai.search.tree import (
    ACTOR,
    EDGE_FIELDS,
    FIRST_EDGE,
    KEY,
    NEXT_EDGE,
    NONE,
    UNLISTED,
    Tree,
)
from railhead.ai.search.values import Values
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random

MOST_EDGES: Final = 1_500_000
"""A tree of so many edges, about 140 MB, grows no further: only what it has is refined."""


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
        self.plies: i64 = plies if plies < knowledge.rollout_depth else knowledge.rollout_depth
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
        self.forced: float = 0.0
        self.choices: Choices = Choices(knowledge)
        self.branches: Branches = Branches(self.tree, self.choices, seat, self.hides, self.random)
        self.selection: Selection = Selection(knowledge, self.tree, self.random)
        self.path: Path = Path(self.tree, knowledge.search.backup_max_weight)
        self.values: Values = Values(knowledge, state.seats())
        if knowledge.centred:
            self._centre()

    def force(self, forced: float) -> None:
        """Let each action at the root be taken so often at least; see `Selection.best`."""
        self.forced = forced

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
        key: i64 = self.state.redact(self.seat, mover, action)
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

    def prior_weight(self) -> float:
        """The weight of the prior term of PUCT at the root, which has been visited."""
        branches = self.branches
        root: i64 = self.tree.root
        branches.look(root)
        seat: i64 = self.tree.nodes[root + ACTOR]
        return self.selection.prior_weight(branches.edge_of, branches.count, branches.total, seat)

    def is_solved(self) -> bool:
        """Whether it is proven which action at the root is best; see `endings`."""
        return len(self.state.to_act()) == 1 and endings.is_root_solved(self.tree)

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
        # Dealt anew for each simulation: a tree of one deal would believe that it sees all cards.
        if self.hides:
            state.determinize(self.seat, self.random)
        self._descend(state)
        self.simulations += 1
        last: i64 = self.path.last()
        if self.tree.is_solved(last):
            self.tree.recall(last, self.values.of_seat)
            self.path.back_up(self.values.of_seat)
            return
        self._playout(state)
        if state.actor() == OVER:
            self.values.score_terminal(state)
        else:
            self.values.evaluate_leaf(state)
        self.path.back_up(self.values.of_seat)
        if self.ended:
            endings.prove(self.tree, self.path, self.state, self.values)

    def _descend(self, state: State) -> None:
        """Play `state` down the tree to its first new node with a choice, or to a solved edge,
        which is not played."""
        tree = self.tree
        path = self.path
        path.clear()
        node: i64 = tree.root
        fresh = False
        certain = self.certain
        full = tree.edges_end >= self.end
        self.listed = 0
        self.ended = False
        while True:
            seat: i64 = tree.nodes[node + ACTOR]
            if seat < 0 or (full and path.length > 0 and tree.nodes[node + FIRST_EDGE] < 0):
                self.ended = certain and seat < 0
                return
            # The same position every time: what is legal was found before, and stands at the edges.
            if certain and tree.nodes[node + FIRST_EDGE] >= 0:
                index = self._recall(state, node, seat)
            else:
                # A new node ends the descent, unless there is but one way on, which would tell
                # nothing.
                if fresh and self._may_choose(state, seat):
                    return
                self.branches.match(state, node, seat, certain, self.simulations)
                index = self._select(node, seat)
            edge: i64 = self.branches.edge_of[index]
            path.take(edge, seat, self.selection.best_child if self.branches.count > 1 else NONE)
            if tree.is_solved(edge):
                return
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

    def _select(self, node: i64, seat: i64) -> i64:
        """The index of the action to follow, of those that the branches have been found for."""
        branches = self.branches
        count: i64 = branches.count
        if count == 1:
            return 0
        if not branches.are_alike:
            return self._best(node, seat)
        # Several actions may look alike to the searching seat: each edge is looked at once, and of
        # the actions that look like the best one is taken at random.
        edge: i64 = branches.distinct[
            self.selection.best(branches.distinct, branches.distinct_count, branches.total, seat)
        ]
        edge_of = branches.edge_of
        weights = self.choices.weights
        index: i64 = 0
        while index < count:
            if edge_of[index] != edge:
                weights[index] = 0.0
            index += 1
        return self.choices.draw(count, self.random)

    def _recall(self, state: State, node: i64, seat: i64) -> i64:
        """The index of the action to follow from a node that is always the same."""
        branches = self.branches
        branches.recall(state, node, seat)
        if branches.count == 1:
            return 0
        index = self._best(node, seat)
        unlisted: i64 = self.tree.nodes[node + UNLISTED]
        if unlisted < 0 or not self.selection.widen or self.selection.tried < branches.count:
            return index
        branches.list_rest(state, node, seat)
        return self._best(node, seat)

    def _best(self, node: i64, seat: i64) -> i64:
        branches = self.branches
        forced = self.forced if node == self.tree.root else 0.0
        return self.selection.best(branches.edge_of, branches.count, branches.total, seat, forced)

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
