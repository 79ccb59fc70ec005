"""Expert iteration: generations of self-play, the networks fitted to each, and tests of those.

A generation is matches by the best networks so far (`self_play`), a policy and a value fitted to
what their searches found (`policy_fit`, `sgd` or `dense_fit`), figures (`generation_report`), and
two sequential tests against the best so far: first with the new policy in the place of the best,
then with the new value. Each network that wins replaces the best of its kind, so that a bad value
does not hide a good policy. Everything lies in a folder: a run that was stopped goes on where it
was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

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
ALL: Final = slice(None)
"""The part of a generation's files that is all of them."""
AT_ONCE: Final = 8
"""Samples of a test are played so many at a time."""


@dataclass(frozen=True)
class Candidate:
    """One network of a generation, `name` being policy or value, and how its test went."""

    name: str
    file: Path

    @property
    def test(self) -> Path:
        """The matches of its test."""
        return self.file.with_name(f"{self.name}-test.jsonl")

    @property
    def verdict(self) -> Path:
        """How its test went, once that is over."""
        return self.file.with_name(f"{self.name}-verdict.json")

    @property
    def has_won(self) -> bool:
        """Whether its test is over, and it was the stronger one."""
        return self.verdict.exists() and json.loads(self.verdict.read_text())["verdict"] == STRONGER


class Networks(NamedTuple):
    """Files of a policy and a value that play together; None stands for the game's own in use."""

    policy: Path | None = None
    value: Path | None = None

    @property
    def files(self) -> tuple[Path, ...]:
        """The files of those that are not in use."""
        return tuple(file for file in self if file is not None)

    def with_candidate(self, candidate: Candidate) -> Networks:
        """The same with this network in the place of its kind."""
        return self._replace(**{candidate.name: candidate.file})


