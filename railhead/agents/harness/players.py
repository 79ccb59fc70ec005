"""What the harness asks a model, and what it may answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from railhead.agents.choosing import Said


class PlayerGone(Exception):
    """The model will not answer in this match any more, by its own doing: it forfeits."""


class PlayerUnreachable(Exception):
    """The model could not be asked, for a reason that is not its own: the match does not count."""


class PlayerMisconfigured(Exception):
    """No match can be played with the model as it was named; the message says why."""


@dataclass(frozen=True)
class Decision:
    """One question: `text` is the table, `complaint` what was wrong with the answer before.

    `legal` are the legal actions with their numbers, None where they are not shown; `attempt`
    counts from 1.
    """

    match: str
    game: str
    seat: int
    version: int
    text: str
    legal: list[dict[str, Any]] | None
    attempt: int
    complaint: str | None


@dataclass(frozen=True)
class Reply:
    """An answer, and how many tokens it took, where that was told."""

    said: Said
    input_tokens: int | None = None
    output_tokens: int | None = None


class Player(Protocol):
    """A model in one match."""

    async def decide(self, decision: Decision) -> Reply:
        """Its answer. Raises `PlayerGone`, `PlayerUnreachable` and `PlayerMisconfigured`."""

    async def close(self, result: Mapping[str, Any] | None) -> None:
        """The match has ended, with this result where it was played to its end."""
