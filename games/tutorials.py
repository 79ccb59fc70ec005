"""A first match that is explained while it is played: `texts/tutorial.yaml` in a game's folder.

A tutorial says with what its match is created, and has steps in order. A step has a text. One that
says what to `attempt` is done once the learner has taken such an action; until that is legal, the
learner plays on freely. A step without it is done when it is read. `reminders` are steps in no
order, for the time after them until the result: each is said when what it is about is legal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from railhead.games.data import Entry
from railhead.games.game import Ruleset
from railhead.games.options import complete
from railhead.games.player_rules import player_rules

MOST_STEPS: Final = 30
MOST_SEED: Final = 2**53 - 1


@dataclass(frozen=True)
class Attempt:
    """An action to take: of this type, its label found by the regular expression `label`."""

    type: str
    label: str

    def fits(self, kind: str, label: str) -> bool:
        """Whether an action is one."""
        return kind == self.type and re.search(self.label, label) is not None


@dataclass(frozen=True)
class Step:
    """`look` are ids of elements of the picture, `rules` is the link to a paragraph or empty."""

    text: str
    look: tuple[str, ...]
    attempt: Attempt | None
    rules: str


@dataclass(frozen=True)
class Tutorial:
    """`opponents` are levels of bots; the learner has seat 0. It takes about `minutes`."""

    language: str
    minutes: int
    seed: int
    opponents: tuple[str, ...]
    options: Mapping[str, Any]
    steps: tuple[Step, ...]
    reminders: tuple[Step, ...]


def tutorial(ruleset: Ruleset) -> Tutorial | None:
    """The tutorial of a game, None where there is none.

    Raises `games.data.DataError` for a file of another form, or that names what is not there.
    """
    path = ruleset.folder / "texts" / "tutorial.yaml"
    return _read(path, ruleset) if path.is_file() else None


@cache
def _read(path: Path, ruleset: Ruleset) -> Tutorial:
    page = Entry.of_file(path)
    page.only("language", "minutes", "match", "steps", "reminders")
    match = page["match"]
    match.only("seed", "opponents", "options")
    try:
        complete(ruleset.options, match["options"].value)
    except ValueError as error:
        raise match["options"].fail(str(error)) from error
    rules = player_rules(ruleset)
    anchors = set() if rules is None else {f"#{one.anchor}" for one in rules.paragraphs}
    steps = page["steps"].items()
    if not 0 < len(steps) <= MOST_STEPS:
        raise page["steps"].fail(f"has {len(steps)} steps, not 1 to {MOST_STEPS}")
    return Tutorial(
        page["language"].text(),
        page["minutes"].integer(1, 60),
        match["seed"].integer(0, MOST_SEED),
        tuple(one.text() for one in match["opponents"].items()),
        match["options"].value,
        tuple(_step(one, ruleset, anchors) for one in steps),
        tuple(_reminder(one, ruleset, anchors) for one in _reminders(page)),
    )


def _reminders(page: Entry) -> list[Entry]:
    found = page.get("reminders")
    entries = [] if found is None else list(found.items())
    if found is not None and len(entries) > MOST_STEPS:
        raise found.fail(f"has {len(entries)} reminders, not up to {MOST_STEPS}")
    return entries


def _reminder(entry: Entry, ruleset: Ruleset, anchors: set[str]) -> Step:
    if entry.get("attempt") is None:
        raise entry.fail("is about no action: `attempt` is missing")
    return _step(entry, ruleset, anchors)


def _step(entry: Entry, ruleset: Ruleset, anchors: set[str]) -> Step:
    entry.only("text", "look", "attempt", "rules")
    look, attempt, rules = entry.get("look"), entry.get("attempt"), entry.get("rules")
    if rules is not None and rules.text() not in anchors:
        raise rules.fail("is no paragraph of the rules")
    return Step(
        entry["text"].text(),
        () if look is None else tuple(one.text() for one in look.items()),
        None if attempt is None else _attempt(attempt, ruleset),
        "" if rules is None else rules.text(),
    )


def _attempt(entry: Entry, ruleset: Ruleset) -> Attempt:
    entry.only("type", "label")
    kind = ruleset.vocabulary.by_name.get(entry["type"].text())
    if kind is None or kind.chance:
        raise entry["type"].fail("is no type of action that a seat takes")
    label = entry.get("label")
    pattern = "" if label is None else label.text()
    try:
        re.compile(pattern)
    except re.error as error:
        raise entry.fail(f"has a label that is no regular expression: {error}") from error
    return Attempt(kind.name, pattern)
