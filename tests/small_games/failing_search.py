"""Veil in which no search ever works, because nothing hidden can be dealt anew."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from examples import veil
from railhead.games.random import Random
from tests.small_games.altered_veil import AlteredVeil


class FailingSearch(AlteredVeil):
    def determinize(self, seat: i64, random: Random) -> None:
        raise ArithmeticError("the search fails")


RULESET: Final = replace(
    veil.RULESET, id="failing_search", name="Failing search", position=FailingSearch
)
