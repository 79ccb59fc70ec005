"""Searches that a worker process does for the turns of others, when nothing else is due.

A helper has a tree of its own for a decision that another worker takes. What it has counted is left
in the store from time to time, and added up there by who decides. It goes on until that is done, or
until anything else waits: then its job goes back to the end of the queue, and its tree stays here
for a while, as it does for the next decision of the same turn.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import structlog

from railhead.ai.search.levels import Player
from railhead.ai.search.search import Search
from railhead.ai.search.tree import EDGE_FIELDS
from railhead.games.game import State
from railhead.service import metrics
from railhead.service.bots.shared_searches import SharedSearches
from railhead.service.bots.spare_time import LOOK_SECONDS, SpareTimeWorker
from railhead.service.errors import Problem
from railhead.service.model import Match, SearchResult, SharedSearch

log = structlog.get_logger()

STRIDE: Final = 64
"""How many simulations are run at most before the clock is looked at."""
GROWTH: Final = 1.15
"""By what factor the simulations grow before what was counted is left in the store again."""
MOST_EDGES: Final = 1_000_000
"""A tree that has grown beyond so many edges, about 90 MB, is left as it is."""


@dataclass
class HelperTask:
    """A search under way: the tree, the decision it is for, and its simulations for that alone."""

    player: Player
    search: Search
    state: State
    seat: int
    simulations: int = 0

    @property
    def is_full(self) -> bool:
        """Whether the tree has grown as large as it may."""
        return int(self.search.tree.edges_end) > MOST_EDGES * EDGE_FIELDS

    def result(self) -> SearchResult:
        """What it has counted, of the actions that were tried."""
        return SearchResult(
            self.simulations, [one for one in self.search.statistics() if one[1] > 0]
        )


class SearchHelper(SpareTimeWorker[tuple[str, str], HelperTask]):
    """Helps the leaders of turns."""

    @property
    def _searches(self) -> SharedSearches:
        return self.matches.store.storage(SharedSearches)

    def work(self, match_id: str, version: int) -> None:
        """Search the decision at a version as long as its leader does and nothing else waits.

        Does nothing where it is over. Raises `NoSuchMatch`, `RulesChanged`, `Unavailable`.
        """
        call = self._searches.current(match_id)
        if call is None or call.version != version:
            return
        head = self.matches.head(match_id)
        # Counts of another position would be added to those of the leader's.
        if head.mark != call.mark:
            return
        match = self.matches.at(self.matches.record(match_id), head)
        with structlog.contextvars.bound_contextvars(match=match_id):
            log.debug("shared search begins", seat=call.seat, version=version)
            metrics.count_shared_searches(match.record.game, "begun")
            try:
                self._help(call, match)
            except Problem:
                raise
            except Exception:  # of whatever kind: its leader goes on without this helper
                log.exception("shared search failed", seat=call.seat, version=version)

    def _help(self, call: SharedSearch, match: Match) -> None:
        task = self._task(call, match)
        again = self._search(task, call)
        if not task.is_full:
            self._kept.keep((call.match, call.mark), task)
        log.debug(
            "shared search ends", version=call.version, simulations=task.simulations, again=again
        )
        if again:
            self.turns.announce_search(call.match, call.version)

    def _task(self, call: SharedSearch, match: Match) -> HelperTask:
        """The task as this process has let it go, else with the tree of the decision before where
        that goes on to here, else anew."""
        task = self._kept.pop((call.match, call.mark))
        if task is not None:
            return task
        level = match.seats[call.seat].level
        assert level is not None
        player = Player(match.record.game, level)
        if call.before is not None:
            mark, action = call.before
            earlier = self._kept.pop((call.match, mark))
            if earlier is not None and earlier.seat == call.seat:
                player = earlier.player
                player.follow(earlier.search, earlier.state, call.seat, action)
        return HelperTask(player, player.search_at(match.state, call.seat), match.state, call.seat)

    def _search(self, task: HelperTask, call: SharedSearch) -> bool:
        """Grow the tree until the call is over; whether another is to go on, as this one must not.

        What was counted is left each time that a good deal has been added to it.
        """
        began = looked = time.monotonic()
        done, left = 0, 0
        while True:
            self.heartbeat.beat()
            # The batch is sized by the speed measured so far: a simulation costs many times more in
            # one game than in another, and between two looks nobody can stop this.
            rate = done / max(time.monotonic() - began, 0.001)
            size = max(1, min(STRIDE, int(rate * LOOK_SECONDS)))
            task.search.run(size)
            task.simulations += size
            done += size
            now = time.monotonic()
            if now - looked < LOOK_SECONDS:
                continue
            looked = now
            elsewhere = self._must_yield(to_analyses=True)
            # By a factor and not by a time: writes stay few (with `disk` each is a sync), and what
            # a leader misses at its end is a fifteenth on average.
            if elsewhere or task.is_full or task.simulations >= GROWTH * left:
                left = task.simulations
                stands = self._searches.report(call, self.holder, task.result())
            else:
                stands = self._searches.is_current(call)
            if not stands or elsewhere or task.is_full:
                return stands and elsewhere
