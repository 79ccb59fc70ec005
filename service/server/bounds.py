"""What a process of the API takes at once."""

from __future__ import annotations

from dataclasses import dataclass

from railhead.service.http.request_parsing import BodySizes


@dataclass(frozen=True)
class Bounds:
    """What a process takes at once: `requests` in work, `bodies` under way, `threads` at work.

    A body is as long as `body_sizes` allows, and comes within `body_seconds`; one that is longer
    than usual counts as several, on its way and in work. For up to `drain_seconds` a
    process that is told to stop goes on answering, and lets go of a connection with each answer.
    One address has at most `threads_of_an_address`, and with one client of it `processor_ms` of the
    processor in `costs.SECONDS`, 0 for no bound; `proxies` in front of us say which it is. Those of
    `service.shortcuts` are taken where `shortcuts` says so.
    """

    threads: int
    requests: int
    bodies: int
    body_sizes: BodySizes
    body_seconds: float
    drain_seconds: float = 0.0
    threads_of_an_address: int = 1
    processor_ms: float = 0
    proxies: int = 0
    shortcuts: bool = True
