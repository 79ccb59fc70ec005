"""The log of a match in words, as it happens: it follows the stream of events to the end.

    python examples/follow.py http://127.0.0.1:8000/v1/matches/MATCH --token TOKEN

Whatever breaks on the way, it goes on after the last event that it had, for up to a day: nothing is
missed, and nothing comes twice. A public match needs no token.
"""

import argparse
from collections.abc import Iterator

from railhead.client import Railhead, schemas

DAY = 24 * 3600


def follow(match: str, token: str = "", after: int = 0) -> Iterator[schemas.StreamEvent]:
    """Each event above version `after`, the last one of kind `over`."""
    address, _, number = match.rpartition("/v1/matches/")
    with Railhead(address, seconds=DAY, first_seconds=60, tries=DAY) as service:
        yield from service.match(number, token).events(after)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("match", help="the address of the match")
    parser.add_argument("--token", default="")
    parser.add_argument("--after", type=int, default=0, help="the version to begin after")
    for line in follow(**vars(parser.parse_args())):
        print(f"{line['version']:>4}  {line['label']}", flush=True)
