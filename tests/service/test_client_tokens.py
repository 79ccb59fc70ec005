"""Tokens of clients in a store of each kind: what is kept, and who is late."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from railhead.service.accounts.accounts import MOST_TOKENS, allows
from railhead.service.accounts.token_storage import TokenStorage
from railhead.service.core.matches import Matches
from railhead.service.errors import NoSuchToken, Problem, TooManyTokens, Unauthorized, Unavailable
from railhead.service.http.token_watch import TokenWatch
from railhead.service.model import SCOPES, Client
from railhead.service.store import keys
from tests.service.conftest import eventually
from tests.service.test_user_data import STEAM, board
from tests.stores import all_keys, store_kind

__all__ = ["store_kind"]


@pytest.fixture
def client(matches: Matches) -> Client:
    return matches.accounts.create("several", "")[0]


def holder(matches: Matches, token: str) -> Client:
    """The client that a token opens."""
    found = matches.accounts.find_by_token(token)
    assert found is not None
    return found


def left_later(client: Client) -> bytes:
    """What is kept of a client that is gone until it has left its matches."""
    return keys.leaving_key(keys.partition_of(client.id)).encode()


def test_a_token_opens_its_client_until_it_is_revoked(matches: Matches, client: Client) -> None:
    made, token = matches.accounts.add_token(client, "one", ["read", "play"])
    found = holder(matches, token)
    assert (found.id, found.token.id, found.token.scopes) == (client.id, made.id, ["play", "read"])
    assert matches.accounts.is_still(found)
    matches.accounts.revoke_token(client, made.id)
    assert matches.accounts.find_by_token(token) is None
    assert not matches.accounts.is_still(found)
    with pytest.raises(NoSuchToken):
        matches.accounts.revoke_token(client, made.id)
    matches.accounts.revoke(client)
    assert all_keys(matches.store.writer) == [left_later(client)]


@pytest.mark.sampled
@pytest.mark.parametrize(
    "late",
    [
        lambda accounts, late: accounts.add_token(late, "late", SCOPES),
        lambda accounts, late: accounts.rotate(late),
        lambda accounts, late: accounts.revoke_token(late, "main2"),
    ],
    ids=["adds", "rotates", "revokes"],
)
@pytest.mark.parametrize("end", ["token", "client"])
def test_who_was_let_in_before_a_token_was_revoked_changes_nothing_after(
    matches: Matches, client: Client, late: Callable[..., object], end: str
) -> None:
    accounts = matches.accounts
    made, token = accounts.add_token(client, "full", SCOPES)
    slow = holder(matches, token)
    if end == "token":
        accounts.revoke_token(client, made.id)
    else:
        accounts.revoke(client)
    key = keys.client_key(client.id, "self")
    before = matches.store.reader.hgetall(key)
    with pytest.raises(Unauthorized):
        late(accounts, slow)
    with pytest.raises(Unauthorized):
        matches.user_data.put(slow, STEAM, "map", "own", board())
    assert matches.store.reader.hgetall(key) == before


def test_the_use_of_a_token_brings_nothing_back(matches: Matches, client: Client) -> None:
    made, token = matches.accounts.add_token(client, "one", SCOPES)
    slow = holder(matches, token)
    matches.accounts.revoke_token(client, made.id)
    assert (
        matches.store.storage(TokenStorage).note_use(slow, "2026-01-01T00:00:00.000000Z") == "gone"
    )
    matches.accounts.revoke(client)
    assert (
        matches.store.storage(TokenStorage).note_use(client, "2026-01-01T00:00:00.000000Z")
        == "gone"
    )
    assert all_keys(matches.store.writer) == [left_later(client)]


def test_many_at_once_make_no_more_tokens_than_there_may_be(
    matches: Matches, client: Client
) -> None:
    def add(_: int) -> str:
        try:
            return matches.accounts.add_token(client, "one of many", ["read"])[0].id
        except TooManyTokens:
            return ""

    with ThreadPoolExecutor(8) as pool:
        kept = [made for made in pool.map(add, range(MOST_TOKENS + 20)) if made]
    assert len(kept) == MOST_TOKENS
    known = matches.accounts.find(client.id)
    assert known is not None
    assert {one.id for one in known.tokens} == {"main", *kept}


def test_two_main_tokens_at_once_are_one(matches: Matches, client: Client) -> None:
    def rotate(_: int) -> str:
        try:
            return matches.accounts.rotate(client)
        except Unauthorized:
            return ""

    with ThreadPoolExecutor(4) as pool:
        (made,) = [token for token in pool.map(rotate, range(8)) if token]
    assert holder(matches, made).id == client.id


@pytest.mark.parametrize("how", ["revoked", "rotated", "gone"])
def test_who_waits_with_a_token_is_told_at_once(matches: Matches, client: Client, how: str) -> None:
    made, token = matches.accounts.add_token(client, "waits", ["read"])
    waiting = client if how == "rotated" else holder(matches, token)
    woken: list[None] = []
    watch = TokenWatch(matches, waiting)
    end = watch.watch(lambda: woken.append(None))
    watch.check()
    if how == "revoked":
        matches.accounts.revoke_token(client, made.id)
    elif how == "rotated":
        matches.accounts.rotate(client)
    else:
        matches.accounts.revoke(client)
    eventually(lambda: woken, 5)
    with pytest.raises(Unauthorized):
        watch.check()
    end()


def test_a_doubt_outlives_a_store_that_does_not_answer(
    matches: Matches, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = TokenWatch(matches, client)
    woken: list[None] = []
    end = watch.watch(lambda: woken.append(None))
    watch.check()
    matches.accounts.rotate(client)
    eventually(lambda: woken, 5)

    def silent(_: Client) -> bool:
        raise Unavailable()

    with monkeypatch.context() as patched:
        patched.setattr(matches.accounts, "is_still", silent)
        for _ in range(2):
            with pytest.raises(Unavailable):
                watch.check()
    with pytest.raises(Unauthorized):
        watch.check()
    end()


@pytest.mark.parametrize(
    ("scopes", "may"),
    [
        (["read"], {"read"}),
        (["play"], {"read", "play"}),
        (["webhooks"], {"webhooks"}),
        (["play", "webhooks"], {"read", "play", "webhooks"}),
        (["play", "read", "webhooks"], {"read", "play", "webhooks", "all"}),
    ],
)
def test_what_scopes_allow(
    matches: Matches, client: Client, scopes: list[str], may: set[str]
) -> None:
    made, _ = matches.accounts.add_token(client, "some", scopes)
    needs = {"read": ("read",), "play": ("play",), "webhooks": ("webhooks",), "all": SCOPES}
    assert {name for name, needed in needs.items() if allows(made, needed)} == may


def test_a_token_of_another_client_opens_only_that(matches: Matches, client: Client) -> None:
    other = matches.accounts.create("other", "")[0]
    made, token = matches.accounts.add_token(other, "one", SCOPES)
    assert holder(matches, token).id == other.id
    with pytest.raises(Problem):
        matches.accounts.revoke_token(client, made.id)
    moved = token.replace(other.id, client.id)
    assert matches.accounts.find_by_token(moved) is None
