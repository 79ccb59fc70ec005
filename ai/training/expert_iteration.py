"""Expert iteration: generations of self-play, the networks fitted to each, and a test of those.

A generation is matches by the best networks so far (`self_play`), a policy and a value fitted to
what their searches found (`policy_fit`, `sgd` or `dense_fit`), figures (`generation_report`), and a
sequential test against the best so far, which the winner replaces. Everything lies in a folder: a
run that was stopped goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge import move_features_of, network_file, policy_file, read_network
from railhead.ai.net.dense_file import DenseWeights
from railhead.ai.net.weights_file import Weights
from railhead.ai.training import chunks, dense_fit, policy_fit, sgd, value_samples
from railhead.ai.training.agents import settings_of
from railhead.ai.training.arena import Match, Results, means_of
from railhead.ai.training.generation_report import report_lines, value_figures
from railhead.ai.training.matches import game_with
from railhead.ai.training.policy_fit import PolicyFigures
from railhead.ai.training.policy_samples import Extractor, concatenate
from railhead.ai.training.self_play import CHUNK, SelfPlayChunk, knowledge_with, play_chunk
from railhead.ai.training.sprt import STRONGER, UNDECIDED, Question, Sprt
from railhead.ai.training.training_config import TrainingConfig
from railhead.ai.training.value_samples import read_columns
from railhead.games.game import Game
from railhead.games.registry import rulesets

WINDOW: Final = 4
"""Networks learn from the matches of so many generations, the last ones."""
POOL: Final = 4
"""So many of the networks before the best ones are played against."""
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
    def test(self) -> Path:
        """The matches of its test."""
        return self.folder / "test.jsonl"

    @property
    def verdict(self) -> Path:
        """How the test went."""
        return self.folder / "verdict.json"

    @property
    def networks(self) -> tuple[Path, ...]:
        """Both networks."""
        return self.policy, self.value


class ExpertIteration:
    """A training by one configuration, in `folder`, by so many processes.

    `on_line` gets each line of what is to be shown. Raises `ConfigMismatch` where the folder is of
    another configuration, of other rules or of bots that play otherwise, and `LookupError` where
    the game has nothing that a policy could be told.
    """

    def __init__(
        self,
        config: TrainingConfig,
        folder: Path,
        processes: int,
        on_line: Callable[[str], None] = print,
    ) -> None:
        self.config = config
        self.folder = folder
        self.processes = processes
        self.on_line = on_line
        move_features_of(config.game)
        chunks.begin(folder, plan_of(config))

    def generation(self, number: int) -> Generation:
        """The generation of this number, from 0."""
        return Generation(self.folder / f"generation-{number:03}")

    def run(self, hours: float) -> Iterator[int]:
        """Carry out generations for so many hours; matches done of the one at hand, as they end.

        The hours are up after a file of matches, after the networks are fitted, or after some
        matches of the test.
        """
        end = time.monotonic() + 3600 * hours
        number = self.next_generation()
        while time.monotonic() < end:
            self.on_line(f"generation {number}")
            for done in self.play(number):
                yield done
                if time.monotonic() >= end:
                    return
            if not self.generation(number).report.exists():
                self.fit(number)
            if not self._test(number, end):
                return
            number += 1

    def best(self, before: int | None = None) -> tuple[Path, ...]:
        """The networks of the last generation that won, of those before this one or of all.

        None where no other than those in use has won.
        """
        return next(iter(self._winners(self.next_generation() if before is None else before)), ())

    def next_generation(self) -> int:
        """The number of the first generation that has not been tested."""
        number = 0
        while self.generation(number).verdict.exists():
            number += 1
        return number

    def _winners(self, before: int) -> list[tuple[Path, ...]]:
        """The networks of those that won, the last one first."""
        found = []
        for number in reversed(range(before)):
            generation = self.generation(number)
            if json.loads(generation.verdict.read_text())["verdict"] == STRONGER:
                found.append(generation.networks)
        return found

    def chunks(self, number: int) -> list[SelfPlayChunk]:
        """The matches of a generation, a file each."""
        winners = self._winners(number)
        folder = self.generation(number).folder / "matches"
        return [
            SelfPlayChunk(
                self.config,
                part,
                number,
                winners[0] if winners else (),
                tuple(winners[1 : POOL + 1]) + (((),) if winners else ()),
                folder / f"{part:05}.npz",
                min(CHUNK, self.config.matches - CHUNK * part),
            )
            for part in range(-(-self.config.matches // CHUNK))
        ]

    def play(self, number: int) -> Iterator[int]:
        """Play what is missing of a generation; how many matches are done, file by file."""
        done = 0
        for chunk in chunks.run(play_chunk, self.chunks(number), self.processes):
            done += chunk.count
            yield done

    def fit(self, number: int) -> None:
        """Fit networks to a generation and those before it, and show what they are worth."""
        generation = self.generation(number)
        window = range(max(0, number + 1 - WINDOW), number + 1)
        parts = [part for one in window for part in self.chunks(one)]
        figures = self._fit_policy(generation, parts)
        self._fit_value(generation, parts, self.best(number))
        knowledge = knowledge_with(self.config.game, generation.networks)
        judged = [(self._game(part), part.file) for part in self.chunks(number)]
        values = value_figures(knowledge, judged)
        report = {"policy": asdict(figures), "value": [asdict(one) for one in values]}
        chunks.replace(generation.report, json.dumps(report, indent=1).encode())
        for line in report_lines(figures, values):
            self.on_line(line)

    def _game(self, part: SelfPlayChunk) -> Game:
        return game_with(self.config.game, self.config.table(part.number)[1])

    def _fit_policy(self, generation: Generation, parts: list[SelfPlayChunk]) -> PolicyFigures:
        found = [Extractor(self._game(part)).decisions(part.file) for part in parts]
        decisions = concatenate([one for one in found if len(one)])
        keys = int(move_features_of(self.config.game).size)
        parameters, figures = policy_fit.fit(decisions, keys, self.config.policy)
        made_from = f"{len(decisions)} decisions of {len(parts)} files"
        policy_fit.quantize(parameters, made_from).write(generation.policy)
        return figures

    def _fit_value(
        self, generation: Generation, parts: list[SelfPlayChunk], best: tuple[Path, ...]
    ) -> None:
        """Go on with the best values so far; those stay where nothing is gained, held out."""
        game_id, config = self.config.game, self.config.sgd_config
        encoder = value_samples.encoder_of(game_id)
        positions = value_samples.concatenate(
            [
                value_samples.positions_of(self._game(part), read_columns(part.file), encoder)
                for part in parts
            ]
        )
        used = best[1] if best else network_file(game_id)
        begun = read_network(used) if used.exists() else None
        made_from = f"{len(parts)} files"
        if isinstance(encoder, value_samples.NumberEncoder):
            assert begun is None or isinstance(begun, DenseWeights)
            dense_fit.fit(positions, config, made_from, begun).write(generation.value)
            return
        sizes = int(encoder.features.of_table), int(encoder.features.of_seat)
        if isinstance(begun, Weights):
            p = sgd.parameters_of(begun, *sizes)
        else:
            p = sgd.initial_parameters(*sizes, config.hidden, seed=0)
            sgd.start_units(p, positions)
            sgd.start_linear(p, positions, config)
        found = sgd.train(p, positions, config, 0)
        sgd.quantize(found, config, made_from).write(generation.value)

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


def plan_of(config: TrainingConfig) -> dict[str, Any]:
    """All that the files of a training depend on: its configuration, the rules, what plays."""
    return {
        "format": "railhead-training/1",
        **asdict(config),
        "rules_version": rulesets()[config.game].version,
        "agent": settings_of("expert", config.game),
    }


def agent_name(simulations: int, networks: tuple[Path, ...]) -> str:
    """The agent that plays by these networks, with so many simulations a turn."""
    return f"expert@{simulations}" + "".join(f"+weights={file}" for file in networks)


def adopt(game_id: str, networks: tuple[Path, ...]) -> list[Path]:
    """Put networks, a policy and a value, in use for a game; the files written."""
    targets = [policy_file(game_id), network_file(game_id)]
    for used, found in zip(targets, networks, strict=True):
        used.write_bytes(found.read_bytes())
    return targets
