"""The numbers that stand for actions: how types are cut into parts, and what each means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from railhead.games.game import Game
from railhead.games.packing import CODE_MASK, FIRST, PARAMETER_WIDTH
from railhead.games.vectors import vector
from railhead.games.vocabulary import ActionType
from railhead.rl.action_table import ActionTable

CODES: Final = 256


@dataclass(frozen=True)
class Field:
    """A parameter of an action type by its place, or some bits of it: `width` from bit `low` on."""

    parameter: int
    low: int = 0
    width: int = PARAMETER_WIDTH

    @property
    def shift(self) -> int:
        """Where it lies in a packed action."""
        return FIRST + PARAMETER_WIDTH * self.parameter + self.low

    @property
    def bits(self) -> int:
        """The mask of its values."""
        return (1 << self.width) - 1


@dataclass(frozen=True)
class ActionPart:
    """What is chosen at once of an action: some fields, and which values they can have together.

    Without `values` every value of each parameter goes with every one of the others.
    """

    fields: Sequence[Field]
    values: Sequence[tuple[int, ...]] | None = None


def whole(*parameters: int, values: Sequence[tuple[int, ...]] | None = None) -> ActionPart:
    """A part of whole parameters, by their places."""
    return ActionPart([Field(parameter) for parameter in parameters], values)


Parts = Mapping[str, Sequence[ActionPart]]
"""The parts of the action types that are not one part with every combination of values."""


@dataclass(frozen=True)
class Numbers:
    """A part of an action type: the numbers from `start` to before `end`."""

    kind: ActionType
    part: int
    fields: Sequence[Field]
    values: Sequence[tuple[int, ...]]
    start: int

    @property
    def end(self) -> int:
        """One more than the last number."""
        return self.start + len(self.values)


class ActionSpace:
    """The numbers of a game's actions, from 0 to before `size`.

    An action is one number, or as many as its type has parts; the parts of a type have numbers of
    their own. Which number means what depends on the game, its data files and the number of seats
    alone. `parts` is how many parts an action has at most.
    """

    def __init__(self, game: Game, parts: Parts) -> None:
        self.vocabulary = game.vocabulary
        self.ranges: list[Numbers] = []
        self._first: dict[int, int] = {}
        self.size = 0
        for kind in game.vocabulary.types:
            if not kind.chance:
                self._first[kind.code] = len(self.ranges)
                for number, part in enumerate(parts.get(kind.name, [self._one_part(kind)])):
                    self._add(kind, number, part)
        self.parts = 1 + max(one.part for one in self.ranges)
        self.table = self._table()

    def _one_part(self, kind: ActionType) -> ActionPart:
        return whole(*range(len(kind.parameters)))

    def _add(self, kind: ActionType, number: int, part: ActionPart) -> None:
        values = part.values
        if values is None:
            values = list(product(*(range(self._size(kind, one)) for one in part.fields)))
        self.ranges.append(Numbers(kind, number, part.fields, sorted(set(values)), self.size))
        self.size = self.ranges[-1].end

    def _size(self, kind: ActionType, one: Field) -> int:
        """How many values a field has."""
        values = len(self.vocabulary.values_of(kind.parameters[one.parameter]))
        return min(one.bits, (values - 1) >> one.low) + 1

    def _table(self) -> ActionTable:
        first = [self._first.get(code, -1) for code in range(CODES)]
        parts: list[int] = []
        fields: list[int] = []
        numbers: list[int] = []
        for one in self.ranges:
            begun = len(fields) // 3
            sizes = [self._size(one.kind, each) for each in one.fields]
            for each, size in zip(one.fields, sizes, strict=True):
                fields += [each.shift, each.bits, size]
            parts += [begun, len(fields) // 3, len(numbers)]
            known = {values: one.start + place for place, values in enumerate(one.values)}
            numbers += [known.get(values, -1) for values in product(*map(range, sizes))]
        return ActionTable(self.size, *map(vector, (first, parts, fields, numbers)))

    def range_of(self, number: int) -> Numbers:
        """The part of an action type that a number belongs to. Raises `IndexError`."""
        for one in self.ranges:
            if one.start <= number < one.end:
                return one
        raise IndexError(f"there is no number {number}, only those from 0 to {self.size - 1}")

    def encode(self, action: int) -> list[int]:
        """All numbers of a packed action, one for each part. Raises `LookupError`."""
        first = self._first.get(action & CODE_MASK)
        if first is None:
            raise LookupError(f"{self.vocabulary.notation(action)} is an outcome of chance")
        parts = sum(one.kind.code == action & CODE_MASK for one in self.ranges)
        return [int(self.table.number(action, part)) for part in range(parts)]

    def decode(self, numbers: Sequence[int]) -> int:
        """The packed action of all its numbers. Raises `ValueError` where they are of several."""
        ranges = [self.range_of(number) for number in numbers]
        kind = ranges[0].kind
        whole_type = [one.part for one in self.ranges if one.kind is kind]
        if [one.part for one in ranges] != whole_type or any(
            one.kind is not kind for one in ranges
        ):
            raise ValueError(f"{list(numbers)} are not the parts of one action")
        action = kind.code
        for one, number in zip(ranges, numbers, strict=True):
            for each, value in zip(one.fields, one.values[number - one.start], strict=True):
                action |= value << each.shift
        return action

    def name(self, number: int) -> str:
        """What a number stands for, as notation writes it: `hire`, or `build:hex=C5` for a part."""
        one = self.range_of(number)
        several = sum(each.kind is one.kind for each in self.ranges) > 1
        parts = [one.kind.name]
        for each, value in zip(one.fields, one.values[number - one.start], strict=True):
            declared = one.kind.parameters[each.parameter]
            if each.width < PARAMETER_WIDTH:
                parts.append(f"{declared.name}[{each.low}:]={value << each.low}")
            else:
                text = self.vocabulary.values_of(declared)[value]
                parts.append(f"{declared.name}={text}" if several else text)
        return ":".join(parts)

    def names(self) -> list[str]:
        """What every number stands for."""
        return [self.name(number) for number in range(self.size)]
