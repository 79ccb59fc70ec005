"""One attempt to deliver: an address is resolved, looked at, connected to and asked, in bounds.

What is connected to is the very address that was looked at, whatever the name stands for a moment
later; TLS still wants a certificate of the name. No redirect is followed, no proxy is used, and of
an answer nothing is kept but its status.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TookTooLong
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from ipaddress import ip_address
from typing import Any, Final

from standardwebhooks import Webhook as Signer

from railhead.service.settings import Settings
from railhead.service.webhooks.delivery_slots import SLOTS
from railhead.service.webhooks.storage import Attempt, Delivery, Webhook
from railhead.service.webhooks.targets import Address, AllowedTargets, Target, UnusableTarget
from railhead.service.webhooks.webhooks import signing_secrets

LONGEST_HEAD: Final = 16 * 1024
"""Bytes of the head of an answer."""
LONGEST_BODY: Final = 64 * 1024
"""Bytes of an answer that are taken, and thrown away, before the connection is closed."""
BODY_SECONDS: Final = 1.0
MOST_ADDRESSES: Final = 4
INTERIM_ANSWERS: Final = 4
"""How many answers of the status 1xx may come before the true one."""
RESOLVERS: Final = 2 * SLOTS
"""How many names are looked up at once. One that is slow goes on to be looked up when its attempt
is over, so there are more than attempts."""
AGENT: Final = "Railhead-Webhooks/1"

TIMEOUT: Final = "timeout"
"""What is wrong where an endpoint lets an attempt wait in vain."""

Resolve = Callable[[str, int], Sequence[str]]
"""The addresses of a host for a port, raises `OSError`."""


class DeliveryRefused(Exception):
    """The endpoint is not asked, or has not answered; the message is a word."""


def resolve(host: str, port: int) -> list[str]:
    """The addresses that a name stands for, best first. Raises `OSError`."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(place[0]) for *_, place in found))


class Sender:
    """Sends deliveries. Safe to use from several threads; made after a fork."""

    def __init__(self, settings: Settings, resolver: Resolve = resolve) -> None:
        self._reach = AllowedTargets(settings.webhook_private_addresses)
        self._seconds = settings.webhook_timeout_seconds
        self._resolve = resolver
        self._resolving = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolving")

    @cached_property
    def _encryption(self) -> ssl.SSLContext:
        return ssl.create_default_context()

    def attempt(self, webhook: Webhook, delivery: Delivery, at: datetime) -> Attempt:
        """Try once, for no longer than the settings say; `at` is what time it is."""
        began = time.monotonic()
        status, error = None, None
        try:
            target = self._reach.target(webhook.url)
            addresses = self._addresses(target)
            request = _request(target, webhook, delivery, at)
            left = self._seconds - (time.monotonic() - began)
            status = asyncio.run(self._send_request(target, addresses, request, left))
            error = _wrong(status)
        except UnusableTarget:
            error = "private-address"
        except DeliveryRefused as refused:
            error = str(refused)
        when = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return Attempt(when, status, error, round(time.monotonic() - began, 3))

    def _addresses(self, target: Target) -> list[Address]:
        """Where to connect to. Raises `DeliveryRefused` where an address is not public."""
        try:
            given = self._resolving.submit(self._resolve, target.host, target.port)
            found = given.result(self._seconds)
        except (OSError, UnicodeError) as error:
            if isinstance(error, TookTooLong):
                given.cancel()
                raise DeliveryRefused(TIMEOUT) from None
            raise DeliveryRefused("name") from None
        # The scope of a link-local address is of no use: such an address is not public.
        addresses = [ip_address(address.partition("%")[0]) for address in found]
        if not addresses:
            raise DeliveryRefused("name")
        if not all(self._reach.allows(target, address) for address in addresses):
            raise DeliveryRefused("private-address")
        return addresses[:MOST_ADDRESSES]

    async def _send_request(
        self, target: Target, addresses: Sequence[Address], request: bytes, seconds: float
    ) -> int:
        """The status of the answer. Raises `DeliveryRefused`."""
        try:
            async with asyncio.timeout(seconds):
                reader, writer = await self._connect(target, addresses, seconds)
                try:
                    writer.write(request)
                    await writer.drain()
                    status = await _status(reader)
                except BaseException:
                    writer.transport.abort()
                    raise
        except TimeoutError:
            raise DeliveryRefused(TIMEOUT) from None
        except (ssl.SSLError, ssl.CertificateError):
            raise DeliveryRefused("tls") from None
        except (OSError, EOFError):
            raise DeliveryRefused("connection") from None
        except (ValueError, asyncio.LimitOverrunError):
            raise DeliveryRefused("answer") from None
        await _rest(reader)
        writer.transport.abort()
        return status

    async def _connect(
        self, target: Target, addresses: Sequence[Address], seconds: float
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to the first of the addresses that takes one. Raises `OSError`."""
        encryption: dict[str, Any] = {"ssl": self._encryption, "server_hostname": target.host}
        for number, address in enumerate(addresses, 1):
            try:
                # Each has its share of the time, so that one that is silent does not use up all.
                async with asyncio.timeout(seconds / len(addresses)):
                    return await asyncio.open_connection(
                        str(address),
                        target.port,
                        limit=LONGEST_HEAD,
                        **(encryption if target.is_encrypted else {}),
                    )
            except ssl.SSLError:
                # An `OSError` too, but a wrong certificate is wrong at each address.
                raise
            except (OSError, TimeoutError):
                if number == len(addresses):
                    raise
        raise DeliveryRefused("name")


def _request(target: Target, webhook: Webhook, delivery: Delivery, at: datetime) -> bytes:
    body = delivery.body.encode()
    signatures = [
        Signer(secret).sign(delivery.id, at, delivery.body)
        for secret in signing_secrets(webhook, at)
    ]
    lines = [
        f"POST {target.path} HTTP/1.1",
        f"Host: {target.authority}",
        f"User-Agent: {AGENT}",
        "Accept: */*",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"webhook-id: {delivery.id}",
        f"webhook-timestamp: {int(at.timestamp())}",
        f"webhook-signature: {' '.join(signatures)}",
        "Connection: close",
    ]
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


async def _status(reader: asyncio.StreamReader) -> int:
    """The status of the answer. Raises `ValueError` where it is none of HTTP."""
    for _ in range(INTERIM_ANSWERS):
        head = await reader.readuntil(b"\r\n\r\n")
        version, _, rest = head.partition(b" ")
        if not version.startswith(b"HTTP/1.") or not rest[:3].isdigit():
            raise ValueError("no answer of HTTP")
        status = int(rest[:3])
        if 200 <= status <= 599:
            return status
        if not 100 <= status <= 199 or status == 101:
            break
    raise ValueError("no final answer")


async def _rest(reader: asyncio.StreamReader) -> None:
    """Take what follows, so that whoever sends it need not see the connection break."""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(BODY_SECONDS):
            taken = 0
            while taken < LONGEST_BODY and (piece := await reader.read(LONGEST_HEAD)):
                taken += len(piece)


def _wrong(status: int) -> str | None:
    """What is wrong with the status of an answer, in a word."""
    if 200 <= status <= 299:
        return None
    return "redirect" if 300 <= status <= 399 else "status"
