"""The action vocabulary: every action type of a game, declared once.

From one table come the packed integer (what rules and search handle), the notation (what clients
send and logs store), the JSON form, the label, the targets and the schemas.

`games.packing` says how the integer is made; a hidden parameter is written `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from string import Formatter
from typing import Any, Final

from railhead.games.packing import (
    CODE_MASK,
    FIRST,
    HIDDEN,
    MOST_PARAMETERS,
    PARAMETER_MASK,
    SECOND,
    code_of,
    parameter,
)

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
_VALUE: Final = re.compile(r"[A-Za-z0-9_+,.\-]+")
_FIRST_WORD: Final = re.compile(r"[A-Za-z]+")
_IRREGULAR: Final = {"do": "does", "go": "goes"}

NAMES_NOTHING: Final = frozenset(("none", "nothing", "-", "?"))
"""Values that name nothing on the table, or something that a viewer may not see."""
JOINS: Final = "+"
"""Joins several names in one value."""


class NotationError(ValueError):
    """A text that no action of the vocabulary is written as; the message says what is wrong."""


@dataclass(frozen=True)
class Integer:
    """A whole number from `low` to `high`, both included, with `high - low` below 1023."""

    name: str
    low: int
    high: int
    help: str = ""


@dataclass(frozen=True)
class Choice:
    """One of `values`, names that are the same in every match of the game."""

    name: str
    values: tuple[str, ...]
    help: str = ""


@dataclass(frozen=True)
class Name:
    """A name from the match's data (a city, a hex): entry of the table `table` given on binding."""

    name: str
    table: str
    help: str = ""


Parameter = Integer | Choice | Name


@dataclass(frozen=True)
class ActionType:
    """One row of the vocabulary.

    `label` is a `str.format` template over the parameters and the details a position adds
    (`State.label_params`); it says what to do (`Hire a cowboy`), or of chance what happens. A log
    says the same in the third person, or what the detail `told` says: see `Vocabulary.sentence`.
    `chance` marks outcomes of chance. `secret` says that whether the action is forced may depend on
    something hidden, so that the service never takes it for a seat.

    `targets` are templates, over the values as notation writes them, of the ids of the elements of
    the picture that an action is about: `hex-{hex}`. `{seat}` is the seat that acts, unless a
    parameter has that name. A value that joins several names by `+` makes an id of each, one that
    names nothing (`none`) makes none. `untargeted` says of a type without targets why it is about
    nothing on the table.
    """

    code: int
    name: str
    label: str
    parameters: tuple[Parameter, ...] = ()
    help: str = ""
    chance: bool = False
    secret: bool = False
    targets: tuple[str, ...] = ()
    untargeted: str = ""


