"""PettingZoo: all seats of a match as agents that act in turn."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbits
from typing import Any

from railhead.extras import extra
from railhead.rl.environment import Table, check_choice, check_seed
from railhead.rl.turns import Turns

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers


def env(game: str = "montana", **settings: Any) -> Any:
    """The environment as PettingZoo's tests and algorithms want it: illegal choices end a match.

    `settings` are those of `SeatsEnv`.
    """
    bare = SeatsEnv(game, **settings)
    ending = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(ChoiceWrapper(ending))


class ChoiceWrapper(wrappers.BaseWrapper[str, dict[str, Any], int]):  # type: ignore[misc]
    """Refuses what is no number of an action with a `ValueError` that says what is one."""

    def step(self, action: int | None) -> None:
        """Choose a number, or None for an agent whose match is over."""
        agent = self.agent_selection
        if action is None and (self.terminations[agent] or self.truncations[agent]):
            super().step(action)
        else:
            super().step(check_choice(action, int(self.action_space(agent).n)))


class SeatsEnv(AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]  # it has no types
    """A match; the agents are `seat_0`, `seat_1` and so on.

    An observation has `observation`, what the agent's seat may know, and `action_mask`, the numbers
    that it may choose, none while another seat is to act. Rewards come at the end: 1 for first
    place to -1 for the last, in equal steps, ties shared. Where several seats choose at once, they
    do so one after another, and see nothing of each other's choices.

    `step` raises `games.game.IllegalAction` for a number that may not be chosen; `env` makes that
    the end of the match. Raises what `Table` raises.
    """

    metadata = {  # noqa: RUF012 - declared so by its base
        "render_modes": ["ansi"],
        "name": "railhead",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str = "montana",
        *,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, options)
        self.metadata = {**self.metadata, "name": f"railhead_{game}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        low, high = self.table.layout.bounds()
        size = self.table.actions.size
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's choices."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; without a seed another one each time.

        Raises `ValueError` for another seed than `check_seed` takes.
        """
        self.turns = Turns(self.table, randbits(62) if seed is None else check_seed(seed))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.turns.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent's seat may know, and which numbers it may choose."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": self.turns.observation(seat),
            "action_mask": self.turns.mask(seat),
        }

    def step(self, action: int) -> None:
        """Choose a number for the agent to act.

        Raises `games.game.IllegalAction`, and `ValueError` for what is no number of an action.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.turns.choose(check_choice(action, self.table.actions.size))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if self.turns.over:
            for agent, worth in zip(self.possible_agents, self.turns.places(), strict=True):
                self.rewards[agent] = worth
                self.terminations[agent] = True
                self.infos[agent] = {"scores": self.turns.state.scores()}
        else:
            self.agent_selection = self.possible_agents[self.turns.seat]
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str | None:
        """What the agent to act may know by name, a feature a line."""
        if self.render_mode != "ansi":
            return None
        seat = self.possible_agents.index(self.agent_selection)
        told = self.table.layout.read(self.turns.observation(seat))
        return "\n".join(f"{name}: {numbers}" for name, numbers in told.items())

    def close(self) -> None:
        """Nothing is held open."""
