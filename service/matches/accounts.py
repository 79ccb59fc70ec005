"""Clients: accounts without a password, whose token serves for all that is theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from railhead.service.errors import Unauthorized
from railhead.service.matches.creation import now
from railhead.service.matches.tokens import fits, hashed, new_token
from railhead.service.model import Client
from railhead.service.store import keys
from railhead.service.store.store import Store

PREFIX: Final = "client_"
_TOKEN: Final = re.compile(rf"{PREFIX}([a-z0-9]{{{keys.ID_LENGTH}}})_[A-Za-z0-9_-]+")


class Accounts:
    """All clients of one store. Every method raises `Unavailable` as the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def create(self, name: str, contact: str) -> tuple[Client, str]:
        """A new client and its token, which is nowhere else in the clear."""
        client_id = keys.new_id(None)
        token = _token(client_id)
        client = Client(client_id, name, hashed(token), contact, now())
        self._store.clients.add(client)
        return client, token

    def holder(self, token: str) -> Client | None:
        """The client whose token this is, None where it is nobody's."""
        found = _TOKEN.fullmatch(token)
        if found is None:
            return None
        client = self._store.clients.get(found[1])
        return client if client is not None and fits(token, client.token_hash) else None

    def is_still(self, client: Client) -> bool:
        """Whether the client is there, and its token the same."""
        known = self._store.clients.get(client.id)
        return known is not None and known.token_hash == client.token_hash

    def known(self, client_id: str) -> Client | None:
        """The client of this id."""
        return self._store.clients.get(client_id)

    def rotate(self, client: Client) -> str:
        """Another token in place of the present one, and no webhook any more.

        Raises `Unauthorized` for one that is gone.
        """
        token = _token(client.id)
        if not self._store.clients.change(replace(client, token_hash=hashed(token))):
            raise Unauthorized()
        self.tell([client.id])
        return token

    def revoke(self, client: Client) -> None:
        """Let the client be no more, and mark that it is to leave its matches."""
        self._store.clients.remove(client.id)
        self.tell([client.id])

    def note(self, clients: Sequence[str], match_id: str) -> None:
        """Note a match of these clients, before it says so itself."""
        for client_id in clients:
            self._store.clients.note(client_id, match_id)

    def tell(self, clients: Sequence[str]) -> None:
        """Wake those of these clients that wait for news."""
        for client_id in clients:
            self._store.clients.tell(client_id)


def is_client_token(token: str) -> bool:
    """Whether a token has the form of a client's."""
    return token.startswith(PREFIX)


def _token(client_id: str) -> str:
    return f"{PREFIX}{client_id}_{new_token()}"
