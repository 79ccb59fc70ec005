"""Ports on which nobody else listens, and from which nobody calls."""

from __future__ import annotations

import itertools
import os
import socket
from typing import Final

HOST: Final = "127.0.0.1"
LOWEST: Final = 11_000
HIGHEST: Final = 32_000
"""Systems take the ports of outgoing connections from above here, at any moment."""
EACH: Final = 1_300
"""How many ports one of several processes of tests has for itself."""

_process = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
_first = LOWEST + _process * EACH % (HIGHEST - LOWEST - EACH)
# Two runs on one machine begin apart.
_ports = itertools.cycle(_first + (os.getpid() * 37 + step) % EACH for step in range(EACH))


def free_port() -> int:
    """The next port that is free now; nobody else of this run is told of it for a long time."""
    for port in itertools.islice(_ports, EACH):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
            return port
    raise OSError(f"no port is free from {_first} on")
