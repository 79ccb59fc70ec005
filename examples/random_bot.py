"""A bot of your own: it plays one whole match against Railhead's bots over HTTP.

    python examples/random_bot.py --game montana --against medium

Replace `choose` with something clever. The bot knows no rule of any game: it offers what the
service lists as legal, and the service keeps it honest.
"""

import argparse
import random
import time
import uuid
from typing import Any

import requests


def choose(actions: list[dict[str, Any]], view: dict[str, Any]) -> dict[str, Any]:
    """One of the legal actions; `view` is the table as our seat sees it."""
    return random.choice(actions)


def play(url: str, game: str, against: str, seats: int) -> dict[str, Any]:
    """Create a match with us in seat 0, play it to the end, and return its result."""
    client = requests.Session()
    bots = [{"kind": "bot", "level": against}] * (seats - 1)
    new = {"game": game, "seats": [{"kind": "human", "name": "random bot"}, *bots]}
    once = {"Idempotency-Key": str(uuid.uuid4())}
    answer = client.post(f"{url}/v1/matches", json=new, headers=once)
    answer.raise_for_status()
    match = f"{url}{answer.headers['Location']}"
    client.headers["Authorization"] = f"Bearer {answer.json()['seats'][0]['token']}"
    offer = {"include": "legal-actions"}
    state: dict[str, Any] = client.get(match, params=offer).json()
    while state["status"] != "over":
        if state["you"] in state["to_act"]:
            action = choose(state["legal_actions"]["actions"], state["view"])["action"]
            move = {"action": action, "version": state["version"]}
            answer = client.post(f"{match}/actions", params=offer, json=move)
            answer.raise_for_status()
            state = answer.json()
        else:
            known = {"If-None-Match": f'"{state["version"]}"'}
            reply = client.get(match, params={**offer, "wait": "30"}, headers=known)
            time.sleep(int(reply.headers.get("Retry-After", 0)))
            if reply.status_code != 304:  # 200, or 409 where the service lost what came last
                state = (reply if reply.ok else client.get(match, params=offer)).json()
    return dict(state["result"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--game", default="montana")
    parser.add_argument("--against", default="easy", help="the level of the other seats")
    parser.add_argument("--seats", type=int, default=2)
    print(play(**vars(parser.parse_args())))
