"""OpenSpiel: every game as `python_railhead_<game>`, registered where this module is imported.

Chance is explicit. The first chance node draws one of `setups` set-ups, all as likely, made from
the seeds 0, 1 and so on; at every other one outcome k is the k-th of `State.chance_outcomes()`.
Where several seats choose at once, they do so one after another, and see nothing of each other's
choices.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pyspiel

from railhead.games.game import CHANCE, OVER, Ruleset, State
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.rl.action_table import UNFINISHED, Decision
from railhead.rl.environment import Table
from railhead.rl.observation_specs import OBSERVATION_SPECS
from railhead.rl.turns import observation_at, places

SETUPS: Final = 256


def game_name(ruleset_id: str) -> str:
    """The name that `pyspiel.load_game` knows a game by."""
    return f"python_railhead_{ruleset_id}"


@lru_cache(maxsize=16)
def _table(ruleset_id: str, seats: int, options: str) -> Table:
    return Table(ruleset_id, seats, chosen_options(options))


def chosen_options(written: str) -> dict[str, Any]:
    """Options from a text such as `round_limit:20;own_only:true`: values as JSON has them.

    What is no JSON is taken as the text that it is. Raises `ValueError` for an entry without `:`.
    """
    found: dict[str, Any] = {}
    for entry in filter(None, written.split(";")):
        name, colon, value = entry.partition(":")
        if not colon:
            raise ValueError(f"{entry!r} is not written as name:value")
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
    return found


class RailheadGame(pyspiel.Game):  # type: ignore[misc]  # it has no types
    """A game of ours. Its parameters: `players`, `setups` and `options` (see `chosen_options`)."""

    def __init__(self, ruleset_id: str, params: Mapping[str, Any]) -> None:
        ruleset = rulesets()[ruleset_id]
        players = int(params.get("players", ruleset.min_seats))
        self.setups = int(params.get("setups", SETUPS))
        self.table = _table(ruleset_id, players, str(params.get("options", "")))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.actions.size,
            max_chance_outcomes=max(self.setups, _most_outcomes(self.table)),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=ruleset.ply_cap * self.table.actions.parts + 1,
        )
        super().__init__(game_type(ruleset), info, dict(params))

    def new_initial_state(self) -> RailheadState:
        """The match before its set-up is drawn."""
        return RailheadState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """What tells a player of a position: all that its seat may know now, and no more.

        None where that is not what is asked for. Raises `ValueError` for parameters.
        """
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind.perfect_recall or not kind.public_info or not own:
            return None
        if params:
            raise ValueError("observations have no parameters")
        return Observer(self.table)


def _most_outcomes(table: Table) -> int:
    """At least as many outcomes as any chance node has: those of a node differ in one parameter."""
    vocabulary = table.game.vocabulary
    chance = [kind for kind in vocabulary.types if kind.chance]
    sizes = [len(vocabulary.values_of(one)) for kind in chance for one in kind.parameters]
    return max([1, *sizes])


class Moment:
    """Where a match stands: its position, None before the set-up, and the decision there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.position: State | None = None
        self.decision = Decision(table.actions.table)

    def __deepcopy__(self, _memo: dict[int, Any]) -> Moment:
        """A copy that goes on by itself; what is the game's stays shared."""
        copy = Moment(self.table)
        if self.position is not None:
            copy.position = self.position.clone()
            copy.decision.copy_of(self.decision)
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        position = self.position
        saved = None if position is None else position.save()
        return _restore, (self.table, saved, self.decision.chosen_parts())

    @property
    def actor(self) -> int:
        """The seat to act, `CHANCE` or `OVER`."""
        return CHANCE if self.position is None else int(self.position.actor())

    def go_to(self, position: State) -> None:
        """The match stands at `position`."""
        self.position = position
        if position.actor() >= 0:
            self.decision.begin(position, position.actor())


