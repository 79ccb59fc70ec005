"""What is still to come, learned from playouts: for knowledge whose network is told numbers.

Where all seats play alike and well, what goes with a good position is not told from what makes it
one, and there are never enough matches. So these are played by priors alone, each seat with weights
of moves changed by chance; now and then, between two turns, what the seat on turn may suppose is
played on to the end more than once, by the policy that the bots' own playouts follow. That costs a
thousandth of a searched match, and says of odd positions what they are worth as well as of usual
ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from railhead.ai.knowledge import Knowledge, build_knowledge, knowledge_for, weights_of
from railhead.ai.net.dense_file import DenseWeights
from railhead.ai.search.choices import Choices
from railhead.ai.training import replay_buffer, sgd
from railhead.ai.training.evolution_strategies import MatchPool
from railhead.ai.training.matches import decisions, play_by_policy
from railhead.ai.training.replay_buffer import (
    PRIOR_POWERS,
    ReplayBuffer,
    bernoulli,
    sample_by_priors,
)
from railhead.games.game import State
from railhead.games.random import Random
from railhead.games.registry import rulesets

FACTORS: Final = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1 / 3, 1 / 2, 2.0, 3.0)
"""A weight of moves is changed by one of these, for a seat and a match."""
UNPERTURBED_SHARE: Final = 0.2
"""The share of seats that play with the weights as they are."""
RECORDED_SHARE: Final = 0.06
"""The share of decisions before which a position is recorded, after the turn it is in."""
PLAYOUTS: Final = 2
"""So many playouts say what a position comes to."""
LARGEST: Final = 32767
"""The largest integer, either way, that weights are put on file in."""
LEAST_SPREAD: Final = 0.1
"""A number that hardly differs from seat to seat is taken to differ by so much."""
LEARNING_RATE: Final = 1e-3
DECAY: Final = 2.0
"""How gradient descent goes where numbers are few and positions many; see `sgd.SgdConfig`."""

Row = tuple[list[float], list[list[float]]]
"""What is recorded of a position: each seat's certain points, and its numbers."""


@dataclass(frozen=True)
class RolloutChunk:
    """Matches from number `first` on; what became of their positions goes to `file`."""

    pool: MatchPool
    first: int
    count: int
    file: Path


def play_chunk(part: RolloutChunk) -> RolloutChunk:
    """Play the matches of a part, and positions of them on; put on file what came of these."""
    found: list[ReplayBuffer] = []
    knowledge = knowledge_for(part.pool.game)
    for number in range(part.first, part.first + part.count):
        recorder = _RolloutRecorder(knowledge, Random(number, 8))
        _play(part.pool, number, recorder)
        if recorder.rows:
            found.append(recorder.replay_buffer(number))
    part.file.parent.mkdir(parents=True, exist_ok=True)
    replay_buffer.write(found, part.file)
    return part


def _play(pool: MatchPool, number: int, recorder: _RolloutRecorder) -> None:
    """Play a match by priors, every seat by its own, and let positions of it be recorded."""
    random = Random(number, 7)
    state = pool.opening(number)
    choices = [
        Choices(build_knowledge(pool.game, perturb(weights_of(pool.game), random)))
        for _ in range(int(state.seats()))
    ]
    powers = [PRIOR_POWERS[int(random.below(len(PRIOR_POWERS)))] for _ in choices]
    for seat, _ in decisions(state, random, rulesets()[pool.game].ply_cap):
        if bernoulli(random, RECORDED_SHARE):
            recorder.record(state, seat)
        state.play(seat, sample_by_priors(choices[seat], state, seat, powers[seat], random))


def perturb(weights: Mapping[str, float], random: Random) -> dict[str, float]:
    """Weights of moves with each changed by chance, or all of them as they are."""
    if bernoulli(random, UNPERTURBED_SHARE):
        return dict(weights)
    return {
        name: weight * FACTORS[int(random.below(len(FACTORS)))] for name, weight in weights.items()
    }


