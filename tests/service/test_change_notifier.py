"""What tells changes: it notices when it is told nothing any more, and never ends by itself."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis.exceptions import ConnectionError as Disconnected

from railhead.service.core.change_notifier import ChangeNotifier
from railhead.service.store import keys, subscription
from railhead.service.store.connection import Client, command, connect
from railhead.service.store.subscription import Message, Subscription, subscribe
from tests.chaos.proxy import HALF_OPEN, PASS, Proxies, Proxy
from tests.ports import free_port
from tests.service.conftest import eventually
from tests.stores import Server, one_node_cluster, store_kind

__all__ = ["store_kind"]


@dataclass
class Way:
    """A way to a store that can be let go bad."""

    proxies: Proxies
    proxy: Proxy
    url: str

    def behave(self, mode: str) -> None:
        self.proxies.behave(self.proxy, mode)

    def subscribed(self) -> Subscription:
        return subscribe(connect(self.url, socket_timeout=1.0))


@pytest.fixture
def way(store_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Way]:
    monkeypatch.setattr(subscription, "ASK_AFTER", 0.2, raising=False)
    monkeypatch.setattr(subscription, "ANSWER_WITHIN", 0.5, raising=False)
    port = free_port()
    with Proxies() as proxies:
        proxy = proxies.to(port)
        if store_kind == "cluster":
            with one_node_cluster(tmp_path, port, proxy.port) as url:
                yield Way(proxies, proxy, url)
            return
        server = Server(tmp_path, port=port).start()
        yield Way(proxies, proxy, f"redis://127.0.0.1:{proxy.port}")
        server.stop()


def tell(client: Client, match_id: str) -> None:
    """Tell of a change as a commit does."""
    channel = keys.channel(keys.partition_of(match_id))
    word = "PUBLISH" if not hasattr(client, "nodes_manager") else "SPUBLISH"
    command(client, word, channel, match_id)


@pytest.mark.full
def test_a_subscription_that_is_told_nothing_any_more_says_so(way: Way) -> None:
    with closing(way.subscribed()) as listening:
        for _ in range(8):  # a silence that is asked about, and answered
            assert listening.get_message(0.2) is None
        way.behave(HALF_OPEN)

        def is_lost() -> bool:
            try:
                assert listening.get_message(0.1) is None
            except Disconnected:
                return True
            return False

        eventually(is_lost, 5)


@pytest.mark.full
def test_who_waits_is_woken_and_hears_again_after_a_half_open_connection(way: Way) -> None:
    changes = ChangeNotifier(way.subscribed)
    with changes.subscribe("match") as changed, closing(changes):
        way.behave(HALF_OPEN)
        assert changed.wait(20)
        way.behave(PASS)
        with connect(way.url) as client:

            def told() -> bool:
                changed.clear()
                tell(client, "match")
                return changed.wait(0.2)

            eventually(told, 20)


class Broken:
    """A subscription that fails in a way that nobody has thought of."""

    def get_message(self, timeout: float) -> Message | None:
        raise TypeError("not a message")

    def close(self) -> None:
        raise OSError("closed already")


class Steady:
    """A subscription that tells of one match all the time."""

    def __init__(self) -> None:
        self.heard = threading.Event()
        self.closed = threading.Event()

    def get_message(self, timeout: float) -> Message | None:
        self.heard.set()
        self.closed.wait(0.01)
        return {"data": b"match"}

    def close(self) -> None:
        self.closed.set()


def test_the_listening_thread_outlives_whatever_goes_wrong() -> None:
    steady = Steady()
    tries: Iterator[Subscription | Exception]
    tries = iter([Broken(), OSError("no more files"), ValueError("no address"), steady])

    def subscribe() -> Subscription:
        found = next(tries)
        if isinstance(found, Exception):
            raise found
        return found

    def fails() -> None:
        raise RuntimeError("its loop has ended")

    changes = ChangeNotifier(subscribe)
    with closing(changes):
        changes.watch("match", fails)
        with changes.subscribe("match") as changed:
            assert steady.heard.wait(10)
            changed.clear()
            assert changed.wait(5)
    assert steady.closed.wait(5)
