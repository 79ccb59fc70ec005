"""The log of a match in words, as it happens: it follows the stream of events to the end.

    python examples/follow.py http://127.0.0.1:8000/v1/matches/MATCH --token TOKEN

Whatever breaks on the way, it goes on after the last event that it had: nothing is missed, and
nothing comes twice. A public match needs no token.
"""

import argparse
import json
import time
from collections.abc import Iterator
from typing import Any

import requests

SILENCE = 40
"""Seconds without a sign of life, which comes every 15, after which the connection is lost."""


def follow(match: str, token: str = "", after: int = 0) -> Iterator[dict[str, Any]]:
    """Each event above version `after`, the last one of kind `over`."""
    client = requests.Session()
    client.headers["Accept"] = "application/x-ndjson"
    if token:
        client.headers["Authorization"] = f"Bearer {token}"
    while True:
        pause = 1
        try:
            last = {"Last-Event-ID": str(after)}
            with client.get(f"{match}/events", headers=last, stream=True, timeout=SILENCE) as reply:
                if reply.status_code in (429, 503):
                    pause = int(reply.headers["Retry-After"])
                else:
                    reply.raise_for_status()
                    for line in filter(None, reply.iter_lines()):
                        event = json.loads(line)
                        if event["kind"] == "problem":
                            raise RuntimeError(event["label"])
                        after = event["version"]
                        yield event
                        if event["kind"] == "over":
                            return
        except (
            requests.ConnectionError,
            requests.Timeout,
            requests.exceptions.ChunkedEncodingError,
        ):
            pass
        time.sleep(pause)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("match", help="the address of the match")
    parser.add_argument("--token", default="")
    parser.add_argument("--after", type=int, default=0, help="the version to begin after")
    for told in follow(**vars(parser.parse_args())):
        print(f"{told['version']:>4}  {told['label']}", flush=True)