class _RolloutRecorder:
    """Records positions of one match, and what playouts come to from there."""

    def __init__(self, knowledge: Knowledge, random: Random) -> None:
        self.knowledge = knowledge
        self.random = random
        self.rows: list[Row] = []
        self.points: list[list[float]] = []
        self.firsts: list[list[float]] = []

    def record(self, position: State, seat: int) -> None:
        """Record what `seat` may suppose of a position once the turn is over."""
        supposed = position.clone()
        supposed.determinize(seat, self.random)
        play_by_policy(self.knowledge, supposed, self.random, until=self.knowledge.is_quiet)
        row = self.knowledge.residual_features(supposed)
        if not row:
            return
        ends = [supposed.clone() for _ in range(PLAYOUTS)]
        for end in ends:
            play_by_policy(self.knowledge, end, self.random)
        seats = range(int(position.seats()))
        firsts = [end.ranking()[0] for end in ends]
        self.rows.append(([points for points, _ in row], [numbers for _, numbers in row]))
        self.points.append([float(np.mean([end.scores()[one] for end in ends])) for one in seats])
        self.firsts.append(
            [sum(1 / len(won) for won in firsts if one in won) / PLAYOUTS for one in seats]
        )

    def replay_buffer(self, match: int) -> ReplayBuffer:
        """What was recorded of the match of this number; the table is told of nothing but 1."""
        count = len(self.rows)
        return ReplayBuffer(
            np.ones((count, 1), np.uint8),
            np.array([numbers for _, numbers in self.rows], np.float32),
            np.array([points for points, _ in self.rows], np.float32),
            np.array(self.points, np.float32),
            np.array(self.firsts, np.float32),
            np.full(count, match, np.int64),
        )


def fit(
    files: Sequence[Path],
    config: sgd.SgdConfig,
    on_epoch: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None,
) -> DenseWeights:
    """The network that gradient descent fits to these files; `on_epoch` as in `sgd.train`."""
    positions = replay_buffer.read(files)
    means, spreads = _input_statistics(positions)
    positions = {
        seats: replace(part, seats=((part.seats - means) / spreads).astype(np.float32))
        for seats, part in positions.items()
    }
    config = replace(config, rate=LEARNING_RATE, decay=DECAY)
    begun = sgd.initial_parameters(1, len(spreads), config.hidden, seed=0)
    sgd.start_linear(begun, positions, config)
    found = sgd.train(begun, positions, config, 0, on_epoch)
    return quantize(found, means, spreads, config.unit, f"playouts of {len(files)} files")


def _input_statistics(positions: Mapping[int, ReplayBuffer]) -> tuple[sgd.Array, sgd.Array]:
    """What each number is, and how far it differs from seat to seat, in all positions.

    Where numbers are not about 0 units begin, and stay, beyond what they are clipped to.
    """
    means = [part.seats.mean(axis=(0, 1), dtype=np.float64) for part in positions.values()]
    deviations = [part.seats.std(axis=(0, 1), dtype=np.float64) for part in positions.values()]
    usual = np.mean(means, axis=0), np.maximum(np.mean(deviations, axis=0), LEAST_SPREAD)
    return usual[0].astype(np.float32), usual[1].astype(np.float32)


def quantize(
    p: sgd.Parameters,
    means: sgd.Array,
    spreads: sgd.Array,
    unit: float,
    made_from: str,
) -> DenseWeights:
    """The parameters as they go on file, the first layer in integers, for numbers as they come."""
    usual = means / spreads
    own, own_scales = sgd.quantize_array(p["own"], LARGEST)
    others, others_scales = sgd.quantize_array(p["others"], LARGEST)
    return DenseWeights(
        unit=unit,
        spreads=sgd.round_floats(spreads),
        own=own,
        own_scales=own_scales,
        others=others,
        others_scales=others_scales,
        bias=sgd.round_floats(p["bias"] + p["table"][0] - usual @ (p["own"] + p["others"])),
        second=sgd.round_floats(p["second"].reshape(-1)),
        firmness=sgd.round_floats(p["firmness"][0])[0],
        made_from=made_from,
    )
