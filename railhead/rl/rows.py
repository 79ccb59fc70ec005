"""Rows of matches in this process: what steps them, and arrays over the memory it writes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.rl import matches
from railhead.rl.action_table import MOST_PARTS
from railhead.rl.environment import Table, random_from, random_words

OPPONENTS: Final = {
    "none": matches.NOBODY,
    "random": matches.RANDOM,
    "greedy": matches.GREEDY,
}
"""Who plays the seats that are not the caller's: nobody, since all are, or one of two players."""
REWARDS: Final = {"place": matches.PLACE, "score": matches.SCORE}

Arrays = dict[str, NDArray[Any]]
"""By name; a row each."""


@dataclass(frozen=True)
class RowSettings:
    """What rows are matches of; `first` and `count` say which rows."""

    game: str
    seats: int
    options: Mapping[str, Any]
    opponents: str
    reward: str
    first: int
    count: int


def array_shapes(table: Table, count: int) -> dict[str, tuple[type, tuple[int, ...]]]:
    """The kind and the shape of each array of so many rows."""
    return {
        "observations": (np.int16, (count, table.layout.size)),
        "masks": (np.bool_, (count, table.actions.size)),
        "seats": (np.int64, (count,)),
        "ended": (np.bool_, (count,)),
        "rewards": (np.float64, (count, table.seats)),
        "scores": (np.int64, (count, table.seats)),
        "sampled": (np.int64, (count,)),
    }


class Rows:
    """Rows that this process steps: `arrays` lie over the memory that compiled code writes.

    What the methods write is as `VectorEnv` says.
    """

    def __init__(self, table: Table, settings: RowSettings) -> None:
        self.table = table
        self.settings = settings
        greedy = settings.opponents == "greedy"
        knowledge = knowledge_for(settings.game) if greedy else Knowledge()
        self.matches = made = matches.Matches(
            table.game,
            table.options,
            table.seats,
            table.actions.table,
            table.features,
            table.layout.size,
            table.layout.chosen,
            settings.count,
            matches.Opponent(OPPONENTS[settings.opponents], knowledge),
            REWARDS[settings.reward],
            settings.first,
        )
        self.arrays: Arrays = {
            name: _over(getattr(made, name), kind, shape)
            for name, (kind, shape) in array_shapes(table, settings.count).items()
        }
        self._adviser: matches.Opponent | None = None

    def reset(self, seed: int) -> None:
        """Begin all matches anew."""
        self.matches.reset(seed)

    def step(self, choices: NDArray[np.int64]) -> None:
        """Choose a number in each match; all may be chosen."""
        self.matches.step(choices.tolist())

    def sample(self) -> None:
        """Write choices at random to `sampled`."""
        self.matches.sample()

    def advise(self) -> None:
        """Write the choices of a greedy player to `sampled`."""
        if self._adviser is None:
            self._adviser = matches.Opponent(matches.GREEDY, knowledge_for(self.settings.game))
        self.matches.advise(self._adviser)

    def save(self) -> Arrays:
        """All that is needed to go on from here, beside the settings."""
        made = self.matches
        positions = [state.save() for state in made.states]
        chosen = np.full((self.settings.count, MOST_PARTS), -1, np.int64)
        for row, decision in enumerate(made.decisions):
            parts = decision.chosen_parts()
            chosen[row, : len(parts)] = parts
        return {
            "positions": np.frombuffer(b"".join(positions), np.uint8),
            "sizes": np.array([len(one) for one in positions], np.int64),
            "randoms": np.array([random_words(one) for one in made.randoms], np.int64),
            "learners": np.array(list(made.learners), np.int64),
            "chosen": chosen,
            **{name: self.arrays[name].copy() for name in ("ended", "rewards", "scores")},
        }

    def resume(self, saved: Arrays) -> None:
        """Go on from what was saved of as many rows. Raises `ValueError`."""
        ends = saved["sizes"].cumsum().tolist()
        written = saved["positions"].tobytes()
        load = self.table.game.load
        self.matches.resume(
            [load(written[start:end]) for start, end in pairwise([0, *ends])],
            [random_from(words) for words in saved["randoms"].tolist()],
            saved["learners"].tolist(),
            [[number for number in row if number >= 0] for row in saved["chosen"].tolist()],
        )
        self.matches.set_ends(
            saved["ended"].astype(int).tolist(),
            saved["rewards"].ravel().tolist(),
            saved["scores"].ravel().tolist(),
        )

    def close(self) -> None:
        """Nothing is held open."""


def part_of(saved: Arrays, first: int, count: int) -> Arrays:
    """What was saved of some of the rows."""
    ends = saved["sizes"].cumsum()
    start = int(ends[first - 1]) if first else 0
    part = {name: kept[first : first + count] for name, kept in saved.items()}
    part["positions"] = saved["positions"][start : int(ends[first + count - 1])]
    return part


def _over(memory: Any, kind: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """An array over the memory of a vector, for reading."""
    array = np.frombuffer(memory, kind).reshape(shape)
    array.flags.writeable = False
    return array
