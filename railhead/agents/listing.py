"""The legal actions with their numbers, in groups where they are too many to be listed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from railhead.words.choices import Reference, amounts, matching
from railhead.words.token_count import count_tokens

Action: TypeAlias = Mapping[str, Any]
Numbered: TypeAlias = tuple[int, Action]
"""A legal action with its number, from 1, among all that the service lists at that version."""

NUMBERS: Final = re.compile(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*")
HOW_TO_OPEN: Final = 'A line of several numbers is a group: table with filter "{begins}" lists it.'
LEFT_OUT: Final = 'Further numbers: {numbers}; table with filter "{numbers}" lists them.'


def with_numbers(actions: Sequence[Action]) -> list[Numbered]:
    """All legal actions with their numbers."""
    return list(enumerate(actions, 1))


def filter_actions(actions: Sequence[Action], text: str) -> list[Numbered]:
    """Those with all of these words, or that begin with this notation, or with these numbers."""
    span = NUMBERS.fullmatch(text)
    if span:
        first, last = int(span[1]), int(span[2])
        return [one for one in with_numbers(actions) if first <= one[0] <= last]
    found = {action["action"] for action in matching(actions, text)}
    return [one for one in with_numbers(actions) if one[1]["action"] in found]


def listing(actions: Sequence[Numbered], reference: Reference, room: int) -> list[str]:
    """The lines of a list, in at most `room` tokens.

    All actions where there is room; else groups of those whose notations begin alike, opened as far
    as there is room: all of a kind before those within them, the smallest first.
    """
    whole = [single(one) for one in actions]
    if size(whole) <= room:
        return whole
    groups = split_group(Group("", actions))
    if size(group_lines(groups, reference, room)) > room:
        return truncated_lines(groups, room)
    closed: set[str] = set()
    while True:
        candidates = [one for one in groups if len(one.actions) > 1 and one.begins not in closed]
        if not candidates:
            return group_lines(groups, reference, room)
        opened = min(candidates, key=lambda one: (one.begins.count(":"), len(one.actions)))
        at = groups.index(opened)
        further = [*groups[:at], *split_group(opened), *groups[at + 1 :]]
        if size(group_lines(further, reference, room)) <= room:
            groups = further
        else:
            closed.add(opened.begins)


@dataclass(frozen=True)
class Group:
    """Actions whose notations begin alike."""

    begins: str
    actions: Sequence[Numbered]

    @property
    def numbers(self) -> str:
        """The numbers of its actions: all between the first and the last, or some of them."""
        first, last = self.actions[0][0], self.actions[-1][0]
        return f"{first}-{last}" if last - first + 1 == len(self.actions) else f"{first}…{last}"

    def line(self, reference: Reference) -> str:
        """The group as a line of the list, or the action where it is a single one."""
        if len(self.actions) == 1:
            return single(self.actions[0])
        kind, *values = self.begins.split(":")
        named = reference.value(kind, len(values), values[-1]) if values else ""
        ways = f"{len(self.actions)} ways{amounts([action for _, action in self.actions])}"
        told = f"{named} ({ways})" if named else f"{reference.purpose(kind)} ({ways})"
        return f"{self.numbers}. {self.begins}: {told}"


def single(one: Numbered) -> str:
    """An action as a line of the list."""
    return f"{one[0]}. {one[1]['label']}"


def split_group(group: Group) -> list[Group]:
    """The groups that a group falls into by the first part in which its notations differ."""
    parts = [action["action"].split(":") for _, action in group.actions]
    at = 0
    while len({tuple(one[: at + 1]) for one in parts}) == 1 and at < max(map(len, parts)):
        at += 1
    found: dict[str, list[Numbered]] = {}
    for numbered_action, one in zip(group.actions, parts, strict=True):
        found.setdefault(":".join(one[: at + 1]), []).append(numbered_action)
    return [Group(begins, actions) for begins, actions in found.items()]


def group_lines(groups: Sequence[Group], reference: Reference, room: int) -> list[str]:
    """The lines of groups, and how one is opened; without what they are for, where that is long."""
    lines = [one.line(reference) for one in groups]
    if size(lines) > room:
        lines = [
            f"{one.numbers}. {one.begins} ({len(one.actions)} ways)"
            if len(one.actions) > 1
            else single(one.actions[0])
            for one in groups
        ]
    several = [one for one in groups if len(one.actions) > 1]
    return [*lines, HOW_TO_OPEN.format(begins=several[0].begins)] if several else lines


def truncated_lines(groups: Sequence[Group], room: int) -> list[str]:
    """As many groups as there is room for, by the beginnings of their notations; then the rest."""
    last = groups[-1].actions[-1][0]
    lines: list[str] = []
    for group in groups:
        line = f"{group.numbers}. {group.begins} ({len(group.actions)} ways)"
        rest = LEFT_OUT.format(numbers=f"{group.actions[0][0]}-{last}")
        opening = HOW_TO_OPEN.format(begins=groups[0].begins)
        if size([*lines, line, rest, opening]) > room:
            return [*lines, opening, rest]
        lines.append(line)
    return lines


def size(lines: Sequence[str]) -> int:
    """Tokens of lines."""
    return count_tokens("\n".join(lines)) + 1
