"""Many connections at once, each in the state that a test wants it in."""

from __future__ import annotations

import asyncio
import resource
import time
from collections.abc import Mapping
from dataclasses import dataclass

HALF_HEAD = b"GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Hal"
HALF_BODY = (
    b"POST /v1/matches HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b'Content-Length: 100\r\n\r\n{"game":'
)


@dataclass(frozen=True)
class Answered:
    """An answer, and how many seconds after its request it was there."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    seconds: float


class Line:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.sent = time.monotonic()
        self.begun = b""

    def send(self, text: bytes) -> None:
        self.sent = time.monotonic()
        self.writer.write(text)

    async def answer(self, seconds: float = 60.0) -> Answered:
        """The next answer, which begins within so many seconds."""
        async with asyncio.timeout(seconds):
            head = self.begun + await self.reader.readuntil(b"\r\n\r\n")
            self.begun = b""
            first, *lines = head.decode("latin-1").split("\r\n")[:-2]
            pairs = (line.partition(":") for line in lines)
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            body = await self.reader.readexactly(int(headers.get("content-length", "0")))
        return Answered(int(first.split()[1]), headers, body, time.monotonic() - self.sent)

    async def has_come(self, seconds: float) -> bool:
        """Whether an answer begins within so many seconds; `answer` reads it all the same."""
        try:
            async with asyncio.timeout(seconds):
                self.begun = await self.reader.read(1)
        except TimeoutError:
            return False
        return True

    async def closed(self, seconds: float) -> bytes:
        """What still comes until the other side closes, which it does within so many seconds."""
        async with asyncio.timeout(seconds):
            return await self.reader.read()


class Crowd:
    """Connections to one port, all of which are closed at the end of the block."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.opened: list[Line] = []

    async def __aenter__(self) -> Crowd:
        return self

    async def __aexit__(self, *_: object) -> None:
        for line in self.opened:
            line.writer.transport.abort()
        await asyncio.gather(
            *(line.writer.wait_closed() for line in self.opened), return_exceptions=True
        )

    async def line(self, text: bytes = b"") -> Line:
        """A connection over which `text` has been sent."""
        line = Line(*await asyncio.open_connection("127.0.0.1", self.port))
        self.opened.append(line)
        line.send(text)
        return line

    async def lines(self, number: int, text: bytes = b"") -> list[Line]:
        """So many connections over which `text` has been sent."""
        found: list[Line] = []
        while len(found) < number:
            some = min(100, number - len(found))
            found += await asyncio.gather(*(self.line(text) for _ in range(some)))
        return found

    async def asked(self, request: bytes) -> Answered:
        """The answer to a request on a connection of its own."""
        line = await self.line(request)
        answer = await line.answer()
        line.writer.close()
        return answer


def get(path: str, token: str = "", **headers: str) -> bytes:
    """A request without a body; underscores in the names of headers stand for hyphens."""
    pairs = {"Host": "x", **{name.replace("_", "-"): text for name, text in headers.items()}}
    if token:
        pairs["Authorization"] = f"Bearer {token}"
    head = "".join(f"{name}: {text}\r\n" for name, text in pairs.items())
    return f"GET {path} HTTP/1.1\r\n{head}\r\n".encode()


def allow_many_files() -> None:
    """Let this process have as many connections as it may."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
