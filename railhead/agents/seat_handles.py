"""The one word that stands for a seat of a match in all tools: whoever has it, holds the seat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PART: Final = re.compile(r"[A-Za-z0-9_-]{1,200}")
"""A match or a token: what else a model makes up is no part of an address or a header."""


class InvalidSeatHandle(ValueError):
    """A seat that is none of those that `new_match` answers with."""


@dataclass(frozen=True)
class SeatHandle:
    """A match and the token of a seat."""

    match: str
    token: str

    def __str__(self) -> str:
        return f"{self.match}:{self.token}"

    @classmethod
    def read(cls, text: str) -> SeatHandle:
        """The handle that was written so. Raises `InvalidSeatHandle`."""
        match, _, token = text.strip().partition(":")
        if not PART.fullmatch(match) or not PART.fullmatch(token):
            raise InvalidSeatHandle("a seat is two codes with a colon between")
        return cls(match, token)
