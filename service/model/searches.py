"""What workers think about besides turns: analyses, and shared searches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class AnalysisName:
    """Which analysis of a match: `asker` stands for who asked, who has numbered them from 1."""

    match: str
    asker: str
    number: int

    @property
    def mark(self) -> str:
        """All of it as one text; changes are told by it."""
        return f"{self.match}.{self.asker}:{self.number}"


@dataclass(frozen=True)
class AnalysisRequest:
    """What is to be analysed: the decision that `seat` had at `version`, by what it knew then.

    For so many `seconds` of thinking, or `simulations` where those come first.
    """

    seat: int
    version: int
    seconds: float
    simulations: int | None = None

    def to_json(self) -> dict[str, Any]:
        """All of it by name."""
        return asdict(self)


@dataclass(frozen=True)
class StoredAnalysis:
    """An analysis as the store has it: `status` is `running`, `done`, `cancelled` or `failed`.

    `asked_at` is in seconds of the epoch. `attempts` were begun since something was last saved,
    which has happened `changes` times; `tally` is what has been counted, for whoever goes on, and
    `found` what is told of it.
    """

    name: AnalysisName
    status: str
    asked_at: float
    attempts: int
    changes: int
    request: AnalysisRequest
    reason: str
    tally: Mapping[str, Any] | None
    found: Mapping[str, Any]


@dataclass(frozen=True)
class SharedSearch:
    """A decision whose search other workers are called to take part in.

    `mark` is that of the match's head, `leader` the holder of its lease, who decides for `seat`.
    `before` is the mark of the decision that the leader called for last, and the action it took.
    """

    match: str
    mark: str
    leader: str
    seat: int
    before: tuple[str, int] | None = None

    @property
    def version(self) -> int:
        """The version of the match at which the decision is to be taken."""
        return int(self.mark.split(" ")[0])


@dataclass(frozen=True)
class SearchResult:
    """What a worker has counted for a call: its `simulations`, and the statistics of its root."""

    simulations: int
    counts: Sequence[tuple[int, int, list[float], float]]
