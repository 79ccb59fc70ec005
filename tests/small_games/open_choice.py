"""Both seats may choose at the same time, and see what the other has chosen."""

from __future__ import annotations

from railhead.games.game import OVER
from railhead.games.random import Random
from tests.small_games.simultaneous_choice import SimultaneousChoice


class OpenChoice(SimultaneousChoice):
    """Like `SimultaneousChoice`, with nothing hidden and over once both have chosen."""

    hides = False

    def actor(self) -> int:
        return self.to_act()[0] if self.to_act() else OVER

    def redact(self, viewer: int, seat: int, action: int) -> int:
        return action

    def determinize(self, seat: int, random: Random) -> None:
        pass
