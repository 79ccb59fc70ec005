"""Pages are plain technical English: short sentences, words of the field, few passive chains."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent
MOST_WORDS: Final = 35
RULES: Final = ROOT / "tests/prose"
PAGES: Final = sorted(
    str(page.relative_to(ROOT))
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
)
CODE: Final = re.compile(r"^```.*?^```|^\$\$.*?^\$\$|<!--.*?-->", re.DOTALL | re.MULTILINE)
NO_PROSE: Final = re.compile(r"^\s*(\||#|!\[|<)")
MARKUP: Final = re.compile(r"`[^`\n]*`|!?\[([^]]*)\]\([^)]*\)|<https?:[^>]*>")
ENDS: Final = re.compile(r"(?<=[.!?:;])[\s)*_\"”]+(?=[\"“(*_]*[A-Z`\d])")
ITEM: Final = re.compile(r"^\s*([-*]|\d+\.)\s+", re.MULTILINE)
CHAINS: Final = re.compile(
    r"\b(is|are|was|were) (told|had|asked for|waited for|looked at)\b"
    r"|\bwhat (is|are|was|were) \w+ (is|are|was|were)\b"
    r"|\bwho(ever)? \w+ what\b",
    re.IGNORECASE,
)


def lines_of(name: str) -> list[str]:
    """The entries of one of the lists in `tests/prose`."""
    text = (RULES / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


RETIRED: Final[dict[str, str]] = {
    word: better for word, _, better in (line.partition("\t") for line in lines_of("retired.txt"))
}


def prose(text: str) -> str:
    """A page without code, tables, headings and addresses; each list item is a paragraph."""
    bare = CODE.sub("", text)
    kept = "\n".join("" if NO_PROSE.match(line) else line for line in bare.splitlines())
    return ITEM.sub("\n\n", MARKUP.sub(lambda found: str(found[1] or "X"), kept))


def faults(text: str) -> list[str]:
    """What a page breaks, each with the place."""
    found = []
    for paragraph in re.split(r"\n\s*\n", prose(text)):
        for sentence in ENDS.split(" ".join(paragraph.split())):
            if (words := len(sentence.split())) > MOST_WORDS:
                found.append(f"{words} words: {sentence[:80]}…")
            found += [f"“{chain[0]}” in: {sentence[:80]}…" for chain in CHAINS.finditer(sentence)]
    bare = prose(text)
    for word, better in RETIRED.items():
        if re.search(rf"\b{re.escape(word)}\b", bare):
            found.append(f"“{word}”: write “{better}”")
    return found


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_plain_english(page: str) -> None:
    broken = faults((ROOT / page).read_text(encoding="utf-8"))
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    "text",
    [
        " ".join(["word"] * (MOST_WORDS + 1)) + ".",
        "The worker is told of the turn.",
        "What is drawn is chance.",
        "- The waiting room is full.",
    ],
)
def test_a_fault_is_found(text: str) -> None:
    assert faults(text)


def test_code_tables_and_addresses_are_no_prose() -> None:
    row = "| " + "word " * (MOST_WORDS + 1) + "|"
    assert not faults(f"{row}\n```sh\nwaiting room\n```\nSee [the page](waiting room.md).")
