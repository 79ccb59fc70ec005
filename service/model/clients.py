"""Clients, their tokens, and the data that they have sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SCOPES: Final = ("play", "read", "webhooks")
"""What a client's token may be used for; one that has all of them may be used for everything."""

MAIN: Final = "main"
"""The id of the token that comes with a client."""


@dataclass(frozen=True)
class ClientToken:
    """A token of a client, kept as its hash, with those of `SCOPES` that it has.

    Times are UTC as of `Clocks.at`. `expires_at` is empty where it does not expire;
    `used_at`, empty where it never was, is the hour in which it was used last.
    """

    id: str
    name: str
    hash: str
    scopes: Sequence[str]
    created_at: str
    expires_at: str = ""
    used_at: str = ""


@dataclass(frozen=True)
class Client:
    """An account without a password; `contact` may be empty.

    `tokens` begin with the main one; `token` is the one that the client was found by, the main one
    where it was found by its id.
    """

    id: str
    name: str
    contact: str
    created_at: str
    tokens: Sequence[ClientToken]
    token: ClientToken


@dataclass(frozen=True)
class Document:
    """Data of a client's own: what an option of a game may name in its matches.

    `rules_version` is that of the rules it was tried out with; `size` is in bytes of JSON.
    """

    game: str
    option: str
    name: str
    digest: str
    rules_version: int
    size: int
    updated_at: str
