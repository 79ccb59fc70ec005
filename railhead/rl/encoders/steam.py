"""Whose the tracks on the map of Steam are, from the viewer's seat on."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64

from railhead.games.game import SEATS, State
from railhead.games.steam import state
from railhead.games.steam.state import Position
from railhead.games.vectors import vec
from railhead.rl.encoder import Encoder, relative_seat

EDGES: Final = 6
LAID_NOW: Final = 8
"""Added to an exit that was laid in this building turn."""


class SteamEncoder(Encoder):
    """Nothing is hidden."""

    def write_shared(self, position: State, viewer: i64, out: vec[i16], at: i64) -> None:
        """Every exit of every hex: 0 no track, 1 nobody's, 2 the viewer's, and so on."""
        assert isinstance(position, Position)
        cells = position.cells
        seats: i64 = cells[SEATS]
        hexes: i64 = position.land.hex_count
        for place in range(hexes):
            word: i64 = cells[position.exit_at + place]
            for _ in range(EDGES):
                number: i64 = 0
                if word != 0:
                    number = word & state.OWNER_BITS
                    if number >= state.FIRST_OWNER:
                        number = 1 + relative_seat(number - state.FIRST_OWNER, viewer, seats)
                    if word & state.FRESH != 0:
                        number += LAID_NOW
                    word >>= 4
                out[at] = i16(number)
                at += 1
