"""How agents play: named numbers of a match that a player of the game can check.

`observer_of` gives what counts those of a game; `habits_of` says which there are.
`ai.training.habits.figures` takes means of many matches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from railhead.ai.training.habits.great_western_trail import GreatWesternTrailObserver
from railhead.ai.training.habits.montana import MontanaObserver
from railhead.ai.training.habits.observer import Habit, MatchHabits, Observer
from railhead.ai.training.habits.santa_fe import SantaFeObserver
from railhead.ai.training.habits.steam import SteamObserver
from railhead.games.game import State

OBSERVERS: Final[Mapping[str, type[Observer[Any]]]] = {
    "great_western_trail": GreatWesternTrailObserver,
    "montana": MontanaObserver,
    "santa_fe": SantaFeObserver,
    "steam": SteamObserver,
}

__all__ = ["Habit", "MatchHabits", "Observer", "habits_of", "observer_of"]


def observer_of(state: State) -> Observer[Any] | None:
    """What counts the habits of a match from this position on; None for a game without habits."""
    made = OBSERVERS.get(state.game.ruleset.id)
    return None if made is None else made(state)


def habits_of(game_id: str) -> Sequence[Habit]:
    """The habits of a game, in the order of tables; none for a game without."""
    return OBSERVERS[game_id].HABITS if game_id in OBSERVERS else ()
