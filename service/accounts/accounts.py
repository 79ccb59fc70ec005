"""Clients: accounts without a password, opened by tokens."""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Final

import orjson

from railhead.games.recently_used import RecentlyUsed
from railhead.service.accounts.storage import ClientStorage
from railhead.service.accounts.token_storage import TokenStorage
from railhead.service.accounts.tokens import hash_token, new_token
from railhead.service.errors import (
    IdempotencyMismatch,
    MainToken,
    NoSuchToken,
    TooManyTokens,
    Unauthorized,
    Unavailable,
)
from railhead.service.model import MAIN, SCOPES, Client, ClientToken, Idempotency
from railhead.service.store import keys
from railhead.service.store.clocks import add_seconds, format_time
from railhead.service.store.serialization import id_for
from railhead.service.store.store import Store

PREFIX: Final = "client_"
MOST_TOKENS: Final = 20
"""How many tokens a client may have besides its main one."""
REMEMBERED_USES: Final = 4096
HOUR: Final = 3600
_TOKEN: Final = re.compile(rf"{PREFIX}([a-z0-9]{{{keys.ID_LENGTH}}})_[A-Za-z0-9_-]+")


class Accounts:
    """All clients of one store. Every method raises `Unavailable` as the store does."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._uses: RecentlyUsed[tuple[str, str], str] = RecentlyUsed(REMEMBERED_USES)
        """The hour of the last use of a token that this process has seen to be noted."""

    @property
    def _clients(self) -> ClientStorage:
        return self._store.storage(ClientStorage)

    @property
    def _tokens(self) -> TokenStorage:
        return self._store.storage(TokenStorage)

    def create(
        self, name: str, contact: str, idempotency: Idempotency | None = None
    ) -> tuple[Client, str]:
        """A new client and its main token, which is nowhere else in the clear.

        With the same key, which nobody else may guess, it is the first client for ten minutes, and
        for so long its token is kept. Raises `IdempotencyMismatch`.
        """
        token = _token(id_for(idempotency))
        at = self._store.clocks.at(_id_in(token))
        kept = self._clients.add(_new(name, contact, token, at), token, idempotency)
        return _new(name, contact, kept, at), kept

    def find_by_token(self, token: str) -> Client | None:
        """The client whose token this is, None where it is nobody's or has expired."""
        found = _TOKEN.fullmatch(token)
        client = None if found is None else self._clients.get(found[1])
        if client is None:
            return None
        given = hash_token(token)
        # All are compared, each in constant time: how long it takes tells nothing of any.
        fitting = [one for one in client.tokens if hmac.compare_digest(given, one.hash)]
        if not fitting or self.has_expired(client, fitting[0]):
            return None
        return self._note_use(replace(client, token=fitting[0]))

    def _note_use(self, client: Client) -> Client:
        """The client, of whose token it is noted, once an hour, that it is used."""
        token, hour = client.token, f"{self._store.clocks.at(client.id)[:13]}:00:00.000000Z"
        if token.used_at == hour or self._uses.get((client.id, token.id)) == hour:
            return client
        with suppress(Unavailable):  # a store that refuses to write still says whose token it is
            self._tokens.note_use(client, hour)
        self._uses.keep((client.id, token.id), hour)
        used = replace(token, used_at=hour)
        tokens = [used if one.id == token.id else one for one in client.tokens]
        return replace(client, tokens=tokens, token=used)

    def is_still(self, client: Client) -> bool:
        """Whether the client is there, and the token that it was found by still opens it."""
        known, token = self._clients.get(client.id), client.token
        return known is not None and any(
            (one.id, one.hash) == (token.id, token.hash) and not self.has_expired(client, one)
            for one in known.tokens
        )

    def has_expired(self, client: Client, token: ClientToken) -> bool:
        """Whether a token of a client has expired by the store's time."""
        return bool(token.expires_at) and token.expires_at <= self._store.clocks.at(client.id)

    def in_seconds(self, client: Client, seconds: float) -> str:
        """The time in so many seconds, as tokens have it that expire then."""
        return format_time(self._store.clocks.wall(client.id) + seconds)

    def find(self, client_id: str) -> Client | None:
        """The client of this id."""
        return self._clients.get(client_id)

    def rotate(self, client: Client) -> str:
        """Another main token in place of the present one; all else of the client stays.

        Raises `Unauthorized` where the client, or the token that it was found by, is gone.
        """
        token = _token(client.id)
        at = self._store.clocks.at(client.id)
        if self._tokens.rotate(client, hash_token(token), at) == "gone":
            raise Unauthorized()
        return token

    def add_token(
        self,
        client: Client,
        name: str,
        scopes: Sequence[str],
        expires_at: str = "",
        idempotency: Idempotency | None = None,
    ) -> tuple[ClientToken, str]:
        """A further token of a client, and what nowhere else is in the clear.

        With the same key of the same client it is the first token for ten minutes, and for so long
        it is kept in the clear; it is that one even if it was revoked. Raises `TooManyTokens`,
        `IdempotencyMismatch`, `Unauthorized` as above. Tokens that have expired do not count.
        """
        token = _token(client.id)
        kept = [scope for scope in SCOPES if scope in scopes]
        at = self._store.clocks.at(client.id)
        made = ClientToken(keys.new_id(None), name, hash_token(token), kept, at, expires_at)
        expired = [one.id for one in client.tokens if self.has_expired(client, one)]
        answered = "" if idempotency is None else _encode_repetition(made, token, idempotency)
        outcome = self._tokens.add(client, made, MOST_TOKENS, expired, idempotency, answered)
        if outcome == "gone":
            raise Unauthorized()
        if outcome == "full":
            raise TooManyTokens(most=MOST_TOKENS)
        if outcome != "kept" and idempotency is not None:
            return _decode_repetition(outcome, idempotency)
        return made, token

    def revoke_token(self, client: Client, token_id: str) -> None:
        """Let a further token open nothing from now on.

        Raises `MainToken`, `NoSuchToken`, `Unauthorized` as above.
        """
        if token_id == MAIN:
            raise MainToken()
        outcome = self._tokens.revoke(client, token_id)
        if outcome == "gone":
            raise Unauthorized()
        if outcome == "none":
            raise NoSuchToken()

    def revoke(self, client: Client) -> None:
        """Let the client be no more, and mark that it is to leave its matches."""
        self._clients.remove(client.id)

    def expires_at(self, client: Client) -> str | None:
        """From when on a client that does nothing more is revoked; None for never.

        Uses are noted by the hour, so it is that long after the end of an hour.
        """
        if not self._store.settings.client_expiry_seconds:
            return None
        used = max(client.created_at, *(one.used_at or one.created_at for one in client.tokens))
        return add_seconds(used, HOUR + self._store.settings.client_expiry_seconds)

    def revoke_idle(self, client_id: str) -> bool:
        """Revoke a client as `revoke` does, if its time is over; whether it is."""
        idle = HOUR + self._store.settings.client_expiry_seconds
        since = format_time(self._store.clocks.wall(client_id) - idle)
        return self._clients.remove_idle(client_id, since)

    def note(self, clients: Sequence[str], match_id: str) -> None:
        """Note a match of these clients, before it says so itself."""
        for client_id in clients:
            self._clients.note(client_id, match_id)

    def tell(self, clients: Sequence[str]) -> None:
        """Wake those of these clients that wait for news."""
        for client_id in clients:
            self._clients.tell(client_id)


