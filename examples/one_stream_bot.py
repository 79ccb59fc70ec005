"""A bot for any number of matches that lives from one stream: `python one_stream_bot.py URL`.

It makes a client (or takes the token after the URL), prints its id, claims every seat kept for that
id, and plays a random action whenever it is its turn, in all its matches at once. A number after
the token lets it end after so many matches. Whatever is lost on the way to the service is asked for
again, for up to a day, and counts once. Replace `choose`.
"""

import argparse
import random
import time
from collections.abc import Sequence

from railhead.client import Action, Choice, Railhead, RailheadError
from railhead.client.seats import OVERTAKEN

DAY = 24 * 3600


def choose(actions: Sequence[Action]) -> Choice:
    """The action to take: one at random. Yours will be better."""
    return random.choice(actions)


def register(url: str, tries: int = 10) -> str:
    """The token of a new client. Of one whose answer was lost nobody has it: another is made."""
    try:
        with Railhead(url) as service:
            account = service.register("one stream")
    except RailheadError:
        if tries == 1:
            raise
        time.sleep(1)
        return register(url, tries - 1)
    print(f"invite me with {{'kind': 'open', 'client': {account['id']!r}}}", flush=True)
    return account["token"]


def play(service: Railhead, match: str) -> None:
    """Take decisions in a match as long as they are ours."""
    table = service.match(match)
    while (legal := table.legal_actions())["actions"]:
        try:
            table.act(choose(legal["actions"]), legal["version"])
        except OVERTAKEN:  # by others, or by a store that went back: read and choose again
            continue


def over(service: Railhead) -> set[str]:
    """The ids of our matches that have ended."""
    return {match["id"] for match in service.my_matches() if match["status"] == "over"}


def live(service: Railhead, matches: int) -> None:
    """Answer events until so many more matches are over; 0 is for ever."""
    before = over(service)
    for event in service.my_events():
        try:
            if event["kind"] == "turn":
                play(service, str(event["match"]))
            elif event["kind"] == "invitation":
                service.match(str(event["match"])).claim(int(event["seat"] or 0))
        except RailheadError as error:  # of one match, such as that it was deleted: others go on
            print(event["match"], error, flush=True)
        # `open` comes after each new connection: an end may have been missed before it.
        if matches and event["kind"] in ("open", "over") and len(over(service) - before) >= matches:
            return


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000")
    parser.add_argument("token", nargs="?")
    parser.add_argument("matches", nargs="?", type=int, default=0)
    options = parser.parse_args()
    token = options.token or register(options.url)
    with Railhead(options.url, token=token, seconds=DAY, first_seconds=60, tries=DAY) as service:
        live(service, options.matches)
