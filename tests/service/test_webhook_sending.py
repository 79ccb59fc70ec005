"""One attempt to deliver: where it goes, how long it takes, and what it never does."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from ipaddress import ip_address
from pathlib import Path

import pytest

from railhead.service.settings import Settings
from railhead.service.webhooks.deliverer import THREADS
from railhead.service.webhooks.sender import Resolve, Sender, resolve
from railhead.service.webhooks.storage import Attempt, Delivery, Webhook
from railhead.service.webhooks.targets import AllowedTargets, UnusableTarget, is_public
from tests.ports import free_port
from tests.receiver import receiving

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
DELIVERY = Delivery("evt_1", "evt_1", '{"data":{"kind":"test"}}', "2026-01-01T00:00:00Z")
AT = datetime(2026, 1, 1, tzinfo=UTC)
LOCAL = "127.0.0.0/8"
PUBLIC_STAND_IN = "127.0.0.2/32"
"""What may be connected to where a test needs an address that may and one that may not."""


def tried(
    url: str, allowed: str = "", resolver: Resolve = resolve, seconds: float = 10.0
) -> Attempt:
    settings = replace(
        Settings(), webhook_private_addresses=allowed, webhook_timeout_seconds=seconds
    )
    webhook = Webhook("client", url, SECRET, "", "", "")
    return Sender(settings, resolver).attempt(webhook, DELIVERY, datetime.now(UTC))


@contextmanager
def answering_with(*pieces: bytes, pause: float = 0.0) -> Iterator[str]:
    """The URL of a server that sends these pieces to whoever comes, whatever is asked."""
    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def answer() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                connection.recv(65536)
                for piece in pieces:
                    connection.sendall(piece)
                    if over.wait(pause):
                        break

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()
        thread.join(5)


def test_what_is_sent_is_verified_by_the_library_of_the_scheme() -> None:
    with receiving() as receiver:
        attempt = tried(receiver.url, LOCAL)
        assert (attempt.status, attempt.error) == (200, None)
        (received,) = receiver.seen
        assert received.verified(SECRET) == {"data": {"kind": "test"}}
        assert received.id == "evt_1"
        assert abs(int(received.headers["webhook-timestamp"]) - received.at) < 3
        assert received.headers["content-type"] == "application/json"
        assert received.headers["host"] == f"127.0.0.1:{receiver.server.server_port}"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "192.0.0.1", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1"),
        *("203.0.113.1", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255"),
        *("::", "::1", "fe80::1", "fec0::1", "fc00::1", "fd12::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:8.8.8.8", "::8.8.8.8", "64:ff9b::8.8.8.8"),
        *("64:ff9b::10.0.0.1", "64:ff9b:1::1", "2002:7f00:1::1", "2002:808:808::1"),
        *("2001::1", "2001:20::1", "3fff::1", "5f00::1", "100::1", "4000::1"),
    ],
)
def test_addresses_that_are_not_public_are_never_connected_to(address: str) -> None:
    assert not is_public(ip_address(address))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("asyncio.open_connection", lambda *_, **__: pytest.fail("connected"))
        attempt = tried("https://hooks.example/", resolver=lambda *_: [address])
        assert (attempt.status, attempt.error) == (None, "private-address")
        mixed = tried("https://hooks.example/", resolver=lambda *_: ["8.8.8.8", address])
        assert mixed.error == "private-address"
        literal = f"[{address}]" if ":" in address else address
        assert tried(f"https://{literal}/").error == "private-address"


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450::1"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


@pytest.mark.parametrize("host", ["localhost", "127.1", "0x7f.0.0.1", "2130706433", "017700000001"])
def test_names_and_forms_of_loopback_are_seen_through(host: str) -> None:
    with receiving() as receiver:
        attempt = tried(f"https://{host}:{receiver.server.server_port}/")
        assert attempt.error in ("private-address", "name")
        assert not receiver.seen


def test_what_was_resolved_is_what_is_connected_to() -> None:
    """A name that is public when it is looked at, and private a moment later."""
    port = free_port()
    asked: list[str] = []

    def rebinding(host: str, _: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    with receiving("127.0.0.2", port) as public, receiving("127.0.0.1", port) as private:
        url = f"http://rebinding.example:{port}/"
        settings = replace(Settings(), webhook_private_addresses=PUBLIC_STAND_IN)
        sender = Sender(settings, rebinding)
        webhook = Webhook("client", url, SECRET, "", "", "")
        assert sender.attempt(webhook, DELIVERY, AT).status == 200
        assert asked == ["rebinding.example"], "it is resolved once"
        assert sender.attempt(webhook, DELIVERY, AT).error == "private-address"
        assert len(public.seen) == 1
        assert public.seen[0].headers["host"] == f"rebinding.example:{port}"
        assert not private.seen


def test_plain_http_goes_only_where_the_settings_allow_it() -> None:
    attempt = tried("http://hooks.example/", LOCAL, lambda *_: ["8.8.8.8"])
    assert attempt.error == "private-address"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_no_redirect_is_followed(status: int) -> None:
    with receiving() as elsewhere, receiving() as receiver:
        receiver.behaviour = lambda _: status
        receiver.headers = {"Location": elsewhere.url}
        attempt = tried(receiver.url, LOCAL)
        assert (attempt.status, attempt.error) == (status, "redirect")
        assert len(receiver.seen) == 1
        assert not elsewhere.seen


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy, receiving() as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert tried(receiver.url, LOCAL).status == 200
        assert not proxy.seen


@pytest.mark.full
def test_bounds_hold_whatever_the_endpoint_does() -> None:
    ok = b"HTTP/1.1 200 OK\r\n\r\n"
    cases: list[tuple[tuple[bytes, ...], float, int | None, str | None]] = [
        ((b"H",) * 300, 0.1, None, "timeout"),
        ((b"",) * 300, 0.1, None, "timeout"),
        ((ok, *((b"x",) * 300)), 0.1, 200, None),
        ((ok, *((b"x" * 65536,) * 1000)), 0.0, 200, None),
        ((b"HTTP/1.1 200 OK\r\nX: " + b"x" * 100_000,), 0.0, None, "answer"),
        ((b"SSH-2.0-OpenSSH\r\n\r\n",), 0.0, None, "answer"),
        ((b"HTTP/1.1 100 Continue\r\n\r\n", ok), 0.0, 200, None),
        ((b"HTTP/1.1 100 Continue\r\n\r\n",) * 9, 0.0, None, "answer"),
        ((b"HTTP/1.1 999 ?\r\n\r\n",), 0.0, None, "answer"),
        ((b"HTTP/1.1 2",), 0.0, None, "connection"),
        ((b"HTTP/1.1 404 Not Found\r\n\r\nsecrets of the inside",), 0.0, 404, "status"),
    ]
    for pieces, pause, status, error in cases:
        with answering_with(*pieces, pause=pause) as url:
            began = time.monotonic()
            attempt = tried(url, LOCAL, seconds=2.0 if error == "timeout" else 10.0)
            assert (attempt.status, attempt.error) == (status, error), pieces[:2]
            assert time.monotonic() - began < 3.5, "it does not wait for all of it"
            assert "secrets" not in repr(attempt)


def test_what_cannot_be_reached_is_said_in_a_word() -> None:
    assert tried(f"http://127.0.0.1:{free_port()}/", LOCAL).error == "connection"
    assert tried("https://nosuch.invalid/", resolver=_unknown).error == "name"
    assert tried("https://nothing.example/", resolver=lambda *_: []).error == "name"


def test_a_name_that_is_slow_to_look_up_is_not_waited_for() -> None:
    over = threading.Event()

    def resolver(*_: object) -> list[str]:
        over.wait(60)
        over.set()
        return []

    slow = tried("https://slow.example/", resolver=resolver, seconds=0.5)
    assert slow.error == "timeout"
    assert not over.is_set(), "it was waited for"
    over.set()


@pytest.mark.full
def test_names_that_are_slow_to_look_up_keep_no_other_waiting() -> None:
    def resolver(host: str, _: int) -> list[str]:
        over.wait(60 if host.startswith("slow") else 0)
        return []

    over = threading.Event()
    sender = Sender(replace(Settings(), webhook_timeout_seconds=3.0), resolver)

    def attempt(host: str) -> str | None:
        webhook = Webhook("client", f"https://{host}.example/", SECRET, "", "", "")
        return sender.attempt(webhook, DELIVERY, AT).error

    with ThreadPoolExecutor(THREADS) as threads:
        slow = list(threads.map(attempt, ["slow"] * (THREADS - 1)))
    try:
        assert {*slow} == {"timeout"}
        assert attempt("quick") == "name"
    finally:
        over.set()


def _unknown(*_: object) -> list[str]:
    raise socket.gaierror("unknown")


def test_the_next_address_is_tried_where_one_does_not_answer() -> None:
    with receiving() as receiver:
        port = receiver.server.server_port
        attempt = tried(f"http://two.example:{port}/", LOCAL, lambda *_: ["127.0.0.9", "127.0.0.1"])
        assert attempt.status == 200


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for hooks.example, which is its own authority, with its key."""
    file = tmp_path_factory.mktemp("tls") / "hooks.pem"
    command = (
        "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=hooks.example "
        f"-addext subjectAltName=DNS:hooks.example -keyout {file}.key -out {file}"
    )
    subprocess.run(command.split(), check=True, capture_output=True)
    return file


