"""Finding puzzles: decisions of matches, searched briefly and then for long.

A decision is one where a long search takes one action far more often than any other, finds it worth
more, another long search with other luck does so too and a third one takes it, while the move of
the highest prior or a brief search is another. All of it depends only on what the seat may know: it
is found at a deal of the rest which is the same for all positions that look alike to the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import orjson

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.ai.puzzles import HARDEST, MoveStatistics, Puzzle
from railhead.ai.search.levels import Player
from railhead.ai.search.root_statistics import merge
from railhead.ai.search.search import Search
from railhead.ai.training.chunks import replace
from railhead.ai.training.matches import decisions, openings
from railhead.games.game import State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import rulesets

Entry = tuple[int, int, list[float], float]
"""What a search found of an action; see `Search.statistics`."""

LEAST_ACTIONS: Final = 4
"""With fewer there is too little to find."""
RUNGS: Final = (64, 16, 4)
"""Searches that are so many times shorter say how difficult a puzzle is."""
SCREEN: Final = 16
"""A search that is so many times shorter says what is worth a long one."""
OBVIOUS: Final = 0.7
"""What the screening search takes so often, and looks best at once, is no puzzle."""
HOPELESS: Final = 0.4
"""Half a long search must have taken something so often to be finished."""
MOST_LISTED: Final = 8
"""Of so many actions a puzzle says what was found."""
PLACES: Final = 4
EXPLORED: Final = 8
"""One in so many moves of self-play is any legal one, so that matches differ."""


@dataclass(frozen=True)
class PuzzleCriteria:
    """What makes a decision a puzzle.

    A search of `simulations` takes one action in this `share` of them at least, and finds it worth
    `margin` more (of 1) than what it takes second most.
    """

    simulations: int = 4096
    share: float = 0.6
    margin: float = 0.03


class PuzzleGenerator:
    """Looks for puzzles in decisions of matches of a game with these complete options."""

    def __init__(self, game_id: str, options: Mapping[str, Any], criteria: PuzzleCriteria) -> None:
        self.knowledge: Knowledge = knowledge_for(game_id)
        self.greedy = Player(game_id, "hard", seed=0)
        self.options = options
        self.criteria = criteria

    def puzzle(self, state: State, seat: int) -> Puzzle | None:
        """The puzzle that the decision of `seat` at `state` is; None where it is none."""
        position = as_known(state, seat)
        if len(position.legal_actions(seat)) < LEAST_ACTIONS:
            return None
        liked = self.greedy.fallback(position, seat).action
        screened = self._search(position, seat, 0, SCREEN)
        if screened[0][0] == liked and _share(screened) >= OBVIOUS:
            return None
        first = self._long_search(position, seat, 1)
        second = None if first is None else self._long_search(position, seat, 2)
        if first is None or second is None or first[0][0] != second[0][0]:
            return None
        best = first[0][0]
        if self._search(position, seat, 4, 1)[0][0] != best:
            return None
        tries = [liked, *(self._search(position, seat, 3, rung)[0][0] for rung in RUNGS)]
        missed = [number for number, action in enumerate(tries, 1) if action != best]
        if not missed:
            return None
        return Puzzle(
            seat,
            int(position.seats()),
            missed[-1],
            self.options,
            position.game.data_hash,
            position.save(),
            self.criteria.simulations,
            _listed_moves(position, seat, merge([first, second])),
        )

    def puzzles(self, decisions: Iterable[tuple[State, int]], most: int) -> list[Puzzle]:
        """The puzzles of a match among these decisions of it: `most` at most, the clearest ones of
        each difficulty."""
        found = [self.puzzle(state, seat) for state, seat in decisions]
        whole = [one for one in found if one is not None]
        return balance(sorted(whole, key=lambda one: (-one.found[0].visits, one.id)), most)

    def _search(self, position: State, seat: int, seed: int, shorter: int) -> list[Entry]:
        """What a search finds that is so many times shorter, the action most taken first."""
        search = Search(position, seat, self.knowledge, seed)
        search.run(max(1, self.criteria.simulations // shorter))
        return _by_visits(search.statistics(), seat)

    def _long_search(self, position: State, seat: int, seed: int) -> list[Entry] | None:
        """What a long search finds, where it finds one action clearly the best."""
        search = Search(position, seat, self.knowledge, seed)
        half = self.criteria.simulations // 2
        search.run(half)
        if _share(_by_visits(search.statistics(), seat)) < HOPELESS:
            return None
        search.run(self.criteria.simulations - half)
        found = _by_visits(search.statistics(), seat)
        if _share(found) < self.criteria.share:
            return None
        ahead = _value(found[0], seat) - max((_value(one, seat) for one in found[1:3]), default=0.0)
        return found if ahead >= self.criteria.margin else None


def as_known(state: State, seat: int) -> State:
    """The position with all that `seat` cannot know dealt anew: the same one for all positions that
    look alike to the seat."""
    position = state.clone()
    if position.game.ruleset.hides:
        position.determinize(seat, Random(0))
    return position


def _by_visits(found: Sequence[Entry], seat: int) -> list[Entry]:
    tried = [one for one in found if one[1] > 0]
    return sorted(tried, key=lambda one: (-one[1], -one[2][seat], one[0]))


def _share(found: Sequence[Entry]) -> float:
    return found[0][1] / sum(one[1] for one in found)


def _value(one: Entry, seat: int) -> float:
    return float(one[2][seat] / one[1])


def _listed_moves(position: State, seat: int, found: Sequence[Entry]) -> tuple[MoveStatistics, ...]:
    notation = position.game.vocabulary.notation
    return tuple(
        MoveStatistics(notation(one[0]), one[1], round(_value(one, seat), PLACES))
        for one in _by_visits(found, seat)[:MOST_LISTED]
    )


def balance(puzzles: Iterable[Puzzle], wanted: int) -> list[Puzzle]:
    """So many of the puzzles, those of each difficulty as far as possible equally many.

    Takes no more of `puzzles` than it needs, and each puzzle once.
    """
    by_difficulty: dict[int, dict[str, Puzzle]] = {one + 1: {} for one in range(HARDEST)}
    enough = -(-wanted // HARDEST)
    for one in puzzles:
        by_difficulty[one.difficulty].setdefault(one.id, one)
        if all(len(found) >= enough for found in by_difficulty.values()):
            break
    rounds = zip_longest(*(found.values() for found in by_difficulty.values()))
    taken = [one for several in rounds for one in several if one is not None]
    return taken[:wanted]


@dataclass(frozen=True)
class SelfPlayMatch:
    """A match of self-play to be mined: its options as given, and the number that it is drawn by.

    Its moves are searched for `simulations`; `most` puzzles of it are kept, and lie in `file`.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    number: int
    simulations: int
    most: int
    criteria: PuzzleCriteria
    file: Path


