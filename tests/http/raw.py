"""Requests as bytes, for what no client library would send."""

from __future__ import annotations

import socket
import subprocess
import time


def exchanged(port: int, request: bytes) -> bytes:
    """All that comes back for a request, until nothing has come for a moment."""
    with socket.create_connection(("127.0.0.1", port), 10) as line:
        line.sendall(request)
        parts = [line.recv(65536)]
        line.settimeout(0.1)
        try:
            while parts[-1]:
                parts.append(line.recv(65536))
        except TimeoutError:
            pass
        return b"".join(parts)


def listening(port: int, process: subprocess.Popen[bytes], seconds: float = 60.0) -> None:
    """Wait until somebody answers at the port."""
    until = time.monotonic() + seconds
    while True:
        try:
            exchanged(port, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            return
        except ConnectionError:
            assert process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.05)