def test_tls_wants_a_certificate_of_the_name_from_a_known_authority(
    certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, f"{certificate}.key")
    with receiving() as receiver:
        receiver.server.socket = context.wrap_socket(receiver.server.socket, server_side=True)
        port = receiver.server.server_port

        def asked(host: str) -> Attempt:
            return tried(f"https://{host}:{port}/", LOCAL, lambda *_: ["127.0.0.1"])

        assert asked("hooks.example").error == "tls", "the authority is unknown"
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert asked("hooks.example").status == 200
        assert asked("other.example").error == "tls", "the name is another"
        assert len(receiver.seen) == 1


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://example.com/", "must be a URL"),
        ("https://user:password@example.com/", "must be a URL"),
        ("https://user@example.com/", "must be a URL"),
        ("https://example.com/#part", "must be a URL"),
        ("https://example.com/ a", "must be a URL"),
        ("https://example.com\\@10.0.0.1/", "must be a URL"),
        ("https://example.com/a\\b", "must be a URL"),
        ("https://exämple.com/", "must be a URL"),
        ("https:///path", "must be a URL"),
        ("https://example.com?query", "must be a URL"),
        ("https://example.com/" + "a" * 1000, "must be a URL"),
        ("https://example.com:0/", "port"),
        ("https://example.com:22/", "port"),
        ("https://example.com:65536/", "port"),
        ("http://example.com/", "https://"),
        ("https://10.0.0.1/", "not public"),
        ("https://[::1]/", "not public"),
        ("https://[::ffff:8.8.8.8]/", "not public"),
        ("https://[1::2::3]/", "IPv6"),
    ],
)
def test_urls_that_no_webhook_can_have(url: str, reason: str) -> None:
    with pytest.raises(UnusableTarget, match=reason):
        AllowedTargets("").target(url)


def test_urls_are_taken_as_they_are() -> None:
    target = AllowedTargets("").target("https://Hooks.Example:8443/a/b?c=%20d&e")
    assert (target.host, target.port, target.path) == ("hooks.example", 8443, "/a/b?c=%20d&e")
    assert target.authority == "hooks.example:8443"
    assert AllowedTargets("").target("https://[2606:4700::1111]").authority == "[2606:4700::1111]"
    assert AllowedTargets("").target("https://example.com").path == "/"
    assert AllowedTargets("10.0.0.0/8").target("http://10.1.2.3/").port == 80
    with pytest.raises(UnusableTarget, match="not public"):
        AllowedTargets("10.0.0.0/8").target("http://10.1.2.3/".replace("10.1", "172.16"))
