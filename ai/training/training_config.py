"""How a game's bots are trained: the configurations of `configs.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from railhead.ai.training import sgd
from railhead.ai.training.matches import openings
from railhead.ai.training.policy_fit import PolicyConfig
from railhead.games.data import read
from railhead.games.game import State

CONFIGS: Final = Path(__file__).with_name("configs.yaml")
SGD_KEYS: Final = {one.name for one in fields(sgd.SgdConfig)}
"""The keys of a configuration that are those of `SgdConfig`."""


@dataclass(frozen=True)
class SelfPlayConfig:
    """How decisions of self-play are searched, and what makes matches differ.

    A share of the decisions, `full_share`, gets `simulations`, and only those are recorded with
    their visits; the others get `fast_simulations` (playout cap randomization; Wu, "Accelerating
    self-play learning in Go", 2019). Searches that are recorded explore: actions of the root get
    at least the square root of `forced` times their prior's share of the visits. In a share of
    matches, `odd_share`, up to `odd_moves` of the first moves are drawn by the priors. A share of
    the seats, `pool_share`, is played by earlier networks, if there are any; those seats' decisions
    are not recorded. In `draw_share` of decisions the move is drawn by the visits.

    AlphaZero's Dirichlet noise at the root is left out: odd moves and drawn ones make matches
    differ, and searches leave their priors without it. In Steam an action with a prior below 5 %
    has the most visits in one recorded search of eleven, in Great Western Trail in one of 75.
    """

    simulations: int = 600
    fast_simulations: int = 100
    full_share: float = 0.25
    forced: float = 2.0
    odd_share: float = 0.3
    odd_moves: int = 40
    pool_share: float = 0.1
    draw_share: float = 0.1


@dataclass(frozen=True)
class TrainingConfig:
    """How a game's bots are trained; see `configs.yaml`.

    Tables have the numbers of `seats` and the `options` in turn. `trial` is the number of
    simulations a turn in the test of each generation.
    """

    game: str
    sgd_config: sgd.SgdConfig
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]] = field(default_factory=lambda: [{}])
    matches: int = 2000
    trial: int = 1000
    self_play: SelfPlayConfig = field(default_factory=SelfPlayConfig)
    policy: PolicyConfig = field(default_factory=PolicyConfig)

    @classmethod
    def of(cls, game_id: str, matches: int | None = None) -> TrainingConfig:
        """The configuration on file, with so many matches a generation. Raises `KeyError`."""
        content = read(CONFIGS)[game_id]
        content = content if matches is None else {**content, "matches": matches}
        chosen = {name: content[name] for name in ("matches", "trial") if name in content}
        return cls(
            game_id,
            sgd.SgdConfig(**{name: content[name] for name in SGD_KEYS & content.keys()}),
            content["seats"],
            content["options"],
            self_play=SelfPlayConfig(**content.get("self_play", {})),
            policy=PolicyConfig(**content.get("policy", {})),
            **chosen,
        )

    def table(self, number: int) -> tuple[int, Mapping[str, Any]]:
        """The number of seats and the options of a match: all of them, in turn."""
        seats = self.seats[number % len(self.seats)]
        return seats, self.options[number // len(self.seats) % len(self.options)]

    def opening(self, number: int, seed: int) -> State:
        """A match to be begun; equal numbers are equal matches."""
        seats, options = self.table(number)
        return openings(self.game, seats, options)(seed)
