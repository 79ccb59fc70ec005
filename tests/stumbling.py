"""Stumbling: Veil in which no search ever works, because nothing hidden can be dealt anew."""

from __future__ import annotations

from dataclasses import replace

from mypy_extensions import i64

from examples import veil
from games.random import Random
from tests.altered_veil import AlteredVeil


class Stumbling(AlteredVeil):
    def determinize(self, seat: i64, random: Random) -> None:
        raise ArithmeticError("the search stumbles")


RULESET = replace(veil.RULESET, id="stumbling", name="Stumbling", position=Stumbling)
