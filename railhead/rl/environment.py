"""A game set up for learning: its options, seats, numbers of actions and observations."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from threading import Lock
from typing import Any, Final

from mypy_extensions import i16

from railhead.extras import extra
from railhead.games.game import Game, State
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, rulesets
from railhead.games.vectors import vec
from railhead.rl.actions import ActionSpace
from railhead.rl.observation_specs import OBSERVATION_SPECS

with extra("rl"):
    import numpy as np
    from numpy.typing import NDArray

SEEDS: Final = 1 << 64
"""Seeds lie below this."""


def check_seed(seed: Any) -> int:
    """The seed. Raises `ValueError` unless it is a whole number from 0 to below `SEEDS`."""
    return _whole_number("seed", seed, SEEDS)


def check_choice(choice: Any, size: int) -> int:
    """A choice as a number. Raises `ValueError` unless it is a whole one from 0 to below `size`."""
    return _whole_number("choice", choice, size)


def _whole_number(name: str, value: Any, end: int) -> int:
    try:
        number = index(value)
    except TypeError:
        number = -1
    if not 0 <= number < end:
        raise ValueError(f"a {name} is a whole number from 0 to {end - 1}, not {value!r}")
    return number


def random_words(random: Random) -> list[int]:
    """What a generator will draw from, as four numbers."""
    return [int(word) for word in (random.a, random.b, random.c, random.counter)]


def random_from(words: list[int]) -> Random:
    """The generator that had these numbers."""
    random = Random(0)
    random.a, random.b, random.c, random.counter = words
    return random


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

    def __deepcopy__(self, _memo: dict[int, Any]) -> Table:
        """The same: nothing about it changes."""
        return self

    def opening(self, random: Random) -> State:
        """The first position of a new match."""
        return self.game.start(self.game.draw_setup(self.seats, self.options, random))

    def observation(self, state: State, viewer: int) -> NDArray[np.int16]:
        """What `viewer` may know of a position, without the parts of a choice; a new array."""
        with self._writing:
            self.features.write(state, viewer, self._row, 0)
            return self._written.copy()
