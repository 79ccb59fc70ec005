"""Training a game's bots: generations of self-play, and what is learned after each.

What is still to come may first be learned from playouts (`prospects`). A generation is matches, the
network that descent makes of them, and then weights for moves from deep searches by that network.
Last, all weights may be tried against others, many at once (`trials`).
Everything lies in a folder, a file for every few matches: a run that was stopped goes on where it
was. Equal courses and equal weights to begin with give equal files, whatever the number of
processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge import (
    Knowledge,
    features_of,
    general,
    made_from,
    network_file,
    read_network,
    weights_of,
)
from railhead.ai.knowledge import weights_file as file_in_use
from railhead.ai.training import chunks, descent, experience, lessons, prospects
from railhead.ai.training.experience import Effort
from railhead.ai.training.matches import openings
from railhead.ai.training.trials import Tables, Trials, rounds_of
from railhead.games.data import read
from railhead.games.random import Random
from railhead.games.registry import rulesets

COURSES: Final = Path(__file__).with_name("courses.yaml")
CHUNK: Final = 20
"""So many matches go into a file."""
PLAYED_ON: Final = 50
"""So many of those by priors that playouts begin in."""
REMEMBERED: Final = 2
"""A network learns from the matches of so many generations, the last ones."""
MANY: Final = 0.1
"""Of matches by priors alone, of which there are many, such a share of decisions is taken down."""
DEEP: Final = 12
SHARE: Final = 0.12
"""In lessons so many decisions are searched `DEEP` times as long as the others."""


@dataclass(frozen=True)
class Matches:
    """How many `matches` are played, and how long their decisions are searched."""

    matches: int
    effort: Effort

    @property
    def by_priors(self) -> bool:
        """Whether they are played without a search."""
        return not self.effort.simulations


OF_DESCENT: Final = {told.name for told in fields(descent.Course)}
"""What of a course is told to descent."""
NO_MATCHES: Final = Matches(0, Effort(0))


@dataclass(frozen=True)
class Plan:
    """How a game's bots are trained; see `courses.yaml`.

    The first generation is valued by points, or played by priors alone: then the networks of those
    after it begin as its own. With `prospects` it begins with a network of playouts in so many
    matches, with `trials` it ends with the weights that win them.
    """

    game: str
    course: descent.Course
    generations: Sequence[Matches]
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]] = field(default_factory=lambda: [{}])
    lessons: Matches = NO_MATCHES
    trials: Trials | None = None
    prospects: int = 0

    @property
    def tables(self) -> Tables:
        """What is played, in turn."""
        return Tables(self.game, self.course.unit, self.seats, self.options)

    @classmethod
    def of(cls, game_id: str, scale: float = 1.0) -> Plan:
        """The plan on file, with `scale` times its matches. Raises `KeyError` without one."""
        told = read(COURSES)[game_id]
        taught, tried, to_come = (told.get(name) for name in ("lessons", "trials", "prospects"))

        def scaled(matches: int) -> int:
            return max(1, round(matches * scale))

        return cls(
            game_id,
            descent.Course(**{name: told[name] for name in OF_DESCENT & told.keys()}),
            [Matches(scaled(one["matches"]), _effort(one)) for one in told.get("generations", ())],
            told["seats"],
            told["options"],
            Matches(scaled(taught["matches"]), Effort(taught["simulations"], DEEP, SHARE))
            if taught
            else NO_MATCHES,
            None if tried is None else Trials(**{**tried, "matches": scaled(tried["matches"])}),
            scaled(to_come["matches"]) if to_come else 0,
        )


def _effort(told: Mapping[str, Any]) -> Effort:
    simulations: int = told["simulations"]
    if not simulations:
        return Effort(0, share=MANY)
    return Effort(simulations, **told.get("effort", {}))


@dataclass(frozen=True)
class Chunk:
    """Matches of a generation from number `first` on, played by a network and weights on file.

    Without a network points evaluate; without weights those in use weigh moves.
    """

    plan: Plan
    generation: int
    first: int
    count: int
    network: Path | None
    weights: Path | None
    file: Path

    @property
    def lessons(self) -> bool:
        """Whether lessons come of it, not experience."""
        return self.file.suffix == ".jsonl"


class Training:
    """A plan being carried out in `folder`."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder

    def network(self, generation: int) -> Path:
        """Where the network trained after a generation lies."""
        return self.folder / f"generation-{generation}.json"

    def parameters(self, generation: int) -> Path:
        """Where the same network lies as descent goes on with it, before it is made of integers."""
        return self.folder / f"generation-{generation}.npz"

    def weights(self, generation: int) -> Path:
        """Where the weights of moves lie that a generation ends with."""
        return self.folder / f"weights-{generation}.json"

    def weights_before(self, generation: int) -> Path | None:
        """Where those lie that it begins with; None for those in use."""
        return self.weights(generation - 1) if generation else None

    @property
    def foreseen(self) -> Path:
        """Where the network of playouts lies."""
        return self.folder / "prospects.json"

    @property
    def tried(self) -> Path:
        """Where the weights of the trials lie."""
        return self.folder / "weights-tried.json"

    def made(self) -> dict[Path, Path]:
        """What a whole training makes, by the files in use that it is for."""
        game, last = self.plan.game, len(self.plan.generations) - 1
        weights = self.tried if self.plan.trials else self.weights_before(last + 1)
        found = {network_file(game): self.network(last)} if last >= 0 else {}
        if self.plan.prospects:
            found[network_file(game)] = self.foreseen
        if weights is not None:
            found[file_in_use(game)] = weights
        return found

    def try_weights(self, processes: int) -> Iterator[int]:
        """Carry out the plan's trials, if it has any; how many matches are done, each time."""
        if self.plan.trials is None:
            return
        last = len(self.plan.generations) - 1
        found: Mapping[str, float] = weights_from(self.plan.game, self.weights_before(last + 1))
        network = self.network(last) if last >= 0 else None
        if self.plan.prospects:
            network = self.foreseen
        tables = replace(self.plan.tables, network=network)
        folder = self.folder / "trials"
        for done, weights in rounds_of(tables, self.plan.trials, found, folder, processes):
            found = weights
            yield done
        _write_weights(found, self.tried)

    def play_on(self, processes: int) -> Iterator[int]:
        """Play what is missing of the matches for prospects; how many each file has, once done."""
        for part in chunks.carried_out(prospects.played, self._played_on(), processes):
            yield part.count

    def learn_prospects(
        self, told: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None
    ) -> Path:
        """Train the network of these playouts, as the plan's course says; where it lies."""
        files = [part.file for part in self._played_on()]
        prospects.learned(files, self.plan.course, told).write(self.foreseen)
        return self.foreseen

    def _played_on(self) -> list[prospects.Part]:
        plan = self.plan
        return [
            prospects.Part(
                plan.tables, first, min(PLAYED_ON, plan.prospects - first),
                self.folder / f"prospects/{first:06}.npz",
            )
            for first in range(0, plan.prospects, PLAYED_ON)
        ]  # fmt: skip

    def chunks(self, generation: int) -> list[Chunk]:
        """The matches of a generation that its network is made of, a file each."""
        network = self.network(generation - 1) if generation else None
        matches = self.plan.generations[generation].matches
        return self._chunks(generation, matches, network, "{:06}.npz")

    def lesson_chunks(self, generation: int) -> list[Chunk]:
        """The matches by its network that its weights of moves are made of, a file each."""
        matches = self.plan.lessons.matches
        network = self.network(generation)
        return self._chunks(generation, matches, network, "lessons-{:06}.jsonl")

    def _chunks(
        self, generation: int, matches: int, network: Path | None, name: str
    ) -> list[Chunk]:
        folder = self.folder / f"generation-{generation}"
        weights = self.weights_before(generation)
        return [
            Chunk(
                self.plan, generation, first, min(CHUNK, matches - first), network, weights,
                folder / name.format(first),
            )
            for first in range(0, matches, CHUNK)
        ]  # fmt: skip

    def play(self, parts: Sequence[Chunk], processes: int) -> Iterator[int]:
        """Play what is missing of these; how many matches each file has, as it is done."""
        for part in chunks.carried_out(play_chunk, parts, processes):
            yield part.count

    def learn(
        self,
        generation: int,
        told: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None,
    ) -> Path:
        """Train the network of a generation from its matches and those before; where it lies."""
        course = self.plan.course
        last = range(max(0, generation + 1 - REMEMBERED), generation + 1)
        files = [chunk.file for number in last for chunk in self.chunks(number)]
        positions = experience.read(files)
        begun = self._begun(generation, positions)
        found = descent.train(begun, positions, course, generation, told)
        descent.write(found, self.parameters(generation))
        made_from = f"generation {generation} of {len(files)} files"
        descent.packed(found, course, made_from).write(self.network(generation))
        return self.network(generation)

    def _begun(
        self, generation: int, positions: Mapping[int, experience.Experience]
    ) -> descent.Parameters:
        """What descent begins with."""
        if generation and self.plan.generations[0].by_priors:
            return descent.read(self.parameters(0))
        features = features_of(self.plan.game)
        sizes = int(features.of_table), int(features.of_seat)
        begun = descent.drawn(*sizes, self.plan.course.hidden, seed=generation)
        descent.start_units(begun, positions)
        descent.start_linear(begun, positions, self.plan.course)
        return begun

    def take_lessons(
        self, generation: int, told: Callable[[float, float], None] = lambda *_: None
    ) -> Path:
        """Fit the weights of moves of a generation to its lessons; where they lie.

        `told` gets how much the lessons held out surprise by the weights before, and by these.
        """
        game = self.plan.game
        school = lessons.School(
            game, lessons.read([chunk.file for chunk in self.lesson_chunks(generation)])
        )
        before = weights_from(game, self.weights_before(generation))
        found = school.learn(before)
        told(school.surprise(before, True), school.surprise(found, True))
        _write_weights(found, self.weights(generation))
        return self.weights(generation)


