"""Positions of self-play, each with what came of it: what a network is trained from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge
from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.ai.search.choices import Choices
from railhead.ai.search.search import Search
from railhead.ai.training.matches import decisions
from railhead.games.game import State
from railhead.games.random import Random

PRIOR_POWERS = (1.5, 2.0, 4.0, 8.0)
"""Moves that are drawn by priors alone are drawn by one of these powers of them, match by match."""
RANDOM_MOVE_POWERS = (1.0, 1.5, 2.0, 4.0)
"""Single moves that are not searched are drawn by one of these powers of priors."""
EXPLORATION_RATE: float = 0.1
"""The share of decisions in which the move is drawn by visits instead of being the most visited."""

Entry = tuple[int, int, list[float], float]
"""What a search found of an action; see `Search.statistics`."""


@dataclass(frozen=True)
class SelfPlayConfig:
    """How long decisions of self-play are searched: most of them briefly, so that matches end.

    A part of them, `deep_share`, gets `deep_factor` times as many simulations, and only those are
    recorded (KataGo's playout cap randomization, Wu 2019). In a part, `random_move_share`, the move
    is not searched but sampled by priors, and the next decision is recorded: where only good moves
    are made, what goes with a good position is not told from what makes it one. Where a match can
    settle, it does so before a decision with `settle_probability`: from there on no move is random,
    and only from there on decisions are recorded, that one first. What is learned of is then a
    position that came about by chance, and how it ends where all play as well as they can.
    Without simulations all moves are drawn by the knowledge's priors, a hundred matches in the
    time of one: many of them teach what a few good ones cannot.
    """

    simulations: int
    deep_factor: int = 4
    deep_share: float = 0.25
    random_move_share: float = 0.0
    settle_probability: float = 0.0


class DecisionRecorder(Protocol):
    """Records what deep searches find."""

    def record(self, position: State, seat: int, found: Sequence[Entry], random: Random) -> None:
        """Record a decision of `seat`, and what was found of the actions that were tried."""


@dataclass(frozen=True)
class ReplayBuffer:
    """Positions of matches with equally many seats, one row each.

    `table` and `seats` are how often each input was named, or numbers: (positions, inputs) and
    (positions, seats, inputs). `certain`, (positions, seats), are the points that are certain (see
    `Features`), `points` and `firsts` the final scores and shares of first place. `match` numbers
    the matches.
    """

    table: NDArray[np.uint8]
    seats: NDArray[np.uint8] | NDArray[np.float32]
    certain: NDArray[np.float32]
    points: NDArray[np.float32]
    firsts: NDArray[np.float32]
    match: NDArray[np.int64]


def write(parts: Sequence[ReplayBuffer], file: Path) -> None:
    """Put the positions of several matches on file, all or nothing."""
    arrays = {
        f"{seats}.{name}": array
        for seats, part in concatenate(parts).items()
        for name, array in vars(part).items()
    }
    unfinished = file.with_suffix(".part")
    with unfinished.open("wb") as stream:
        np.savez_compressed(stream, allow_pickle=False, **arrays)
    unfinished.replace(file)


def read(files: Sequence[Path]) -> dict[int, ReplayBuffer]:
    """What lies in these files, by the number of seats."""
    parts: list[ReplayBuffer] = []
    for file in files:
        with np.load(file) as content:
            arrays: dict[str, dict[str, NDArray[Any]]] = {}
            for key in content.files:
                seats, _, name = key.partition(".")
                arrays.setdefault(seats, {})[name] = content[key]
        parts += [ReplayBuffer(**part) for part in arrays.values()]
    return concatenate(parts)


def concatenate(parts: Sequence[ReplayBuffer]) -> dict[int, ReplayBuffer]:
    """All positions, by the number of seats."""
    by_seats: dict[int, list[ReplayBuffer]] = {}
    for part in parts:
        by_seats.setdefault(part.seats.shape[1], []).append(part)
    return {
        seats: ReplayBuffer(
            **{
                name: np.concatenate([vars(part)[name] for part in found])
                for name in vars(found[0])
            }
        )
        for seats, found in by_seats.items()
    }


class PositionRecorder:
    """Records positions of one match as what a network is told of them."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.inputs = Inputs()
        self.table: list[NDArray[np.uint8]] = []
        self.seats: list[NDArray[np.uint8]] = []
        self.certain: list[NDArray[np.float32]] = []

    def record(self, position: State, seat: int, found: Sequence[Entry], random: Random) -> None:
        """Record a position as `seat` may suppose it."""
        seen = position.clone()
        seen.determinize(seat, random)
        self.encode(seen)

    def encode(self, position: State) -> None:
        """Record a position, all of it dealt."""
        self.features.see_table(position, self.cleared_inputs())
        self.table.append(self._input_counts(int(self.features.of_table)))
        rows = []
        for seat in range(int(position.seats())):
            self.features.see_seat(position, seat, self.cleared_inputs())
            rows.append(self._input_counts(int(self.features.of_seat)))
        self.seats.append(np.stack(rows))
        seats = range(int(position.seats()))
        certain = [int(self.features.certain(position, seat)) for seat in seats]
        self.certain.append(np.array(certain, np.float32))

    def cleared_inputs(self) -> Inputs:
        """The list of inputs, empty."""
        self.inputs.clear()
        return self.inputs

    def _input_counts(self, size: int) -> NDArray[np.uint8]:
        named = [int(self.inputs.items[index]) for index in range(int(self.inputs.count))]
        if len(named) > MOST_INPUTS or (named and not 0 <= min(named) <= max(named) < size):
            raise ValueError(f"inputs {named} do not fit in {size}")
        return np.bincount(named, minlength=size).astype(np.uint8)

    def finish(self, position: State, match: int) -> ReplayBuffer:
        """What was recorded of match number `match`, with how it ended."""
        count = len(self.table)
        first = position.ranking()[0]
        seats = range(int(position.seats()))
        of_table, of_seat = int(self.features.of_table), int(self.features.of_seat)
        firsts = np.array([1 / len(first) if seat in first else 0.0 for seat in seats], np.float32)
        points = np.array(position.scores(), np.float32)
        return ReplayBuffer(
            np.array(self.table, np.uint8).reshape(count, of_table),
            np.array(self.seats, np.uint8).reshape(count, len(seats), of_seat),
            np.array(self.certain, np.float32).reshape(count, len(seats)),
            np.tile(points, (count, 1)),
            np.tile(firsts, (count, 1)),
            np.full(count, match, np.int64),
        )


def play_and_record(
    state: State,
    knowledge: Knowledge,
    recorder: DecisionRecorder,
    random: Random,
    config: SelfPlayConfig,
    cap: int,
) -> None:
    """Play `state` to its end, all seats searching alike, and record what is searched deeply.

    Raises `RuntimeError` beyond `cap` plies.
    """
    if not config.simulations:
        _play_by_priors(state, knowledge, recorder, random, config, cap)
        return
    choices = Choices(knowledge)
    drawing, taking, fresh = True, not config.settle_probability, False
    for seat, _ in decisions(state, random, cap):
        if drawing and config.settle_probability and bernoulli(random, config.settle_probability):
            drawing, taking, fresh = False, True, True
        if drawing and config.random_move_share and bernoulli(random, config.random_move_share):
            power = RANDOM_MOVE_POWERS[int(random.below(len(RANDOM_MOVE_POWERS)))]
            state.play(seat, sample_by_priors(choices, state, seat, power, random))
            fresh = True
            continue
        search = Search(state, seat, knowledge, int(random.next32()))
        deep = bernoulli(random, config.deep_share)
        search.run(config.simulations * (config.deep_factor if deep else 1))
        found = [entry for entry in search.statistics() if entry[1] > 0]
        best = max(found, key=lambda entry: (entry[1], entry[2][seat]))
        if taking and (deep or fresh):
            recorder.record(state, seat, found, random)
        fresh = False
        if drawing and bernoulli(random, EXPLORATION_RATE):
            best = _sample_by_visits(found, random)
        state.play(seat, best[0])


def _play_by_priors(
    state: State,
    knowledge: Knowledge,
    recorder: DecisionRecorder,
    random: Random,
    config: SelfPlayConfig,
    cap: int,
) -> None:
    """Like `play_and_record`, without a search; matches differ in how close they keep to priors."""
    choices = Choices(knowledge)
    power = PRIOR_POWERS[int(random.below(len(PRIOR_POWERS)))]
    for seat, _ in decisions(state, random, cap):
        if bernoulli(random, config.deep_share):
            recorder.record(state, seat, (), random)
        state.play(seat, sample_by_priors(choices, state, seat, power, random))


def sample_by_priors(
    choices: Choices, state: State, seat: int, power: float, random: Random
) -> int:
    """An action of `seat`, drawn by a power of its priors."""
    count = int(choices.collect(state, seat))
    for index in range(count):
        choices.weights[index] **= power
    return int(choices.actions.items[int(choices.draw(count, random))])


def bernoulli(random: Random, share: float) -> bool:
    """Whether something does that happens in such a share of cases."""
    return int(random.below(1 << 16)) < share * (1 << 16)


def _sample_by_visits(found: Sequence[Entry], random: Random) -> Entry:
    left = int(random.below(sum(entry[1] for entry in found)))
    for entry in found:
        left -= entry[1]
        if left < 0:
            return entry
    raise AssertionError("the visits add up")
