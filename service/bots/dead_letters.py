"""Turns that this host cannot play, because the match belongs to other rules or data.

Such a turn becomes a dead letter: nobody tries it again and again. Each host looks through the dead
letters, all of them when it starts and then a partition at a time, and lets turns be due again
that it can play. What a host can play does not change while it runs; another host may be of
another version.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import structlog

from railhead.service.core.matches import Matches
from railhead.service.errors import NoSuchMatch, RulesChanged, Unavailable
from railhead.service.model import acting_bots
from railhead.service.store.connection import Script, command, translating_errors
from railhead.service.store.due_turns import NOW
from railhead.service.store.keys import dead_letter_key, due_key, match_key, partition_of
from railhead.service.store.store import Store

log = structlog.get_logger()

MOST: Final = 100
"""How many dead letters of a partition are looked at in one go."""


ADD: Final = Script(
    NOW
    + """
local head = redis.call('GET', KEYS[1])
-- A commit since then has set a due mark of its own, which must stay.
if not head or string.sub(head, 1, #ARGV[2]) ~= ARGV[2] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('ZADD', KEYS[3], now, ARGV[1])
return 1
"""
)
"""Keys: head, due marks, dead letters. Arguments: the match, what its head begins with."""
TAKE_UP: Final = Script("""
redis.call('ZREM', KEYS[3], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then redis.call('ZADD', KEYS[2], 0, ARGV[1]) end
return 1
""")
"""Keys as of `ADD`; the argument is the match."""
# XX, since another host may have let the turn be due again meanwhile.
PUT_BACK: Final = Script(NOW + "return redis.call('ZADD', KEYS[1], 'XX', now, ARGV[1])")


class DeadLetterStorage:
    """The dead letters of a store. Every method raises `Unavailable`."""

    def __init__(self, store: Store) -> None:
        self.client = store.writer

    def add(self, match_id: str, mark: str) -> bool:
        """Add the due turn of a match whose head has this mark; False where it has moved on."""
        with translating_errors():
            return bool(ADD(self.client, _keys(match_id), [match_id, f"{mark} "]))

    def of(self, partition: int, limit: int) -> list[str]:
        """Up to `limit` dead letters of a partition, those longest not looked at first."""
        with translating_errors():
            found = command(self.client, "ZRANGE", dead_letter_key(partition), 0, limit - 1)
            return [match_id.decode() for match_id in found]

    def requeue(self, match_id: str) -> None:
        """Let the turn be due again; a match that is gone is only forgotten."""
        with translating_errors():
            TAKE_UP(self.client, _keys(match_id), [match_id])

    def postpone(self, match_id: str) -> None:
        """Look at the others first the next time."""
        with translating_errors():
            PUT_BACK(self.client, [dead_letter_key(partition_of(match_id))], [match_id])


def _keys(match_id: str) -> list[str]:
    partition = partition_of(match_id)
    return [match_key(match_id, "head"), due_key(partition), dead_letter_key(partition)]


class DeadLetters:
    """The turns of these matches that no host could play."""

    def __init__(self, matches: Matches) -> None:
        self.matches = matches
        self._unplayable: set[tuple[str, str]] = set()

    def add(self, match_id: str, why: RulesChanged) -> None:
        """Make the turn of a match that cannot be played here a dead letter."""
        try:
            mark = self.matches.store.head(match_id).mark
        except NoSuchMatch:
            return
        if self.matches.store.storage(DeadLetterStorage).add(match_id, mark):
            log.warning("turn dead-lettered", match=match_id, problem=why.detail)

    def requeue(self, partitions: Iterable[int]) -> int:
        """Let the dead letters there be due that can be played here; returns how many."""
        letters, taken = self.matches.store.storage(DeadLetterStorage), 0
        for partition in partitions:
            for match_id in letters.of(partition, MOST):
                if self._can_be_played(match_id):
                    letters.requeue(match_id)
                    taken += 1
                else:
                    letters.postpone(match_id)
        if taken:
            log.info("dead letters requeued", turns=taken)
        return taken

    def _can_be_played(self, match_id: str) -> bool:
        """Whether the match can be played here, or is over for the bots, or gone."""
        try:
            record, head = self.matches.record(match_id), self.matches.store.head(match_id)
            kind = (record.game, record.data_hash)
            if kind in self._unplayable:
                return False
            # Due again, so that the sweep takes the mark away.
            if not acting_bots(record, head):
                return True
            try:
                self.matches.game(record)
            except RulesChanged:
                self._unplayable.add(kind)
                raise
            self.matches.at(record, head)
        except NoSuchMatch:
            return True
        except RulesChanged:
            return False
        except Unavailable:
            raise
        except Exception:  # who plays it finds out how often that fails
            log.exception("dead letter not checked", match=match_id)
        return True
