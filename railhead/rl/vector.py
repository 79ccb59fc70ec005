"""Thousands of matches stepped in one call, with observations and masks as NumPy arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.ai.knowledge import Knowledge, knowledge_for
from railhead.rl import matches
from railhead.rl.environment import Table

OPPONENTS = {"none": matches.NOBODY, "random": matches.RANDOM, "greedy": matches.GREEDY}
"""Who plays the seats that are not the caller's: nobody, since all are, or one of two players."""
REWARDS = {"place": matches.PLACE, "score": matches.SCORE}


class VectorEnv:
    """`count` matches of a game, each waiting for a choice; after a match comes another.

    The arrays are made once and lie over the memory that compiled code writes: `reset` and `step`
    change them in place, and nothing is copied. They are for reading; who keeps what they say over
    a step copies it. A row is a match:

    * `observations` (int16): what the seat to act may know, as `table.layout` describes it.
    * `masks` (bool): which numbers it may choose, as `table.actions` describes them.
    * `seats` (int64): the seat to act.
    * `ended` (bool): whether the last step ended a match. The row is then already the next one's.
    * `rewards` (float64), `scores` (int64): of the match that ended, by seat; 0 else.

    `opponents` is one of `OPPONENTS`: with `random` or `greedy` the caller has one seat of each
    match, another one in the next match of the row; `greedy` takes what the game's own evaluation
    values most right after. `reward` is `place` (1 for first place to -1 for the last, in equal
    steps, ties shared) or `score` (points more than the others have on average).

    Every match has a set-up of its own, and draws its chance, from `seed` and its row. Raises what
    `Table` raises, and `ValueError` for a `count` below 1 or an unknown opponent or reward.
    """

    def __init__(
        self,
        game: str,
        count: int,
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponents: str = "none",
        reward: str = "place",
        seed: int = 0,
    ) -> None:
        if count < 1:
            raise ValueError(f"there can be no {count} matches")
        if opponents not in OPPONENTS:
            raise ValueError(f"opponents are {', '.join(OPPONENTS)}, not {opponents!r}")
        if reward not in REWARDS:
            raise ValueError(f"the reward is {' or '.join(REWARDS)}, not {reward!r}")
        self.table = table = Table(game, seats, options)
        self.count = count
        self.seed = seed
        knowledge = knowledge_for(game) if opponents == "greedy" else Knowledge()
        self.matches = made = matches.Matches(
            table.game,
            table.options,
            table.seats,
            table.actions.table,
            table.features,
            table.layout.size,
            table.layout.chosen,
            count,
            matches.Opponent(OPPONENTS[opponents], knowledge, table.seats),
            REWARDS[reward],
        )
        self.observations = _over(made.observations, np.int16, (count, table.layout.size))
        self.masks = _over(made.masks, np.bool_, (count, table.actions.size))
        self.seats = _over(made.seats, np.int64, (count,))
        self.ended = _over(made.ended, np.bool_, (count,))
        self.rewards = _over(made.rewards, np.float64, (count, table.seats))
        self.scores = _over(made.scores, np.int64, (count, table.seats))
        self._sampled = _over(made.sampled, np.int64, (count,))
        self.reset()

    def reset(self, seed: int | None = None) -> NDArray[np.int16]:
        """Begin all matches anew, with `seed` or the one before; the observations."""
        self.seed = self.seed if seed is None else seed
        self.matches.reset(self.seed)
        return self.observations

    def step(self, choices: NDArray[np.integer[Any]]) -> None:
        """Choose a number in each match.

        Raises `games.game.IllegalAction` where a mask forbids one, and `ValueError` for another
        number of choices than matches; then nothing has changed.
        """
        self.matches.step(np.asarray(choices, np.int64).tolist())

    def sample(self) -> NDArray[np.int64]:
        """A choice for every match, all legal actions as likely; read before the next call."""
        self.matches.sample()
        return self._sampled


def _over(memory: Any, kind: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """An array over the memory of a vector, for reading."""
    array = np.frombuffer(memory, kind).reshape(shape)
    array.flags.writeable = False
    return array
