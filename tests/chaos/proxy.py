"""A TCP proxy that misbehaves when told to: cut, delayed, stalled and half-open connections."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

HOST = "127.0.0.1"

PASS = "pass"
CUT = "cut"
"""Open connections are reset, new ones too."""
DELAY = "delay"
"""Everything comes later."""
STALL = "stall"
"""Nothing comes through, in either direction, until it is over; then all of it does."""
HALF_OPEN = "half-open"
"""Requests arrive and their answers do not; when it is over, those connections are reset."""

MODES = (PASS, CUT, DELAY, STALL, HALF_OPEN)
PIECE = 65536


class Connection:
    """One connection through a proxy: the transports of both sides."""

    def __init__(self, *writers: asyncio.StreamWriter) -> None:
        self.writers = writers
        self.spoiled = False
        """Whether bytes are missing, so that it cannot go on."""

    def reset(self) -> None:
        for writer in self.writers:
            writer.transport.abort()

    def close(self) -> None:
        for writer in self.writers:
            writer.close()


class Proxy:
    """Listens at `port` and speaks to `target`, both on this machine."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self.mode = PASS
        self.delay = 0.0
        self.flows = asyncio.Event()
        self.open: set[Connection] = set()
        self.ended = asyncio.Event()

    async def listen(self, port: int) -> None:
        self.flows.set()
        self.server = await asyncio.start_server(self._accepted, HOST, port)
        self.port = self.server.sockets[0].getsockname()[1]

    def end(self) -> None:
        """Take up nothing more, and reset what is open; to be called in the thread of the loop.

        The server is to be closed once what it has accepted is over: asyncio loses connections that
        are accepted just before.
        """
        self.ended.set()
        for listening in self.server.sockets:
            asyncio.get_running_loop().remove_reader(listening.fileno())
        self.flows.set()
        for connection in list(self.open):
            connection.reset()

    def behave(self, mode: str, delay: float) -> None:
        """Change to a mode; to be called in the thread of the loop."""
        before, self.mode, self.delay = self.mode, mode, delay
        (self.flows.clear if mode == STALL else self.flows.set)()
        for connection in list(self.open):
            if mode == CUT or (before == HALF_OPEN and connection.spoiled):
                connection.reset()

    async def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.mode == CUT or self.ended.is_set():
            writer.transport.abort()
            return
        try:
            to_server = await asyncio.open_connection(HOST, self.target)
        except OSError:
            writer.transport.abort()
            return
        connection = Connection(writer, to_server[1])
        if self.ended.is_set():  # by now, with nobody to reset what has been opened since
            connection.reset()
            return
        self.open.add(connection)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._pump(reader, to_server[1], connection, back=False))
                both.create_task(self._pump(to_server[0], writer, connection, back=True))
        finally:
            self.open.discard(connection)
            (connection.reset if connection.spoiled else connection.close)()

    async def _pump(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        connection: Connection,
        back: bool,
    ) -> None:
        """Carry what comes to the other side, until one side ends."""
        with suppress(OSError):
            while piece := await reader.read(PIECE):
                await self.flows.wait()
                if self.mode == DELAY:
                    await asyncio.sleep(self.delay)
                if self.mode == HALF_OPEN and back:
                    connection.spoiled = True
                if connection.spoiled and back:
                    continue
                writer.write(piece)
                await writer.drain()
            if not connection.spoiled:
                writer.write_eof()


class Proxies:
    """Several proxies on an event loop in a thread of their own. Use as a context."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._running: list[Proxy] = []

    def __enter__(self) -> Proxies:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(60)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(60)
        self._loop.close()

    async def _end(self) -> None:
        for proxy in self._running:
            proxy.end()
        until = asyncio.get_running_loop().time() + 5
        quiet = 0
        # What was reset, or accepted just before, is closed in one of the loop's next rounds.
        while quiet < 3 and asyncio.get_running_loop().time() < until:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            quiet = 0 if others else quiet + 1
            await asyncio.sleep(0.01)
        for proxy in self._running:
            proxy.server.close()

    def to(self, target: int, port: int = 0) -> Proxy:
        """A proxy that listens, at this port where it is given."""

        async def made() -> Proxy:
            proxy = Proxy(target)
            await proxy.listen(port)
            self._running.append(proxy)
            return proxy

        return asyncio.run_coroutine_threadsafe(made(), self._loop).result(60)

    def behave(self, proxy: Proxy, mode: str, delay: float = 0.0) -> None:
        """Let a proxy behave so from now on."""

        async def changed() -> None:
            proxy.behave(mode, delay)

        asyncio.run_coroutine_threadsafe(changed(), self._loop).result(60)