def _restore(table: Table, saved: bytes | None, chosen: list[int]) -> Moment:
    """Where a match stood when it was written down."""
    moment = Moment(table)
    if saved is not None:
        moment.go_to(table.game.load(saved))
        for number in chosen:
            moment.decision.choose(number)
    return moment


class RailheadState(pyspiel.State):  # type: ignore[misc]  # it has no types
    """A position of a match, or a match whose set-up is still to be drawn."""

    def __init__(self, game: RailheadGame) -> None:
        super().__init__(game)
        self.moment = Moment(game.table)
        self.setups = game.setups

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
        position = self.moment.position
        if position is None:
            return [(setup, 1 / self.setups) for setup in range(self.setups)]
        weights = [weight for _, weight in position.chance_outcomes()]
        return [(place, weight / sum(weights)) for place, weight in enumerate(weights)]

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.position is None:
            moment.go_to(moment.table.opening(Random(action)))
            return
        actor = moment.actor
        if actor == CHANCE:
            played, _ = moment.position.chance_outcomes()[action]
        else:
            played = int(moment.decision.choose(action))
        if played != UNFINISHED:
            moment.position.play(actor, played)
            moment.go_to(moment.position)

    def _action_to_string(self, player: int, action: int) -> str:
        position = self.moment.position
        if player != pyspiel.PlayerId.CHANCE:
            return self.moment.table.actions.name(action)
        if position is None:
            return f"setup:{action}"
        outcomes = position.chance_outcomes() if position.actor() == CHANCE else []
        if action >= len(outcomes):
            return f"outcome:{action}"
        return position.game.vocabulary.notation(outcomes[action][0])

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.moment.actor == OVER

    def returns(self) -> list[float]:
        """1 for first place to -1 for the last, in equal steps, ties shared; 0 before the end."""
        position = self.moment.position
        if position is None or not self.is_terminal():
            return [0.0] * self.moment.table.seats
        return places(position.ranking())

    def __str__(self) -> str:
        """The actions so far, as notation writes them; chance included."""
        return " ".join(str(number) for number in self.history())


class Observer:
    """Tells a player what its seat may know, as OpenSpiel asks for it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tensor = np.zeros(table.layout.size, np.float32)
        self.dict = {one.name: self.tensor[one.start : one.end] for one in table.layout.places}

    def set_from(self, state: RailheadState, player: int) -> None:
        """Write what `player` may know at `state` to `tensor`, all 0 before the set-up."""
        moment = state.moment
        self.tensor.fill(0)
        if moment.position is not None:
            self.tensor[:] = observation_at(
                self.table, moment.position, moment.decision, moment.actor, player
            )

    def string_from(self, state: RailheadState, player: int) -> str:
        """The same in words, a feature a line, without those that are all 0."""
        self.set_from(state, player)
        told = self.table.layout.read(self.tensor.astype(np.int16))
        lines = []
        for name, numbers in told.items():
            if isinstance(numbers, dict):
                numbers = {part: number for part, number in numbers.items() if number}
            if numbers:
                lines.append(f"{name}: {numbers}")
        return "\n".join(lines)


def game_type(ruleset: Ruleset) -> Any:
    """What OpenSpiel is told of a game."""
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=game_name(ruleset.id),
        long_name=f"Railhead: {ruleset.name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if ruleset.hides else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=ruleset.max_seats,
        min_num_players=ruleset.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": ruleset.min_seats, "setups": SETUPS, "options": ""},
    )


def _register(ruleset_id: str) -> Any:
    """The class that OpenSpiel makes a game of, registered with it."""

    class Registered(RailheadGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(ruleset_id, params or {})

    pyspiel.register_game(game_type(rulesets()[ruleset_id]), Registered)
    return Registered


GAMES: Final = {ruleset_id: _register(ruleset_id) for ruleset_id in OBSERVATION_SPECS}
"""The registered classes, by the id of the ruleset."""
