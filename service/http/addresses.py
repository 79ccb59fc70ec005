"""What stands for the address of a caller wherever something is counted or kept for it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

from flask import request

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


def caller_address() -> str:
    """What the address of the present request counts as; empty where it has none."""
    return address_key(request.remote_addr or "")
