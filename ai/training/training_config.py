"""How a game's bots are trained: the configurations of `configs.yaml`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from railhead.ai.knowledge.renamed_keys import current_keys
from railhead.ai.training import sgd
from railhead.ai.training.evolution_strategies import EvolutionConfig, MatchPool
from railhead.ai.training.replay_buffer import SelfPlayConfig
from railhead.games.data import read

CONFIGS: Final = Path(__file__).with_name("configs.yaml")
PRIORS_ONLY_SHARE: Final = 0.1
"""Of matches by priors alone, of which there are many, such a share of decisions is recorded."""
POLICY_TARGET_FACTOR: Final = 12
POLICY_TARGET_SHARE: Final = 0.12
"""In matches for policy targets so many decisions are searched `POLICY_TARGET_FACTOR` times as long
as the others."""


@dataclass(frozen=True)
class SelfPlayRun:
    """How many `matches` are played, and how long their decisions are searched."""

    matches: int
    self_play: SelfPlayConfig

    @property
    def by_priors(self) -> bool:
        """Whether they are played without a search."""
        return not self.self_play.simulations


SGD_KEYS: Final = {one.name for one in fields(sgd.SgdConfig)}
"""The keys of a configuration that are those of `SgdConfig`."""
RENAMED: Final = {
    "lessons": "policy_targets",
    "trials": "evolution",
    "prospects": "residual_value",
}
RENAMED_OF_GENERATIONS: Final = {"effort": "self_play"}
RENAMED_OF_SELF_PLAY: Final = {
    "deep": "deep_factor",
    "share": "deep_share",
    "drawn": "random_move_share",
    "settling": "settle_probability",
}
"""Keys of before, by what they are called now: read for one release, with a warning."""
NO_SELF_PLAY: Final = SelfPlayRun(0, SelfPlayConfig(0))


@dataclass(frozen=True)
class TrainingConfig:
    """How a game's bots are trained; see `configs.yaml`.

    The first generation is valued by points, or played by priors alone: then the networks of those
    after it begin as its own. With `residual_value` it begins with a network of playouts in so many
    matches, with `evolution` it ends with the weights that win them.
    """

    game: str
    sgd_config: sgd.SgdConfig
    generations: Sequence[SelfPlayRun]
    seats: Sequence[int]
    options: Sequence[Mapping[str, Any]] = field(default_factory=lambda: [{}])
    policy_targets: SelfPlayRun = NO_SELF_PLAY
    evolution: EvolutionConfig | None = None
    residual_value: int = 0

    @property
    def pool(self) -> MatchPool:
        """What is played, in turn."""
        return MatchPool(self.game, self.sgd_config.unit, self.seats, self.options)

    @classmethod
    def of(cls, game_id: str, scale: float = 1.0) -> TrainingConfig:
        """The configuration on file, with `scale` times its matches; `KeyError` without one."""
        return cls.from_mapping(game_id, read(CONFIGS)[game_id], scale)

    @classmethod
    def from_mapping(
        cls, game_id: str, content: Mapping[str, Any], scale: float = 1.0
    ) -> TrainingConfig:
        """The configuration that stands in a file as `content`, with `scale` times its matches.

        Warns of keys of before, which are read all the same. Raises `KeyError` where one lacks,
        `ValueError` where one stands there by both names, `TypeError` for one that is unknown.
        """
        content = current_keys(content, RENAMED)
        targets, evolution = content.get("policy_targets"), content.get("evolution")
        rollouts = content.get("residual_value")

        def scale_matches(matches: int) -> int:
            return max(1, round(matches * scale))

        return cls(
            game_id,
            sgd.SgdConfig(**{name: content[name] for name in SGD_KEYS & content.keys()}),
            [
                SelfPlayRun(scale_matches(one["matches"]), _self_play_config(one))
                for one in content.get("generations", ())
            ],
            content["seats"],
            content["options"],
            SelfPlayRun(
                scale_matches(targets["matches"]),
                SelfPlayConfig(targets["simulations"], POLICY_TARGET_FACTOR, POLICY_TARGET_SHARE),
            )
            if targets
            else NO_SELF_PLAY,
            None
            if evolution is None
            else EvolutionConfig(**{**evolution, "matches": scale_matches(evolution["matches"])}),
            scale_matches(rollouts["matches"]) if rollouts else 0,
        )


def _self_play_config(generation: Mapping[str, Any]) -> SelfPlayConfig:
    generation = current_keys(generation, RENAMED_OF_GENERATIONS)
    simulations: int = generation["simulations"]
    if not simulations:
        return SelfPlayConfig(0, deep_share=PRIORS_ONLY_SHARE)
    settings = current_keys(generation.get("self_play", {}), RENAMED_OF_SELF_PLAY)
    return SelfPlayConfig(simulations, **settings)
