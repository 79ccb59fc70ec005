"""What a game of OpenSpiel is loaded with, checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from railhead.games.registry import rulesets
from railhead.rl.environment import Table

SETUPS: Final = 256
MOST_SETUPS: Final = 1 << 20
"""All of them are listed at the first chance node."""
PLIES_PER_SEAT: Final = 1000
"""Of a match that is left to go on: about twice what the slowest of simple players were seen to
take."""
PARAMETERS: Final = {
    "setups": SETUPS,
    "options": "",
    "max_game_length": 0,
    "imperfect_information": False,
}
"""The parameters besides `players`, with their defaults."""


@dataclass(frozen=True)
class Settings:
    """A game's parameters: `options` as `chosen_options` reads them.

    `most_plies` is the length at which a match ends as it stands: choices, parts of them, and
    outcomes of chance.
    """

    ruleset_id: str
    players: int
    setups: int
    options: str
    most_plies: int
    imperfect_information: bool

    @property
    def table(self) -> Table:
        """The game's table, the same one each time. Raises what `Table` raises."""
        return _table(self.ruleset_id, self.players, self.options)


@lru_cache(maxsize=16)
def _table(ruleset_id: str, seats: int, options: str) -> Table:
    return Table(ruleset_id, seats, chosen_options(options))


def settings_of(ruleset_id: str, params: Mapping[str, Any]) -> Settings:
    """Parameters as OpenSpiel hands them over, with defaults. Raises `ValueError`."""
    ruleset = rulesets()[ruleset_id]
    players = int(params.get("players", ruleset.min_seats))
    setups = int(params.get("setups", SETUPS))
    if not 1 <= setups <= MOST_SETUPS:
        raise ValueError(f"setups is from 1 to {MOST_SETUPS}, not {setups}")
    plies = int(params.get("max_game_length", 0))
    if plies < 0:
        raise ValueError(f"max_game_length is 1 or more, or 0 for the default, not {plies}")
    return Settings(
        ruleset_id,
        players,
        setups,
        str(params.get("options", "")),
        plies or PLIES_PER_SEAT * players,
        ruleset.hides or bool(params.get("imperfect_information", False)),
    )


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
