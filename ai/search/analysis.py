"""What a seat could do at a position, and what would come of it: found bit by bit, for people.

Two things are done in turn. A tree is searched as the bots do it: how often it takes an action says
how much there is to be said for that. And each of the actions taken most is played out to the end
of the match, all seats playing fast by the game's policy, on a new deal of what the seat cannot
know: from how those matches end come the expected score and the chance to win.

Depends only on what the seat may know. Equal arguments and equal numbers of steps give the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, field
from typing import Any, Final

from railhead.ai.knowledge.base import Knowledge
from railhead.ai.search.choices import Choices
from railhead.ai.search.estimates import Estimate, mean, share
from railhead.ai.search.search import Search
from railhead.ai.search.tree import EDGE_FIELDS, FIRST_EDGE, KEY, NEXT_EDGE, VISITS
from railhead.games.game import CHANCE, OVER, State
from railhead.games.random import Random

STRIDE: Final = 64
"""How many simulations a step runs."""
CANDIDATES: Final = 5
"""So many actions, those taken most, are played out and told of."""
PLAYED_OUT: Final = 2
"""How many matches a step plays from each of them."""
MOST_EDGES: Final = 1_000_000
"""A tree that has grown beyond so many edges, about 90 MB, is put aside and another begun."""
MOST_KEPT: Final = 64
"""Of so many actions a tally is kept, those taken most."""
WORLDS: Final = 8
"""In so many deals of what is hidden a move must be legal, and be called the same, to be told."""
LONGEST_LINE: Final = 12
LEAST_VISITS: Final = 8
"""A move behind the first one is told where the search has taken it so often."""


@dataclass
class Count:
    """Of one action: `visits` in trees; of `played` matches those `won`, in parts where tied, the
    sum of the seat's scores and of their squares, and by category that of its score sheets."""

    visits: int = 0
    played: int = 0
    won: float = 0.0
    points: int = 0
    squares: int = 0
    sheet: dict[str, int] = field(default_factory=dict)


