"""A small HTTP load generator: keep-alive connections in one thread, requests prepared as bytes.

An ordinary client library costs several times what the server does for a request, so that it would
measure itself.
"""

from __future__ import annotations

import selectors
import socket
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass


def request(method: str, path: str, headers: dict[str, str], body: bytes = b"") -> bytes:
    """One HTTP/1.1 request as bytes."""
    lines = [f"{method} {path} HTTP/1.1", "Host: bench"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Connection:
    """One keep-alive connection; `status` and `body` are those of the last answer."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self.status = 0
        self.body = b""
        self.sent = 0.0

    def send(self, message: bytes) -> None:
        self.buffer = b""
        self.sent = time.perf_counter()
        self.socket.sendall(message)

    def receive(self) -> bool:
        """Read what has come; True once the answer is whole."""
        piece = self.socket.recv(262144)
        if not piece:
            raise ConnectionError("the server closed the connection")
        self.buffer += piece
        head, found, body = self.buffer.partition(b"\r\n\r\n")
        if not found:
            return False
        length = 0
        for line in head.split(b"\r\n")[1:]:
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if len(body) < length:
            return False
        self.status = int(head[9:12])
        self.body = body
        return True

    def exchange(self, message: bytes) -> bytes:
        """Send a request, wait for its answer, return the body."""
        self.send(message)
        while not self.receive():
            pass
        return self.body


@dataclass(frozen=True)
class Measurement:
    """Requests per second and the latencies, in milliseconds."""

    per_second: float
    p50: float
    p99: float
    statuses: dict[int, int]


def measure(
    port: int, seconds: float, sources: Sequence[Callable[[bytes], bytes | None]]
) -> Measurement:
    """Keep one connection busy for each source, for `seconds`.

    A source is given the body of its previous answer (empty at first) and returns the next request,
    or None when it has no more.
    """
    selector = selectors.DefaultSelector()
    latencies: list[float] = []
    statuses: dict[int, int] = {}
    start = time.perf_counter()
    for source in sources:
        connection = Connection(port)
        first = source(b"")
        if first is not None:
            connection.send(first)
            selector.register(connection.socket, selectors.EVENT_READ, (connection, source))
    while selector.get_map() and time.perf_counter() - start < seconds:
        for key, _ in selector.select(timeout=1):
            connection, source = key.data
            if not connection.receive():
                continue
            latencies.append((time.perf_counter() - connection.sent) * 1000)
            statuses[connection.status] = statuses.get(connection.status, 0) + 1
            following = source(connection.body)
            if following is None:
                selector.unregister(connection.socket)
                connection.socket.close()
            else:
                connection.send(following)
    elapsed = time.perf_counter() - start
    for key in list(selector.get_map().values()):
        key.data[0].socket.close()
    cuts = statistics.quantiles(latencies, n=100)
    return Measurement(len(latencies) / elapsed, cuts[49], cuts[98], statuses)


def repeat(message: bytes) -> Callable[[bytes], bytes]:
    """A source that sends the same request again and again."""
    return lambda _body: message


def cycle(messages: list[bytes]) -> Callable[[bytes], bytes]:
    """A source that sends the given requests in turn, for ever."""

    def endless() -> Iterator[bytes]:
        while True:
            yield from messages

    following = endless()
    return lambda _body: next(following)
