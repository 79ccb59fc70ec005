"""What the store keeps for a while: tokens in the clear, for repetitions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import orjson

from railhead.service.store.connection import Client, translating_errors
from railhead.service.store.keys import match_key

TOKENS_SECONDS: Final = 600


class TtlCache:
    """What goes away by itself. Every method raises `Unavailable` as the store does."""

    def __init__(self, reader: Client, writer: Client) -> None:
        self._reader = reader
        self._writer = writer

    def keep_tokens(self, match_id: str, tokens: Mapping[str, str]) -> None:
        """Keep the tokens of a creation in the clear, for its repetition within ten minutes."""
        with translating_errors():
            key = match_key(match_id, "tokens")
            self._writer.set(key, orjson.dumps(dict(tokens)), ex=TOKENS_SECONDS)

    def kept_tokens(self, match_id: str) -> dict[str, str]:
        """The tokens of a creation by seat number and `owner`; empty once they are forgotten."""
        with translating_errors():
            stored: Any = self._reader.get(match_key(match_id, "tokens"))
        return {} if stored is None else orjson.loads(stored)

    def keep_claim(self, match_id: str, name: str, token: str) -> str:
        """Keep the token of a claim in the clear for ten minutes, or get what is kept already."""
        key = match_key(match_id, f"claim:{name}")
        with translating_errors():
            # Of two repetitions at once both get the token of the first.
            if self._writer.set(key, token, ex=TOKENS_SECONDS, nx=True):
                return token
            kept: Any = self._writer.get(key)
        return token if kept is None else str(kept.decode())
