"""Positions of our games as OpenSpiel's algorithms play them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pyspiel

from railhead.games.game import CHANCE, OVER
from railhead.games.random import Random
from railhead.rl.openspiel.moment import Moment
from railhead.rl.openspiel.settings import Settings
from railhead.rl.openspiel.text import table_text
from railhead.rl.turns import places

SEEDS: Final = 1 << 53
"""As many as numbers below 1 that a probability sampler can draw."""


class RailheadState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A position of a match, or a match whose set-up is still to be drawn."""

    def __init__(self, game: Any, settings: Settings) -> None:
        super().__init__(game)
        self.moment = Moment(settings)

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's number for chance or the end."""
        actor = self.moment.actor
        if actor == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if actor == OVER else actor

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.decision.numbers()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The places of the outcomes, with their probabilities."""
        weights = [weight for _, weight in self.moment.outcomes()]
        total = sum(weights)
        return [(place, weight / total) for place, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        self.moment.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        moment = self.moment
        if player != pyspiel.PlayerId.CHANCE:
            return moment.table.actions.name(action)
        if moment.position is None:
            return f"setup:{action}"
        outcomes = moment.outcomes() if moment.actor == CHANCE else []
        if action >= len(outcomes):
            return f"outcome:{action}"
        return moment.table.game.vocabulary.notation(outcomes[action][0])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.moment.actor == OVER

    def returns(self) -> list[float]:
        """1 for first place to -1 for the last, in equal steps, ties shared; 0 before the end."""
        position = self.moment.position
        if position is None or not self.is_terminal():
            return [0.0] * self.moment.table.seats
        return places(position.ranking())

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> RailheadState:
        """A position that `player_id` cannot tell from this one, all it cannot know dealt anew.

        It has no history, which would tell what was drawn and chosen out of the player's sight;
        what the player has seen happen stays part of its information state. Raises `ValueError`
        for a player that there is not.
        """
        if not 0 <= player_id < self.moment.table.seats:
            raise ValueError(f"players are 0 to {self.moment.table.seats - 1}, not {player_id}")
        supposed: RailheadState = self.get_game().new_initial_state()
        random = Random(int(probability_sampler() * SEEDS))
        supposed.moment = self.moment.suppose(player_id, random)
        return supposed

    def __str__(self) -> str:
        """The table as text, with what each seat alone knows."""
        return table_text(self.moment)
