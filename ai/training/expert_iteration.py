"""Expert iteration: generations of self-play, the networks fitted to each, and a test of those.

A generation is matches by the best networks so far (`self_play`), a policy and a value fitted to
what their searches found (`policy_fit`, `sgd` or `dense_fit`), figures (`generation_report`), and a
sequential test against the best so far, which the winner replaces. Everything lies in a folder: a
run that was stopped goes on where it was, and what hosts have played may be put together in one
folder, file by file.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge import features_of as value_features_of
from railhead.ai.knowledge import (
    move_features_of,
    network_file,
    policy_file,
    read_network,
)
from railhead.ai.net.weights_file import Weights
from railhead.ai.training import chunks, dense_fit, policy_fit, sgd, value_samples
from railhead.ai.training.arena import Match, Results, means_of
from railhead.ai.training.generation_report import report_lines, value_figures
from railhead.ai.training.matches import game_with
from railhead.ai.training.policy_samples import Extractor, concatenate
from railhead.ai.training.self_play import CHUNK, SelfPlayChunk, knowledge_with, play_chunk
from railhead.ai.training.sprt import STRONGER, UNDECIDED, Question, Sprt
from railhead.ai.training.training_config import TrainingConfig
from railhead.ai.training.value_samples import read_columns

WINDOW: Final = 4
"""Networks learn from the matches of so many generations, the last ones."""
POOL: Final = 4
"""So many of the networks before the best ones are played against."""
JUDGED_FILES: Final = 10
"""So many files of a generation say how good its values are."""
MOST_SAMPLES: Final = 200
"""A test that is undecided after so many samples counts as lost."""
AT_ONCE: Final = 8
"""Samples of a test are played so many at a time."""


@dataclass(frozen=True)
class Generation:
    """The folder of one generation, and what lies in it."""

    folder: Path

    @property
    def policy(self) -> Path:
        """Its policy network."""
        return self.folder / "policy.json"

    @property
    def value(self) -> Path:
        """Its network of values."""
        return self.folder / "network.json"

    @property
    def report(self) -> Path:
        """Its figures."""
        return self.folder / "report.json"

    @property
    def _test(self, number: int, end: float) -> bool:
        """Test a generation's networks against the best before; whether it came to its end."""
        generation, seats = self.generation(number), self.config.seats[0]
        results = Results(generation.test)
        sprt = Sprt(Question(), seats)
        while sprt.verdict == UNDECIDED and len(sprt.samples) < MOST_SAMPLES:
            if time.monotonic() >= end:
                return False
            samples = self._samples(number, len(sprt.samples))
            list(results.play([match for sample in samples for match in sample], self.processes))
            for mean in means_of(
                [[results.by_key[match.key()] for match in sample] for sample in samples]
            ):
                sprt.add(mean)
        won = sum(sprt.samples) / len(sprt.samples)
        verdict = {"verdict": sprt.verdict, "samples": len(sprt.samples), "won": won}
        chunks.replace(generation.verdict, json.dumps(verdict).encode())
        self.on_line(
            f"test with {self.config.trial} simulations a turn: {sprt.verdict}, {won:.1%} won in "
            f"{len(sprt.samples)} samples of {seats} matches"
        )
        return True

    def _samples(self, number: int, begun: int) -> list[list[Match]]:
        """The next matches of a generation's test, by sample."""
        seats, trial = self.config.seats[0], self.config.trial
        networks = self.generation(number).networks
        first, second = (agent_name(trial, files) for files in (networks, self.best(number)))
        return [
            [
                Match(self.config.game, first, second, seats * sample + seat, seats)
                for seat in range(seats)
            ]
            for sample in range(begun, begun + AT_ONCE)
        ]


def agent_name(simulations: int, networks: tuple[Path, ...]) -> str:
    """The agent that plays by these networks, with so many simulations a turn."""
    return f"expert@{simulations}" + "".join(f"+weights={file}" for file in networks)


def adopt(game_id: str, networks: tuple[Path, ...]) -> list[Path]:
    """Put networks, a policy and a value, in use for a game; the files written."""
    targets = [policy_file(game_id), network_file(game_id)]
    for used, found in zip(targets, networks, strict=True):
        used.write_bytes(found.read_bytes())
    return targets
