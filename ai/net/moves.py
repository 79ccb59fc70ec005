"""What a policy is told of moves: keys of each action, whose embeddings are added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from railhead.games.game import Actions, State
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_MASK, PARAMETER_WIDTH
from railhead.games.vectors import vec

CODES: Final = 256
SLOTS: Final = 5
"""How many parameters an action has at most."""
NO_BLOCK: Final = -1


@final
class MoveKeys:
    """A reusable list of keys: those of action number n end before `ends[n]` in `items`."""

    __slots__ = ("count", "ends", "items", "moves")

    def __init__(self) -> None:
        self.items: vec[i64] = vec[i64]([0] * 4096)
        self.ends: vec[i64] = vec[i64]([0] * 256)
        self.count: i64 = 0
        self.moves: i64 = 0

    def clear(self, moves: i64) -> None:
        """Empty the list, and make room for so many actions."""
        self.count = 0
        self.moves = 0
        if moves > i64(len(self.ends)):
            self.ends = vec[i64]([0] * int(2 * moves))

    def add(self, key: i64) -> None:
        """Name a key of the action at hand."""
        if self.count == i64(len(self.items)):
            self.items = vec[i64](list(self.items) + [0] * len(self.items))
        self.items[self.count] = key
        self.count += 1

    def choose(self, first: i64, number: i64, most: i64) -> None:
        """Of the keys from `first` on, one for each number from 0 to `most`, name the one.

        Numbers below 0 count as 0, those above `most` as `most`.
        """
        if number < 0:
            number = 0
        elif number > most:
            number = most
        self.add(first + number)

    def end_move(self) -> None:
        """Go on to the next action."""
        self.ends[self.moves] = self.count
        self.moves += 1


@mypyc_attr(allow_interpreted_subclasses=True)
class MoveFeatures:
    """The keys of a game's actions; every key is at least 0 and below `size`.

    `parameters` are the parameters that have a key for each value: code of the action's type,
    number of the parameter, number of values; greater ones share the last key. Behind those lie
    `others`, from `first_other` on, which a game names itself, by what stands at an action's target
    for one.
    """

    def __init__(self, types: int, parameters: Sequence[tuple[int, int, int]], others: int) -> None:
        blocks = [NO_BLOCK] * (CODES * SLOTS)
        most = [0] * (CODES * SLOTS)
        size = types
        for code, slot, values in parameters:
            blocks[SLOTS * code + slot] = size
            most[SLOTS * code + slot] = values - 1
            size += values
        self.blocks: vec[i64] = vec[i64]([i64(block) for block in blocks])
        self.most: vec[i64] = vec[i64]([i64(value) for value in most])
        self.first_other: i64 = size
        self.size: i64 = size + others

    def see_moves(self, position: State, seat: i64, legal: Actions, out: MoveKeys) -> None:
        """Name the keys of each of `legal`, what `seat` may do, in their order."""
        out.clear(legal.count)
        items = legal.items
        index: i64 = 0
        while index < legal.count:
            self.see_parameters(items[index], out)
            out.end_move()
            index += 1

    def see_parameters(self, action: i64, out: MoveKeys) -> None:
        """Name the keys of an action's type and of its parameters."""
        code: i64 = action & CODE_MASK
        out.add(code)
        rest: i64 = action >> FIRST
        at: i64 = SLOTS * code
        end: i64 = at + SLOTS
        while at < end:
            block: i64 = self.blocks[at]
            if block >= 0:
                out.choose(block, rest & PARAMETER_MASK, self.most[at])
            rest >>= PARAMETER_WIDTH
            at += 1
