"""The one word that stands for a seat of a match in all tools: whoever has it, holds the seat."""

from __future__ import annotations

from dataclasses import dataclass

UNLISTED = "unlisted"
"""The mark of a seat that is not shown its legal actions."""


class UnreadableSeat(ValueError):
    """A seat that is none of those that `new_match` answers with."""


@dataclass(frozen=True)
class SeatHandle:
    """A match and the token of a seat; `listed` says whether legal actions are shown to it."""

    match: str
    token: str
    listed: bool = True

    def __str__(self) -> str:
        return ":".join([self.match, self.token, *([] if self.listed else [UNLISTED])])

    @classmethod
    def read(cls, text: str) -> SeatHandle:
        """The handle that was written so. Raises `UnreadableSeat`."""
        match, *rest = text.strip().split(":")
        if not match or not rest or not rest[0] or rest[1:] not in ([], [UNLISTED]):
            raise UnreadableSeat("a seat is written match:token, as new_match answered it")
        return cls(match, rest[0], len(rest) == 1)
