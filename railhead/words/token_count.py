"""How many tokens a text is at most, whatever the model's tokenizer."""

from __future__ import annotations

import re
from typing import Final

PIECES: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Za-z][a-z]*|\d|\n|  +|[^\sA-Za-z\d]")
LETTERS: Final = 4
"""A word has no more than one token for so many of its letters, and one."""
CAPITALS: Final = 2
"""The same of an abbreviation in capitals, such as the code of a city."""


def count_tokens(text: str) -> int:
    """No fewer than the common tokenizers make of it: each digit and each sign counts as one."""
    return sum(map(_most, PIECES.findall(text)))


def _most(piece: str) -> int:
    if not piece.isalpha():
        return len(piece.encode()) if not piece.isascii() else 1
    return -(-len(piece) // (CAPITALS if piece.isupper() else LETTERS))
