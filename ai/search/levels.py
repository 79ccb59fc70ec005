"""The bots: what each level does and costs, and the player that plays a seat at one.

`levels.yaml` beside this file has their numbers, `nps.yaml` turns their seconds into simulations;
how strong they are in each game is in `ai.strength`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from secrets import randbits
from typing import Any

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.ai.search.choices import Choices
from railhead.ai.search.move_sampling import BEST, MoveSampling
from railhead.ai.search.root_statistics import Statistics, best_move, merge
from railhead.ai.search.search import Search
from railhead.ai.search.time_management import Budget, Cancelled, TurnBudget
from railhead.games.data import read
from railhead.games.game import CHANCE, State
from railhead.games.random import Random

NPS_FILE = Path(__file__).with_name("nps.yaml")
LEVELS_FILE = Path(__file__).with_name("levels.yaml")


@dataclass(frozen=True)
class Level:
    """How a bot of one name plays.

    A turn costs `budget`, or so many `simulations`, or as many as an idle core does in so many
    `seconds` (`simulations_in`), so that a busy machine plays as well, only later. With none of
    them the bot does not search but plays at random, uniformly. `sampling` says when it takes a
    move that is not the best it has found. `games` has what is different in a game, by the name of
    these members. `plies` is the length of a playout, unless the game's knowledge wants shorter
    ones. `plain` searches without the game's own knowledge.
    """

    name: str
    description: str
    budget: Budget | None = None
    seconds: float | None = None
    simulations: int | None = None
    sampling: MoveSampling = BEST
    plies: int = 30
    plain: bool = False
    games: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, hash=False)

    def budget_in(self, game_id: str, seats: int) -> Budget | None:
        """What a turn may cost in a game with so many seats; None for a level that plays at random.

        Simulations end a turn; the backstop is for a position or a machine where they take
        `BACKSTOP_FACTOR` times as long as on the one that they were measured on.
        """
        if self.budget is not None:
            return self.budget
        own = self._in(game_id)
        seconds: float | None = own.get("seconds", self.seconds)
        simulations: int | None = own.get("simulations", self.simulations)
        if simulations is None:
            if seconds is None:
                return None
            simulations = simulations_in(game_id, seats, seconds)
        usual = simulations / simulations_in(game_id, seats, 1.0)
        backstop = max(LEAST_BACKSTOP, BACKSTOP_FACTOR * usual)
        return replace(counted_budget(simulations), processor_seconds=backstop)

    def sampling_in(self, game_id: str) -> MoveSampling:
        """When it takes a move that is not the best it has found, in a game."""
        sampling: MoveSampling = self._in(game_id).get("sampling", self.sampling)
        return sampling

    def knowledge_in(self, game_id: str) -> Knowledge:
        """What its search knows of a game."""
        if self.plain:
            return Knowledge()
        return knowledge_for(game_id)

    def _in(self, game_id: str) -> Mapping[str, Any]:
        return self.games.get(game_id, {})


BACKSTOP_FACTOR = 20.0
LEAST_BACKSTOP = 10.0
"""Seconds of a processor that a turn may take at least."""
LEAST_FLOOR = 16
FLOOR_SHARE = 100
"""Every decision gets one part in so many of a turn's budget, whatever is left of that."""


