"""The one word that stands for a seat of a match in all tools: whoever has it, holds the seat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

UNLISTED = "unlisted"
"""The mark of a seat that is not shown its legal actions."""
PART: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""A match or a token: what else a model makes up is no part of an address or a header."""


class InvalidSeatHandle(ValueError):
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
        """The handle that was written so. Raises `InvalidSeatHandle`."""
        match, *rest = text.strip().split(":")
        token, *marks = rest or [""]
        if not PART.fullmatch(match) or not PART.fullmatch(token) or marks not in ([], [UNLISTED]):
            raise InvalidSeatHandle("a seat is written match:token, as new_match answered it")
        return cls(match, token, not marks)
