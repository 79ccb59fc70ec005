"""Turns that this host cannot play, because the match belongs to other rules or data.

Such a turn is parked: nobody tries it again and again. Each host looks through what is parked, all
of it when it starts and then a partition at a time, and lets turns be due again that it can play.
What a host can play does not change while it runs; another host may be of another version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import structlog

from railhead.service.core.matches import Matches
from railhead.service.errors import NoSuchMatch, RulesChanged, Unavailable
from railhead.service.model import acting_bots

log = structlog.get_logger()

MOST: Final = 100
"""How many parked turns of a partition are looked at in one go."""


class Parking:
    """What is parked in the store of these matches."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._missing: set[tuple[str, str]] = set()

    def park(self, match_id: str, why: RulesChanged) -> None:
        """Park the turn of a match that cannot be played here."""
        try:
            mark = self.matches.store.head(match_id).mark
        except NoSuchMatch:
            return
        if self.matches.store.parked.park(match_id, mark):
            log.warning("turn parked", match=match_id, problem=why.detail)

    def take_up(self, partitions: Iterable[int]) -> int:
        """Let the turns be due that are parked there and can be played here; returns how many."""
        parked, taken = self.matches.store.parked, 0
        for partition in partitions:
            for match_id in parked.of(partition, MOST):
                if self._can_be_played(match_id):
                    parked.take_up(match_id)
                    taken += 1
                else:
                    parked.put_back(match_id)
        if taken:
            log.info("parked turns taken up", turns=taken)
        return taken

    def _can_be_played(self, match_id: str) -> bool:
        """Whether the match can be played here, or is over for the bots, or gone."""
        try:
            record, head = self.matches.record(match_id), self.matches.store.head(match_id)
            kind = (record.game, record.data_hash)
            if kind in self._missing:
                return False
            if not acting_bots(record, head):
                return True
            try:
                self.matches.game(record)
            except RulesChanged:
                self._missing.add(kind)
                raise
            self.matches.at(record, head)
        except NoSuchMatch:
            return True
        except RulesChanged:
            return False
        except Unavailable:
            raise
        except Exception:  # who plays it finds out how often that fails
            log.exception("parked turn is looked at in vain", match=match_id)
        return True
