"""Veil whose rules break as no check of theirs could tell: they fail, crash, hang, or take all
memory."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from examples import veil
from tests.small_games.altered_veil import AlteredVeil

HOW: Final = "TEST_BREAKS"
"""The variable of the environment that says how: `fail`, `crash`, `hang`, `hoard`."""


class BreakingVeil(AlteredVeil):
    def play(self, seat: i64, action: i64) -> None:
        how = os.environ.get(HOW)
        if how == "fail":
            raise ArithmeticError("the rules fail")
        if how == "crash":
            os.abort()
        while how == "hang":
            pass
        if how == "hoard":
            bytearray(8 * 1024**3)
        super().play(seat, action)


RULESET: Final = replace(veil.RULESET, id="breaking", name="Breaking", position=BreakingVeil)
