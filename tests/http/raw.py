"""Requests as bytes, for what no client library would send."""

from __future__ import annotations

import re
import socket
import subprocess
import time


def exchanged(port: int, request: bytes) -> bytes:
    """All that comes back for a request, the answer and whatever follows it in a moment."""
    with socket.create_connection(("127.0.0.1", port), 60) as line:
        line.sendall(request)
        parts = [line.recv(65536)]
        while parts[-1] and not whole(request, b"".join(parts)):
            parts.append(line.recv(65536))
        line.settimeout(0.1)
        try:
            while parts[-1]:
                parts.append(line.recv(65536))
        except TimeoutError:
            pass
        return b"".join(parts)


def whole(request: bytes, answer: bytes) -> bool:
    """Whether the answer has all that its head says; without a length it ends with its line."""
    head, end, body = answer.partition(b"\r\n\r\n")
    if not end:
        return False
    if request.startswith(b"HEAD ") or head.split()[1] in (b"204", b"304"):
        return True
    length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
    if length is not None:
        return len(body) >= int(length[1])
    return b"chunked" in head and body.endswith(b"0\r\n\r\n")


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
