"""What a position of Montana holds for its players, beside what lies in their cells."""

from __future__ import annotations

from mypy_extensions import i64

from games.montana.components import BYTE_HIGHS
from games.montana.rules.shared import packed_goods
from games.montana.state import FACE, REACH, SETTLEMENTS, Position, block, hex_at


def fewest_settlements(state: Position) -> i64:
    """The settlements that the player nearest to the end still has to place."""
    cells = state.cells
    seats: i64 = state.seats()
    least: i64 = 99
    seat: i64 = 0
    while seat < seats:
        left: i64 = cells[block(seat) + SETTLEMENTS]
        if left < least:
            least = left
        seat += 1
    return least


def ready(state: Position, seat: i64) -> i64:
    """How many settlements the goods in hand could place at once, dearest fields first."""
    cells = state.cells
    components = state.components
    cost = components.face_bytes
    settlements = components.face_settlements
    have: i64 = packed_goods(cells, seat)
    bit: i64 = 1 << seat
    end: i64 = hex_at(components.hex_count)
    total: i64 = 0
    used: i64 = -1
    wanted: i64 = 2
    fields: i64 = 0
    while wanted > 0:
        at: i64 = hex_at(0)
        while at < end and fields < components.most_fields:
            if (cells[at + REACH] & bit) != 0 and at != used:
                face: i64 = cells[at + FACE]
                if settlements[face] >= wanted and (
                    ((have - cost[face]) & BYTE_HIGHS) == BYTE_HIGHS
                ):
                    have -= cost[face]
                    total += settlements[face]
                    fields += 1
                    used = at
            at += hex_at(1) - hex_at(0)
        wanted -= 1
    return total
