"""What the harness asks a model, and what it may answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from railhead.agents.choosing import Said
from railhead.agents.harness.looking import Look, LookResult


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
    counts from 1. Where the table is hidden, `text` says only who is to act and what happened.
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
    """An answer: an action, or a `look` at something first; and the tokens, where they were told.

    A `plan` is what it will do at its next decisions, as `StatedPlan` takes it.
    """

    said: Said
    input_tokens: int | None = None
    output_tokens: int | None = None
    look: Look | None = None
    plan: Sequence[str] | None = None


class Player(Protocol):
    """A model in one match."""

    async def decide(self, decision: Decision) -> Reply:
        """Its answer. Raises `PlayerGone`, `PlayerUnreachable` and `PlayerMisconfigured`."""

    async def see(self, result: LookResult) -> Reply:
        """Its answer, once it has seen what it asked for. Raises the same."""

    async def close(self, result: Mapping[str, Any] | None) -> None:
        """The match has ended, with this result where it was played to its end."""
