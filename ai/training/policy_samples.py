"""Decisions of self-play as a policy network learns them: inputs, keys of actions, visits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from railhead.ai.knowledge import move_features_of, moves_from, policy_inputs_of, weights_of
from railhead.ai.net.inputs import Inputs
from railhead.ai.net.moves import MoveKeys
from railhead.ai.search.choices import Choices
from railhead.ai.training.value_samples import read_columns, supposed_position
from railhead.games.game import Game, State

LEAST_VISITS: Final = 100
"""Searches that are shorter teach nothing."""

Floats = NDArray[np.float32]
Integers = NDArray[np.int64]


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
    surprise: Floats
    match: Integers
    progress: Floats

    def __len__(self) -> int:
        return len(self.own)


class Extractor:
    """Reads decisions of one game as its policy is told of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        ruleset = game.ruleset.id
        # What the network sharpens: the priors by hand, whatever network is in use.
        knowledge = moves_from(ruleset, weights_of(ruleset))
        self.features = policy_inputs_of(ruleset)
        self.moves = move_features_of(ruleset)
        self.inputs = Inputs()
        self.keys = MoveKeys()
        self.choices = Choices(knowledge)

    def decisions(self, file: Path) -> Decisions:
        """The deeply searched decisions of a data set's file (`ai.training.datasets`)."""
        columns = read_columns(file)
        rows = [self._row(columns, number) for number in _long_searches(columns)]
        moves = [len(row["priors"]) for row in rows]
        keys = np.concatenate([row["ends"] for row in rows]) if rows else np.zeros(0, np.int64)
        return Decisions(
            own=np.array([row["own"] for row in rows], np.float32),
            others=np.array([row["others"] for row in rows], np.float32),
            table=np.array([row["table"] for row in rows], np.float32),
            moves_from=np.cumsum([0, *moves]),
            keys_from=np.concatenate([[0], np.cumsum(keys)]),
            keys=_join([row["keys"] for row in rows]).astype(np.int64),
            priors=_join([row["priors"] for row in rows]).astype(np.float32),
            shares=_join([row["shares"] for row in rows]).astype(np.float32),
            surprise=np.array([row["surprise"] for row in rows], np.float32),
            match=np.array([row["match"] for row in rows], np.int64),
            progress=np.array([row["progress"] for row in rows], np.float32),
        )

    def _row(self, columns: Mapping[str, NDArray[Any]], number: int) -> dict[str, Any]:
        match = int(np.searchsorted(columns["decisions_from"], number, side="right")) - 1
        seat = int(columns["seat"][number])
        # What the seat cannot know is dealt anew, so that nothing of it can be learned.
        position = supposed_position(self.game, columns, number)
        start, end = columns["actions_from"][number : number + 2]
        visits = columns["visits"][start:end].astype(np.float64)
        last_ply = columns["ply"][columns["decisions_from"][match + 1] - 1]
        return {
            **self.see(position, seat),
            "shares": visits / visits.sum(),
            "surprise": _surprise(visits, columns["priors"][start:end]),
            "match": int(columns["match"][match]),
            "progress": columns["ply"][number] / max(1, last_ply),
        }

    def see(self, position: State, seat: int) -> dict[str, Any]:
        """What a policy is told of a position, of the actions of `seat`, and their priors."""
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
        count = int(self.choices.collect(position, seat))
        priors = np.array([self.choices.weights[index] for index in range(count)])
        self.moves.see_moves(position, seat, self.choices.actions, self.keys)
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


def _join(rows: Sequence[NDArray[Any]]) -> NDArray[Any]:
    return np.concatenate(rows) if rows else np.zeros(0)


def _long_searches(columns: Mapping[str, NDArray[Any]]) -> list[int]:
    """The numbers of the decisions that were searched long enough."""
    starts = columns["actions_from"]
    sums = np.add.reduceat(columns["visits"], starts[:-1]) if len(starts) > 1 else np.zeros(0)
    return [int(number) for number in np.flatnonzero(sums >= LEAST_VISITS)]


def _surprise(visits: NDArray[np.float64], priors: Floats) -> float:
    taken = visits > 0
    shares = visits[taken] / visits.sum()
    return float((shares * np.log(shares / np.maximum(priors[taken], 1e-6))).sum())


def concatenate(parts: Sequence[Decisions]) -> Decisions:
    """All decisions of several files, whose matches are numbered apart."""

    def join_columns(name: str) -> NDArray[Any]:
        return np.concatenate([getattr(part, name) for part in parts])

    def offsets(name: str) -> Integers:
        counts = [np.diff(getattr(part, name)) for part in parts]
        return np.concatenate([[0], np.cumsum(np.concatenate(counts))])

    plain = ("own", "others", "table", "keys", "priors", "shares", "surprise", "match", "progress")
    return Decisions(
        **{name: join_columns(name) for name in plain},
        moves_from=offsets("moves_from"),
        keys_from=offsets("keys_from"),
    )


@dataclass(frozen=True)
class Batch:
    """Some decisions, as gradient descent wants them.

    `segment` says for each action which decision it is of, `starts` where each decision's begin.
    `keys` is a matrix of actions by keys: how often each action has each.
    """

    decisions: Decisions
    rows: Integers
    segment: Integers
    starts: Integers
    keys: sparse.csr_matrix
    priors: Floats
    shares: Floats

    @classmethod
    def of(cls, decisions: Decisions, rows: Integers, keys: int) -> Batch:
        """The decisions of these numbers, in a vocabulary of so many keys."""
        moves, counts = _ranges(decisions.moves_from, rows)
        places, key_counts = _ranges(decisions.keys_from, moves)
        named = decisions.keys[places]
        pointers = np.concatenate([[0], np.cumsum(key_counts)])
        ones = np.ones(len(named), np.float32)
        return cls(
            decisions,
            rows,
            np.repeat(np.arange(len(rows)), counts),
            np.concatenate([[0], np.cumsum(counts)[:-1]]),
            sparse.csr_matrix((ones, named, pointers), shape=(len(moves), keys)),
            decisions.priors[moves],
            decisions.shares[moves],
        )


def _ranges(offsets: Integers, rows: Integers) -> tuple[Integers, Integers]:
    """All places of these rows, one behind the other, and how many each has."""
    counts = offsets[rows + 1] - offsets[rows]
    begins = np.repeat(offsets[rows] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    return begins + np.arange(counts.sum()), counts
