"""The rules of a game for who plays it for the first time: `texts/rules.yaml` in the game's folder.

Sections of paragraphs, each with an anchor. A paragraph lists the types of action and the tables of
the game's reference, or entries of them (`pieces/cattle`), that it is about, so that whatever is
seen on a table leads to the rule of it. The page of `docs/rules` has every case instead.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from railhead.games.data import Entry
from railhead.games.game import Ruleset

LONGEST: Final = 12 * 1024
"""The most bytes of a game's texts together: more is not read before a first match."""
_ANCHOR: Final = re.compile(r"[a-z][a-z0-9-]*")


@dataclass(frozen=True)
class Paragraph:
    """One rule: `actions` are names of types, `components` of tables or `<table>/<name>`."""

    anchor: str
    text: str
    actions: tuple[str, ...]
    components: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """What belongs together, under a title."""

    anchor: str
    title: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class PlayerRules:
    """The page; `language` is a tag of BCP 47."""

    language: str
    summary: str
    sections: tuple[Section, ...]

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """All of them in order."""
        return tuple(one for section in self.sections for one in section.paragraphs)

    def of_action(self, name: str) -> str | None:
        """The link `#anchor` to the paragraph about a type of action, None where there is none."""
        found = (one.anchor for one in self.paragraphs if name in one.actions)
        return _link(next(found, None))

    def of_component(self, table: str, name: str) -> str | None:
        """The same of an entry of a table: a paragraph about itself comes before one about all."""
        for wanted in (f"{table}/{name}", table):
            for one in self.paragraphs:
                if wanted in one.components:
                    return _link(one.anchor)
        return None


def _link(anchor: str | None) -> str | None:
    return None if anchor is None else f"#{anchor}"


def player_rules(ruleset: Ruleset) -> PlayerRules | None:
    """The page of a game, None where there is none.

    Raises `games.data.DataError` for a file of another form.
    """
    return _read(ruleset.folder / "texts" / "rules.yaml")


@cache
def _read(path: Path) -> PlayerRules | None:
    if not path.is_file():
        return None
    page = Entry.of_file(path)
    page.only("language", "summary", "sections")
    sections = tuple(_section(one) for one in page["sections"].items())
    rules = PlayerRules(page["language"].text(), page["summary"].text(), sections)
    _check_anchors(page, rules)
    if sum(len(one.text.encode()) for one in rules.paragraphs) > LONGEST:
        raise page.fail(f"has more than {LONGEST} bytes of text")
    return rules


def _section(entry: Entry) -> Section:
    entry.only("anchor", "title", "paragraphs")
    paragraphs = tuple(_paragraph(one) for one in entry["paragraphs"].items())
    return Section(_anchor(entry["anchor"]), entry["title"].text(), paragraphs)


def _paragraph(entry: Entry) -> Paragraph:
    entry.only("anchor", "text", "actions", "components")
    return Paragraph(
        _anchor(entry["anchor"]),
        entry["text"].text(),
        _texts(entry.get("actions")),
        _texts(entry.get("components")),
    )


def _texts(entry: Entry | None) -> tuple[str, ...]:
    return () if entry is None else tuple(one.text() for one in entry.items())


def _anchor(entry: Entry) -> str:
    if not _ANCHOR.fullmatch(entry.text()):
        raise entry.fail("is not lower-case letters, digits and hyphens")
    return entry.text()


def _check_anchors(page: Entry, rules: PlayerRules) -> None:
    """Refuse an anchor that two places have; a section may be called as one of its paragraphs."""
    seen: set[str] = set()
    for section in rules.sections:
        own = {section.anchor, *(one.anchor for one in section.paragraphs)}
        if seen & own or len({one.anchor for one in section.paragraphs}) < len(section.paragraphs):
            raise page["sections"].fail(f"has an anchor of {section.anchor} twice")
        seen |= own
