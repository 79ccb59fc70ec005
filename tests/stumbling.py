"""Stumbling: Veil in which no search ever works, because nothing hidden can be dealt anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mypy_extensions import i64

from games.game import Game
from games.random import Random
from tests import veil
from tests.veil.rules import Veil


class StumblingState(Veil):
    def determinize(self, seat: i64, random: Random) -> None:
        raise ArithmeticError("the search stumbles")


class StumblingGame(veil.VeilGame):
    kind = StumblingState


class StumblingRuleset(veil.VeilRuleset):
    def bind(self, content: Mapping[str, Any], sources: Mapping[str, str]) -> Game:
        bound = super().bind(content, sources)
        return StumblingGame(self, content, bound.data_hash, bound.vocabulary)


RULESET = StumblingRuleset(
    id="stumbling",
    name="Stumbling",
    version=veil.RULESET.version,
    folder=veil.RULESET.folder,
    min_seats=veil.RULESET.min_seats,
    max_seats=veil.RULESET.max_seats,
    options=veil.RULESET.options,
    vocabulary=veil.RULESET.vocabulary,
    hides=True,
    ply_cap=veil.RULESET.ply_cap,
    notices=veil.RULESET.notices,
)
