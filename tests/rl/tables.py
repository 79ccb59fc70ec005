"""The tables that the tests of environments set up: the cases of the conformance suite."""

from __future__ import annotations

from functools import cache

from railhead.games.registry import shipped_rulesets
from railhead.rl.environment import Table
from railhead.rl.observation_specs import OBSERVATION_SPECS
from tests.conformance.walks import Case, cases

GAMES = tuple(sorted(OBSERVATION_SPECS))
HIDING = tuple(name for name in GAMES if shipped_rulesets()[name].hides)


@cache
def cases_of(game: str) -> list[Case]:
    """Every number of seats, every value of every option, and combinations."""
    return cases(shipped_rulesets()[game])


@cache
def table_of(game: str, index: int) -> Table:
    """The table of one of the cases."""
    case = cases_of(game)[index]
    return Table(game, case.seats, case.options)


CASES = [(game, index) for game in GAMES for index in range(len(cases_of(game)))]
NAMES = [str(cases_of(game)[index]) for game, index in CASES]
