"""The options of a ruleset: what a match may choose, with defaults and checks.

Where an option decides something during the match, `cell` is the cell of positions that holds it:
the number of a choice, 1 for a switch that is on, an integer itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mypy_extensions import i64

from railhead.games.vectors import vec

NO_CELL: Final = -1
MINE: Final = "mine/"
"""What stands before the name of a document of one's own, where an option names a data file."""
OWN_NAME: Final = "[a-z0-9][a-z0-9_-]{0,39}"
"""What such a name may be, as a regular expression."""


class InvalidOption(ValueError):
    """A value the ruleset does not take: `option` names it, the message says what to send."""

    def __init__(self, option: str, problem: str) -> None:
        super().__init__(problem)
        self.option = option
        self.problem = problem


@dataclass(frozen=True)
class ChoiceOption:
    """One of `choices`."""

    name: str
    choices: tuple[str, ...]
    default: str
    help: str = ""
    cell: int = NO_CELL

    def validate(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or value not in self.choices:
            raise InvalidOption(self.name, f"must be one of {', '.join(self.choices)}")
        return value

    def number(self, value: str) -> int:
        """What the cell holds: the place of the choice in `choices`."""
        return self.choices.index(value)


@dataclass(frozen=True)
class SwitchOption:
    """True or false."""

    name: str
    default: bool
    help: str = ""
    cell: int = NO_CELL

    def validate(self, value: Any) -> bool:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, bool):
            raise InvalidOption(self.name, "must be true or false")
        return value

    def number(self, value: bool) -> int:
        """What the cell holds: 1 for true, 0 for false."""
        return int(value)


@dataclass(frozen=True)
class IntegerOption:
    """A whole number from `low` to `high`, both included."""

    name: str
    low: int
    high: int
    default: int
    help: str = ""
    cell: int = NO_CELL

    def validate(self, value: Any) -> int:
        """`value` itself. Raises `InvalidOption`."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidOption(self.name, "must be a whole number")
        if not self.low <= value <= self.high:
            raise InvalidOption(self.name, f"must be from {self.low} to {self.high}")
        return value

    def number(self, value: int) -> int:
        """What the cell holds: the number itself."""
        return value


@dataclass(frozen=True)
class PatternOption:
    """A text that matches the regular expression `pattern` as a whole."""

    name: str
    pattern: str
    default: str
    help: str = ""

    def validate(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise InvalidOption(self.name, f"must match {self.pattern}")
        return value


@dataclass(frozen=True)
class FileOption:
    """The name of a data file: one shipped in `data/<name>/` or dropped in by the operator.

    `mine/` and a name stand for a document of the player's own. Which names exist is the
    catalogue's to say (`games.registry`), so only the shape is checked here.
    """

    name: str
    default: str
    help: str = ""

    def validate(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or not value:
            raise InvalidOption(self.name, "must be the name of a data file")
        own = value.removeprefix(MINE)
        if own != value and not re.fullmatch(OWN_NAME, own):
            raise InvalidOption(self.name, f"must have after {MINE} a name such as my-board")
        return value


Option = ChoiceOption | SwitchOption | IntegerOption | PatternOption | FileOption


def complete(options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """Every option's value: the given one, checked, or the default. Raises `InvalidOption`."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            wanted = f"there are {', '.join(known)}" if known else "this game has no options"
            raise InvalidOption(name, f"is not an option of this game; {wanted}")
    return {
        name: option.validate(given[name]) if name in given else option.default
        for name, option in known.items()
    }


def fill(options: Sequence[Option], values: Mapping[str, Any], cells: vec[i64]) -> None:
    """Write the complete `values` of options that have a cell into it."""
    for option in options:
        if isinstance(option, PatternOption | FileOption) or option.cell == NO_CELL:
            continue
        cells[option.cell] = option.number(values[option.name])
