"""A bot for any number of matches that lives from one stream: `python one_stream_bot.py URL`.

It makes a client (or takes the token after the URL), prints its id, claims every seat kept for that
id, and plays a random action whenever it is its turn, in all its matches at once. A number after
the token lets it end after so many matches. Replace `choose`.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from typing import Any

import requests


def choose(legal: dict[str, Any]) -> str:
    """The action to take: one at random. Yours will be better."""
    action: str = random.choice(legal["actions"])["action"]
    return action


class Bot:
    """A client of one service."""

    def __init__(self, address: str, token: str | None) -> None:
        self.address = address
        self.session = requests.Session()
        if token is None:
            made = self.session.post(f"{address}/v1/clients", json={"name": "one stream"}).json()
            token = made["token"]
            print(f"invite me with {{'kind': 'open', 'client': {made['id']!r}}}")
        self.session.headers["Authorization"] = f"Bearer {token}"

    def events(self) -> Iterator[dict[str, Any]]:
        """What concerns the client, for ever: a stream that breaks is begun again."""
        headers = {"Accept": "application/x-ndjson"}
        while True:
            try:
                path = f"{self.address}/v1/me/events"
                with self.session.get(path, headers=headers, stream=True, timeout=60) as stream:
                    stream.raise_for_status()
                    yield from map(json.loads, filter(None, stream.iter_lines(chunk_size=1)))
            except requests.RequestException:
                time.sleep(1)

    def play(self, match: str) -> None:
        """Take decisions in a match as long as they are ours."""
        path = f"{self.address}/v1/matches/{match}"
        while True:
            legal = self.session.get(f"{path}/legal-actions").json()
            if not legal.get("actions"):
                return None
            body = {"action": choose(legal), "version": legal["version"]}
            done = self.session.post(f"{path}/actions", json=body)
            time.sleep(int(done.headers.get("Retry-After", 0)))
            if done.status_code not in (200, 409, 412, 429, 503):
                return print(done.text)

    def live(self, matches: int) -> None:
        """Answer events until so many matches are over; 0 is for ever."""
        for event in self.events():
            if event["kind"] == "turn":
                self.play(event["match"])
            elif event["kind"] == "invitation":
                seat = f"{self.address}/v1/matches/{event['match']}/seats/{event['seat']}"
                self.session.post(f"{seat}/claim", json={})
            elif event["kind"] == "over":
                matches -= 1
                if matches == 0:
                    return


if __name__ == "__main__":
    given = [*sys.argv[1:], None, None, None]
    Bot(given[0] or "http://127.0.0.1:8000", given[1]).live(int(given[2] or 0))
