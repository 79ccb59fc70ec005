"""From what a model said to the notation of an action."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from railhead.agents.listing import Action, single, with_numbers
from railhead.words.choices import Reference, matching, truncate_text

Said: TypeAlias = int | str | Mapping[str, Any]
"""A number, a text or JSON."""

SHOWN: Final = 5
"""So many of several actions that were perhaps meant are named."""
NOTATION: Final = re.compile(r"[^\s:]+(:[^\s:]+)*")
NUMBER: Final = re.compile(r"\s*#?(\d{1,9})\.?\s*")
LONGEST: Final = 200
"""Characters of a notation: the service takes no longer ones."""
UNLISTED: Final = (
    "Say the action in its notation, such as type:value:value, or as JSON with type and parameters"
)


class NotChosen(ValueError):
    """What was said is none of the legal actions; the message says what to do."""


def parse_choice(
    said: int | str | Mapping[str, Any],
    actions: Sequence[Action],
    reference: Reference,
    listed: bool,
) -> str:
    """The notation for a number of the list, a notation, a label or JSON with type and parameters.

    Where the actions are `listed`, a few words that only one of them has are enough too; where not,
    numbers say nothing. What may be a notation is returned though none of the actions has it: the
    service knows why it is refused. Raises `NotChosen`.
    """
    notation = _notation(said, actions, reference, listed)
    if len(notation) > LONGEST or not notation.isprintable():
        raise NotChosen(f"“{truncate_text(notation)}” is none of the legal actions. {_how(listed)}")
    return notation


def _notation(said: Said, actions: Sequence[Action], reference: Reference, listed: bool) -> str:
    if isinstance(said, str):
        said = _parse(said)
    if isinstance(said, bool):
        raise NotChosen("an action is a number, a notation, words or JSON, not true or false")
    if isinstance(said, int):
        return _by_number(said, actions, listed)
    if isinstance(said, Mapping):
        return _by_parts(said, actions, reference)
    return _by_words(said, actions, reference, listed)


def _parse(said: str) -> Said:
    number = NUMBER.fullmatch(said)
    if number:
        return int(number[1])
    try:
        found = json.loads(said)
    except (ValueError, RecursionError):  # a model that repeats itself nests without end
        return said
    return found if isinstance(found, dict) else said


def _by_number(number: int, actions: Sequence[Action], listed: bool) -> str:
    if not listed:
        raise NotChosen(
            f"this seat is shown no list of actions, so a number says nothing. {UNLISTED}"
        )
    if not 1 <= number <= len(actions):
        raise NotChosen(f"no action has this number: the numbers are 1 to {len(actions)}")
    return str(actions[number - 1]["action"])


def _by_parts(said: Mapping[str, Any], actions: Sequence[Action], reference: Reference) -> str:
    if isinstance(said.get("action"), str):
        return str(said["action"])
    kind = said.get("type")
    if not isinstance(kind, str) or kind not in names_of_types(reference):
        raise NotChosen(f"JSON needs a type and its parameters; {types(reference)}")
    nested = said.get("parameters")
    given = (
        nested if isinstance(nested, Mapping) else {k: v for k, v in said.items() if k != "type"}
    )
    names = [parameter["name"] for parameter in reference.types[kind]["parameters"]]
    if set(given) != set(names):
        raise NotChosen(f"{kind} has the parameters {', '.join(names) or '(none)'}")
    for action in actions:
        if action["type"] == kind and _alike(action["parameters"], given):
            return str(action["action"])
    return ":".join([kind, *(_value_text(given[name]) for name in names)])


def _alike(parameters: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    return all(_value_text(parameters[name]) == _value_text(value) for name, value in given.items())


def _value_text(value: Any) -> str:
    parts = value if isinstance(value, list) else [value]
    if any(isinstance(part, list | dict) for part in parts):
        raise NotChosen("a parameter is a text, a number or a list of these")
    return "+".join(map(str, parts))


def _by_words(said: str, actions: Sequence[Action], reference: Reference, listed: bool) -> str:
    text = said.strip().strip("`\"'").strip()
    plain = re.sub(r"^\d+\.\s+", "", text).rstrip(".").casefold()
    for action in actions:
        if text == action["action"] or plain == action["label"].rstrip(".").casefold():
            return str(action["action"])
    if listed:
        found = matching(actions, text) if text else []
        if len(found) == 1:
            return str(found[0]["action"])
        if found:
            numbers = {action["action"]: number for number, action in with_numbers(actions)}
            first = [single((numbers[one["action"]], one)) for one in found[:SHOWN]]
            raise NotChosen(
                f"“{truncate_text(text)}” may be {len(found)} actions, such as: "
                f"{' / '.join(first)}. Say the number of one"
            )
    if NOTATION.fullmatch(text) and text.partition(":")[0] in names_of_types(reference):
        return text
    how = _how(listed) if listed else f"{UNLISTED}; {types(reference)}"
    raise NotChosen(f"“{truncate_text(text)}” is none of the legal actions. {how}")


def _how(listed: bool) -> str:
    return "Say the number of one of the list" if listed else UNLISTED


def decisions(reference: Reference) -> list[Mapping[str, Any]]:
    """The types of action that seats decide on, as the game describes them."""
    return [kind for kind in reference.types.values() if not kind["chance"]]


def names_of_types(reference: Reference) -> set[str]:
    """The names of those types."""
    return {kind["type"] for kind in decisions(reference)}


def types(reference: Reference) -> str:
    """The notations of all types, for who has said none of them."""
    return f"the types are {', '.join(kind['notation'] for kind in decisions(reference))}"