def _write_weights(weights: Mapping[str, float], file: Path) -> None:
    file.write_text(json.dumps(weights, indent=2) + "\n", encoding="utf-8")


def play_chunk(chunk: Chunk) -> Chunk:
    """Play these matches and put them on file."""
    chunk.file.parent.mkdir(parents=True, exist_ok=True)
    knowledge = knowledge_from(chunk.plan, chunk.network, chunk.weights)
    numbers = range(chunk.first, chunk.first + chunk.count)
    if chunk.lessons:
        taught = [taught_by(chunk, number, knowledge) for number in numbers]
        lessons.write([lesson for match in taught for lesson in match], chunk.file)
    else:
        experience.write([played(chunk, number, knowledge) for number in numbers], chunk.file)
    return chunk


def knowledge_from(plan: Plan, network: Path | None, weights: Path | None) -> Knowledge:
    """What is played by: a network on file, or points; weights on file, or those in use."""
    moves = weights_from(plan.game, weights)
    if network is None:
        return general(plan.game, plan.course.unit, moves)
    return made_from(plan.game, moves, read_network(network))


def weights_from(game_id: str, file: Path | None) -> dict[str, float]:
    """The weights on a file, or those in use for a game."""
    if file is None:
        return weights_of(game_id)
    found: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
    return found


def played(chunk: Chunk, match: int, knowledge: Knowledge) -> experience.Experience:
    """One match of a chunk, as it was taken down."""
    seed = (chunk.generation << 32) + match
    plan = chunk.plan
    seats, options = plan.tables.at(match)
    start = openings(plan.game, seats, options)(seed)
    recorder = experience.Recorder(features_of(plan.game))
    effort = plan.generations[chunk.generation].effort
    cap = rulesets()[plan.game].ply_cap
    experience.play_and_record(start, knowledge, recorder, Random(seed, 1), effort, cap)
    return recorder.finish(start, match)


def taught_by(chunk: Chunk, match: int, knowledge: Knowledge) -> list[lessons.Lesson]:
    """The lessons of one match of a chunk."""
    seed = (chunk.generation << 32) + (1 << 31) + match
    plan = chunk.plan
    seats, options = plan.tables.at(match)
    teacher = lessons.Teacher(options, match)
    start = openings(plan.game, seats, options)(seed)
    cap = rulesets()[plan.game].ply_cap
    experience.play_and_record(start, knowledge, teacher, Random(seed, 2), plan.lessons.effort, cap)
    return teacher.lessons
