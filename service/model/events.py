"""Entries of the log, and their words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

MOVES: Final = ("action", "forced", "chance")
"""The kinds of entries that change a position by the rules."""


@dataclass(frozen=True)
class Event:
    """One entry of the log: `kind` is one of `MOVES`, or says what else happened.

    `seat` is None for chance. Of a move, `seen` gives the notation for every viewer (`SPECTATOR`
    included) who sees something other than `notation`. Another entry has no notation, but
    `details`, which all may see: of `undo` the version gone back to (`to`), of `seat` and `clock`
    the seat as it is from then on (`kind`, `name`, `level`, `resigned`), `ends` where the match is
    over with it, as only bots are left, and `absent` where a bot was put in for an absent holder.
    `at` is when it was committed, UTC to the second (`2026-01-31T12:00:00Z`); None in logs that do
    not say.
    """

    version: int
    kind: str
    seat: int | None
    notation: str
    seen: Mapping[int, str] = field(default_factory=dict)
    details: Mapping[str, Any] = field(default_factory=dict)
    at: str | None = None

    def shown_to(self, viewer: int) -> str:
        """The notation as `viewer` may see it."""
        return self.seen.get(viewer, self.notation)


@dataclass(frozen=True)
class Told:
    """An event in words: `label`, and by viewer what those are told who see something else."""

    event: Event
    label: str
    labels: Mapping[int, str] = field(default_factory=dict)

    def told_to(self, viewer: int) -> str:
        """The label as `viewer` may read it."""
        return self.labels.get(viewer, self.label)