@dataclass
class Vocabulary:
    """All action types of a game, in the order of their codes, and the names its data gives.

    Raises `ValueError` when the table contradicts itself.
    """

    types: Sequence[ActionType]
    names: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_name: dict[str, ActionType] = {}
        self._values: dict[tuple[int, int], Sequence[str]] = {}
        self._raw: dict[tuple[int, int], dict[str, int]] = {}
        self._targets: dict[str, list[tuple[str, list[int]]]] = {}
        for code, kind in enumerate(self.types):
            if kind.code != code or code >= 256:
                raise ValueError(f"action type {kind.name!r} has code {kind.code}, not {code}")
            if not _NAME.fullmatch(kind.name) or kind.name in self.by_name:
                raise ValueError(f"action type name {kind.name!r} is malformed or used twice")
            if len(kind.parameters) > MOST_PARAMETERS:
                raise ValueError(f"action type {kind.name!r} has over {MOST_PARAMETERS} parameters")
            self.by_name[kind.name] = kind
            self._targets[kind.name] = _templates(kind)
            for index, declared in enumerate(kind.parameters):
                self._index(kind, index, declared)

    def _index(self, kind: ActionType, index: int, declared: Parameter) -> None:
        values = self.values_of(declared)
        if len(values) > HIDDEN or len(set(values)) != len(values):
            raise ValueError(f"{kind.name}.{declared.name} has too many values, or one twice")
        for value in values:
            if not _VALUE.fullmatch(value):
                raise ValueError(f"{kind.name}.{declared.name} has the malformed value {value!r}")
        self._values[kind.code, index] = values
        self._raw[kind.code, index] = {value: raw for raw, value in enumerate(values)}

    def values_of(self, declared: Parameter) -> Sequence[str]:
        """Every value of a parameter as written in notation; empty for a name not bound yet."""
        if isinstance(declared, Integer):
            return [str(number) for number in range(declared.low, declared.high + 1)]
        if isinstance(declared, Choice):
            return declared.values
        return self.names.get(declared.table, ())

    def bind(self, names: Mapping[str, Sequence[str]]) -> Vocabulary:
        """This vocabulary with the name tables of one data set."""
        return Vocabulary(self.types, names)

    def type_of(self, action: int) -> ActionType:
        """The action type of a packed action."""
        return self.types[code_of(action)]

    def has(self, action: int) -> bool:
        """Whether a number, of any size, is a packed action with every value shown."""
        code = action & CODE_MASK
        if action < 0 or code >= len(self.types):
            return False
        rest = action >> FIRST
        for index in range(len(self.types[code].parameters)):
            if rest & PARAMETER_MASK >= len(self._values[code, index]):
                return False
            rest >>= SECOND - FIRST
        return rest == 0

    def notation(self, action: int) -> str:
        """The text of a packed action, such as `hire:row3:cowboy`; `?` for a redacted value."""
        kind = self.types[code_of(action)]
        parts = [kind.name]
        for index in range(len(kind.parameters)):
            raw = parameter(action, index)
            parts.append("?" if raw == HIDDEN else self._values[kind.code, index][raw])
        return ":".join(parts)

    def parse(self, notation: str) -> int:
        """The packed action that `notation` writes. Raises `NotationError`; `?` is not accepted."""
        name, *values = notation.split(":")
        kind = self.by_name.get(name)
        if kind is None:
            raise NotationError(
                f"no action type is called {name!r}; there are {', '.join(self.by_name)}"
            )
        if len(values) != len(kind.parameters):
            wanted = ":".join([name, *(f"<{p.name}>" for p in kind.parameters)])
            raise NotationError(f"{notation!r} should read {wanted}")
        action = kind.code
        for index, value in enumerate(values):
            action |= self._parse_value(kind, index, value) << (8 + 10 * index)
        return action

    def _parse_value(self, kind: ActionType, index: int, value: str) -> int:
        raw = self._raw[kind.code, index].get(value)
        if raw is None:
            declared = kind.parameters[index]
            if isinstance(declared, Integer):
                hint = f"a whole number from {declared.low} to {declared.high}"
            else:
                values = self._values[kind.code, index]
                hint = f"one of {', '.join(values[:12])}" + (", …" if len(values) > 12 else "")
            raise NotationError(f"{declared.name} of {kind.name} is {hint}, not {value!r}")
        return raw

    def parameters(self, action: int) -> dict[str, Any]:
        """The parameters of a packed action by name: numbers for `Integer`, else names; `?`."""
        kind = self.types[code_of(action)]
        result: dict[str, Any] = {}
        for index, declared in enumerate(kind.parameters):
            raw = parameter(action, index)
            if raw == HIDDEN:
                result[declared.name] = "?"
            elif isinstance(declared, Integer):
                result[declared.name] = raw + declared.low
            else:
                result[declared.name] = self._values[kind.code, index][raw]
        return result

    def to_json(self, action: int) -> dict[str, Any]:
        """The JSON form `{"action": notation, "type": name, "parameters": {…}}`."""
        return {
            "action": self.notation(action),
            "type": self.types[code_of(action)].name,
            "parameters": self.parameters(action),
        }

    def from_json(self, form: Mapping[str, Any]) -> int:
        """The packed action of a JSON form's `type` and `parameters`. Raises `NotationError`."""
        kind = self.by_name.get(form["type"])
        if kind is None:
            raise NotationError(f"no action type is called {form['type']!r}")
        given = form["parameters"]
        missing = [declared.name for declared in kind.parameters if declared.name not in given]
        if missing or len(given) != len(kind.parameters):
            wanted = ", ".join(declared.name for declared in kind.parameters) or "nothing"
            raise NotationError(f"{kind.name} takes {wanted}")
        return self.parse(":".join([kind.name, *(str(given[p.name]) for p in kind.parameters)]))

    def targets(self, notation: str, seat: int | None) -> list[str]:
        """The ids of what an action of `seat` is about, in the order of its type's templates.

        `notation` may be redacted; `seat` is None for chance.
        """
        name, *values = notation.split(":")
        templates = self._targets[name]
        if not templates:
            return []
        given = [*values, "?" if seat is None else str(seat)]
        # Nearly every action names one thing a value, which needs no product of several.
        if JOINS not in notation and NAMES_NOTHING.isdisjoint(given):
            return [template.format(*given) for template, _ in templates]
        found = []
        for template, places in templates:
            for chosen in product(*(names_in(given[place]) for place in places)):
                filled = list(given)
                for place, value in zip(places, chosen, strict=True):
                    filled[place] = value
                found.append(template.format(*filled))
        return list(dict.fromkeys(found))

    def targets_of(self, action: int, seat: int | None) -> list[str]:
        """As `targets`, of a packed action."""
        return self.targets(self.notation(action), seat)

    def label(self, action: int, details: Mapping[str, Any]) -> str:
        """The label of a packed action: its template over its parameters and `details`."""
        return self.types[code_of(action)].label.format(
            **{**self._display_values(action), **details}
        )

    def sentence(self, action: int, details: Mapping[str, Any], who: str) -> str:
        """The sentence of a log about a packed action of `who`, or an outcome of chance about them.

        The label in the third person after `who`; of chance the label, with `who` in the place of
        `Seat {seat}`. Where `details` have a template `told`, that is the whole sentence instead:
        over `who`, the parameters and the other details. A hidden parameter reads as `a card` where
        it is called `card`. The detail `follows` is what comes of it by the rules, for the end of
        the sentence.
        """
        kind = self.types[code_of(action)]
        shown = {**self._display_values(action), **details, "who": who}
        for index, declared in enumerate(kind.parameters):
            if parameter(action, index) == HIDDEN and declared.name not in details:
                shown[declared.name] = f"a {declared.name}"
        if "told" in details:
            sentence = details["told"].format(**shown)
        elif kind.chance:
            sentence = kind.label.replace("Seat {seat}", "{who}").format(**shown)
        else:
            sentence = f"{who} {third_person(kind.label.format(**shown))}"
        return f"{sentence}{details.get('follows', '')}"

    def untimely(self, action: int, legal: Iterable[int]) -> str:
        """Why a packed action is refused whose type none of the legal ones has."""
        *rest, last = dict.fromkeys(self.types[code_of(one)].name for one in legal)
        due = f"{', '.join(rest)} or {last}" if rest else last
        return f"now is the time for {due}, not for {self.types[code_of(action)].name}"

    def _display_values(self, action: int) -> dict[str, Any]:
        return {
            name: value.replace("_", " ") if isinstance(value, str) else value
            for name, value in self.parameters(action).items()
        }


