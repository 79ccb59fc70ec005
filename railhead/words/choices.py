"""The legal actions in groups: by type, then by one parameter after the other, and by words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

LISTED = 9
"""Up to so many actions are listed one by one; more are put into groups."""
AMOUNT = re.compile(r"\$(\d+)")

Action = Mapping[str, Any]


@dataclass(frozen=True)
class Row:
    """A line of the menu: an action, or a group of several that begin alike."""

    label: str
    notation: str
    actions: Sequence[Action]

    @property
    def single(self) -> bool:
        """Whether this is an action, not a group."""
        return len(self.actions) == 1


class Reference:
    """What the service says of a game: what types of action are for, and what names stand for."""

    def __init__(self, described: Mapping[str, Any], components: Mapping[str, Any]) -> None:
        self.types = {kind["type"]: kind for kind in described["actions"]}
        self.tables = components["tables"]
        self.entries = {
            (kind, parameter): {entry["name"]: entry for entry in self.tables.get(table, ())}
            for kind, tables in components["parameters"].items()
            for parameter, table in tables.items()
        }

    def purpose(self, kind: str) -> str:
        """What a type of action is for, in a sentence without its full stop."""
        if kind not in self.types:
            return kind
        return str(self.types[kind]["help"]).partition(". ")[0].removesuffix(".")

    def value(self, kind: str, place: int, value: str) -> str:
        """What the value at a place of the notation, from 1, stands for, with what it costs."""
        parameters = self.types[kind]["parameters"] if kind in self.types else []
        if place > len(parameters):
            return value
        entry = self.entries.get((kind, parameters[place - 1]["name"]), {}).get(value)
        if entry is None or entry["label"] == value:
            named = f"{parameters[place - 1]['name']} {value}".replace("_", " ")
        else:
            named = str(entry["label"])
        return named if entry is None else named + price(entry)

    def about(self, words: str) -> list[Mapping[str, Any]]:
        """Entries of all tables whose name or label has these words, exact names first."""
        wanted = words.casefold()
        found = {
            (entry["label"], entry["text"]): entry
            for entries in self.tables.values()
            for entry in entries
            if wanted in f"{entry['name']} {entry['label']}".casefold()
        }
        return sorted(found.values(), key=lambda entry: entry["name"].casefold() != wanted)


def price(entry: Mapping[str, Any]) -> str:
    """What an entry of a table costs, such as `, costs 2 money`; nothing where it is free."""
    parts = [f"{number} {what.replace('_', ' ')}" for what, number in entry["cost"].items()]
    return f", costs {', '.join(parts)}" if parts else ""


class Choices:
    """What may be done at one decision, and how far the player has narrowed it down."""

    def __init__(self, actions: Sequence[Action], reference: Reference) -> None:
        self.all = actions
        self.reference = reference
        self.steps: list[tuple[str, Sequence[Action]]] = []

    @property
    def remaining(self) -> Sequence[Action]:
        """The actions that are left after all narrowing."""
        return self.steps[-1][1] if self.steps else self.all

    @property
    def notations(self) -> list[str]:
        """The notation of each legal action."""
        return [action["action"] for action in self.all]

    @property
    def path(self) -> str:
        """What has been narrowed to last, for people; empty for nothing."""
        return self.steps[-1][0] if self.steps else ""

    def exact(self, text: str) -> Action | None:
        """The legal action with this notation, however far it is narrowed down."""
        return next((action for action in self.all if action["action"] == text), None)

    def matching(self, text: str) -> Sequence[Action]:
        """Those of the actions left that `matching` finds."""
        return matching(self.remaining, text)

    def rows(self, typed: str = "") -> list[Row]:
        """The menu; of what has these words too where something is typed."""
        actions = self.matching(typed) if typed else self.remaining
        if len(actions) <= LISTED:
            return [single(action) for action in actions]
        parts = [action["action"].split(":") for action in actions]
        place = next(
            (
                at
                for at in range(max(map(len, parts)))
                if len({tuple(one[: at + 1]) for one in parts}) > 1
            ),
            0,
        )
        groups: dict[str, list[Action]] = {}
        for action, one in zip(actions, parts, strict=True):
            groups.setdefault(":".join(one[: place + 1]), []).append(action)
        return [
            single(group[0]) if len(group) == 1 else self._group(beginning, group, place)
            for beginning, group in groups.items()
        ]

    def _group(self, beginning: str, actions: Sequence[Action], place: int) -> Row:
        kind, value = actions[0]["type"], beginning.rpartition(":")[2]
        ways = f"({len(actions)} ways{amounts(actions)})"
        if place:
            text = f"{self.reference.value(kind, place, value)} {ways}"
        else:
            # First what tells groups apart: what they are for may take more than a line.
            text = f"{kind.replace('_', ' ').capitalize()} {ways}: {self.reference.purpose(kind)}"
        return Row(text, f"{beginning}:", actions)

    def pick(self, row: Row) -> Action | None:
        """The action of a row; a group is narrowed to, and gives None."""
        if row.single:
            return row.actions[0]
        self.steps.append((row.notation.rstrip(":"), row.actions))
        return None

    def narrow(self, text: str) -> bool:
        """Narrow to what has these words; False, and no change, where nothing has them."""
        found = self.matching(text)
        if found and len(found) < len(self.remaining):
            self.steps.append((text, found))
        return bool(found)

    def back(self) -> bool:
        """Take the last narrowing back; False where there is none."""
        return bool(self.steps and self.steps.pop())

    def why_not(self, text: str) -> str:
        """Why nothing has these words, and what was perhaps meant."""
        kinds = list(dict.fromkeys(action["type"] for action in self.all))
        kind, colon, _ = text.partition(":")
        shown = truncate_text(text)
        if self.matching_anywhere(text):
            return f"“{shown}” is not among what is left of {self.path}; < goes back."
        if kind in self.reference.types and kind not in kinds:
            return f"“{kind}” is not possible now; possible is {', '.join(kinds)}."
        alike = [action["action"] for action in self.all if action["type"] == kind]
        known = alike if colon and alike else list({*self.reference.types, *self.notations})
        close = get_close_matches(text[:80], known, n=2, cutoff=0.5)
        meant = f" Perhaps {' or '.join(close)}?" if close else ""
        return f"Nothing that you may do has “{shown}” in it.{meant}"

    def matching_anywhere(self, text: str) -> bool:
        """Whether something has these words that was narrowed away."""
        return bool(self.steps) and bool(Choices(self.all, self.reference).matching(text))

    def completions(self, typed: str) -> list[tuple[str, str]]:
        """Notations that begin like this, up to their next parameter, with what they are for."""
        found: dict[str, list[Action]] = {}
        for action in self.all:
            notation = action["action"]
            if notation.startswith(typed):
                end = notation.find(":", len(typed))
                found.setdefault(notation if end < 0 else notation[: end + 1], []).append(action)
        return [
            (text, one[0]["label"] if len(one) == 1 else f"{len(one)} ways{amounts(one)}")
            for text, one in found.items()
        ]


def matching(actions: Sequence[Action], text: str) -> Sequence[Action]:
    """The actions that have each of the words, at the beginning of one of theirs.

    A first word that is a type, or the beginning of a notation, stands for that alone.
    """
    first, *rest = text.casefold().split() or [""]
    begun = [action for action in actions if begins(action, first)]
    words = [beginning(word) for word in (rest if begun else [first, *rest])]
    return [
        action
        for action in begun or actions
        if all(word.search(f"{action['action']} {action['label']}".casefold()) for word in words)
    ]


def begins(action: Action, text: str) -> bool:
    """Whether the notation begins with these parts: its type, and perhaps parameters."""
    notation = f"{action['action']}:".casefold()
    return bool(text) and notation.startswith(f"{text.removesuffix(':')}:")


def beginning(word: str) -> re.Pattern[str]:
    """Finds a word by its beginning, a number as a whole."""
    return re.compile(rf"(?<!\w){re.escape(word)}" + (r"(?!\d)" if word.isdecimal() else ""))


def single(action: Action) -> Row:
    """A line of the menu with one action."""
    return Row(action["label"], action["action"], [action])


def amounts(actions: Sequence[Action]) -> str:
    """Which sums the labels name, such as `, $2 to $5`; nothing where one names none."""
    sums = [[int(amount) for amount in AMOUNT.findall(action["label"])] for action in actions]
    if not all(sums):
        return ""
    low, high = min(one[-1] for one in sums), max(one[-1] for one in sums)
    return f", ${low}" if low == high else f", ${low} to ${high}"


def truncate_text(text: str, most: int = 40) -> str:
    """Text as it may be quoted: printable, and no longer than `most` characters."""
    shown = "".join(c if c.isprintable() else "�" for c in text[:most])
    return shown + ("…" if len(text) > most else "")
