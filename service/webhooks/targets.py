"""Where webhooks may go: addresses in the public internet, unless settings allow others.

An endpoint is looked at twice: its URL when it is set, and each address that its name stands for
before it is connected to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, TypeAlias

LONGEST_URL: Final = 1000
PLAIN_PORTS: Final = {"https": 443, "http": 80}
LEAST_PORT: Final = 1024
"""Ports below are those of other services, but for the two of HTTP."""

Address: TypeAlias = IPv4Address | IPv6Address

PATTERN: Final = r"^https?://[0-9A-Za-z\[][!$-\[\]-~]*$"
"""What each URL of an endpoint looks like at least, for those who read the contract."""

_URL: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>(?:/[!$-\[\]-~]*)?)"
)
_GLOBAL_UNICAST: Final = IPv6Network("2000::/3")
_TUNNELS: Final = tuple(map(IPv6Network, ("2001::/23", "2002::/16", "3fff::/20", "5f00::/16")))
"""Of those, what leads to addresses of IPv4, or is for documentation and the like."""
_RELAYS: Final = ip_network("192.88.99.0/24")


class UnusableTarget(ValueError):
    """A URL that no webhook can have; the message reads on after the field's name."""


@dataclass(frozen=True)
class Target:
    """An endpoint: `host` without brackets, `path` with its query, at least `/`."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def is_encrypted(self) -> bool:
        """Whether it is spoken to over TLS."""
        return self.scheme == "https"

    @property
    def authority(self) -> str:
        """What the header `Host` says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PLAIN_PORTS[self.scheme] else f"{host}:{self.port}"


def authority(url: str) -> str:
    """The host and the port of a URL that a webhook has, as its endpoint is called.

    Empty for one that no webhook can have, as settings may be others by now.
    """
    found = _URL.fullmatch(url)
    if found is None:
        return ""
    return f"{found['host'].lower()}:{int(found['port'] or PLAIN_PORTS[found['scheme']])}"


class AllowedTargets:
    """Which endpoints there may be: public ones, and those in `networks`, separated by spaces."""

    def __init__(self, networks: str) -> None:
        self._networks = [ip_network(network) for network in networks.split()]

    def target(self, url: str) -> Target:
        """The endpoint of a URL. Raises `UnusableTarget`."""
        found = _URL.fullmatch(url)
        if found is None or len(url) > LONGEST_URL:
            raise UnusableTarget(
                "must be a URL such as https://example.com/hook, in ASCII, without a user, a "
                f"fragment or spaces, of at most {LONGEST_URL} characters"
            )
        scheme, host = found["scheme"], found["host"].strip("[]").lower()
        if scheme == "http" and not self._networks:
            raise UnusableTarget("must begin with https://")
        port = int(found["port"] or PLAIN_PORTS[scheme])
        if port not in (80, 443) and not LEAST_PORT <= port <= 65535:
            raise UnusableTarget(f"must have the port 443, or one from {LEAST_PORT} to 65535")
        target = Target(scheme, host, port, found["path"] or "/")
        try:
            address = ip_address(host)
        except ValueError:
            if found["host"].startswith("["):
                raise UnusableTarget("must have an address of IPv6 in brackets") from None
            return target
        if not self.allows(target, address):
            raise UnusableTarget("must not name an address that is not public")
        return target

    def allows(self, target: Target, address: Address) -> bool:
        """Whether the endpoint may be spoken to at this address."""
        if any(address in network for network in self._networks):
            return True
        return target.is_encrypted and is_public(address)


def is_public(address: Address) -> bool:
    """Whether an address is one host's in the public internet, and stands for no other address.

    So neither private, loopback, link-local, multicast, reserved, nor one of IPv6 that leads to one
    of IPv4: mapped, translated (NAT64) or tunnelled.
    """
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv4Address):
        return address not in _RELAYS
    return address in _GLOBAL_UNICAST and not any(address in tunnel for tunnel in _TUNNELS)
