"""Self-play of one generation: matches in files, with visits and values of the longer searches."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from railhead.ai.knowledge import Knowledge, knowledge_for, knowledge_from
from railhead.ai.search.choices import Choices
from railhead.ai.search.root_statistics import Statistics
from railhead.ai.search.search import Search
from railhead.ai.training.datasets import DatasetRecorder
from railhead.ai.training.matches import decisions, sample_outcome
from railhead.ai.training.training_config import SelfPlayConfig, TrainingConfig
from railhead.games.game import State
from railhead.games.random import Random
from railhead.games.registry import rulesets

CHUNK: Final = 20
"""So many matches go into a file, all at one kind of table."""


@dataclass(frozen=True)
class SelfPlayChunk:
    """Matches from number `first` on, at the table of chunk `number`, and their file.

    `networks` are those played by, none for those in use; `pool` has those of earlier generations.
    """

    config: TrainingConfig
    number: int
    seed: int
    networks: tuple[Path, ...]
    pool: tuple[tuple[Path, ...], ...]
    file: Path
    count: int = CHUNK


def play_chunk(chunk: SelfPlayChunk) -> SelfPlayChunk:
    """Play these matches and put them on file, all or nothing."""
    config = chunk.config
    seats, options = config.table(chunk.number)
    current = knowledge_with(config.game, chunk.networks)
    earlier = [knowledge_with(config.game, networks) for networks in chunk.pool]
    recorder = DatasetRecorder(seats)
    for match in range(CHUNK * chunk.number, CHUNK * chunk.number + chunk.count):
        seed = (chunk.seed << 32) + match
        state = config.opening(chunk.number, seed)
        players = _players(current, earlier, seats, config.self_play, Random(seed, 3))
        play_match(match, state, players, recorder, Random(seed, 1), config.self_play)
    chunk.file.parent.mkdir(parents=True, exist_ok=True)
    unfinished = chunk.file.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("wb") as stream:
        arrays = recorder.arrays(config.game, options)
        np.savez_compressed(stream, allow_pickle=False, **arrays)
    unfinished.replace(chunk.file)
    return chunk


def knowledge_with(game_id: str, networks: Sequence[Path]) -> Knowledge:
    """The knowledge of a game with these networks in the place of those in use."""
    return knowledge_from(game_id, *networks) if networks else knowledge_for(game_id)


@dataclass(frozen=True)
class SelfPlayer:
    """Who plays a seat; decisions of an `earlier` network are not recorded."""

    knowledge: Knowledge
    choices: Choices
    earlier: bool = False

    @classmethod
    def of(cls, knowledge: Knowledge, earlier: bool = False) -> SelfPlayer:
        """A player by this knowledge."""
        return cls(knowledge, Choices(knowledge), earlier)


def _players(
    current: Knowledge,
    earlier: Sequence[Knowledge],
    seats: int,
    config: SelfPlayConfig,
    random: Random,
) -> list[SelfPlayer]:
    """One for each seat; at least one seat is played by the current networks."""
    players = [SelfPlayer.of(current) for _ in range(seats)]
    for seat in range(1, seats):
        if earlier and bernoulli(random, config.pool_share * seats / (seats - 1)):
            players[seat] = SelfPlayer.of(earlier[int(random.below(len(earlier)))], earlier=True)
    shift = int(random.below(seats))
    return players[shift:] + players[:shift]


def play_match(
    number: int,
    state: State,
    players: Sequence[SelfPlayer],
    recorder: DatasetRecorder,
    random: Random,
    config: SelfPlayConfig,
) -> None:
    """Play `state` to its end and record its decisions. Raises `RuntimeError` beyond the cap."""
    odd = int(random.below(config.odd_moves + 1)) if bernoulli(random, config.odd_share) else 0
    cap = rulesets()[state.game.ruleset.id].ply_cap
    for ply, (seat, legal) in enumerate(decisions(state, random, cap)):
        player = players[seat]
        if ply < odd:
            state.play(seat, sample_by_priors(player.choices, state, seat, 1.0, random))
            continue
        full = not player.earlier and bernoulli(random, config.full_share)
        search = Search(state, seat, player.knowledge, int(random.next32()))
        search.force(config.forced if full else 0.0)
        search.run(config.simulations if full else config.fast_simulations)
        found = search.statistics()
        if full:
            found = prune(found, seat, search.prior_weight(), config.forced)
        visited = [entry for entry in found if entry[1] > 0]
        action = max(visited, key=lambda entry: (entry[1], entry[2][seat]))[0]
        if bernoulli(random, config.draw_share):
            action = sample_outcome([(entry[0], entry[1]) for entry in visited], random)
        if not player.earlier:
            recorder.record_decision(ply, state, seat, legal, action, found, searched=full)
        state.play(seat, action)
    recorder.record_result(number, [int(player.earlier) for player in players], state)


def prune(found: Statistics, seat: int, c_puct: float, forced: float) -> Statistics:
    """The statistics of a root without the visits that only `forced` made (policy target pruning).

    As far as an action would not have been taken by PUCT, given all values as they are, its forced
    visits are taken back (Wu 2019, section 3.2); what is left of one visit is none. Actions keep
    their entries, and their priors.
    """
    visited = sum(visits for _, visits, _, _ in found)
    total = sum(weight for _, _, _, weight in found)
    best = max(found, key=lambda entry: (entry[1], entry[2][seat]))
    factor = c_puct * math.sqrt(visited) / total
    highest = best[2][seat] / best[1] + factor * best[3] / (best[1] + 1)
    kept: Statistics = []
    for action, visits, sums, weight in found:
        left = visits
        if visits > 0 and action != best[0]:
            mean = sums[seat] / visits
            # With fewer visits its PUCT value would be above the best one's.
            needed = factor * weight / max(highest - mean, 1e-9) - 1
            floor = visits - math.ceil(math.sqrt(forced * visited * weight / total))
            left = min(visits, max(math.ceil(needed), floor, 0))
            if left == 1 < visits:
                left = 0
        share = left / max(1, visits)
        kept.append((action, left, [one * share for one in sums], weight))
    return kept


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
