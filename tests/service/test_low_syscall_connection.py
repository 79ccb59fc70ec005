"""Connections with fewer system calls give up, and notice what is lost, like the client's own."""

from __future__ import annotations

import os
import time
from typing import Any

import pytest
from redis.connection import AbstractConnection
from redis.exceptions import ResponseError

from railhead.service.core.matches import Matches
from railhead.service.errors import Unavailable
from railhead.service.store import low_syscall_connection
from railhead.service.store.connection import Client, command, connect, disconnect
from railhead.service.store.low_syscall_connection import connect_with_few_syscalls
from tests.service.conftest import silenced
from tests.service.test_matches import create


@pytest.mark.full
def test_a_silent_store_is_given_up_in_seconds(matches: Matches, store_url: str) -> None:
    match_id = create(matches).match.record.id
    with silenced(store_url):
        began = time.monotonic()
        with pytest.raises(Unavailable):
            matches.store.data_sets.keep(match_id, "digest", {})
        assert 4 < time.monotonic() - began < 9
    assert matches.head(match_id).version >= 0, "it is asked again once it answers"


def test_a_connection_that_was_closed_is_noticed_after_a_pause_and_a_read_sent_again(
    matches: Matches, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = create(matches).match.record.id
    other = connect(matches.store.settings.redis_url)
    for trusted in (0.0, 60.0):
        matches.head(match_id)
        monkeypatch.setattr(low_syscall_connection, "TRUSTED_SECONDS", trusted)
        command(other, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        if not trusted:
            matches.store.data_sets.keep(match_id, "digest", {})
        assert matches.head(match_id).version >= 0
    disconnect(other)


def connection_of(client: Client) -> int:
    """The number that the store gives to the connection it is asked by."""
    return int(command(client, "CLIENT", "ID"))


def test_a_connection_serves_one_command_after_another_refused_ones_too(store_url: str) -> None:
    client = connect_with_few_syscalls(store_url)
    first = connection_of(client)
    with pytest.raises(ResponseError):
        command(client, "GET")
    assert connection_of(client) == first
    assert client.config_get("maxmemory-policy"), "commands of two words go the library's way"
    disconnect(client)
    assert connection_of(client) != first
    disconnect(client)


def test_what_is_interrupted_leaves_no_answer_to_the_next_command(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = connect_with_few_syscalls(store_url)
    first = connection_of(client)

    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(AbstractConnection, "read_response", interrupt)
        with pytest.raises(KeyboardInterrupt):
            command(client, "ECHO", "the first")
    assert command(client, "ECHO", "the second") == b"the second"
    assert connection_of(client) != first
    disconnect(client)


def test_a_forked_process_opens_connections_of_its_own(store_url: str) -> None:
    client = connect_with_few_syscalls(store_url)
    mine = connection_of(client)
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.write(write, str(connection_of(client)).encode())
        finally:
            os._exit(0)
    os.close(write)
    with open(read, "rb") as told:
        theirs = told.read()
    assert os.waitpid(child, 0)[1] == 0
    assert theirs
    assert int(theirs) != mine
    assert connection_of(client) == mine
    disconnect(client)


def test_other_addresses_keep_the_library_s_own_connections() -> None:
    for url, brisk in (("rediss://example", False), ("redis://example", True), ("unix:///x", True)):
        client = connect_with_few_syscalls(url)
        assert isinstance(client, low_syscall_connection._LowSyscallClient) == brisk
