"""What goods the fields of Montana that a seat can reach still lack, by what it would have."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.montana import state
from railhead.games.montana.actions import SETS_END
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.rules.shared import packed_goods
from railhead.games.montana.state import Position
from railhead.games.vectors import vec

MOST_LACKING: Final = 4
"""Goods that a field lacks are told apart up to so many; without any field it is so many."""
MOST_FIELDS: Final = 64
BYTE: Final = 8
BYTE_MASK: Final = 255
EVEN_BYTES: Final = 0x00FF00FF00FF


@final
class LackingGoods:
    """`see` notes the prices of the fields in reach, `weigh` says what some goods lack for them.

    Goods come as a word with a byte for each kind, as `packed_goods` has them.
    """

    def __init__(self) -> None:
        self.prices: vec[i64] = vec[i64]([0] * MOST_FIELDS)
        """The different prices, a byte for each kind of goods: the first `count` entries."""
        self.doubles: vec[i64] = vec[i64]([0] * MOST_FIELDS)
        """Whether a field of that price takes two settlements."""
        self.count: i64 = 0
        self.weighed: i64 = 0
        """The goods that what follows is of."""
        self.have: i64 = 0
        """The goods that the seat has now."""
        self.single: i64 = 0
        """The fewest goods that a field lacks, up to `MOST_LACKING`; then those of a double one."""
        self.double: i64 = 0
        self.payable: i64 = 0
        """How many of the prices can be paid, and for how many a single piece is lacking."""
        self.near: i64 = 0

    def see(self, position: Position, seat: i64) -> None:
        """Note what the fields cost that the seat may build on, and what goods it has."""
        cells = position.cells
        components = position.components
        bit: i64 = 1 << seat
        self.have = packed_goods(cells, seat)
        count: i64 = 0
        at: i64 = state.hex_at(0)
        end: i64 = state.hex_at(components.hex_count)
        while at < end:
            if (cells[at + state.REACH] & bit) != 0 and count < MOST_FIELDS:
                face: i64 = cells[at + state.FACE]
                price: i64 = components.face_bytes[face]
                double: i64 = 1 if components.face_settlements[face] > 1 else 0
                known: i64 = 0
                while known < count and (
                    self.prices[known] != price or self.doubles[known] != double
                ):
                    known += 1
                if known == count:
                    self.prices[count] = price
                    self.doubles[count] = double
                    count += 1
            at += state.HEX_CELLS
        self.count = count
        self.weighed = 0

    def weigh(self, have: i64) -> None:
        """Fill `single`, `double`, `payable` and `near` for so many goods."""
        if have == self.weighed:
            return
        self.weighed = have
        single: i64 = MOST_LACKING
        double: i64 = MOST_LACKING
        payable: i64 = 0
        near: i64 = 0
        index: i64 = 0
        while index < self.count:
            # A byte that borrows loses its high bit.
            rest: i64 = have - self.prices[index]
            lacking: i64 = 0
            if (rest & BYTE_HIGHS) == BYTE_HIGHS:
                payable += 1
            else:
                lacking = shortfall(rest)
                if lacking == 1:
                    near += 1
            if lacking < single:
                single = lacking
            if self.doubles[index] == 1 and lacking < double:
                double = lacking
            index += 1
        self.single = single
        self.double = double
        self.payable = payable
        self.near = near

    def best_reward(self, position: Position, own: i64, row: i64) -> i64:
        """The goods after a row's reward, those of which least is lacking; `own` is a block."""
        components = position.components
        have: i64 = self.have
        best: i64 = have
        least: i64 = self.rank(have)
        goods: i64 = components.row_goods[row]
        choice: i64 = components.row_choice[row] | BYTE_HIGHS
        chosen: i64 = 0
        while goods > 0 and chosen < SETS_END:
            gained: i64 = components.set_bytes[chosen]
            if components.set_size[chosen] == goods and (
                ((choice - gained) & BYTE_HIGHS) == BYTE_HIGHS
            ):
                rank: i64 = self.rank(have + gained)
                if rank < least:
                    least = rank
                    best = have + gained
            chosen += 1
        copper: i64 = 0
        most: i64 = components.row_upgrades[row]
        while copper <= most and copper <= position.cells[own + state.COPPER]:
            stone: i64 = 0
            while copper + stone <= most and stone <= position.cells[own + state.STONE]:
                swapped: i64 = have + upgrades_word(copper, stone)
                rank = self.rank(swapped)
                if rank < least:
                    least = rank
                    best = swapped
                stone += 1
            copper += 1
        return best

    def rank(self, have: i64) -> i64:
        """The less fields lack the less this is; a double field counts, and how many there are."""
        self.weigh(have)
        return 16 * self.single + 8 * self.double - 4 * self.payable - self.near


def shortfall(rest: i64) -> i64:
    """How many goods are lacking, from the goods with all high bits set, less the price."""
    # Where a byte has lost its high bit, 128 less what is left of it is lacking.
    lost: i64 = ~rest & BYTE_HIGHS
    bytes_lost: i64 = (lost << 1) - (lost >> 7)
    short: i64 = lost - (rest & bytes_lost)
    short = (short & EVEN_BYTES) + ((short >> BYTE) & EVEN_BYTES)
    return (short + (short >> 16) + (short >> 32)) & BYTE_MASK


def goods_word(good: i64, number: i64) -> i64:
    """So many goods of a kind, to be added to a word of goods."""
    return number << (BYTE * good)


def upgrades_word(copper: i64, stone: i64) -> i64:
    """So many pieces of copper and of stone that are large ones instead of small ones."""
    word: i64 = (copper << (BYTE * (state.COPPER + state.LARGE))) - (
        copper << (BYTE * state.COPPER)
    )
    word += (stone << (BYTE * (state.STONE + state.LARGE))) - (stone << (BYTE * state.STONE))
    return word


def goods_of(word: i64, good: i64) -> i64:
    """How many of a kind a word of prices has."""
    return (word >> (BYTE * good)) & BYTE_MASK
