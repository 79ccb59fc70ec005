"""The access log: a line of JSON for each answer, for an operator who wants to see who floods.

It names the route as it is declared, not the address that was asked for: no token, invitation,
query or match is in it. The caller is a client by its id, else an address, shortened unless the
setting says otherwise.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final, TextIO

import orjson

SHORTENED: Final = {4: 24, 6: 48}
"""How many bits of an address are left of it: the network of its provider or organization."""

Log = Callable[[str, str, int, float, int, str, str], None]
"""Writes a line: method, route, status, milliseconds from the request to the answer, bytes of that,
the client's id or an empty text, and the address as it counts."""


@lru_cache(maxsize=4096)
def shorten(address: str) -> str:
    """An address without what tells a household from its neighbours; empty for what is none."""
    try:
        whole = ip_network(address)
    except ValueError:
        return ""
    network: IPv4Network | IPv6Network = whole
    return str(network.supernet(new_prefix=min(network.prefixlen, SHORTENED[network.version])))


def access_log(kind: str, out: TextIO | None = None) -> Log | None:
    """The log of this `kind`: `off` for none, else with `short` or `whole` addresses."""
    if kind == "off":
        return None

    def write(
        method: str, route: str, status: int, ms: float, size: int, client: str, address: str
    ) -> None:
        line = {
            "event": "answered",
            "at": round(time.time(), 3),
            "method": method,
            "route": route,
            "status": status,
            "ms": round(ms, 2),
            "bytes": size,
        }
        if client:
            line["client"] = client
        if kind == "whole" or not client:
            line["address"] = address if kind == "whole" else shorten(address)
        stream = sys.stdout if out is None else out
        stream.write(orjson.dumps(line).decode() + "\n")
        stream.flush()

    return write
