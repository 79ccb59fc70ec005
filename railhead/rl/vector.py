"""Thousands of matches stepped in one call, with observations and masks as NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railhead.extras import extra
from railhead.games.game import IllegalAction
from railhead.rl.checkpoints import decode, demand_same_data, encode
from railhead.rl.environment import Table, check_seed
from railhead.rl.processes import SharedRows
from railhead.rl.rows import OPPONENTS, REWARDS, Rows, RowSettings

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray


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
    match, another one in the next match of the row; `greedy` takes what the bots' own policy finds
    likeliest, without any search. `reward` is `place` (1 for first place to -1 for the last, in
    equal steps, ties shared) or `score` (points more than the others have on average).

    `processes` step the matches: one is this process, more are others, each with a share of the
    rows, which writes them into memory that all share; None for one on each core. They come to the
    same, byte for byte. `close` ends them.

    Every match has a set-up of its own, and draws its chance, from `seed` and its row. Raises what
    `Table` raises, and `ValueError` for a `count` below 1, an unknown opponent or reward, or
    another seed than `environment.check_seed` takes.
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
        processes: int | None = 1,
    ) -> None:
        if count < 1:
            raise ValueError(f"there can be no {count} matches")
        if opponents not in OPPONENTS:
            raise ValueError(f"opponents are {', '.join(OPPONENTS)}, not {opponents!r}")
        if reward not in REWARDS:
            raise ValueError(f"the reward is {' or '.join(REWARDS)}, not {reward!r}")
        if processes is not None and processes < 1:
            raise ValueError(f"processes are 1 or more, or None, not {processes}")
        self.seed = check_seed(seed)
        self.table = table = Table(game, seats, options)
        self.count = count
        self.processes = min(count, processes or os.cpu_count() or 1)
        settings = RowSettings(game, table.seats, table.options, opponents, reward, 0, count)
        self.rows: Rows | SharedRows = (
            Rows(table, settings)
            if self.processes == 1
            else SharedRows(table, settings, self.processes)
        )
        arrays = self.rows.arrays
        self.observations: NDArray[np.int16] = arrays["observations"]
        self.masks: NDArray[np.bool_] = arrays["masks"]
        self.seats: NDArray[np.int64] = arrays["seats"]
        self.ended: NDArray[np.bool_] = arrays["ended"]
        self.rewards: NDArray[np.float64] = arrays["rewards"]
        self.scores: NDArray[np.int64] = arrays["scores"]
        self._every_row = np.arange(count)
        self.reset()

    def reset(self, seed: int | None = None) -> NDArray[np.int16]:
        """Begin all matches anew, with `seed` or the one before; the observations."""
        self.seed = self.seed if seed is None else check_seed(seed)
        self.rows.reset(self.seed)
        return self.observations

    def step(self, choices: NDArray[np.integer[Any]]) -> None:
        """Choose a number in each match.

        Raises `games.game.IllegalAction` where a mask forbids one, and `ValueError` for anything
        but one whole number for each match; then nothing has changed.
        """
        self.rows.step(self._check(choices))

    def _check(self, choices: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        given = np.asarray(choices)
        if given.ndim == 1 and len(given) != self.count:
            raise ValueError(f"{len(given)} choices were made for {self.count} matches")
        if given.ndim != 1:
            raise ValueError(f"choices are an array of {self.count} numbers, not of {given.shape}")
        most = self.table.actions.size - 1
        if not np.issubdtype(given.dtype, np.integer):
            raise ValueError(f"choices are whole numbers from 0 to {most}, not {given.dtype}")
        wrong = (given < 0) | (given > most)
        wrong |= ~self.masks[self._every_row, np.where(wrong, 0, given)]
        if wrong.any():
            row = int(wrong.argmax())
            raise IllegalAction(f"{given[row]} may not be chosen in match {row}")
        return given.astype(np.int64, copy=False)

    def sample(self) -> NDArray[np.int64]:
        """A choice for every match, all legal actions as likely; read before the next call."""
        self.rows.sample()
        return self.rows.arrays["sampled"]

    def greedy(self) -> NDArray[np.int64]:
        """What a greedy opponent would choose in every match; read before the next call."""
        self.rows.advise()
        return self.rows.arrays["sampled"]

    def save(self, file: str | Path) -> None:
        """Write all matches to a file, from which `load` goes on with the same results."""
        Path(file).write_bytes(self._encode())

    @classmethod
    def load(cls, file: str | Path, processes: int | None = 1) -> VectorEnv:
        """The matches on file, stepped by any number of processes.

        Raises `OSError`, and `ValueError` where the file is no such, or was saved with other rules
        or data of the game than there are now.
        """
        return _restore(Path(file).read_bytes(), processes)

    def _encode(self) -> bytes:
        settings = self.rows.settings
        told = {
            "game": settings.game,
            "count": self.count,
            "seats": settings.seats,
            "options": dict(settings.options),
            "opponents": settings.opponents,
            "reward": settings.reward,
            "seed": self.seed,
        }
        return encode(told, self.table, self.rows.save())

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._encode(), self.processes)

    def close(self) -> None:
        """End the other processes, if there are any; nothing can be stepped any more then."""
        self.rows.close()


def _restore(written: bytes, processes: int | None) -> VectorEnv:
    """See `VectorEnv.load`."""
    settings, saved = decode(written)
    table = Table(settings["game"], settings["seats"], settings["options"])
    demand_same_data(settings, table)
    env = VectorEnv(processes=processes, **settings)
    env.rows.resume(saved)
    return env
