"""Fits a game's policy network to the visits of searches (expert iteration).

Anthony, Tian and Barber, "Thinking fast and slow with deep learning and tree search", 2017; the
policy's form is in `ai.net.policy`. Gradients are written out in NumPy: there is one hidden layer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge, move_features_of, policy_inputs_of
from railhead.ai.net.inputs import Inputs
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import Actions, Game, State
from railhead.games.random import Random
from railhead.games.vectors import vec

HELD_OUT: Final = 5
"""One match in so many is held out to judge by."""
LEAST_VISITS: Final = 100
"""Searches that are shorter teach nothing."""
BATCH: Final = 256
LARGEST_EMBEDDING: Final = 32767

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]
Parameters = dict[str, Floats]


@dataclass(frozen=True)
class Decisions:
    """Searched decisions, a row each, and their legal actions one behind the other.

    `own`, `others` and `table` are the inputs of the position: how often each was named, the mean
    over the others. `moves_from` has where each decision's actions begin among all of them, and
    where the last one's end; `keys_from` likewise for the keys of each action. `priors` are the
    logarithms of the shares by hand, `shares` those of the visits. `progress`, 0 to 1, says how far
    the match had come.
    """

    own: Floats
    others: Floats
    table: Floats
    moves_from: Integers
    keys_from: Integers
    keys: Integers
    priors: Floats
    shares: Floats
    match: Integers
    progress: Floats

    def __len__(self) -> int:
        return len(self.own)


class Extractor:
    """Reads decisions of one game as its policy is told of them."""

    def __init__(self, game: Game, knowledge: Knowledge) -> None:
        self.game = game
        self.knowledge = knowledge
        ruleset = game.ruleset.id
        self.features = policy_inputs_of(ruleset)
        self.moves = move_features_of(ruleset)
        self.inputs = Inputs()
        self.keys = MoveKeys()
        self.legal = Actions()
        self.weights = vec[float]([0.0] * 4096)

    def decisions(self, file: Path) -> Decisions:
        """The deeply searched decisions of a data set's file (`ai.training.datasets`)."""
        with np.load(file) as content:
            columns = {name: content[name] for name in content.files}
        rows = [self._row(columns, number) for number in _searched(columns)]
        moves = [len(row["priors"]) for row in rows]
        keys = np.concatenate([row["ends"] for row in rows]) if rows else np.zeros(0, np.int64)
        return Decisions(
            own=np.array([row["own"] for row in rows], np.float32),
            others=np.array([row["others"] for row in rows], np.float32),
            table=np.array([row["table"] for row in rows], np.float32),
            moves_from=np.cumsum([0, *moves]),
            keys_from=np.concatenate([[0], np.cumsum(keys)]),
            keys=np.concatenate([row["keys"] for row in rows]),
            priors=np.concatenate([row["priors"] for row in rows]).astype(np.float32),
            shares=np.concatenate([row["shares"] for row in rows]).astype(np.float32),
            match=np.array([row["match"] for row in rows], np.int64),
            progress=np.array([row["progress"] for row in rows], np.float32),
        )

    def _row(self, columns: Mapping[str, NDArray[Any]], number: int) -> dict[str, Any]:
        match = int(np.searchsorted(columns["decisions_from"], number, side="right")) - 1
        seat = int(columns["seat"][number])
        first, last = columns["positions_from"][number : number + 2]
        position = self.game.load(columns["positions"][first:last].tobytes())
        # What the seat cannot know is dealt anew, so that nothing of it can be learned.
        position.determinize(seat, Random(number, match))
        start, end = columns["actions_from"][number : number + 2]
        visits = columns["visits"][start:end].astype(np.float64)
        begun, ended = columns["decisions_from"][match : match + 2]
        return {
            **self._see(position, seat),
            "shares": visits / visits.sum(),
            "match": int(columns["match"][match]),
            "progress": (number - begun) / max(1, ended - begun),
        }

    def _see(self, position: State, seat: int) -> dict[str, Any]:
        features = self.features
        self.inputs.clear()
        features.see_table(position, self.inputs)
        table = self._counts(int(features.of_table))
        self.inputs.clear()
        features.see_seat(position, seat, self.inputs)
        own = self._counts(int(features.of_seat))
        others = []
        for other in range(int(position.seats())):
            if other != seat:
                self.inputs.clear()
                features.see_public(position, other, self.inputs)
                others.append(self._counts(int(features.of_seat)))
        self.legal.clear()
        position.collect(seat, self.legal)
        count = int(self.legal.count)
        self.knowledge.priors(position, seat, self.legal, self.weights)
        priors = np.array([self.weights[index] for index in range(count)])
        self.moves.see_moves(position, seat, self.legal, self.keys)
        ends = np.array([self.keys.ends[index] for index in range(count)], np.int64)
        return {
            "table": table,
            "own": own,
            "others": np.mean(others, axis=0),
            "priors": np.log(priors / priors.sum()),
            "keys": np.array([self.keys.items[at] for at in range(int(self.keys.count))], np.int64),
            "ends": np.diff(ends, prepend=0),
        }

    def _counts(self, size: int) -> Floats:
        named = [int(self.inputs.items[index]) for index in range(int(self.inputs.count))]
        return np.bincount(named, minlength=size).astype(np.float32)


def _searched(columns: Mapping[str, NDArray[Any]]) -> list[int]:
    """The numbers of the decisions that were searched long enough."""
    starts = columns["actions_from"]
    sums = np.add.reduceat(columns["visits"], starts[:-1]) if len(starts) > 1 else np.zeros(0)
    return [int(number) for number in np.flatnonzero(sums >= LEAST_VISITS)]
