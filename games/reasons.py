"""Why nothing of a kind can be done now with an element of the picture.

Which types of actions can be about an element follows from the templates of their targets. What the
element leaves open of an action, such as the tile to be laid on its hex, is tried, within a bound:
each choice is refused with the sentence that the action would be refused with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, prod
from string import Formatter
from typing import Final

from railhead.games.game import State
from railhead.games.packing import pack, parameter
from railhead.games.vocabulary import ActionType, Vocabulary, names_in

MOST_TRIED: Final = 64
"""How many actions of one type are tried, of those that an element leaves open."""
AGREED: Final = 8
"""After so many that are refused with one sentence no further one is tried."""

Choices = Sequence[Sequence[int]]
"""The packed values that each parameter of a type may have."""


class UnsuitableChoice(str):
    """The sentence of a refusal that another choice with the same place or piece may not meet.

    Such as that a tile is not one for towns: about a hex, the sentence is of use only where no
    other one can be said.
    """

    __slots__ = ()


@dataclass(frozen=True)
class Reason:
    """Why no action of a type can be about an element now."""

    type: str
    text: str


def actions_about(
    vocabulary: Vocabulary, element: str, seat: int
) -> list[tuple[ActionType, list[Choices]]]:
    """The types of actions of `seat` that can be about an element, each with the choices that are.

    Empty where no action can be about it, as where it is another seat's.
    """
    found = []
    for kind in vocabulary.types:
        choices = [] if kind.chance else list(_choices(vocabulary, kind, element, seat))
        if choices:
            found.append((kind, choices))
    return found


def reasons(state: State, element: str, seat: int) -> list[Reason]:
    """Of each type of action that can be about an element and is not legal there now, why not.

    `seat` is to act. What is said depends only on what it may know, as its legal actions and
    refusals do. No more than `MOST_TRIED` actions of a type are tried, those first that are legal
    elsewhere; of several sentences the most frequent one is told.
    """
    vocabulary = state.game.vocabulary
    legal = state.legal_actions(seat)
    told = []
    for kind, choices in actions_about(vocabulary, element, seat):
        alike = [one for one in legal if vocabulary.type_of(one) is kind]
        if not any(element in vocabulary.targets_of(one, seat) for one in alike):
            told.append(Reason(kind.name, _refusal(state, seat, kind, choices, alike)))
    return told


def _refusal(
    state: State, seat: int, kind: ActionType, choices: Sequence[Choices], alike: Sequence[int]
) -> str:
    """The most telling refusal of some actions of a type, none of which is legal."""
    said: Counter[str] = Counter()
    unsuitable: Counter[str] = Counter()
    for action in _candidates(kind, choices, alike):
        text = state.explain(seat, action)
        (unsuitable if isinstance(text, UnsuitableChoice) else said)[text] += 1
        if said.total() == AGREED and len(said) == 1:
            break
    ((text, _),) = (said or unsuitable).most_common(1)
    return str(text)


def _candidates(
    kind: ActionType, choices: Sequence[Choices], alike: Sequence[int]
) -> Iterator[int]:
    """Up to `MOST_TRIED` packed actions of a type: as its legal ones elsewhere, then any others."""
    tried: set[int] = set()
    for action in (*_substitute(kind, choices, alike), *_spread(kind, choices)):
        if action not in tried:
            tried.add(action)
            yield action
        if len(tried) == MOST_TRIED:
            return


def _substitute(
    kind: ActionType, choices: Sequence[Choices], alike: Sequence[int]
) -> Iterator[int]:
    """The legal actions of a type, with the values that the element has in the place of theirs."""
    for chosen in choices:
        for action in alike[:MOST_TRIED]:
            values = [parameter(action, place) for place in range(len(kind.parameters))]
            values = [
                value if value in open_to else open_to[0]
                for value, open_to in zip(values, chosen, strict=True)
            ]
            yield int(pack(kind.code, *values))


def _spread(kind: ActionType, choices: Sequence[Choices]) -> Iterator[int]:
    """Some of all actions of a type that are about the element, evenly from among them."""
    for chosen in choices:
        count = prod(map(len, chosen))
        step = max(1, count // MOST_TRIED)
        # Else every one of them would have the same value of the parameters that come last.
        while gcd(step, count) > 1:
            step += 1
        for number in range(min(count, MOST_TRIED)):
            rest, values = number * step % count, []
            for open_to in reversed(chosen):
                rest, place = divmod(rest, len(open_to))
                values.append(open_to[place])
            yield int(pack(kind.code, *values[::-1]))


def _choices(
    vocabulary: Vocabulary, kind: ActionType, element: str, seat: int
) -> Iterator[Choices]:
    """What each parameter may be for one of the type's targets to be the element."""
    values = {declared.name: vocabulary.values_of(declared) for declared in kind.parameters}
    named = {"seat": [str(seat)]} | {
        name: list(dict.fromkeys(one for value in given for one in names_in(value)))
        for name, given in values.items()
    }
    for template in kind.targets:
        parts = [(text, name) for text, name, _, _ in Formatter().parse(template)]
        for chosen in _fill(parts, named, element):
            yield [
                [
                    raw
                    for raw, value in enumerate(given)
                    if name not in chosen or chosen[name] in names_in(value)
                ]
                for name, given in values.items()
            ]


def _fill(
    parts: Sequence[tuple[str, str | None]], named: Mapping[str, Sequence[str]], text: str
) -> Iterator[dict[str, str]]:
    """The names that fill the fields of a template, as (text before, field), to make a text."""
    if not parts:
        if not text:
            yield {}
        return
    (before, name), *later = parts
    if not text.startswith(before):
        return
    rest = text[len(before) :]
    for value in [""] if name is None else named[name]:
        if rest.startswith(value):
            for chosen in _fill(later, named, rest[len(value) :]):
                yield chosen if name is None else {**chosen, name: value}
