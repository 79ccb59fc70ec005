"""The level that is meant where none is named, or one that there is not any more."""

from __future__ import annotations

from typing import Final

from railhead.ai.search.levels import LEVELS

DEFAULT_LEVEL: Final = "easy"


def known_level(level: str | None) -> str:
    """The level of this name; the one of clocks where none is called so any more."""
    return DEFAULT_LEVEL if level is None or level not in LEVELS else level
