"""The rules of a game, found by section and by words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from railhead.words.choices import Reference, price, truncate_text
from railhead.words.token_count import count_tokens

MOST_TOKENS: Final = 1500
MOST_NAMES: Final = 5
"""So many names of components are explained in one answer."""


@dataclass(frozen=True)
class Section:
    """A heading of the page, with the text up to the next one."""

    title: str
    level: int
    text: str


def sections(page: str) -> list[Section]:
    """The sections of a page of Markdown, in its order."""
    found = []
    parts = re.split(r"^(#+) +(.*)$", page, flags=re.MULTILINE)
    for marks, title, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        found.append(Section(title.strip(), len(marks), text.strip()))
    return found


def contents(page: str) -> str:
    """The headings of a page, and how to read on."""
    lines = ["Sections:", *(f"{'  ' * (one.level - 1)}{one.title}" for one in sections(page))]
    lines.append("Call rules with a section's title, or with words to look for.")
    return "\n".join(lines)


def search(page: str, about: str, reference: Reference | None, number: int = 1) -> str:
    """A part of the rules: the section of that title, else what has most of the words.

    Names of components with these words are explained before it. `number` is the page of it, from
    1, of at most `MOST_TOKENS` tokens each. Raises `LookupError` where nothing has any of them.
    """
    blocks = [] if reference is None else list(_names(about, reference))
    blocks += list(_section(page, about)) or list(_passages(page, about))
    if not blocks:
        raise LookupError(f"nothing in the rules has “{truncate_text(about)}” in it")
    pages = list(_pages(blocks))
    if not 1 <= number <= len(pages):
        raise LookupError(f"there are only {len(pages)} pages about “{truncate_text(about)}”")
    more = f"\n(page {number} of {len(pages)}; call rules with page {number + 1} for more)"
    return "\n\n".join(pages[number - 1]) + (more if number < len(pages) else "")


def _names(about: str, reference: Reference) -> Iterator[str]:
    for entry in reference.about(about)[:MOST_NAMES]:
        yield f"{entry['label']} ({entry['name']}): {entry['text']}{price(entry)}"


def _section(page: str, about: str) -> Iterator[str]:
    wanted = about.casefold().strip()
    all_of_it = sections(page)
    at = next((at for at, one in enumerate(all_of_it) if one.title.casefold() == wanted), None)
    if at is None:
        return
    yield from _blocks(all_of_it[at])
    for below in all_of_it[at + 1 :]:
        if below.level <= all_of_it[at].level:
            return
        yield from _blocks(below)


def _passages(page: str, about: str) -> Iterator[str]:
    words = [word for word in re.findall(r"\w+", about.casefold()) if len(word) > 1]
    beginnings = [re.compile(rf"\b{re.escape(word.removesuffix('s'))}") for word in words]
    weighed = []
    for order, section in enumerate(sections(page)):
        title = section.title.casefold()
        for block in _blocks(section):
            text = block.casefold()
            hits = sum(bool(word.search(text)) for word in beginnings)
            if hits:
                titled = sum(bool(word.search(title)) for word in beginnings)
                weighed.append((-hits, -titled, order, block))
    most = min(weighed)[0] if weighed else 0
    for hits, _, _, block in sorted(weighed, key=lambda one: one[:3]):
        if hits <= most / 2:
            yield block


def _blocks(section: Section) -> Iterator[str]:
    """The paragraphs of a section with its title before each, none longer than a page."""
    for block in re.split(r"\n\s*\n", section.text):
        for part in _parts(block.strip()):
            yield f"[{section.title}] {part}"


def _parts(block: str) -> Iterator[str]:
    lines: list[str] = []
    for line in block.splitlines():
        if lines and count_tokens("\n".join([*lines, line])) > MOST_TOKENS // 3:
            yield "\n".join(lines)
            lines = []
        lines.append(line)
    if any(lines):
        yield "\n".join(lines)


def _pages(blocks: Sequence[str]) -> Iterator[list[str]]:
    page: list[str] = []
    for block in dict.fromkeys(blocks):
        if page and count_tokens("\n\n".join([*page, block])) > MOST_TOKENS - 50:
            yield page
            page = []
        page.append(block)
    yield page
