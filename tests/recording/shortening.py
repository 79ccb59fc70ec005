"""Long answers made short enough for an example: the first entries of their lists and tables."""

from __future__ import annotations

from typing import Any, Final

WHOLE: Final = ("seats", "players")
"""Lists with an entry for each seat."""
MOST_ENTRIES: Final = 2
MOST_OF_NUMBERS: Final = 8
"""Lists of numbers and words, as of points by seat, are short on the page and seldom to be cut."""


def shortened(value: Any) -> Any:
    """The value with the first entries of each list in it."""
    if isinstance(value, dict):
        return {member: _member(member, item) for member, item in value.items()}
    if not isinstance(value, list):
        return value
    plain = all(not isinstance(item, dict | list) for item in value)
    return [shortened(item) for item in value[: MOST_OF_NUMBERS if plain else MOST_ENTRIES]]


def _member(name: str, value: Any) -> Any:
    if name in WHOLE and isinstance(value, list):
        return [shortened(item) for item in value]
    return shortened(value)