@dataclass(frozen=True)
class Generation:
    """The folder of one generation, and what lies in it."""

    folder: Path

    @property
    def matches(self) -> Path:
        """The folder of its files of matches."""
        return self.folder / "matches"

    @property
    def policy(self) -> Candidate:
        """Its policy network."""
        return Candidate("policy", self.folder / "policy.json")

    @property
    def value(self) -> Candidate:
        """Its network of values."""
        return Candidate("value", self.folder / "network.json")

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """Both networks, in the order of their tests."""
        return self.policy, self.value

    @property
    def report(self) -> Path:
        """Its figures."""
        return self.folder / "report.json"


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
        matches of a test.
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
            for candidate in self.generation(number).candidates:
                if not candidate.verdict.exists() and not self._test(candidate, end):
                    return
            number += 1

    def best(self, before: int | None = None) -> Networks:
        """The last policy and the last value that won, of generations before this one or of all."""
        networks = Networks()
        for number in range(self.next_generation() + 1 if before is None else before):
            for candidate in self.generation(number).candidates:
                if candidate.has_won:
                    networks = networks.with_candidate(candidate)
        return networks

    def next_generation(self) -> int:
        """The number of the first generation of which not all networks have been tested."""
        number = 0
        while all(one.verdict.exists() for one in self.generation(number).candidates):
            number += 1
        return number

    def chunks(self, number: int) -> list[SelfPlayChunk]:
        """The matches of a generation, a file each."""
        # The best ones before each generation, the last ones first, those in use at the end.
        best, *earlier = dict.fromkeys(self.best(before) for before in range(number, -1, -1))
        pool = [*earlier[:-1][:POOL], *earlier[-1:]]
        return [
            SelfPlayChunk(
                self.config,
                part,
                number,
                best.files,
                tuple(networks.files for networks in pool),
                self.generation(number).matches / f"{part:05}.npz",
                min(CHUNK, self.config.matches - CHUNK * part),
            )
            for part in range(-(-self.config.matches // CHUNK))
        ]

    def play(self, number: int, part: slice = ALL) -> Iterator[int]:
        """Play what is missing of a part of a generation's files of matches; how many matches are
        done, file by file."""
        done = 0
        for chunk in chunks.run(play_chunk, self.chunks(number)[part], self.processes):
            done += chunk.count
            yield done

    def play_part(self, part: slice, hours: float) -> Iterator[int]:
        """Play a part of the files of the generation at hand and do nothing else, for so many hours
        at most; matches done, as they end."""
        end = time.monotonic() + 3600 * hours
        number = self.next_generation()
        for done in self.play(number, part):
            yield done
            if time.monotonic() >= end:
                break
        folder = self.generation(number).matches
        if all(chunk.file.exists() for chunk in self.chunks(number)[part]):
            self.on_line(
                f"This part of generation {number} is done: copy the files of all parts to one "
                f"{folder} and go on there without --part."
            )
        else:
            self.on_line("The same command goes on from here.")

    def fit(self, number: int) -> None:
        """Fit networks to a generation and those before it, and show what they are worth."""
        generation = self.generation(number)
        window = range(max(0, number + 1 - WINDOW), number + 1)
        parts = [part for one in window for part in self.chunks(one)]
        figures = self._fit_policy(generation, parts)
        self._fit_value(generation, parts, self.best(number).value)
        knowledge = knowledge_with(self.config.game, [generation.value.file])
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
        policy_fit.quantize(parameters, made_from).write(generation.policy.file)
        return figures

    def _fit_value(
        self, generation: Generation, parts: list[SelfPlayChunk], best: Path | None
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
        used = best or network_file(game_id)
        begun = read_network(used) if used.exists() else None
        made_from = f"{len(parts)} files"
        if isinstance(encoder, value_samples.NumberEncoder):
            assert begun is None or isinstance(begun, DenseWeights)
            dense_fit.fit(positions, config, made_from, begun).write(generation.value.file)
            return
        sizes = int(encoder.features.of_table), int(encoder.features.of_seat)
        if isinstance(begun, Weights):
            p = sgd.parameters_of(begun, *sizes)
        else:
            p = sgd.initial_parameters(*sizes, config.hidden, seed=0)
            sgd.start_units(p, positions)
            sgd.start_linear(p, positions, config)
        found = sgd.train(p, positions, config, 0)
        sgd.quantize(found, config, made_from).write(generation.value.file)

    def _test(self, candidate: Candidate, end: float) -> bool:
        """Test a network in the place of the best of its kind; whether that came to its end."""
        best, seats = self.best(), self.config.seats[0]
        results = Results(candidate.test)
        sprt = Sprt(Question(), seats)
        while sprt.verdict == UNDECIDED and len(sprt.samples) < MOST_SAMPLES:
            if time.monotonic() >= end:
                return False
            samples = self._samples(best.with_candidate(candidate), best, len(sprt.samples))
            list(results.play([match for sample in samples for match in sample], self.processes))
            for mean in means_of(
                [[results.by_key[match.key()] for match in sample] for sample in samples]
            ):
                sprt.add(mean)
        won = sum(sprt.samples) / len(sprt.samples)
        verdict = {"verdict": sprt.verdict, "samples": len(sprt.samples), "won": won}
        chunks.replace(candidate.verdict, json.dumps(verdict).encode())
        self.on_line(
            f"test of the {candidate.name} with {self.config.trial} simulations a turn: "
            f"{sprt.verdict}, {won:.1%} won in {len(sprt.samples)} samples of {seats} matches"
        )
        return True

    def _samples(self, networks: Networks, best: Networks, begun: int) -> list[list[Match]]:
        """The next matches of a test, by sample."""
        seats, trial = self.config.seats[0], self.config.trial
        first, second = (agent_name(trial, one.files) for one in (networks, best))
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


def adopt(game_id: str, networks: Networks) -> list[tuple[Path, Path]]:
    """Put networks in use for a game; of each that is not in use its file and the one written.

    Both are written beside those in use before the first takes its place. Raises `OSError`; where
    one cannot be written, none is replaced.
    """
    targets = policy_file(game_id), network_file(game_id)
    pairs = [(one, used) for one, used in zip(networks, targets, strict=True) if one is not None]
    unfinished = [used.with_suffix(".part") for _, used in pairs]
    try:
        for (file, _), part in zip(pairs, unfinished, strict=True):
            part.write_bytes(file.read_bytes())
        for (_, used), part in zip(pairs, unfinished, strict=True):
            part.replace(used)
    finally:
        for part in unfinished:
            part.unlink(missing_ok=True)
    return pairs