def third_person(label: str) -> str:
    """What somebody does who follows a label: of `Hire a cowboy` that is `hires a cowboy`."""
    return _FIRST_WORD.sub(lambda found: _inflect(found[0].lower()), label, count=1)


def _inflect(verb: str) -> str:
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("s", "x", "z", "ch", "sh")):
        return f"{verb}es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def _templates(kind: ActionType) -> list[tuple[str, list[int]]]:
    """The templates of a type's targets, over places in the list of its values and the seat.

    Raises `ValueError` where one of them is over anything else.
    """
    places = {"seat": len(kind.parameters)}
    places |= {declared.name: place for place, declared in enumerate(kind.parameters)}
    found = []
    for template in kind.targets:
        names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
        if not places.keys() >= set(names):
            raise ValueError(f"the target {template!r} of {kind.name} is over no parameter of it")
        numbered = template.format(**{name: f"{{{place}}}" for name, place in places.items()})
        found.append((numbered, [places[name] for name in names]))
    if found and kind.untargeted:
        raise ValueError(f"action type {kind.name!r} has targets, and a reason to have none")
    return found


def names_in(value: str) -> Sequence[str]:
    """What a value names: itself, several, or nothing."""
    if value in NAMES_NOTHING:
        return ()
    return list(dict.fromkeys(value.split(JOINS)))
