"""What a policy network is told of a field to be built on in Montana."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.knowledge.montana.lacking_goods import goods_of
from railhead.ai.net.moves import MoveKeys
from railhead.games.game import SEATS
from railhead.games.montana import state
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.geometry import AXES, DIRECTION_COUNT, LAKE, LAND
from railhead.games.montana.rules.build import line_bonus, run
from railhead.games.montana.rules.shared import COLOUR_COUNT, packed_goods
from railhead.games.montana.state import Position
from railhead.games.vectors import vec

STAGES: Final = 4
"""By the fewest settlements that a seat has left: over 6, over 3, over 1, fewer."""

GAIN_FROM: Final = 0
LINE_FROM: Final = GAIN_FROM + 5 * STAGES
TOKEN_FROM: Final = LINE_FROM + 5
CANTEENS_FROM: Final = TOKEN_FROM + 2
LEFT_FROM: Final = CANTEENS_FROM + 3
FIELDS_FROM: Final = LEFT_FROM + 7
PRICE_FROM: Final = FIELDS_FROM + 3
OPENED_FROM: Final = PRICE_FROM + 6 * 4
RIVAL_FROM: Final = OPENED_FROM + 6
RIVAL_LINE_FROM: Final = RIVAL_FROM + 4
FIELD_KEYS: Final = RIVAL_LINE_FROM + 4


@final
class FieldFeatures:
    """What a field brings, what it opens, and who else wants it; `first` is the first key."""

    def __init__(self, first: i64) -> None:
        self.first: i64 = first
        self.goods: vec[i64] = vec[i64]([0] * state.BLOCKS)
        """The goods of each seat, packed."""

    def see(self, position: Position) -> None:
        """Note what goods the seats have."""
        for seat in range(position.cells[SEATS]):
            self.goods[seat] = packed_goods(position.cells, seat)

    def name(self, position: Position, seat: i64, place: i64, stage: i64, out: MoveKeys) -> None:
        """Name the keys of a field to be built on, but for what goods are lacking then."""
        cells = position.cells
        components = position.components
        first: i64 = self.first
        at: i64 = state.hex_at(place)
        face: i64 = cells[at + state.FACE]
        left: i64 = cells[state.block(seat) + state.SETTLEMENTS]
        bonus: i64 = line_bonus(position, seat, place)
        gain: i64 = components.face_settlements[face] + bonus
        if gain > left:
            gain = left
        out.choose(first + GAIN_FROM + 5 * stage, gain, 4)
        out.choose(first + LEFT_FROM, left - gain, 6)
        out.add(first + TOKEN_FROM + (1 if cells[at + state.TOKEN] > 0 else 0))
        out.choose(first + FIELDS_FROM, cells[state.FIELDS], 2)
        price: i64 = components.face_bytes[face]
        large: i64 = goods_of(price, state.COPPER + state.LARGE)
        large += goods_of(price, state.STONE + state.LARGE)
        goods: i64 = large
        for good in range(COLOUR_COUNT):
            goods += goods_of(price, good)
        out.choose(first + PRICE_FROM + 6 * (large if large < 3 else 3), goods, 5)
        self._see_line(position, seat, place, out)
        self._see_around(position, seat, place, out)
        self._see_rivals(position, seat, place, price, out)

    def _see_line(self, position: Position, seat: i64, place: i64, out: MoveKeys) -> None:
        """How long a line of own fields gets."""
        longest: i64 = 0
        for axis in range(AXES):
            length: i64 = run(position, seat, place, axis) + run(position, seat, place, axis + 3)
            if length > longest:
                longest = length
        out.choose(self.first + LINE_FROM, longest, 4)

    def _see_around(self, position: Position, seat: i64, place: i64, out: MoveKeys) -> None:
        """The canteens beside a field, and how many fields come within reach by it."""
        cells = position.cells
        components = position.components
        canteens: i64 = 0
        opened: i64 = 0
        for direction in range(DIRECTION_COUNT):
            near: i64 = components.neighbours[6 * place + direction]
            if near < 0:
                continue
            at: i64 = state.hex_at(near)
            kind: i64 = components.face_kind[cells[at + state.FACE]]
            if kind == LAKE and cells[at + state.TOKEN] == 1:
                canteens += 1
            elif kind == LAND and cells[at + state.OWNER] == 0 and cells[at + state.REACH] == 0:
                opened += 1
        out.choose(self.first + CANTEENS_FROM, canteens, 2)
        out.choose(self.first + OPENED_FROM, opened, 5)

    def _see_rivals(
        self, position: Position, seat: i64, place: i64, price: i64, out: MoveKeys
    ) -> None:
        """How many others could pay the field, and for how many it would close a line."""
        cells = position.cells
        able: i64 = 0
        lines: i64 = 0
        reach: i64 = cells[state.hex_at(place) + state.REACH]
        for other in range(cells[SEATS]):
            if other == seat or (reach >> other) & 1 == 0:
                continue
            if ((self.goods[other] - price) & BYTE_HIGHS) == BYTE_HIGHS:
                able += 1
            if line_bonus(position, other, place) > 0:
                lines += 1
        out.choose(self.first + RIVAL_FROM, able, 3)
        out.choose(self.first + RIVAL_LINE_FROM, lines, 3)