def is_client_token(token: str) -> bool:
    """Whether a token has the form of a client's."""
    return token.startswith(PREFIX)


def allows(token: ClientToken, needed: Sequence[str]) -> bool:
    """Whether a token has the scopes that are needed; with `play` one may read too."""
    if "play" in token.scopes and tuple(needed) == ("read",):
        return True
    return {*needed} <= {*token.scopes}


def _new(name: str, contact: str, token: str, at: str) -> Client:
    """A client as it is made, with its main token."""
    main = ClientToken(MAIN, MAIN, hash_token(token), SCOPES, at)
    return Client(_id_in(token), name, contact, at, [main], main)


def _encode_repetition(made: ClientToken, token: str, idempotency: Idempotency) -> str:
    """What a repetition is answered of a token: as JSON, without its hash, which follows."""
    told = {"fingerprint": idempotency.fingerprint, "token": token, **asdict(made)}
    del told["hash"]
    return orjson.dumps(told).decode()


def _decode_repetition(answered: str, idempotency: Idempotency) -> tuple[ClientToken, str]:
    """The token that a key has made before. Raises `IdempotencyMismatch`."""
    told = orjson.loads(answered)
    token = told.pop("token")
    if told.pop("fingerprint") != idempotency.fingerprint:
        raise IdempotencyMismatch()
    return ClientToken(hash=hash_token(token), **told), token


def _id_in(token: str) -> str:
    """The id of the client whose token this could be."""
    return token.removeprefix(PREFIX)[: keys.ID_LENGTH]


def _token(client_id: str) -> str:
    return f"{PREFIX}{client_id}_{new_token()}"
