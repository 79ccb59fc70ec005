"""The shell tells the application what granian's own WSGI server would, and sends its answers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from tests.http.api import Api, stop
from tests.http.raw import exchanged, listening
from tests.ports import free_port


@contextmanager
def echoing(interface: str, target: str) -> Iterator[int]:
    """The port of granian with the echoing application."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", interface, "--no-ws", "--http", "1"]
    command += ["--loop", "asyncio", "--port", str(port), "--log-level", "error"]
    process = subprocess.Popen(
        [*command, f"tests.http.echoing:{target}"], env={**os.environ}, start_new_session=True
    )
    try:
        listening(port, process)
        yield port
    finally:
        stop(process)


@pytest.fixture(scope="module")
def both() -> Iterator[tuple[int, int]]:
    """The ports of the application under granian's WSGI server, and under the bridge."""
    with ExitStack() as stack:
        yield (
            stack.enter_context(echoing("wsgi", "app")),
            stack.enter_context(echoing("rsgi", "shell")),
        )


REQUESTS = {
    "plain": b"GET /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "old": b"GET /a HTTP/1.0\r\n\r\n",
    "old, with a host": b"GET /a HTTP/1.0\r\nHost: y\r\n\r\n",
    "whole address": b"GET http://other/a?b HTTP/1.1\r\nHost: x\r\n\r\n",
    "escapes": b"GET /%C3%BC/%2F/%25?x=%C3%BC&y=%2F HTTP/1.1\r\nHost: x\r\n\r\n",
    "slashes": b"GET //a//b/ HTTP/1.1\r\nHost: x\r\n\r\n",
    "empty query": b"GET /a? HTTP/1.1\r\nHost: x\r\n\r\n",
    "repeated": b"GET /a HTTP/1.1\r\nHost: x\r\nX-One: a\r\nX-One: b\r\nAccept: c\r\n\r\n",
    "cookies": b"GET /a HTTP/1.1\r\nHost: x\r\nCookie: a=1\r\nCookie: b=2\r\n\r\n",
    "types": b"GET /a HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Type: c/d\r\n\r\n",
    "not ASCII": b"GET /a HTTP/1.1\r\nHost: x\r\nX-One: \xe4\r\nX-Two: \xc3\xa4\r\n\r\n",
    "empty header": b"GET /a HTTP/1.1\r\nHost: x\r\nX-One:\r\nIf-None-Match: \r\n\r\n",
    "body": b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab\x00\xffe",
    "no body": b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
    "chunks": b"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n",
    "no chunks": b"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "head": b"HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "nothing to say": b"GET /a?status=204 HTTP/1.1\r\nHost: x\r\n\r\n",
    "nothing new": b"GET /a?status=304 HTTP/1.1\r\nHost: x\r\n\r\n",
    "not there": b"DELETE /a?status=404 HTTP/1.1\r\nHost: x\r\n\r\n",
    "unheard-of method": b"BREW /a HTTP/1.1\r\nHost: x\r\n\r\n",
    "options": b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.sampled
@pytest.mark.parametrize("name", REQUESTS)
def test_both_are_told_and_answer_the_same(both: tuple[int, int], name: str) -> None:
    wsgi, shell = (exchanged(port, REQUESTS[name]) for port in both)
    assert varying(shell) == varying(wsgi)
    if name not in ("head", "nothing to say", "nothing new"):
        assert b"SERVER_PROTOCOL" in shell


def varying(answer: bytes) -> bytes:
    """An answer without what differs between two processes, or between two seconds."""
    answer = re.sub(rb'"SERVER_PORT": "\d+"', b"", answer)
    return re.sub(rb"(?i)\r\ndate: [^\r]*", b"", answer)


def test_a_name_with_an_underscore_is_no_header_of_ours(both: tuple[int, int]) -> None:
    """It would pass for the one with a hyphen, which a proxy in front may have removed."""
    smuggled = b"GET /a HTTP/1.1\r\nHost: x\r\nX_Forwarded_For: 192.0.2.1\r\n\r\n"
    assert b"192.0.2.1" not in exchanged(both[1], smuggled)


ODD = (
    "//games",
    "/v1//games",
    "//v1/games",
    "/docs",
    "//docs/",
    "/docs//",
    "/v1/games/",
    "//",
    "/",
)
ODD_HOSTS = ("evil.example", "evil.example:99", "evil.example/x?", "@evil.example", "[::1")


@pytest.mark.sampled
@pytest.mark.parametrize("host", ODD_HOSTS)
@pytest.mark.parametrize("path", ODD)
def test_the_host_that_a_client_claims_is_not_echoed(api: Api, path: str, host: str) -> None:
    for target in (path, f"http://{host}{path}"):
        request = f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        port = int(api.address.rpartition(":")[2])
        answer = exchanged(port, request.encode())
        assert b"evil.example" not in answer
        assert answer.startswith((b"HTTP/1.1 2", b"HTTP/1.1 3", b"HTTP/1.1 4"))
