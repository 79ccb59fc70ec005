"""The options of a ruleset: what a match may choose, with defaults and checks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


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

    def checked(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or value not in self.choices:
            raise InvalidOption(self.name, f"must be one of {', '.join(self.choices)}")
        return value


@dataclass(frozen=True)
class SwitchOption:
    """True or false."""

    name: str
    default: bool
    help: str = ""

    def checked(self, value: Any) -> bool:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, bool):
            raise InvalidOption(self.name, "must be true or false")
        return value


@dataclass(frozen=True)
class IntegerOption:
    """A whole number from `low` to `high`, both included."""

    name: str
    low: int
    high: int
    default: int
    help: str = ""

    def checked(self, value: Any) -> int:
        """`value` itself. Raises `InvalidOption`."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidOption(self.name, "must be a whole number")
        if not self.low <= value <= self.high:
            raise InvalidOption(self.name, f"must be from {self.low} to {self.high}")
        return value


@dataclass(frozen=True)
class PatternOption:
    """A text that matches the regular expression `pattern` as a whole."""

    name: str
    pattern: str
    default: str
    help: str = ""

    def checked(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise InvalidOption(self.name, f"must match {self.pattern}")
        return value


@dataclass(frozen=True)
class FileOption:
    """The name of a data file: one shipped in `data/<name>/` or dropped in by the operator.

    Which names exist is the catalogue's to say (`games.registry`), so only the shape is checked
    here.
    """

    name: str
    default: str
    help: str = ""

    def checked(self, value: Any) -> str:
        """`value` itself. Raises `InvalidOption`."""
        if not isinstance(value, str) or not value:
            raise InvalidOption(self.name, "must be the name of a data file")
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
        name: option.checked(given[name]) if name in given else option.default
        for name, option in known.items()
    }
