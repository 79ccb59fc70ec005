"""Positions of self-play, each with what came of it: what a network of values is trained from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge, features_of, knowledge_for
from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.games.game import Game, State
from railhead.games.random import Random

ROOT_SHARE: Final = 0.3
"""What of the target is the value that the search found; the rest is how the match ended. Nothing
where values count from what they are at the root (`Knowledge.centred`): those are no chances."""

Columns = Mapping[str, NDArray[Any]]
Encoding = tuple[list[float], NDArray[Any], NDArray[Any]]
"""Of a position: the certain points of each seat, its inputs of the table, and of each seat."""


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


class Encoder:
    """Tells of positions as a network of sparse inputs is told of them."""

    def __init__(self, features: Features) -> None:
        self.features = features
        self.inputs = Inputs()

    def encode(self, position: State) -> Encoding:
        """What it is told of a position, all of it dealt."""
        features = self.features
        self.inputs.clear()
        features.see_table(position, self.inputs)
        table = self._counts(int(features.of_table))
        rows = []
        for seat in range(int(position.seats())):
            self.inputs.clear()
            features.see_seat(position, seat, self.inputs)
            rows.append(self._counts(int(features.of_seat)))
        certain = [float(features.certain(position, seat)) for seat in range(len(rows))]
        return certain, table, np.stack(rows)

    def _counts(self, size: int) -> NDArray[np.uint8]:
        named = [int(self.inputs.items[index]) for index in range(int(self.inputs.count))]
        if len(named) > MOST_INPUTS or (named and not 0 <= min(named) <= max(named) < size):
            raise ValueError(f"inputs {named} do not fit in {size}")
        return np.bincount(named, minlength=size).astype(np.uint8)


class NumberEncoder:
    """The same for a network over numbers; the table is told of nothing but 1."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def encode(self, position: State) -> Encoding | None:
        """What it is told of a position; nothing once the match is decided."""
        found = self.knowledge.residual_features(position)
        if not found:
            return None
        numbers = np.array([row for _, row in found], np.float32)
        return [points for points, _ in found], np.ones(1, np.uint8), numbers


def encoder_of(game_id: str) -> Encoder | NumberEncoder:
    """What tells the network of a game of positions."""
    try:
        return Encoder(features_of(game_id))
    except LookupError:
        return NumberEncoder(knowledge_for(game_id))


def positions_of(game: Game, columns: Columns, encoder: Encoder | NumberEncoder) -> ReplayBuffer:
    """The recorded positions of a file of self-play (`ai.training.datasets`), with their targets.

    What the seat that decides cannot know is dealt anew.
    """
    told: list[Encoding] = []
    numbers: list[int] = []
    for number in range(len(columns["seat"])):
        found = encoder.encode(supposed_position(game, columns, number))
        if found is not None:
            told.append(found)
            numbers.append(number)
    share = 0.0 if knowledge_for(game.ruleset.id).centred else ROOT_SHARE
    rows = np.array(numbers)
    match = np.searchsorted(columns["decisions_from"], rows, side="right") - 1
    first = columns["places"][match] == 1
    won = first / first.sum(axis=1, keepdims=True)
    values = columns["values"][rows]
    searched = values / values.sum(axis=1, keepdims=True)
    return ReplayBuffer(
        np.array([table for _, table, _ in told]),
        np.array([seats for _, _, seats in told]),
        np.array([certain for certain, _, _ in told], np.float32),
        columns["scores"][match].astype(np.float32),
        ((1 - share) * won + share * searched).astype(np.float32),
        columns["match"][match],
    )


def supposed_position(game: Game, columns: Columns, number: int) -> State:
    """The position of a decision, all that its seat cannot know dealt anew."""
    first, last = columns["positions_from"][number : number + 2]
    position = game.load(columns["positions"][first:last].tobytes())
    position.determinize(int(columns["seat"][number]), Random(number, int(first)))
    return position


def read_columns(file: Path) -> dict[str, NDArray[Any]]:
    """All columns of a file."""
    with np.load(file) as content:
        return {name: content[name] for name in content.files}