@dataclass
class Tally:
    """All that an analysis has counted: another one of the same position can go on from it."""

    simulations: int = 0
    trees: int = 0
    rounds: int = 0
    counts: dict[int, Count] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The tally as JSON, of the actions that count."""
        kept = sorted(self.counts.items(), key=lambda item: (-item[1].visits, item[0]))[:MOST_KEPT]
        numbers = [[action, *astuple(count)] for action, count in kept]
        head = {"simulations": self.simulations, "trees": self.trees, "rounds": self.rounds}
        return {**head, "counts": numbers}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Tally:
        """The tally that `to_json` wrote."""
        counts = {action: Count(*numbers) for action, *numbers in written["counts"]}
        return cls(written["simulations"], written["trees"], written["rounds"], counts)


@dataclass(frozen=True)
class Candidate:
    """An action worth thinking about: its label, and what has been found of it.

    `score` is the seat's at the end, `win` its chance to be first, 0 to 1, `sheet` what it has at
    the end in each category of the score sheet, on average.
    """

    action: int
    label: str
    visits: int
    score: Estimate
    win: Estimate
    sheet: Mapping[str, float]


@dataclass(frozen=True)
class Move:
    """A move of a line: whose it is, what it is, and what it is called."""

    seat: int
    action: int
    label: str


class Analysis:
    """An analysis of the decision that `seat` has at `state`, which is never changed.

    `before` is what an earlier analysis of the same has counted. Raises `ValueError` where the seat
    has nothing to decide.
    """

    def __init__(
        self, state: State, seat: int, knowledge: Knowledge, seed: int, before: Tally | None = None
    ) -> None:
        self.state = state.clone()
        self.seat = seat
        self.seed = seed
        self._knowledge = knowledge
        self._choices = Choices(knowledge)
        self._tally = before or Tally()
        self._search = self._new_search()
        self._line: list[Move] = []

    @property
    def simulations(self) -> int:
        """How many simulations have been run in all."""
        return self._tally.simulations

    def step(self, most: int = STRIDE) -> None:
        """Run up to `most` simulations, and play out the actions most taken: a few hundredths of a
        second."""
        simulations = min(most, STRIDE)
        self._search.run(simulations)
        self._tally.simulations += simulations
        for action in self._most_taken(self._visits()):
            for match in range(PLAYED_OUT):
                self._play_out(action, PLAYED_OUT * self._tally.rounds + match)
        self._tally.rounds += 1
        if self._search.tree.edges_end > MOST_EDGES * EDGE_FIELDS:
            # The line goes with its tree: it is told until the next one has as long a line.
            self._line = self.line()
            self._tally = self.tally()
            self._search = self._new_search()

    def tally(self) -> Tally:
        """All that has been counted until now."""
        now = self._tally
        counts = {action: Count(*astuple(count)) for action, count in now.counts.items()}
        for action, visits in self._visits().items():
            counts.setdefault(action, Count()).visits = visits
        return Tally(now.simulations, now.trees, now.rounds, counts)

    def candidates(self) -> list[Candidate]:
        """The actions most taken, the most promising first; none before the first step."""
        visits, counts = self._visits(), self._tally.counts
        played = {action: visits[action] for action in counts if counts[action].played > 1}
        return [
            self._candidate(action, visits[action], counts[action])
            for action in self._most_taken(played)
        ]

    def line(self) -> list[Move]:
        """How the match might go on, as far as that needs neither chance nor what is hidden.

        It begins with the first candidate. A move is told where it would be possible, and be called
        the same, whatever is hidden from the seat.
        """
        first = self._most_taken(self._visits())[:1]
        if not first:
            return []
        moves, before = self._principal_variation(first[0]), self._line
        if len(before) > len(moves) and before[0].action == first[0]:
            return before
        return moves

    def _new_search(self) -> Search:
        """A new tree."""
        self._tally.trees += 1
        return Search(self.state, self.seat, self._knowledge, self.seed + self._tally.trees)

    def _visits(self) -> dict[int, int]:
        """How often each action was taken, in this tree and those before."""
        visits = {action: count.visits for action, count in self._tally.counts.items()}
        for action, taken, _, _ in self._search.statistics():
            if taken:
                visits[action] = visits.get(action, 0) + taken
        return visits

    def _most_taken(self, visits: Mapping[int, int]) -> list[int]:
        return sorted(visits, key=lambda action: (-visits[action], action))[:CANDIDATES]

    def _candidate(self, action: int, visits: int, count: Count) -> Candidate:
        score = mean(count.points, count.squares, count.played)
        win = share(count.won, count.played)
        sheet = {name: total / count.played for name, total in count.sheet.items()}
        return Candidate(action, self.state.label(self.seat, action), visits, score, win, sheet)

    def _play_out(self, action: int, number: int) -> None:
        """Play the match of this number from an action on; all actions have the same luck in it."""
        # Common random numbers: what tells actions apart is not their luck.
        deal, luck = Random(self.seed, 2 * number + 2), Random(self.seed, 2 * number + 3)
        state = self.state.clone()
        if state.game.ruleset.hides:
            state.determinize(self.seat, deal)
        state.play(self.seat, action)
        self._play_on(state, luck)
        points = state.scores()[self.seat]
        first = state.ranking()[0]
        count = self._tally.counts.setdefault(action, Count())
        count.played += 1
        count.won += 1 / len(first) if self.seat in first else 0.0
        count.points += points
        count.squares += points * points
        for name, column in state.score_sheet().items():
            count.sheet[name] = count.sheet.get(name, 0) + column[self.seat]

    def _play_on(self, state: State, luck: Random) -> None:
        """Play to the end by the policy."""
        choices = self._choices
        while (actor := state.actor()) != OVER:
            if actor == CHANCE:
                state.sample_chance(luck)
                continue
            number = choices.consider(state, actor)
            index = choices.draw(number, luck) if number > 1 else 0
            state.play(actor, choices.actions.items[index])

    def _worlds(self) -> list[State]:
        """The position, and where something is hidden, several that look the same to the seat."""
        if not self.state.game.ruleset.hides:
            return [self.state.clone()]
        worlds = [self.state.clone() for _ in range(WORLDS)]
        for number, world in enumerate(worlds):
            # Far from the streams of the matches that are played out.
            world.determinize(self.seat, Random(self.seed, 2**32 + number))
        return worlds

    def _principal_variation(self, action: int) -> list[Move]:
        """The line that begins with an action."""
        tree, worlds = self._search.tree, self._worlds()
        node, seat = int(tree.root), self.seat
        edge = self._edge(node, action)
        moves: list[Move] = []
        while (move := _common_move(worlds, seat, action)) is not None:
            moves.append(move)
            for world in worlds:
                world.play(seat, action)
            actors = {self._actor(world) for world in worlds}
            seat = actors.pop()
            if actors or seat < 0 or edge is None or len(moves) == LONGEST_LINE:
                break
            node = int(tree.child(edge, seat))
            edge = None if node < 0 else self._edge(node)
            if edge is None:
                break
            action = int(tree.edges[edge + KEY])
        return moves

    def _edge(self, node: int, action: int | None = None) -> int | None:
        """The edge of an action, else the one taken most, if that was often enough."""
        edges = self._search.tree.edges
        edge = int(self._search.tree.nodes[node + FIRST_EDGE])
        best, most = None, LEAST_VISITS - 1
        while edge >= 0:
            if action is not None and edges[edge + KEY] == action:
                return edge
            if action is None and edges[edge + VISITS] > most:
                best, most = edge, int(edges[edge + VISITS])
            edge = int(edges[edge + NEXT_EDGE])
        return best

    def _actor(self, state: State) -> int:
        """Who acts, as the tree has it: the seat where it may."""
        actor = int(state.actor())
        return self.seat if actor >= 0 and self.seat in state.to_act() else actor


def _common_move(worlds: list[State], seat: int, action: int) -> Move | None:
    """The move, where it is legal and called the same in all worlds."""
    if any(action not in world.legal_actions(seat) for world in worlds):
        return None
    labels = {world.label(seat, action) for world in worlds}
    return Move(seat, action, labels.pop()) if len(labels) == 1 else None
