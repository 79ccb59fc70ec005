"""What a server has in its memory, as it sends it to a replica: no file of the server is needed."""

from __future__ import annotations

import socket
from io import BufferedReader
from typing import IO, Final

import redis

from railhead.service.store.connection import connect_to_server

SECONDS: Final = 60.0
"""How long the server may send nothing."""
CHUNK: Final = 1 << 16
MARK: Final = b"$EOF:"
MARK_LENGTH: Final = 40
"""What stands before the snapshot and again after it, as many characters drawn by the server."""


class NoSnapshot(RuntimeError):
    """The server does not send what it has; the message says why."""


def write_snapshot(url: str, file: IO[bytes]) -> None:
    """Write what the server at a unix socket has, in the form of a dump.

    Raises `NoSnapshot`.
    """
    try:
        with connect_to_server(url) as client:
            client.config_set("repl-diskless-sync", "yes")
            # Otherwise the server first waits some seconds for further replicas.
            client.config_set("repl-diskless-sync-delay", "0")
        with socket.socket(socket.AF_UNIX) as replica:
            replica.settimeout(SECONDS)
            replica.connect(url.removeprefix("unix://"))
            with replica.makefile("rb") as stream:
                replica.sendall(b"REPLCONF capa eof\r\n")
                stream.readline()
                replica.sendall(b"SYNC\r\n")
                _write(stream, file)
    except (OSError, redis.RedisError) as error:
        raise NoSnapshot(f"the store does not send what it has: {error}") from error


def _write(stream: BufferedReader, file: IO[bytes]) -> None:
    """Copy a snapshot from its beginning to its end. Raises `NoSnapshot`."""
    line = b""
    while not line.startswith(MARK):
        line = stream.readline()
        if not line or line.startswith(b"-"):
            raise NoSnapshot(f"the store does not send what it has: {line.decode().strip()}")
    mark, held = line.strip().removeprefix(MARK), b""
    while True:
        chunk = stream.read1(CHUNK)
        if not chunk:
            raise NoSnapshot("the store stopped in the middle of what it has")
        held += chunk
        if held.endswith(mark):
            file.write(held[:-MARK_LENGTH])
            return
        # What may be the beginning of the mark is kept back: it may come in two pieces.
        file.write(held[:-MARK_LENGTH])
        held = held[-MARK_LENGTH:]
