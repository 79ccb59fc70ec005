"""The proxy does to connections what the faults need, and leaves them alone otherwise."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.chaos.proxy import CUT, DELAY, HALF_OPEN, HOST, PASS, STALL, Proxies, Proxy
from tests.service.conftest import eventually

got: list[bytes] = []


@pytest.fixture
def echoing() -> Iterator[int]:
    """The port of a server that sends back what it gets, and keeps it in `got`."""
    got.clear()

    def answer(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            while piece := connection.recv(1024):
                got.append(piece)
                connection.sendall(piece)

    def accept() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=answer, args=(connection,), daemon=True).start()

    with socket.create_server((HOST, 0)) as server:
        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        server.shutdown(socket.SHUT_RDWR)


@pytest.fixture
def proxies() -> Iterator[Proxies]:
    with Proxies() as running:
        yield running


def connected(proxy: Proxy) -> socket.socket:
    return socket.create_connection((HOST, proxy.port), 20)


def exchanged(client: socket.socket, sent: bytes) -> bytes:
    client.sendall(sent)
    return client.recv(1024)


def is_reset(client: socket.socket) -> bool:
    try:
        return client.recv(1024) == b""
    except ConnectionError:
        return True


def test_it_passes_everything_on(proxies: Proxies, echoing: int) -> None:
    with connected(proxies.to(echoing)) as client:
        assert exchanged(client, b"one") == b"one"
        assert exchanged(client, b"two") == b"two"
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1024) == b""


def test_cut_it_resets_open_and_new_connections(proxies: Proxies, echoing: int) -> None:
    proxy = proxies.to(echoing)
    with connected(proxy) as client:
        assert exchanged(client, b"one") == b"one"
        proxies.behave(proxy, CUT)
        assert is_reset(client)
    with connected(proxy) as client:
        assert is_reset(client)
    proxies.behave(proxy, PASS)
    with connected(proxy) as client:
        assert exchanged(client, b"two") == b"two"


def test_delayed_things_come_later(proxies: Proxies, echoing: int) -> None:
    proxy = proxies.to(echoing)
    proxies.behave(proxy, DELAY, 0.2)
    with connected(proxy) as client:
        began = time.monotonic()
        assert exchanged(client, b"one") == b"one"
        assert time.monotonic() - began >= 0.4


def test_stalled_things_come_when_it_is_over(proxies: Proxies, echoing: int) -> None:
    proxy = proxies.to(echoing)
    with connected(proxy) as client:
        assert exchanged(client, b"one") == b"one"
        proxies.behave(proxy, STALL)
        client.sendall(b"two")
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(1024)
        client.settimeout(20)
        assert got == [b"one"]
        proxies.behave(proxy, PASS)
        assert client.recv(1024) == b"two"


def test_half_open_the_request_arrives_and_the_answer_does_not(
    proxies: Proxies, echoing: int
) -> None:
    proxy = proxies.to(echoing)
    with connected(proxy) as client:
        assert exchanged(client, b"one") == b"one"
        proxies.behave(proxy, HALF_OPEN)
        client.sendall(b"two")
        client.settimeout(0.3)
        with pytest.raises(TimeoutError):
            client.recv(1024)
        client.settimeout(20)
        eventually(lambda: got == [b"one", b"two"])
        proxies.behave(proxy, PASS)
        assert is_reset(client)


def test_where_nobody_listens_it_resets(proxies: Proxies) -> None:
    with socket.create_server((HOST, 0)) as probe:
        port = probe.getsockname()[1]
    with connected(proxies.to(port)) as client:
        assert is_reset(client)
