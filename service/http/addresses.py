"""What stands for the address of a caller wherever something is counted or kept for it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Final

from werkzeug.http import parse_list_header

from railhead.service.http.current_request import current

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

PREFIX: Final = 64
"""How many bits of an IPv6 address one household or host is given at least: the rest is its own."""
TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Where a translator shows a server of IPv6 the addresses of IPv4 (RFC 6052)."""


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """What an address counts as: one of IPv6 as its /64, which has 2^64 that one host may use.

    One of IPv4 that is written as IPv6 counts as itself, and so does what is no address.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv4Address):
        return str(found)
    written = found.ipv4_mapped
    if written is None and IPv6Address(int(found)) in TRANSLATED:
        written = IPv4Address(int(found) & 0xFFFFFFFF)
    return str(written or IPv6Network((int(found), PREFIX), strict=False))


def address_behind(proxies: int, environ: WSGIEnvironment) -> str:
    """The address that a request comes from, as so many proxies in front of us say it.

    Where fewer than these have written `X-Forwarded-For`, the one that is connected to us.
    """
    if proxies:
        told = parse_list_header(environ.get("HTTP_X_FORWARDED_FOR", ""))
        if len(told) >= proxies:
            # From the right: what stands further left may be written by whoever asks.
            return told[-proxies]
    connected: str = environ.get("REMOTE_ADDR", "")
    return connected


def caller_address() -> str:
    """What the address of the present request counts as; empty where it has none."""
    return address_key(current().get("REMOTE_ADDR", ""))
