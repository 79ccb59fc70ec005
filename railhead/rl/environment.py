"""A game set up for learning: its options, seats, numbers of actions and observations."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

import numpy as np
from mypy_extensions import i16
from numpy.typing import NDArray

from railhead.games.game import Game, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets
from railhead.games.vectors import vec
from railhead.rl.actions import ActionSpace
from railhead.rl.observation_specs import OBSERVATION_SPECS


class Table:
    """One game with its options and a number of seats, as all environments share it.

    Raises `KeyError` for a game that is not one of `OBSERVATION_SPECS`,
    `games.options.InvalidOption` where options do not go together or with the seats, `ValueError`
    for a number of seats that the game is not for.
    """

    def __init__(
        self, game: str, seats: int | None = None, options: Mapping[str, Any] | None = None
    ) -> None:
        if game not in OBSERVATION_SPECS:
            raise KeyError(
                f"there is no environment of {game!r}, only of {', '.join(OBSERVATION_SPECS)}"
            )
        ruleset = rulesets()[game]
        self.seats = ruleset.min_seats if seats is None else seats
        if not ruleset.min_seats <= self.seats <= ruleset.max_seats:
            most = f"{ruleset.min_seats} to {ruleset.max_seats}"
            raise ValueError(f"{ruleset.name} is for {most} seats, not for {self.seats}")
        self.options = complete(ruleset.options, dict(options or {}))
        self.game: Game = Catalogue().game(ruleset, self.options)
        layout = OBSERVATION_SPECS[game]
        parts = layout.action_parts(self.game.components, self.seats)
        self.actions = ActionSpace(self.game, parts)
        told = self.actions.parts - 1
        self.layout, self.features = layout.observation_spec(
            self.game, self.seats, told, self.actions.size
        )
        # One vector for all positions: mypyc never frees one that interpreted code hands over.
        self._row = vec[i16]([i16(0)] * self.layout.size)
        memory: Any = self._row
        self._written: NDArray[np.int16] = np.frombuffer(memory, np.int16)
        self._writing = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.game.ruleset.id, self.seats, self.options)

    def opening(self, random: Random) -> State:
        """The first position of a new match."""
        return self.game.start(self.game.draw_setup(self.seats, self.options, random))

    def observation(self, state: State, viewer: int) -> NDArray[np.int16]:
        """What `viewer` may know of a position, without the parts of a choice; a new array."""
        with self._writing:
            self.features.write(state, viewer, self._row, 0)
            return self._written.copy()
