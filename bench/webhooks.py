"""Webhooks: how soon an event is at its endpoint, and how many go out in a second."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import requests

from bench.figure import Figure
from bench.running import free_port, serving

EVENTS = 200
AT_ONCE = 400
PAUSE = 0.02
"""Between two commits."""
PATIENCE = 60.0
GAME = "montana"
SEATS = [{"kind": "human", "mine": True}, {"kind": "human", "name": "other"}]
SEEDS = 100
"""Among so many seeds there is one with which the first seat begins."""


@contextmanager
def receiving(port: int) -> Iterator[list[float]]:
    """When each request came to an endpoint at this port."""
    moments: list[float] = []

    class Endpoint(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            moments.append(time.time())
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", port), Endpoint)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield moments
    finally:
        server.shutdown()
        server.server_close()


def until(moments: list[float], number: int) -> None:
    """Wait until so many requests have come. Raises `RuntimeError` where they do not."""
    end = time.monotonic() + PATIENCE
    while len(moments) < number:
        if time.monotonic() > end:
            raise RuntimeError(f"{len(moments)} of {number} events have come")
        time.sleep(0.0005)


def measure(url: str, moments: list[float], endpoint: str) -> tuple[list[float], float]:
    """Milliseconds from the answer to a creation to its event, and events in a second."""
    client = requests.Session()
    made = client.post(f"{url}/v1/clients", json={"name": "bench"}, timeout=PATIENCE).json()
    client.headers["Authorization"] = f"Bearer {made['token']}"
    body = {"game": GAME, "seats": SEATS, "seed": _beginning(client, f"{url}/v1/matches")}
    put = client.put(f"{url}/v1/me/webhook", json={"url": endpoint}, timeout=PATIENCE)
    put.raise_for_status()
    delays = []
    for number in range(1, EVENTS + 1):
        client.post(f"{url}/v1/matches", json=body, timeout=PATIENCE).raise_for_status()
        answered = time.time()
        until(moments, number)
        delays.append((moments[-1] - answered) * 1000)
        time.sleep(PAUSE)
    client.delete(f"{url}/v1/me/webhook", timeout=PATIENCE).raise_for_status()
    for _ in range(AT_ONCE - EVENTS):
        client.post(f"{url}/v1/matches", json=body, timeout=PATIENCE).raise_for_status()
    before, began = len(moments), time.time()
    client.put(f"{url}/v1/me/webhook", json={"url": endpoint}, timeout=PATIENCE).raise_for_status()
    until(moments, before + AT_ONCE)
    return delays, AT_ONCE / (moments[-1] - began)


def _beginning(client: requests.Session, matches: str) -> int:
    """A seed with which the client begins; the matches that were tried are deleted."""
    for seed in range(SEEDS):
        body = {"game": GAME, "seats": SEATS, "seed": seed}
        made = client.post(matches, json=body, timeout=PATIENCE).json()
        shown = client.get(f"{matches}/{made['id']}", timeout=PATIENCE).json()
        client.delete(f"{matches}/{made['id']}", timeout=PATIENCE).raise_for_status()
        if shown["to_act"] == [0]:
            return seed
    raise RuntimeError("the first seat never begins")


def figures() -> list[Figure]:
    """The median and 99th percentile of single events, and the rate of many."""
    port = free_port()
    with serving(RAILHEAD_WEBHOOK_PRIVATE_ADDRESSES="127.0.0.0/8") as running:
        url = f"http://127.0.0.1:{running.port}"
        with receiving(port) as moments:
            delays, rate = measure(url, moments, f"http://127.0.0.1:{port}/")
    cuts = statistics.quantiles(delays, n=100)
    beside = f"{EVENTS} creations, one after the other"
    return [
        Figure("webhook: answer to event, median", round(statistics.median(delays), 1), "ms", None),
        Figure("webhook: answer to event, 99th percentile", round(cuts[98], 1), "ms", None, beside),
        Figure("webhook: events of one client", round(rate), "1/s", None, f"{AT_ONCE} matches"),
    ]