def generate(table: SelfPlayMatch) -> SelfPlayMatch:
    """Put the puzzles of one match on file."""
    options = complete(rulesets()[table.game].options, table.options)
    generator = PuzzleGenerator(table.game, options, table.criteria)
    write(generator.puzzles(self_play_decisions(table), table.most), table.file)
    return table


def write(puzzles: Sequence[Puzzle], file: Path) -> None:
    """Put the puzzles of a match on file."""
    replace(file, orjson.dumps([one.to_json() for one in puzzles]))


def read(file: Path) -> list[Puzzle]:
    """The puzzles that `write` has written."""
    return [Puzzle.from_json(one) for one in orjson.loads(file.read_bytes())]


def self_play_decisions(table: SelfPlayMatch) -> Iterator[tuple[State, int]]:
    """The positions of a match of self-play at which a seat has a choice, and whose it is."""
    state = openings(table.game, table.seats, table.options)(table.number)
    random = Random(table.number, 3)
    knowledge = knowledge_for(table.game)
    for seat, legal in decisions(state, random, rulesets()[table.game].ply_cap):
        yield state, seat
        if random.below(EXPLORED) == 0:
            state.play(seat, legal[int(random.below(len(legal)))])
            continue
        search = Search(state, seat, knowledge, int(random.next32()))
        search.run(table.simulations)
        state.play(seat, _by_visits(search.statistics(), seat)[0][0])
