"""How a bot's matches are seated, and how they ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from railhead.client import schemas
from railhead.client.seats import Seat


@dataclass(frozen=True)
class Played:
    """A match that a bot has played: its id, the bot's seat, and how it ended."""

    match: str
    seat: int
    result: schemas.Result

    @property
    def score(self) -> int:
        """The bot's points."""
        return self.result["scores"][self.seat]

    @property
    def place(self) -> int:
        """The bot's place, from 1; tied ones share the better one."""
        ahead = 0
        for tied in self.result["ranking"]:
            if self.seat in tied:
                break
            ahead += len(tied)
        return ahead + 1


def opponents(
    name: str, against: str | Sequence[str], least: int, number: int
) -> tuple[list[Seat], int]:
    """The seats of a bot's match `number`, and which is its own.

    One level in `against` takes as many seats as the game needs.
    """
    levels = [against] * (least - 1) if isinstance(against, str) else list(against)
    seats: list[Any] = [{"kind": "bot", "level": level} for level in levels]
    ours = number % (len(seats) + 1)
    seats.insert(ours, {"kind": "human", "name": name})
    return cast("list[Seat]", seats), ours
