"""Training a game's bots: generations of self-play, and what is learned after each.

The residual value, what is still to come, may first be learned from playouts (`residual_value`). A
generation is matches of self-play, the network that stochastic gradient descent fits to them
(`sgd`), and then weights of moves fitted to deep searches by that network (`policy_targets`). Last,
all weights may be tried against others, many at once (`evolution_strategies`).
Everything lies in a folder, a file for every few matches: a run that was stopped goes on where it
was. Equal configurations and equal weights to begin with give equal files, whatever the number of
processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from railhead.ai.knowledge import (
    Knowledge,
    build_knowledge,
    features_of,
    general,
    network_file,
    read_network,
    weights_of,
)
from railhead.ai.knowledge import weights_file as file_in_use
from railhead.ai.knowledge.renamed_keys import RENAMED_WEIGHTS, current_keys
from railhead.ai.training import chunks, policy_targets, replay_buffer, residual_value, sgd
from railhead.ai.training.evolution_strategies import run_rounds
from railhead.ai.training.matches import openings
from railhead.ai.training.training_config import TrainingConfig
from railhead.games.random import Random
from railhead.games.registry import rulesets

CHUNK: Final = 20
"""So many matches go into a file."""
ROLLOUT_CHUNK: Final = 50
"""So many of those by priors that playouts begin in."""
WINDOW: Final = 2
"""A network learns from the matches of so many generations, the last ones."""


@dataclass(frozen=True)
class SelfPlayChunk:
    """Matches of a generation from number `first` on, played by a network and weights on file.

    Without a network points evaluate; without weights those in use weigh moves.
    """

    config: TrainingConfig
    generation: int
    first: int
    count: int
    network: Path | None
    weights: Path | None
    file: Path

    @property
    def has_policy_targets(self) -> bool:
        """Whether policy targets come of it, not positions."""
        return self.file.suffix == ".jsonl"


class Training:
    """A training by one configuration, in `folder`."""

    def __init__(self, config: TrainingConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder

    def network(self, generation: int) -> Path:
        """Where the network trained after a generation lies."""
        return self.folder / f"generation-{generation}.json"

    def parameters(self, generation: int) -> Path:
        """Where the same network lies in floats, as gradient descent goes on with it."""
        return self.folder / f"generation-{generation}.npz"

    def weights(self, generation: int) -> Path:
        """Where the weights of moves lie that a generation ends with."""
        return self.folder / f"weights-{generation}.json"

    def weights_before(self, generation: int) -> Path | None:
        """Where those lie that it begins with; None for those in use."""
        return self.weights(generation - 1) if generation else None

    @property
    def residual_network(self) -> Path:
        """Where the network of playouts lies."""
        return self.folder / "residual-value.json"

    @property
    def evolved_weights(self) -> Path:
        """Where the weights of the evolution strategy lie."""
        return self.folder / "weights-evolved.json"

    def outputs(self) -> dict[Path, Path]:
        """What a whole training makes, by the files in use that it is for."""
        game, last = self.config.game, len(self.config.generations) - 1
        weights = self.evolved_weights if self.config.evolution else self.weights_before(last + 1)
        found = {network_file(game): self.network(last)} if last >= 0 else {}
        if self.config.residual_value:
            found[network_file(game)] = self.residual_network
        if weights is not None:
            found[file_in_use(game)] = weights
        return found

    def evolve(self, processes: int) -> Iterator[int]:
        """Run the evolution strategy, if there is one; how many matches are done, each time."""
        if self.config.evolution is None:
            return
        last = len(self.config.generations) - 1
        found: Mapping[str, float] = weights_from(self.config.game, self.weights_before(last + 1))
        network = self.network(last) if last >= 0 else None
        if self.config.residual_value:
            network = self.residual_network
        pool = replace(self.config.pool, network=network)
        folder = self.folder / "evolution"
        for done, weights in run_rounds(pool, self.config.evolution, found, folder, processes):
            found = weights
            yield done
        _write_weights(found, self.evolved_weights)

    def play_rollouts(self, processes: int) -> Iterator[int]:
        """Play what is missing of the matches for rollouts; how many each file has, once done."""
        for part in chunks.run(residual_value.play_chunk, self._rollout_chunks(), processes):
            yield part.count

    def fit_residual_value(
        self, on_epoch: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None
    ) -> Path:
        """Train the network of these playouts, as the configuration says; where it lies."""
        files = [part.file for part in self._rollout_chunks()]
        residual_value.fit(files, self.config.sgd_config, on_epoch).write(self.residual_network)
        return self.residual_network

    def _rollout_chunks(self) -> list[residual_value.RolloutChunk]:
        config = self.config
        return [
            residual_value.RolloutChunk(
                config.pool, first, min(ROLLOUT_CHUNK, config.residual_value - first),
                self.folder / f"residual-value/{first:06}.npz",
            )
            for first in range(0, config.residual_value, ROLLOUT_CHUNK)
        ]  # fmt: skip

    def chunks(self, generation: int) -> list[SelfPlayChunk]:
        """The matches of a generation that its network is made of, a file each."""
        network = self.network(generation - 1) if generation else None
        matches = self.config.generations[generation].matches
        return self._chunks(generation, matches, network, "{:06}.npz")

    def policy_target_chunks(self, generation: int) -> list[SelfPlayChunk]:
        """The matches by its network that its weights of moves are made of, a file each."""
        matches = self.config.policy_targets.matches
        network = self.network(generation)
        return self._chunks(generation, matches, network, "policy-targets-{:06}.jsonl")

    def _chunks(
        self, generation: int, matches: int, network: Path | None, name: str
    ) -> list[SelfPlayChunk]:
        folder = self.folder / f"generation-{generation}"
        weights = self.weights_before(generation)
        return [
            SelfPlayChunk(
                self.config, generation, first, min(CHUNK, matches - first), network, weights,
                folder / name.format(first),
            )
            for first in range(0, matches, CHUNK)
        ]  # fmt: skip

    def play(self, parts: Sequence[SelfPlayChunk], processes: int) -> Iterator[int]:
        """Play what is missing of these; how many matches each file has, as it is done."""
        for part in chunks.run(play_chunk, parts, processes):
            yield part.count

    def learn(
        self,
        generation: int,
        on_epoch: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None,
    ) -> Path:
        """Train the network of a generation from its matches and those before; where it lies."""
        sgd_config = self.config.sgd_config
        last = range(max(0, generation + 1 - WINDOW), generation + 1)
        files = [chunk.file for number in last for chunk in self.chunks(number)]
        positions = replay_buffer.read(files)
        begun = self._initial_parameters(generation, positions)
        found = sgd.train(begun, positions, sgd_config, generation, on_epoch)
        sgd.write(found, self.parameters(generation))
        made_from = f"generation {generation} of {len(files)} files"
        sgd.quantize(found, sgd_config, made_from).write(self.network(generation))
        return self.network(generation)

    def _initial_parameters(
        self, generation: int, positions: Mapping[int, replay_buffer.ReplayBuffer]
    ) -> sgd.Parameters:
        """What gradient descent begins with."""
        if generation and self.config.generations[0].by_priors:
            return sgd.read(self.parameters(0))
        features = features_of(self.config.game)
        sizes = int(features.of_table), int(features.of_seat)
        begun = sgd.initial_parameters(*sizes, self.config.sgd_config.hidden, seed=generation)
        sgd.start_units(begun, positions)
        sgd.start_linear(begun, positions, self.config.sgd_config)
        return begun

    def fit_policy(
        self, generation: int, on_fit: Callable[[float, float], None] = lambda *_: None
    ) -> Path:
        """Fit the weights of moves of a generation to its policy targets; where they lie.

        `on_fit` gets the cross-entropy of the targets held out, in nats, by the weights before, and
        by these.
        """
        game = self.config.game
        policy = policy_targets.PolicyFit(
            game,
            policy_targets.read([chunk.file for chunk in self.policy_target_chunks(generation)]),
        )
        before = weights_from(game, self.weights_before(generation))
        found = policy.fit(before)
        on_fit(policy.cross_entropy(before, True), policy.cross_entropy(found, True))
        _write_weights(found, self.weights(generation))
        return self.weights(generation)


def _write_weights(weights: Mapping[str, float], file: Path) -> None:
    file.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


def play_chunk(chunk: SelfPlayChunk) -> SelfPlayChunk:
    """Play these matches and put them on file."""
    chunk.file.parent.mkdir(parents=True, exist_ok=True)
    knowledge = knowledge_from(chunk.config, chunk.network, chunk.weights)
    numbers = range(chunk.first, chunk.first + chunk.count)
    if chunk.has_policy_targets:
        recorded = [record_policy_targets(chunk, number, knowledge) for number in numbers]
        policy_targets.write([sample for match in recorded for sample in match], chunk.file)
    else:
        replay_buffer.write(
            [play_match(chunk, number, knowledge) for number in numbers], chunk.file
        )
    return chunk


def knowledge_from(config: TrainingConfig, network: Path | None, weights: Path | None) -> Knowledge:
    """What is played by: a network on file, or points; weights on file, or those in use."""
    moves = weights_from(config.game, weights)
    if network is None:
        return general(config.game, config.sgd_config.unit, moves)
    return build_knowledge(config.game, moves, read_network(network))


def weights_from(game_id: str, file: Path | None) -> dict[str, float]:
    """The weights on a file, or those in use for a game."""
    if file is None:
        return weights_of(game_id)
    found: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
    return current_keys(found, RENAMED_WEIGHTS)


def play_match(
    chunk: SelfPlayChunk, match: int, knowledge: Knowledge
) -> replay_buffer.ReplayBuffer:
    """One match of a chunk, as it was recorded."""
    seed = (chunk.generation << 32) + match
    config = chunk.config
    seats, options = config.pool.at(match)
    start = openings(config.game, seats, options)(seed)
    recorder = replay_buffer.PositionRecorder(features_of(config.game))
    self_play = config.generations[chunk.generation].self_play
    cap = rulesets()[config.game].ply_cap
    replay_buffer.play_and_record(start, knowledge, recorder, Random(seed, 1), self_play, cap)
    return recorder.finish(start, match)


def record_policy_targets(
    chunk: SelfPlayChunk, match: int, knowledge: Knowledge
) -> list[policy_targets.Sample]:
    """The policy targets of one match of a chunk."""
    seed = (chunk.generation << 32) + (1 << 31) + match
    config = chunk.config
    seats, options = config.pool.at(match)
    recorder = policy_targets.Recorder(options, match)
    start = openings(config.game, seats, options)(seed)
    cap = rulesets()[config.game].ply_cap
    replay_buffer.play_and_record(
        start, knowledge, recorder, Random(seed, 2), config.policy_targets.self_play, cap
    )
    return recorder.samples
