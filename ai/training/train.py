"""Training a game's network from nothing: generations of self-play, and descent after each.

Everything lies in a folder, a file for every few matches: a run that was stopped goes on where it
was. Equal courses give equal networks, whatever the number of processes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from ai.knowledge import Knowledge, features_of, general, learned
from ai.net import weights_file
from ai.training import descent, experience
from ai.training.arena import begin_process
from ai.training.matches import openings
from games.data import read
from games.random import Random
from games.registry import rulesets

COURSES: Final = Path(__file__).with_name("courses.yaml")
CHUNK: Final = 20
"""So many matches go into a file."""
REMEMBERED: Final = 2
"""A network learns from the matches of so many generations, the last ones."""


@dataclass(frozen=True)
class Generation:
    """How many `matches` are played, and the `simulations` of a decision in them."""

    matches: int
    simulations: int


@dataclass(frozen=True)
class Plan:
    """How a game's network is trained; see `courses.yaml`."""

    game: str
    course: descent.Course
    generations: Sequence[Generation]
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]] = field(default_factory=lambda: [{}])

    @classmethod
    def of(cls, game_id: str, scale: float = 1.0) -> Plan:
        """The plan on file, with `scale` times its matches. Raises `KeyError` without one."""
        told = read(COURSES)[game_id]
        return cls(
            game_id,
            descent.Course(hidden=told["hidden"], unit=told["unit"]),
            [
                Generation(max(1, round(g["matches"] * scale)), g["simulations"])
                for g in told["generations"]
            ],
            told["seats"],
            told["options"],
        )


@dataclass(frozen=True)
class Chunk:
    """Matches from number `first` on, to be played by the network on file, if any."""

    plan: Plan
    generation: int
    first: int
    count: int
    network: Path | None
    file: Path


class Training:
    """A plan being carried out in `folder`."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.folder = folder

    def network(self, generation: int) -> Path:
        """Where the network trained after a generation lies."""
        return self.folder / f"generation-{generation}.json"

    def chunks(self, generation: int) -> list[Chunk]:
        """The matches of a generation, a file each."""
        plan = self.plan
        network = self.network(generation - 1) if generation else None
        folder = self.folder / f"generation-{generation}"
        matches = plan.generations[generation].matches
        return [
            Chunk(
                plan, generation, first, min(CHUNK, matches - first), network,
                folder / f"{first:06}.npz",
            )
            for first in range(0, matches, CHUNK)
        ]  # fmt: skip

    def play(self, generation: int, processes: int) -> Iterator[int]:
        """Play what is missing of a generation; how many matches each file has, as it is done."""
        waiting = []
        for chunk in self.chunks(generation):
            if chunk.file.exists():
                yield chunk.count
            else:
                chunk.file.parent.mkdir(parents=True, exist_ok=True)
                waiting.append(chunk)
        if not waiting:
            return
        with get_context("spawn").Pool(min(processes, len(waiting)), begin_process) as pool:
            for chunk in pool.imap_unordered(play_chunk, waiting):
                yield chunk.count

    def learn(
        self,
        generation: int,
        told: Callable[[int, dict[str, float], dict[str, float]], None] = lambda *_: None,
    ) -> Path:
        """Train the network of a generation from its matches and those before; where it lies."""
        features = features_of(self.plan.game)
        course = self.plan.course
        generations = range(max(0, generation + 1 - REMEMBERED), generation + 1)
        files = [chunk.file for number in generations for chunk in self.chunks(number)]
        begun = descent.drawn(
            int(features.of_table), int(features.of_seat), course.hidden, seed=generation
        )
        found = descent.train(begun, experience.read(files), course, generation, told)
        made_from = f"generation {generation} of {len(files)} files"
        descent.packed(found, course, made_from).write(self.network(generation))
        return self.network(generation)


def play_chunk(chunk: Chunk) -> Chunk:
    """Play these matches and put them on file."""
    plan = chunk.plan
    knowledge = knowledge_from(plan, chunk.network)
    parts = [played(chunk, number, knowledge) for number in range(chunk.count)]
    experience.write(parts, chunk.file)
    return chunk


def knowledge_from(plan: Plan, network: Path | None) -> Knowledge:
    """What a generation plays by: a network on file, or the general evaluation."""
    if network is None:
        return general(plan.game, plan.course.unit)
    return learned(plan.game, weights_file.read(network))


def played(chunk: Chunk, number: int, knowledge: Knowledge) -> experience.Experience:
    """One match of a chunk, as it was taken down."""
    plan = chunk.plan
    match = chunk.first + number
    seed = Random((chunk.generation << 32) + match, 1)
    seats = plan.seats[match % len(plan.seats)]
    options = plan.options[match // len(plan.seats) % len(plan.options)]
    start = openings(plan.game, seats, options)((chunk.generation << 32) + match)
    recorder = experience.Recorder(features_of(plan.game))
    experience.play_and_record(
        start,
        knowledge,
        recorder,
        seed,
        plan.generations[chunk.generation].simulations,
        rulesets()[plan.game].ply_cap,
    )
    return recorder.finish(start, match)


def cores() -> int:
    """How many processes play unless said otherwise."""
    return os.cpu_count() or 1
