"""Gymnasium: one seat of a match, the others played by bots or at random.

Importing this registers `railhead/<game>-v0` with Gymnasium for every game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from railhead.ai.search.levels import LEVELS, RANDOM, Player
from railhead.extras import extra
from railhead.games.game import IllegalAction
from railhead.rl.environment import Table, check_choice, check_seed
from railhead.rl.observation_specs import OBSERVATION_SPECS
from railhead.rl.turns import Turns

with extra("rl"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

SEEDS = 2**31
"""Seeds of matches lie below this."""
OPPONENTS = (RANDOM.name, *LEVELS)


class SeatEnv(gymnasium.Env[NDArray[np.int16], int]):
    """One seat of a match; an episode is a match.

    `opponents` is the level of the bots that play the others: `random`, or one of
    `ai.search.levels.LEVELS`, which take their time; with a seed, they count simulations instead
    of seconds. `seat` is the own one, None for another in each match. The reward is 0 until the
    match is over, then 1 for first place to -1 for the last, in equal steps, ties shared.

    `action_masks()` and `info["action_mask"]` say which numbers may be chosen. Another one ends
    the episode with -1, and `info["illegal_action"]` says so. `info["scores"]` has the points of
    all seats at the end. Raises what `Table` raises, and `ValueError` for an unknown level or a
    seat that there is not.

    It can be copied and pickled at any time: a copy goes on with the same results.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - declared so by its base

    def __init__(
        self,
        game: str = "montana",
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponents: str = "random",
        seat: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.table = Table(game, seats, options)
        if opponents not in OPPONENTS:
            raise ValueError(f"opponents are {', '.join(OPPONENTS)}, not {opponents!r}")
        if seat is not None and seat not in range(self.table.seats):
            raise ValueError(f"seats are 0 to {self.table.seats - 1}, or None, not {seat!r}")
        self.opponents = opponents
        self.own = seat
        self.render_mode = render_mode
        low, high = self.table.layout.bounds()
        self.observation_space = spaces.Box(low, high, dtype=np.int16)
        self.action_space = spaces.Discrete(self.table.actions.size)  # type: ignore[assignment]
        self.seat = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int16], dict[str, Any]]:
        """Begin a match. Raises `ValueError` for another seed than `check_seed` takes."""
        super().reset(seed=None if seed is None else check_seed(seed))
        self.seat = int(self.np_random.integers(self.table.seats)) if self.own is None else self.own
        self.turns = Turns(self.table, int(self.np_random.integers(SEEDS)))
        self._let_others_play()
        return self.turns.observation(self.seat), self._info()

    def step(self, action: int) -> tuple[NDArray[np.int16], float, bool, bool, dict[str, Any]]:
        """Choose a number; the others play until it is this seat's choice again.

        Raises `ValueError` for what is no number of an action, whatever the match.
        """
        choice = check_choice(action, self.table.actions.size)
        try:
            self.turns.choose(choice)
        except IllegalAction as refused:
            info = {**self._info(), "illegal_action": str(refused)}
            return self.turns.observation(self.seat), -1.0, True, False, info
        self._let_others_play()
        over = self.turns.over
        reward = self.turns.places()[self.seat] if over else 0.0
        return self.turns.observation(self.seat), reward, over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which numbers may be chosen, as MaskablePPO asks for them."""
        return self.turns.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The observation by name, a feature a line."""
        if self.render_mode != "ansi":
            return None
        told = self.table.layout.read(self.turns.observation(self.seat))
        return "\n".join(f"{name}: {numbers}" for name, numbers in told.items())

    def _let_others_play(self) -> None:
        """Others play as players who have just sat down: all that they go by is in the match."""
        turns, game = self.turns, self.table.game.ruleset.id
        players: dict[int, Player] = {}
        while not turns.over and turns.seat != self.seat:
            seat = turns.seat
            if seat not in players:
                drawn = int(turns.random.next32())
                players[seat] = Player(game, self.opponents, seed=drawn, deterministic=True)
            turns.play(players[seat].choose(turns.state, seat).action)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.turns.mask(self.seat), "seat": self.seat}
        if self.turns.over:
            info["scores"] = self.turns.state.scores()
        return info


for _game in OBSERVATION_SPECS:
    gymnasium.register(
        f"railhead/{_game}-v0", entry_point=f"{__name__}:SeatEnv", kwargs={"game": _game}
    )
