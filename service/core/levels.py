"""Levels of bots that a match was made with, and that there may not be any more."""

from __future__ import annotations

from typing import Final

from railhead.ai.search.levels import LEVELS

WEAKEST: Final = next(iter(LEVELS))


def known_level(level: str | None) -> str:
    """The level of this name; the weakest, as of clocks, where none is called so any more."""
    return WEAKEST if level is None or level not in LEVELS else level
