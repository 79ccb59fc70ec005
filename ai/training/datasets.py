"""Matches of agents as arrays: positions, legal actions with visits, results.

A folder has `plan.json`, which says how it was made, and files of a few matches each, whose columns
`docs/datasets.md` describes. Equal plans give equal files, whatever the number of processes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.search.levels import Player
from railhead.ai.training import chunks
from railhead.ai.training.agents import Chooser, agent_of, settings_of
from railhead.ai.training.matches import game_with, openings, sample_outcome
from railhead.games.game import CHANCE, OVER, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import rulesets

FORMAT: Final = "railhead-dataset/1"
CHUNK: Final = 20
"""So many matches go into a file."""
Arrays = dict[str, NDArray[Any]]
Entry = tuple[int, int, list[float], float]
"""What a search found of an action; see `Search.statistics`."""


@dataclass(frozen=True)
class DatasetConfig:
    """Which matches a data set has.

    In match number m, seat s is played by the agent (s + m) modulo their number. `explored` is the
    share of searched decisions, 0 to 1, in which the move is drawn by visits. `options` are those
    given; the others have their defaults.
    """

    game: str
    seats: int
    options: Mapping[str, Any]
    agents: tuple[str, ...]
    matches: int
    seed: int
    explored: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """All that the files depend on, with digests of what plays."""
        ruleset = rulesets()[self.game]
        return {
            "format": FORMAT,
            "game": self.game,
            "rules_version": ruleset.version,
            "options": complete(ruleset.options, self.options),
            "data": game_with(self.game, self.options).data_hash,
            "seats": self.seats,
            "agents": {name: settings_of(name, self.game) for name in self.agents},
            "matches": self.matches,
            "seed": self.seed,
            "explored": self.explored,
        }

    def agent(self, match: int, seat: int) -> int:
        """The number of the agent that plays a seat of a match."""
        return (seat + match) % len(self.agents)

    def chunks(self, folder: Path) -> list[DatasetChunk]:
        """The matches, a file for every few."""
        return [
            DatasetChunk(self, first, min(CHUNK, self.matches - first), folder / f"{first:06}.npz")
            for first in range(0, self.matches, CHUNK)
        ]


@dataclass(frozen=True)
class DatasetChunk:
    """Matches of a plan from number `first` on, and the file that they lie in."""

    plan: DatasetConfig
    first: int
    count: int
    file: Path


def generate(plan: DatasetConfig, folder: Path, processes: int) -> Iterator[DatasetChunk]:
    """Make what is missing of a data set; each file as it is done, in order.

    Raises `ConfigMismatch`.
    """
    chunks.begin(folder, plan.to_json())
    yield from chunks.run(play_chunk, plan.chunks(folder), processes)


def play_chunk(chunk: DatasetChunk) -> DatasetChunk:
    """Play these matches and put them on file, all or nothing."""
    columns = DatasetRecorder(chunk.plan.seats)
    for number in range(chunk.first, chunk.first + chunk.count):
        play(chunk.plan, number, columns)
    unfinished = chunk.file.with_suffix(".part")
    with unfinished.open("wb") as stream:
        np.savez_compressed(
            stream, allow_pickle=False, **columns.arrays(chunk.plan.game, chunk.plan.options)
        )
    unfinished.replace(chunk.file)
    return chunk


def play(plan: DatasetConfig, number: int, columns: DatasetRecorder) -> None:
    """Play one match and record it. Raises `RuntimeError` beyond the cap of the rules."""
    seed = (plan.seed << 32) + number
    state = openings(plan.game, plan.seats, plan.options)(seed)
    random = Random(seed, 1)
    agents = [plan.agent(number, seat) for seat in range(plan.seats)]
    players = [
        agent_of(plan.agents[agent]).player(plan.game, int(random.next32()), 1.0)
        for agent in agents
    ]
    cap = rulesets()[plan.game].ply_cap
    for ply in range(cap + 1):
        seat = int(state.actor())
        if seat == OVER:
            columns.record_result(number, agents, state)
            return
        if seat == CHANCE:
            state.play(CHANCE, sample_outcome(state.chance_outcomes(), random))
            continue
        legal = state.legal_actions(seat)
        action = legal[0]
        if len(legal) > 1:
            action, found = choose_move(players[seat], state, seat, legal, plan.explored, random)
            columns.record_decision(ply, state, seat, legal, action, found)
        state.play(seat, action)
    raise RuntimeError(f"the match went on beyond {cap} decisions and outcomes of chance")


def choose_move(
    player: Chooser, state: State, seat: int, legal: list[int], explored: float, random: Random
) -> tuple[int, list[Entry]]:
    """The move of a player, and what its search found of all moves."""
    action = player.choose(state, seat).action
    # A tree that goes on from the decision before has more, legal by what was only supposed then.
    found = [one for one in player.found if one[0] in legal] if isinstance(player, Player) else []
    tried = [(entry[0], entry[1]) for entry in found if entry[1] > 0]
    if tried and int(random.below(1 << 16)) < explored * (1 << 16):
        action = sample_outcome(tried, random)
    return action, found


@dataclass
class DatasetRecorder:
    """Matches of so many seats as they are recorded, row by row."""

    seats: int
    match: list[int] = field(default_factory=list)
    agents: list[list[int]] = field(default_factory=list)
    scores: list[list[int]] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)
    decisions_from: list[int] = field(default_factory=lambda: [0])
    seat: list[int] = field(default_factory=list)
    ply: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    values: list[list[float]] = field(default_factory=list)
    positions: list[bytes] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)
    priors: list[list[float]] = field(default_factory=list)
    visits: list[list[int]] = field(default_factory=list)
    action_values: list[list[float]] = field(default_factory=list)

    def record_decision(
        self,
        ply: int,
        state: State,
        seat: int,
        legal: list[int],
        action: int,
        found: Sequence[Entry],
        searched: bool = True,
    ) -> None:
        """Record a decision, and what was found of it.

        Of one that is not `searched` long enough to learn from no visits are recorded.
        """
        by_action = {entry[0]: entry for entry in found if entry[1] > 0}
        taken = sum(entry[1] for entry in by_action.values())
        sums = [sum(entry[2][one] for entry in by_action.values()) for one in range(self.seats)]
        self.seat.append(seat)
        self.ply.append(ply)
        self.chosen.append(legal.index(action))
        self.values.append([one / taken if taken else np.nan for one in sums])
        self.positions.append(state.save())
        self.actions.append(legal)
        tried = [by_action.get(one) if searched else None for one in legal]
        weight = sum(entry[3] for entry in found)
        shares = {entry[0]: entry[3] / weight for entry in found}
        self.priors.append([shares.get(one, np.nan) for one in legal])
        self.visits.append([entry[1] if entry else 0 for entry in tried])
        self.action_values.append(
            [entry[2][seat] / entry[1] if entry else np.nan for entry in tried]
        )

    def record_result(self, number: int, agents: Sequence[int], state: State) -> None:
        """Record how a match ended, whose decisions have been recorded."""
        ranking = state.ranking()
        before = [sum(map(len, ranking[:place])) for place in range(len(ranking))]
        places = {
            seat: 1 + ahead for ahead, tied in zip(before, ranking, strict=True) for seat in tied
        }
        self.match.append(number)
        self.agents.append(list(agents))
        self.scores.append(list(state.scores()))
        self.places.append([places[seat] for seat in range(self.seats)])
        self.decisions_from.append(len(self.seat))

    def arrays(self, game_id: str, options: Mapping[str, Any]) -> Arrays:
        """The columns, as they go on file."""
        vocabulary = game_with(game_id, options).vocabulary
        flat = [action for legal in self.actions for action in legal]
        named = sorted(set(flat))
        return {
            "match": np.array(self.match, np.int64),
            "agents": np.array(self.agents, np.int8),
            "scores": np.array(self.scores, np.int32),
            "places": np.array(self.places, np.int8),
            "decisions_from": np.array(self.decisions_from, np.int64),
            "seat": np.array(self.seat, np.int8),
            "ply": np.array(self.ply, np.int32),
            "chosen": np.array(self.chosen, np.int32),
            "values": np.array(self.values, np.float32).reshape(-1, self.seats),
            "positions_from": _offsets(self.positions),
            "positions": np.frombuffer(b"".join(self.positions), np.uint8),
            "actions_from": _offsets(self.actions),
            "actions": np.array(flat, np.int64),
            "priors": np.array([one for row in self.priors for one in row], np.float32),
            "visits": np.array([one for row in self.visits for one in row], np.int32),
            "action_values": np.array(
                [one for row in self.action_values for one in row], np.float32
            ),
            "named": np.array(named, np.int64),
            "notations": np.array([vocabulary.notation(action) for action in named], np.str_),
        }


def _offsets(rows: Sequence[Sequence[Any]]) -> NDArray[np.int64]:
    """Where each row begins among all of them in one, and where the last one ends."""
    return np.cumsum([0, *map(len, rows)], dtype=np.int64)
