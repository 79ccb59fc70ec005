"""Our games as OpenSpiel loads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pyspiel

from railhead.games.game import Ruleset
from railhead.rl.environment import Table
from railhead.rl.openspiel.observers import Observer, observer_of
from railhead.rl.openspiel.settings import PARAMETERS, settings_of
from railhead.rl.openspiel.state import RailheadState


def game_name(ruleset_id: str) -> str:
    """The name that `pyspiel.load_game` knows a game by."""
    return f"python_railhead_{ruleset_id}"


def game_type(ruleset: Ruleset, imperfect_information: bool) -> Any:
    """What OpenSpiel is told of a game."""
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=game_name(ruleset.id),
        long_name=f"Railhead: {ruleset.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION
        if imperfect_information
        else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ruleset.max_seats,
        min_num_players=ruleset.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": ruleset.min_seats, **PARAMETERS},
    )


class RailheadGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """A game of ours. Its parameters:

    * `players`, from the fewest (the default) to the most that the game is for;
    * `setups`, how many set-ups there are to draw from;
    * `options`, see `settings.chosen_options`;
    * `max_game_length`, so many choices, parts of them and outcomes of chance: a match that comes
      to so many is over, its points as they stand. 0 stands for 1,000 a player;
    * `imperfect_information`: say so of a game that hides nothing too, for algorithms that take no
      other, such as IS-MCTS.

    Raises `ValueError` for parameters that cannot be.
    """

    def __init__(self, ruleset_id: str, params: Mapping[str, Any]) -> None:
        self.settings = settings = settings_of(ruleset_id, params)
        table = settings.table
        info = pyspiel.GameInfo(
            num_distinct_actions=table.actions.size,
            max_chance_outcomes=max(settings.setups, _most_outcomes(table)),
            num_players=settings.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=settings.most_plies,
        )
        kind = game_type(table.game.ruleset, settings.imperfect_information)
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> RailheadState:
        """The match before its set-up is drawn."""
        return RailheadState(self, self.settings)

    def max_chance_nodes_in_history(self) -> int:
        """No match has more outcomes of chance than plies."""
        return self.settings.most_plies

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What tells a player of a position; None for a kind that there is not.

        Raises `ValueError` for parameters.
        """
        if params:
            raise ValueError("observations have no parameters")
        return observer_of(self.settings, iig_obs_type)


def _most_outcomes(table: Table) -> int:
    """At least as many outcomes as any chance node has: those of a node differ in one parameter."""
    vocabulary = table.game.vocabulary
    chance = [kind for kind in vocabulary.types if kind.chance]
    sizes = [len(vocabulary.values_of(one)) for kind in chance for one in kind.parameters]
    return max([1, *sizes])
