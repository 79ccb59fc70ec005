"""The analyses that a worker process thinks about, whenever no turn of a bot is due.

An analysis goes on as long as nothing else waits. Where something does, it is let go: its counts
stand in the store, its tree stays here for a while, and its job goes to the end of the queue. So
whoever takes the job up goes on with the counts, and this process with the tree too.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

import structlog

from railhead.ai.search.analysis import STRIDE, Analysis, Tally
from railhead.service import metrics
from railhead.service.analyses.analysis_results import new_analysis, result_json
from railhead.service.analyses.storage import AnalysisStorage
from railhead.service.bots.spare_time import LOOK_SECONDS, SpareTimeWorker
from railhead.service.errors import NoSuchMatch, Problem, Unavailable
from railhead.service.model import AnalysisName, Match, StoredAnalysis

log = structlog.get_logger()

SAVE_SECONDS: Final = 0.2
"""How often the store is told how far an analysis is, and tells whether it was cancelled."""
SHARE_SECONDS: Final = 1.0
"""How long an analysis goes on while others wait."""
ATTEMPTS: Final = 3
"""How often in a row a worker may be lost over an analysis until it has failed."""

Stand = tuple[AnalysisName, float, int]
"""Which analysis, as it was after so many changes; a number comes again once all are forgotten, so
it counts when it was asked for too."""


@dataclass
class AnalysisTask:
    """An analysis under way: `spent` are the seconds that it has been thought about."""

    match: Match
    analysis: Analysis
    spent: float


class AnalysisWorker(SpareTimeWorker[Stand, AnalysisTask]):
    """Thinks about analyses."""

    def work(self, name: AnalysisName) -> None:
        """Go on with an analysis, until it is finished or something else waits.

        Does nothing where it has ended, or another worker has it. Raises `Unavailable`.
        """
        analyses = self.matches.store.storage(AnalysisStorage)
        kept = analyses.take(name, self.holder)
        if kept is None:
            return
        with structlog.contextvars.bound_contextvars(match=name.match, analysis=name.number):
            try:
                # Counted by `take`, in the store: a worker that dies leaves the count behind.
                if kept.attempts > ATTEMPTS:
                    self._fail(kept, "a worker was lost over it again and again")
                else:
                    self._go_on(kept, self._task(kept))
            except (NoSuchMatch, Unavailable):
                # Neither is its own fault: its mark stays, and the sweep comes back to it.
                raise
            except Problem as problem:
                self._fail(kept, problem.detail)
            except Exception:
                log.exception("analysis failed")
                self._fail(kept, "the search has failed")

    def _task(self, kept: StoredAnalysis) -> AnalysisTask:
        """The analysis as this process has let it go, else from what is counted on."""
        task = self._kept.pop((kept.name, kept.asked_at, kept.changes))
        if task is not None:
            return task
        match = self.matches.match_at(kept.name.match, kept.request.version)
        before = None if kept.tally is None else Tally.from_json(kept.tally)
        spent = 0.0 if kept.tally is None else float(kept.tally["spent"])
        return AnalysisTask(match, new_analysis(match, kept.request, before), spent)

    def _go_on(self, kept: StoredAnalysis, task: AnalysisTask) -> None:
        began = looked = saved = time.monotonic()
        spent = task.spent
        while not self._is_enough(kept, task):
            self.heartbeat.beat()
            most = kept.request.simulations
            task.analysis.step(STRIDE if most is None else most - task.analysis.simulations)
            now = time.monotonic()
            task.spent = spent + now - began
            if now - looked >= LOOK_SECONDS:
                looked = now
                if self._must_yield(to_analyses=now - began >= SHARE_SECONDS):
                    self._let_go(kept, task)
                    return
            if now - saved >= SAVE_SECONDS:
                saved = now
                if not self._save(kept, task, "running"):
                    log.info("analysis given up")
                    return
        if self._save(kept, task, "done"):
            metrics.count_analysis(task.match.record.game, "done")

    def _is_enough(self, kept: StoredAnalysis, task: AnalysisTask) -> bool:
        most = kept.request.simulations
        if most is not None and task.analysis.simulations >= most:
            return True
        return task.analysis.simulations > 0 and task.spent >= kept.request.seconds

    def _let_go(self, kept: StoredAnalysis, task: AnalysisTask) -> None:
        """Let an analysis be gone on with later, by whoever comes to it first."""
        # First the counts, then the job: whoever takes it goes on from what is stored.
        changes = self._save(kept, task, "running", let_go=True)
        if not changes:
            return
        self._kept.keep((kept.name, kept.asked_at, changes), task)
        self.turns.announce_analysis(kept.name, changes)

    def _save(
        self, kept: StoredAnalysis, task: AnalysisTask, status: str, let_go: bool = False
    ) -> int:
        tally = {**task.analysis.tally().to_json(), "spent": task.spent}
        told = result_json(task.analysis, task.match.state)
        save = self.matches.store.storage(AnalysisStorage).save
        return save(kept.name, self.holder, status, tally, told, let_go)

    def _fail(self, kept: StoredAnalysis, reason: str) -> None:
        log.warning("analysis ends", reason=reason)
        if self.matches.store.storage(AnalysisStorage).end(kept.name, "failed", reason):
            metrics.count_analysis(self.matches.record(kept.name.match).game, "failed")
