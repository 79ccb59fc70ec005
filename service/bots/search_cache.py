"""What a worker has thought about turns that were broken off, for when it comes to them again."""

from __future__ import annotations

from typing import Final

from railhead.ai.search.levels import Player
from railhead.service.bots.turns import SLICE_SECONDS
from railhead.service.model import Match

MOST_KEPT: Final = 4
"""Of how many turns a process keeps the players, each with a tree."""
MOST_KNOWN: Final = 256
"""Of how many it knows that they were broken off."""

Players = dict[int, Player]
"""By seat who has begun to think."""
Stand = tuple[str, int]
"""A match at a version."""


class SearchCache:
    """The players of turns that were broken off in this process.

    Where more turns are broken off in turn than are kept, each would begin anew again and again. So
    a turn whose thoughts are lost goes on twice as long the next time, before it is broken off for
    one whose asker has had much the same.
    """

    def __init__(self) -> None:
        self._kept: dict[Stand, Players] = {}
        self._slices: dict[Stand, float] = {}

    def take(self, match: Match) -> tuple[Players, float]:
        """Who has thought about the turn so far, and how many seconds it goes on at least now."""
        stand = match.record.id, match.version
        players, before = self._kept.pop(stand, None), self._slices.pop(stand, None)
        if before is None:
            return {}, SLICE_SECONDS
        if players is not None:
            return players, before
        # Without a bound: on a busy machine a turn takes as long as it takes, and must get there.
        return {}, 2 * before

    def keep(self, match: Match, players: Players, seconds: float) -> None:
        """Keep who has begun to think about a turn that went on for slices of so many seconds."""
        stand = match.record.id, match.version
        self._kept[stand], self._slices[stand] = players, seconds
        while len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        while len(self._slices) > MOST_KNOWN:
            del self._slices[next(iter(self._slices))]
