"""Agents against each other: matches in processes of their own, results in a file, statistics.

Every pairing plays the same shuffles, each once with every rotation of the seats: that is a sample
(`ai.training.samples`), in which the draw of the table favours nobody. Agents think by their number
of simulations, not by the clock: a busy machine takes longer and finds the same.
"""

from __future__ import annotations

import json
import os
import signal
import statistics
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations, pairwise
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

from railhead.ai.search.levels import ChosenMove
from railhead.ai.training.agents import Agent, Chooser, agent_of, settings_of
from railhead.ai.training.habits import MatchHabits, observer_of
from railhead.ai.training.matches import Turn, play_out
from railhead.ai.training.releases import Release, ReleasedPlayer, release_of
from railhead.ai.training.samples import interval
from railhead.games.game import Game, Setup, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets


@dataclass(frozen=True)
class Match:
    """One match to be played: `first` holds seat `number % seats` and so many more, evenly apart.

    `strong` is how many seats `first` holds; `second` holds all others. The `seats` matches from a
    number that they divide are one sample: they have one shuffle.
    """

    game: str
    first: str
    second: str
    number: int
    seats: int = 2
    budget: float = 1.0
    seed: int = 1
    options: Mapping[str, Any] = field(default_factory=dict)
    strong: int = 1

    @property
    def shuffle(self) -> int:
        """The number of its set-up and of its chance."""
        return self.number // self.seats

    def seats_of_first(self) -> list[int]:
        """The seats that `first` holds."""
        apart = [self.seats * number // self.strong for number in range(self.strong)]
        return sorted((self.number + seat) % self.seats for seat in apart)

    def key(self) -> str:
        """What must be equal for a result on file to be this match's.

        Settings, search, knowledge and weights of both agents too.
        """
        settings = [settings_of(name, self.game) for name in (self.first, self.second)]
        version = rulesets()[self.game].version
        return json.dumps([asdict(self), settings, version], sort_keys=True)


@dataclass(frozen=True)
class Result:
    """How a match ended: the share of first place that `first` had, 0 to 1, and what it took.

    `number` is the match's. `points` is the mean of the final scores in the seats of `first` and
    `sheet` that of each category of their score sheets; `ranking` has the seats from first to
    last, the tied ones together. `turn_seconds` and `turn_simulations` are each agent's median of
    a turn, `most_simulations` what it may use for one; `seconds` is all thinking together. Seconds
    are a processor's, so that other work on the machine adds nothing to them. `habits` are how it
    was played, None for a game without habits.
    """

    key: str
    first: str
    second: str
    number: int
    won: float
    points: float
    sheet: Mapping[str, float]
    scores: Sequence[int]
    ranking: Sequence[Sequence[int]]
    decisions: int
    seconds: float
    turn_seconds: Mapping[str, float]
    turn_simulations: Mapping[str, float]
    most_simulations: Mapping[str, int | None]
    habits: MatchHabits | None


@dataclass(frozen=True)
class Standing:
    """One pairing so far: the share of first places that `first` had, with its 95 % interval.

    `points` is the mean final score of a seat of `first`, `sheet` the mean of each category.
    """

    first: str
    second: str
    samples: int
    matches: int
    share: float
    low: float
    high: float
    points: float
    sheet: Mapping[str, float]


def seed_of(match: Match, seat: int) -> int:
    """A seed for the player of one seat, different for every seat of every match."""
    return (match.seed << 40) + (match.number << 8) + seat


def play(match: Match) -> Result:
    """Play one match, start to end, in this process.

    Raises `UnknownAgent`, and `ReleaseFailed` where an earlier release does not play.
    """
    ruleset = rulesets()[match.game]
    options = complete(ruleset.options, match.options)
    game = Catalogue().game(ruleset, options)
    strong = match.seats_of_first()
    setup = game.draw_setup(match.seats, options, Random(match.seed, 2 * match.shuffle))
    state = game.start(setup)
    names = [match.first if seat in strong else match.second for seat in range(match.seats)]
    players, releases = _players_of(match, game, setup, [agent_of(name) for name in names])
    observer = observer_of(state)
    listeners = [release.notify for release in releases]
    if observer is not None:
        listeners.append(observer.notify)
    chance = Random(match.seed, 2 * match.shuffle + 1)
    decisions, turns = play_out(state, players, chance, ruleset.ply_cap, listeners)
    ranking = state.ranking()
    scores = state.scores()
    played = [(name, turns[seat]) for seat, name in enumerate(names) if turns[seat]]
    return Result(
        key=match.key(),
        first=match.first,
        second=match.second,
        number=match.number,
        won=sum(seat in strong for seat in ranking[0]) / len(ranking[0]),
        points=statistics.mean(scores[seat] for seat in strong),
        sheet={
            name: statistics.mean(column[seat] for seat in strong)
            for name, column in state.score_sheet().items()
        },
        scores=scores,
        ranking=ranking,
        decisions=decisions,
        seconds=sum(turn.seconds for own in turns for turn in own),
        turn_seconds={name: _median(own, "seconds") for name, own in played},
        turn_simulations={name: _median(own, "simulations") for name, own in played},
        most_simulations={
            name: most_simulations(player, name, match)
            for name, player in zip(names, players, strict=True)
        },
        habits=None if observer is None else observer.finish(),
    )


def _players_of(
    match: Match, game: Game, setup: Setup, agents: Sequence[Agent]
) -> tuple[list[Chooser], list[Release]]:
    """A player for each seat, and the processes that want to be told of all that happens."""
    seats: dict[Agent, list[int]] = {}
    for seat, agent in enumerate(agents):
        seats.setdefault(agent, []).append(seat)
    players: dict[int, Chooser] = {}
    releases = []
    for agent, held in seats.items():
        seeds = {seat: seed_of(match, seat) for seat in held}
        if agent.commit is None:
            for seat, seed in seeds.items():
                players[seat] = Timed(agent.player(match.game, seed, match.budget))
        else:
            releases.append(release_of(agent))
            players.update(releases[-1].begin(game, setup, seeds, match.budget))
    return [players[seat] for seat in range(match.seats)], releases


class Timed:
    """Plays as `player` does, and says what it took of a processor instead of the clock."""

    def __init__(self, player: Chooser) -> None:
        self.player = player

    def choose(self, state: State, seat: int) -> ChosenMove:
        """The move of `player`."""
        started = time.process_time()
        choice = self.player.choose(state, seat)
        return replace(choice, seconds=time.process_time() - started)


def most_simulations(player: Chooser, name: str, match: Match) -> int | None:
    """The simulations that a turn of this player may use; None where it does not search."""
    if isinstance(player, ReleasedPlayer):
        return player.most_simulations
    return agent_of(name).most_simulations(match.game, match.seats, match.budget)


def _median(turns: Sequence[Turn], name: str) -> float:
    return float(statistics.median(getattr(turn, name) for turn in turns))


class Results:
    """Results of matches, by their keys; with a file, of one JSON object a line, those in it too.

    A match that is there is not played again, and every match is on file as soon as it ends.
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.by_key: dict[str, Result] = {}
        if file is None or not file.exists():
            return
        for line in file.read_text(encoding="utf-8").splitlines():
            try:
                result = Result(**json.loads(line))
            except (ValueError, TypeError):
                continue  # cut off when an earlier run was killed, or of an earlier form
            self.by_key[result.key] = result

    def play(self, matches: Sequence[Match], processes: int | None = None) -> Iterator[Result]:
        """Play what is missing of `matches`, in `processes` processes (all cores).

        Each result comes as it ends. Who takes no more of them ends what is being played.
        """
        waiting = [match for match in matches if match.key() not in self.by_key]
        count = min(processes or os.cpu_count() or 1, len(waiting))
        if count == 0:
            return
        with get_context("spawn").Pool(count, begin_process) as pool:
            for result in pool.imap_unordered(play, waiting):
                self.by_key[result.key] = result
                self._append(result)
                yield result

    def _append(self, result: Result) -> None:
        if self.file is None:
            return
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("ab+") as lines:
            if lines.tell():
                lines.seek(-1, os.SEEK_END)
                if lines.read(1) != b"\n":
                    lines.write(b"\n")  # an earlier run was killed in the middle of a line
            lines.write(json.dumps(asdict(result)).encode() + b"\n")


class Arena:
    """A set of pairings of agents in one game, each of `samples` samples.

    Without `rotate` a shuffle is played once, with `first` in seat 0: that is fair only where both
    agents of a pairing are the same. With `results`, a file, matches already on it are not played
    again.
    """

    def __init__(
        self,
        game: str,
        pairings: Sequence[tuple[str, str]],
        samples: int,
        *,
        seats: int = 2,
        budget: float = 1.0,
        seed: int = 1,
        options: Mapping[str, Any] | None = None,
        strong: int = 1,
        rotate: bool = True,
        results: Path | None = None,
    ) -> None:
        self.game = game
        self.pairings = list(pairings)
        self.seats = seats
        self.rotations = seats if rotate else 1
        self.plan = [
            Match(game, first, second, number, seats, budget, seed, options or {}, strong)
            for number in range(samples * seats)
            if number % seats < self.rotations
            for first, second in self.pairings
        ]
        self.keys = [match.key() for match in self.plan]
        self.store = Results(results)

    @property
    def results(self) -> list[Result]:
        """The results there are, in the order of the plan."""
        return [self.store.by_key[key] for key in self.keys if key in self.store.by_key]

    def to_play(self) -> list[Match]:
        """The matches without a result."""
        pairs = zip(self.plan, self.keys, strict=True)
        return [match for match, key in pairs if key not in self.store.by_key]

    def run(self, processes: int | None = None) -> Iterator[Result]:
        """Play what is missing, in `processes` processes (all cores); each result as it ends."""
        return self.store.play(self.plan, processes)

    def complete(self, first: str, second: str) -> dict[int, list[Result]]:
        """The samples of a pairing of which every match is played, by the number of the shuffle."""
        shuffles: dict[int, list[Result]] = {}
        for result in self.results:
            if (result.first, result.second) == (first, second):
                shuffles.setdefault(result.number // self.seats, []).append(result)
        return {number: own for number, own in shuffles.items() if len(own) == self.rotations}

    def standings(self) -> list[Standing]:
        """Every pairing's share of first places in the samples so far."""
        return [self._standing(first, second) for first, second in self.pairings]

    def _standing(self, first: str, second: str) -> Standing:
        samples = list(self.complete(first, second).values())
        results = [result for sample in samples for result in sample]
        means = means_of(samples)
        sheet = {
            name: statistics.mean(result.sheet[name] for result in results)
            for name in (results[0].sheet if results else ())
        }
        points = statistics.mean([result.points for result in results] or [0.0])
        share = statistics.mean(means or [0.0])
        low, high = interval(means)
        return Standing(first, second, len(samples), len(results), share, low, high, points, sheet)

    def seconds_per_turn(self) -> dict[str, float]:
        """Each agent's usual time per turn: the median over matches of their medians."""
        return medians([result.turn_seconds for result in self.results])


def means_of(samples: Sequence[Sequence[Result]]) -> list[float]:
    """The mean share of first place of each sample."""
    return [statistics.mean(result.won for result in sample) for sample in samples]


def medians(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The median of each agent's figures."""
    found: dict[str, list[float]] = {}
    for own in figures:
        for name, figure in own.items():
            found.setdefault(name, []).append(figure)
    return {name: statistics.median(own) for name, own in found.items()}


def round_robin(agents: Sequence[str]) -> list[tuple[str, str]]:
    """Every pairing of `agents`, given weakest first; the stronger one is the first of a pair."""
    return [(stronger, weaker) for weaker, stronger in combinations(agents, 2)]


def neighbours(agents: Sequence[str]) -> list[tuple[str, str]]:
    """Each agent against the one before it, given weakest first."""
    return [(stronger, weaker) for weaker, stronger in pairwise(agents)]


def begin_process() -> None:
    """Leave Ctrl-C to the parent, which ends the pool; end with the parent, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
