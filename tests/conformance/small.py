"""The small case of a game that hides something: few components, so that all that fits is listed.

`tests/games/<game>/small.yaml` describes it: `seats`, the `options` that differ from the defaults,
and under `data` what differs from the data files, by stem or by option.
"""

from __future__ import annotations

from pathlib import Path

from railhead.games.data import read
from railhead.games.game import Ruleset
from railhead.games.options import complete
from tests.conformance.walks import Case, cases
from tests.games.positions import altered_game

GAMES_OF_TESTS = Path(__file__).parent.parent / "games"


def place_of(ruleset: Ruleset) -> Path:
    """Where the small case of a game is described, if it has one."""
    return GAMES_OF_TESTS / ruleset.id / "small.yaml"


def small_case(ruleset: Ruleset) -> Case:
    """The small case of a game; where none is described, its defaults with the fewest seats."""
    if not place_of(ruleset).exists():
        return cases(ruleset)[0]
    described = {"options": {}, "data": {}, **read(place_of(ruleset))}
    assert set(described) == {"seats", "options", "data"}, f"{place_of(ruleset)}: other keys"
    options = complete(ruleset.options, described["options"])
    game = altered_game(ruleset, options, described["data"])
    return Case(game, options, described["seats"], "small")
