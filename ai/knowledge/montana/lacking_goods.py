"""What goods the fields of Montana that a seat can reach still lack, by what it would have."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.montana import state
from railhead.games.montana.actions import SETS_END
from railhead.games.montana.components import BYTE_HIGHS, Components
from railhead.games.montana.rules.shared import packed_goods
from railhead.games.montana.state import Position
from railhead.games.vectors import vec

MOST_LACKING: Final = 5
"""Goods that a field lacks are told apart up to so many; without any field it is so many."""
MOST_READY: Final = 4
NONE: Final = -1
BYTE: Final = 8
BYTE_MASK: Final = 255
EVEN_BYTES: Final = 0x00FF00FF00FF


@final
class LackingGoods:
    """`see` notes the prices of the fields in reach, `weigh` says what some goods lack for them.

    Goods come as a word with a byte for each kind, as `packed_goods` has them.
    """

    def __init__(self) -> None:
        self.components: Components | None = None
        self.kinds: i64 = 0
        """How many kinds of faces there are, by price and settlements."""
        self.kind_of: vec[i64] = vec[i64]([0])
        """For each face its kind; for each kind one of its faces, and its fields in reach."""
        self.face_of: vec[i64] = vec[i64]([0])
        self.fields_of: vec[i64] = vec[i64]([0])
        self.prices: vec[i64] = vec[i64]([0])
        """The different prices, a byte for each kind of goods: the first `count` entries."""
        self.settlements: vec[i64] = vec[i64]([0])
        """How many settlements a field of that price takes."""
        self.fields: vec[i64] = vec[i64]([0])
        """How many fields of that price there are."""
        self.lacks: vec[i64] = vec[i64]([0])
        """What the goods last asked for lack of that price."""
        self.count: i64 = 0
        self.best: i64 = 0
        """The entry of which least is lacking."""
        self.fields_left: i64 = 0
        """How many fields an action Build may still have."""
        self.weighed: i64 = 0
        """The goods that what follows is of."""
        self.have: i64 = 0
        """The goods that the seat has now."""
        self.single: i64 = 0
        """What is lacking for a field, up to `MOST_LACKING`; then for one of two settlements."""
        self.double: i64 = 0
        self.near: i64 = 0
        """For how many prices no more than a small piece is lacking."""
        self.ready: i64 = 0
        """How many settlements could be placed by one action, and what is lacking for one more."""
        self.next: i64 = 0

    def see(self, position: Position, seat: i64) -> None:
        """Note what the fields cost that the seat may build on, and what goods it has."""
        cells = position.cells
        components = position.components
        if self.components is not components:
            self._learn(components)
        bit: i64 = 1 << seat
        self.have = packed_goods(cells, seat)
        self.fields_left = components.most_fields
        if cells[state.PHASE] == state.BUILD_MORE:
            self.fields_left -= cells[state.FIELDS]
        fields_of = self.fields_of
        kind: i64 = 0
        while kind < self.kinds:
            fields_of[kind] = 0
            kind += 1
        at: i64 = state.hex_at(0)
        end: i64 = state.hex_at(components.hex_count)
        while at < end:
            if (cells[at + state.REACH] & bit) != 0:
                fields_of[self.kind_of[cells[at + state.FACE]]] += 1
            at += state.HEX_CELLS
        count: i64 = 0
        kind = 0
        while kind < self.kinds:
            if fields_of[kind] > 0:
                face: i64 = self.face_of[kind]
                self.prices[count] = components.face_bytes[face]
                self.settlements[count] = components.face_settlements[face]
                self.fields[count] = fields_of[kind]
                count += 1
            kind += 1
        self.count = count
        self.weighed = NONE

    def _learn(self, components: Components) -> None:
        """Note which faces have the same price and as many settlements."""
        self.components = components
        kinds: dict[tuple[int, int], int] = {}
        kind_of: list[i64] = []
        face_of: list[i64] = []
        for face in range(len(components.face_bytes)):
            printed = (int(components.face_bytes[face]), int(components.face_settlements[face]))
            if printed not in kinds:
                kinds[printed] = len(kinds)
                face_of.append(face)
            kind_of.append(kinds[printed])
        self.kinds = len(kinds)
        self.kind_of = vec[i64](kind_of)
        self.face_of = vec[i64](face_of)
        self.fields_of = vec[i64]([0] * len(kinds))
        self.prices = vec[i64]([0] * len(kinds))
        self.settlements = vec[i64]([0] * len(kinds))
        self.fields = vec[i64]([0] * len(kinds))
        self.lacks = vec[i64]([0] * len(kinds))

    def weigh(self, have: i64) -> None:
        """Fill `single`, `double`, `near`, `ready` and `next` for so many goods."""
        if have == self.weighed:
            return
        self.weighed = have
        double: i64 = MOST_LACKING
        near: i64 = 0
        ready: i64 = 0
        fields: i64 = 0
        used: i64 = NONE
        twice: i64 = 0
        self.single = self._nearest(have)
        index: i64 = 0
        while index < self.count:
            lacking: i64 = self.lacks[index]
            if lacking <= 1:
                near += 1
            if self.settlements[index] > 1 and lacking < double:
                double = lacking
            index += 1
        self.double = double
        self.near = near
        least: i64 = self.single
        while least == 0 and fields < self.fields_left:
            best: i64 = self.best
            if best == used:
                twice += 1
                if twice >= self.fields[best]:
                    break
            else:
                used = best
                twice = 0
            ready += self.settlements[best]
            have -= self.prices[best]
            fields += 1
            least = self._nearest(have)
        self.ready = ready if ready < MOST_READY else MOST_READY
        self.next = least

    def _nearest(self, have: i64) -> i64:
        """Fill `lacks` and `best`; what is lacking for that one, the field that lacks least."""
        least: i64 = MOST_LACKING
        most: i64 = 0
        best: i64 = 0
        index: i64 = 0
        while index < self.count:
            # A byte that borrows loses its high bit.
            rest: i64 = have - self.prices[index]
            lacking: i64 = 0
            if (rest & BYTE_HIGHS) != BYTE_HIGHS:
                lacking = shortfall(rest)
                if lacking > MOST_LACKING:
                    lacking = MOST_LACKING
            self.lacks[index] = lacking
            settlements: i64 = self.settlements[index]
            if lacking < least or (lacking == least and settlements > most):
                least = lacking
                most = settlements
                best = index
            index += 1
        self.best = best
        return least

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
        """The less the nearest field lacks the less this is; one of two settlements counts more."""
        self.weighed = NONE
        lacking: i64 = self._nearest(have)
        return 2 * lacking - (1 if self.count > 0 and self.settlements[self.best] > 1 else 0)


def shortfall(rest: i64) -> i64:
    """How many goods are lacking, from the goods with all high bits set, less the price.

    Large ones count twice: there is no other way to them than by small ones.
    """
    # Where a byte has lost its high bit, 128 less what is left of it is lacking.
    lost: i64 = ~rest & BYTE_HIGHS
    bytes_lost: i64 = (lost << 1) - (lost >> 7)
    short: i64 = lost - (rest & bytes_lost)
    large: i64 = short >> (BYTE * (state.COPPER + state.LARGE))
    short = (short & EVEN_BYTES) + ((short >> BYTE) & EVEN_BYTES)
    return ((short + (short >> 16) + (short >> 32)) & BYTE_MASK) + (
        (large + (large >> BYTE)) & BYTE_MASK
    )


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