def counted_budget(simulations: int) -> Budget:
    """The budget of a turn with so many simulations."""
    return Budget(simulations=simulations, floor=max(LEAST_FLOOR, simulations // FLOOR_SHARE))


def simulations_in(game_id: str, seats: int, seconds: float) -> int:
    """The simulations that the bots of a game do in so many seconds of an idle core, at least 1."""
    nps = _nps()
    measured_in = nps["games"].get(game_id, {})
    most = measured_in.get(max(measured_in, default=0), nps["default"])
    rate: float = measured_in.get(seats, most)
    return max(1, round(rate * seconds))


@cache
def _nps() -> Mapping[str, Any]:
    return read(NPS_FILE)


def levels_from(file: Path) -> dict[str, Level]:
    """The levels of such a data file, in its order, by name.

    Raises `TypeError` or `ValueError` where one has members that no level has.
    """
    levels = {}
    for name, written in read(file)["levels"].items():
        games = {game: _members(own) for game, own in written.pop("games", {}).items()}
        levels[name] = Level(name, **_members(written), games=games)
    return levels


def _members(written: Mapping[str, Any]) -> dict[str, Any]:
    """Members of a level as a data file has them; one way to count a turn replaces the other."""
    members = dict(written)
    if "sampling" in members:
        members["sampling"] = MoveSampling(**members["sampling"])
    if "simulations" in members:
        members["seconds"] = None
    elif "seconds" in members:
        members["simulations"] = None
    return members


LEVELS: Mapping[str, Level] = levels_from(LEVELS_FILE)
"""The levels that a match may name, weakest first."""

STRONGEST = list(LEVELS)[-1]
"""The level that several workers may search together: the others stay as strong as measured."""

RANDOM = Level("random", "Plays any legal move: an opponent for measurements only.")


def level_named(name: str) -> Level:
    """The level of this name, `random` included. Raises `KeyError`."""
    return RANDOM if name == RANDOM.name else LEVELS[name]


@dataclass(frozen=True)
class ChosenMove:
    """A move, and what it took: `simulations` run and `seconds` of wall-clock.

    `kept` is the number of simulations carried over from the decision before. `value` is the
    expected value for the seat, 0 to 1, or None where nothing was searched. `cut_short` says that
    the search ended at the backstop of its budget, with simulations left that it wanted.
    """

    action: int
    simulations: int
    seconds: float
    value: float | None = None
    kept: int = 0
    cut_short: bool = False


class Player:
    """Plays one seat of a match at one level.

    Keeps the turn's budget and the search tree between decisions of the same turn, so a seat wants
    one player, used for as long as its turn lasts; a player used for longer, or for another seat,
    begins anew by itself. `scale` multiplies the budget. `deterministic` leaves out the seconds
    and the backstop of a budget that has simulations too: with a `seed`, equal positions then get
    equal moves.
    """

    def __init__(
        self,
        game_id: str,
        level: str | Level,
        seed: int | None = None,
        scale: float = 1.0,
        knowledge: Knowledge | None = None,
        deterministic: bool = False,
    ) -> None:
        self.level = level if isinstance(level, Level) else level_named(level)
        self.knowledge = knowledge or self.level.knowledge_in(game_id)
        self.game_id = game_id
        self.scale = scale
        self.deterministic = deterministic
        self.sampling = self.level.sampling_in(game_id)
        self.random = Random(randbits(64) if seed is None else seed)
        self.found: Statistics = []
        """What the searches of the last decision have counted; empty where there was none."""
        self._search: Search | None = None
        self._seat: int | None = None
        self._expected: State | None = None
        self._turn: TurnBudget | None = None

    def choose(
        self,
        state: State,
        seat: int,
        keep_going: Callable[[], bool] | None = None,
        others: Callable[[int], Iterable[Statistics]] | None = None,
    ) -> ChosenMove:
        """The move of `seat`, which has a decision to take at `state`; `state` is not changed.

        A decision with one legal action costs nothing. `keep_going` is asked every 30 to 50 ms;
        when it says no, `time_management.Cancelled` is raised, and asked again about the same
        decision the player goes on where it was. `others` is asked once the budget is used, with
        the number of simulations run, for what further searches of the same decision have counted:
        that is added up with what this one has, unless this one has proven what is best.
        Depends only on what `seat` may know.
        """
        started = time.perf_counter()
        self.found = []
        legal = state.legal_actions(seat)
        if not legal:
            raise ValueError(f"seat {seat} has nothing to decide here")
        if len(legal) == 1:
            return ChosenMove(legal[0], 0, 0.0)
        budget = self.level.budget_in(self.game_id, int(state.seats()))
        if budget is None:
            return ChosenMove(legal[self.random.below(len(legal))], 0, 0.0)
        search = self.search_at(state, seat)
        turn = self._budget_of(budget, seat)
        before = turn.before(search)
        kept = sum(visits for _, visits, _, _ in search.statistics()) - before.simulations
        started -= before.seconds
        try:
            simulations = turn.spend(search, keep_going)
        except Cancelled:
            self._search, self._expected = search, state.clone()
            raise
        found = [] if others is None else list(others(simulations))
        action, value = self._decide(search, seat, legal, found)
        self.follow(search, state, seat, action)
        seconds = time.perf_counter() - started
        return ChosenMove(action, simulations, seconds, value, kept, turn.cut_short)

    def _decide(
        self, search: Search, seat: int, legal: list[int], found: list[Statistics]
    ) -> tuple[int, float]:
        """The action that `search` and what others have found of it speak for, and its value."""
        self.found = search.statistics()
        if not found or search.is_solved():
            return self._pick(search, seat)
        # They come from other processes: what they say of actions that are not legal here is void.
        known = set(legal)
        own = [[one for one in other if one[0] in known] for other in found]
        self.found = counted = merge([search.statistics(), *own])
        action = best_move(counted, seat, search.prior_weight())
        value = next(sums[seat] / visits for one, visits, sums, _ in counted if one == action)
        return action, value

    def fallback(self, state: State, seat: int) -> ChosenMove:
        """The move that looks best without any search: the legal action of the highest prior."""
        choices = Choices(self.knowledge)
        count = int(choices.collect(state, seat))
        if count == 0:
            raise ValueError(f"seat {seat} has nothing to decide here")
        best = max(range(count), key=lambda index: choices.weights[index])
        return ChosenMove(int(choices.actions.items[best]), 0, 0.0)

    def _budget_of(self, budget: Budget, seat: int) -> TurnBudget:
        if self._turn is None or self._seat != seat:
            budget = budget.without_seconds() if self.deterministic else budget
            self._turn = TurnBudget(budget.times(self.scale))
        self._seat = seat
        return self._turn

    def search_at(self, state: State, seat: int) -> Search:
        """The tree of the decision before, where this position was foreseen in it; else a new one.

        Foreseen means that the seat would see the same table and could do the same: then it may not
        tell them apart. A table does not say all of what a seat itself has chosen a moment ago.
        """
        search, expected = self._search, self._expected
        self._search = self._expected = None
        if (
            search is not None
            and expected is not None
            and seat == self._seat
            and expected.view(seat) == state.view(seat)
            and expected.legal_actions(seat) == state.legal_actions(seat)
        ):
            return search
        seed = int(self.random.next32())
        return Search(state, seat, self.knowledge, seed, plies=self.level.plies)

    def _pick(self, search: Search, seat: int) -> tuple[int, float]:
        """The most visited action, or one that is proven to be worth more than that seems to be;
        for a level that samples its moves one drawn by visits."""
        statistics = [entry for entry in search.statistics() if entry[1] > 0]
        best = max(statistics, key=lambda entry: (entry[1], entry[2][seat]))
        if self.sampling.samples(self.random):
            drawn = self.sampling.draw(statistics, self.random)
            return drawn[0], drawn[2][seat] / drawn[1]
        action, value = best[0], best[2][seat] / best[1]
        proven = search.best_solved()
        return proven if proven and proven[1] > value else (action, value)

    def follow(self, search: Search, state: State, seat: int, action: int) -> None:
        """Follow the chosen move, and forced ones behind it, to the seat's next decision.

        `search` is the tree for the decision of `seat` at `state`: `search_at` will give it again.
        Behind chance the next position cannot be foreseen, only whether the turn is likely to go
        on; where another seat acts first, the turn's budget ends.
        """
        self._seat = seat
        ahead = state.clone()
        foreseen = True
        legal = [action]
        while len(legal) == 1:
            ahead.play(seat, legal[0])
            if ahead.actor() == CHANCE:
                foreseen = False
                # Only to see whether the seat is likely to go on, by what it may know.
                ahead.determinize(seat, self.random)
                ahead.sample_chance(self.random)
            if seat not in ahead.to_act():
                self._turn = None
                return
            foreseen = foreseen and search.advance(legal[0], ahead)
            legal = ahead.legal_actions(seat)
        if foreseen:
            self._search, self._expected = search, ahead
