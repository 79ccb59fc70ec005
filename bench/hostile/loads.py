"""The loads of one hostile address, each carried out by a process of its own.

`python -m bench.hostile.loads KIND PORT` reads what it needs from its standard input as JSON, says
`ready` once it is under way, and goes on until it is ended.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import resource
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from typing import Any, Final

from bench.load import request

ADDRESS: Final = "127.0.0.66"
"""Where all of it comes from: on Linux all of 127/8 is this machine."""
CONNECTIONS: Final = 16
BODIES: Final = 1000
STREAMS: Final = 5000
TIRED_SECONDS: Final = 0.01
"""How long a connection waits that was refused: so that it is not its own processor that counts."""

Needs = Mapping[str, Any]


async def connect(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from the hostile address."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(ADDRESS, 0), limit=1 << 22)


async def exchange(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, message: bytes
) -> int:
    """The status of the answer to a request, which is read whole."""
    writer.write(message)
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            await reader.readexactly(int(line.partition(b":")[2]))
    return int(head[9:12])


async def asking(port: int, requests: Iterator[bytes]) -> None:
    """Ask one after the other, for ever, over one connection at a time."""
    while True:
        try:
            reader, writer = await connect(port)
            for message in requests:
                if await exchange(reader, writer, message) in (429, 503):
                    await asyncio.sleep(TIRED_SECONDS)
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(TIRED_SECONDS)


async def reads(port: int, needs: Needs) -> None:
    """The dearest reads that there are, of a long log that goes back again and again."""
    path, token = f"/v1/matches/{needs['match']}", {"Authorization": f"Bearer {needs['token']}"}
    finished = f"/v1/matches/{needs['finished']}"

    def endless(first: int) -> Iterator[bytes]:
        for number in itertools.count(first * 997):
            version = 1 + (number * 7919) % (needs["entries"] - 1)
            yield request("GET", f"{path}/picture.svg?version={version}", token)
            yield request("GET", f"{path}/versions/{version}", token)
            yield request("GET", f"{path}/events?after={version}&limit=100", token)
            yield request("GET", f"{path}/undo", token)
            yield request("GET", f"{finished}/scores", {})
            yield request("GET", f"{finished}/picture.svg?version={version % 200}&viewer=1", {})
            yield request("GET", f"{finished}/export", {})

    await asyncio.gather(*(asking(port, endless(number)) for number in range(CONNECTIONS)))


async def creations(port: int, needs: Needs) -> None:
    """New matches, imports of what is none, and new clients."""
    seats = [{"kind": "human", "name": "A"}, {"kind": "bot", "level": "hard"}]
    new = json.dumps({"game": needs["game"], "seats": seats}).encode()
    import_ = json.dumps(needs["document"]).encode()

    def endless() -> Iterator[bytes]:
        while True:
            yield request("POST", "/v1/matches", {}, new)
            yield request("POST", "/v1/imports", {}, import_)
            yield request("POST", "/v1/clients", {}, b'{"name":"H"}')

    await asyncio.gather(*(asking(port, endless()) for _ in range(CONNECTIONS)))


async def bodies(port: int, _needs: Needs) -> None:
    """Half-sent bodies, each begun again when it is refused."""
    half = request("POST", "/v1/matches", {}, b" " * 100)[:-50]

    async def one() -> None:
        while True:
            try:
                _, status = await wait_for_answer(port, half)
            except OSError:
                status = 0
            await asyncio.sleep(0.05 if status else 0.5)

    await asyncio.gather(*(one() for _ in range(BODIES)))


async def wait_for_answer(port: int, message: bytes) -> tuple[bytes, int]:
    """What comes back for a message, once the other side answers or closes."""
    reader, writer = await connect(port)
    try:
        writer.write(message)
        answer = await reader.read(4096)
        return answer, int(answer[9:12] or 0)
    finally:
        writer.transport.abort()


async def streams(port: int, needs: Needs) -> None:
    """As many streams as can be had, with the tokens of many matches; refused ones ask again."""

    async def one(number: int) -> None:
        match, token = needs["tokens"][number % len(needs["tokens"])]
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/x-ndjson"}
        message = request("GET", f"/v1/matches/{match}/events", headers)
        while True:
            try:
                reader, writer = await connect(port)
                writer.write(message)
                while await reader.read(4096):
                    pass
                writer.transport.abort()
            except OSError:
                pass
            await asyncio.sleep(1)

    await asyncio.gather(*(one(number) for number in range(STREAMS)))


LOADS: Final[dict[str, Callable[[int, Needs], Awaitable[None]]]] = {
    "expensive reads": reads,
    "half-sent bodies": bodies,
    "streams": streams,
    "creations": creations,
}


async def _main(kind: str, port: int) -> None:
    load = asyncio.ensure_future(LOADS[kind](port, json.load(sys.stdin)))
    await asyncio.sleep(1)
    print("ready", flush=True)
    await load


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(_main(sys.argv[1], int(sys.argv[2])))
