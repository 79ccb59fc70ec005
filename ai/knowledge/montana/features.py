"""What a position of Montana holds for its players, beside what lies in their cells."""

from __future__ import annotations

from mypy_extensions import i64

from railhead.games.montana import state
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.rules.shared import packed_goods
from railhead.games.montana.state import Position


def ready(position: Position, seat: i64) -> i64:
    """How many settlements the goods in hand could place at once, dearest fields first."""
    cells = position.cells
    components = position.components
    cost = components.face_bytes
    settlements = components.face_settlements
    have: i64 = packed_goods(cells, seat)
    bit: i64 = 1 << seat
    end: i64 = state.hex_at(components.hex_count)
    total: i64 = 0
    used: i64 = -1
    wanted: i64 = 2
    fields: i64 = 0
    while wanted > 0:
        at: i64 = state.hex_at(0)
        while at < end and fields < components.most_fields:
            if (cells[at + state.REACH] & bit) != 0 and at != used:
                face: i64 = cells[at + state.FACE]
                if settlements[face] >= wanted and (
                    ((have - cost[face]) & BYTE_HIGHS) == BYTE_HIGHS
                ):
                    have -= cost[face]
                    total += settlements[face]
                    fields += 1
                    used = at
            at += state.hex_at(1) - state.hex_at(0)
        wanted -= 1
    return total
