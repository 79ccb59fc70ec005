"""A third party's program: plays the seat of its environment, and knows no client library.

`python scripted.py MANNER`: `first` plays, `slow` does so at leisure, `hangs` acts once and then
never again, `dies` acts once and ends with status 7, `deaf` does not even look and stays when the
match is over. Further arguments are only written out.
"""

from __future__ import annotations

import os
import sys
import time

import requests


def main(manner: str) -> None:
    if manner == "deaf":
        time.sleep(600)
    path = f"{os.environ['RAILHEAD_URL']}/v1/matches/{os.environ['RAILHEAD_MATCH']}"
    asking = requests.Session()
    asking.headers["Authorization"] = f"Bearer {os.environ['RAILHEAD_TOKEN']}"
    while True:
        legal = asking.get(f"{path}/legal-actions", timeout=60).json()
        if legal["actions"]:
            if manner == "slow":
                time.sleep(0.1)
            chosen = {"action": legal["actions"][0]["action"], "version": legal["version"]}
            acted = asking.post(f"{path}/actions", json=chosen, timeout=60)
            assert acted.status_code in (200, 409, 412), acted.text
            if manner == "hangs":
                time.sleep(600)
            if manner == "dies":
                print("I have seen enough", file=sys.stderr)
                sys.exit(7)
        elif legal["status"] == "over":
            return
        else:
            time.sleep(0.05)


if __name__ == "__main__":
    print(*sys.argv[2:], flush=True)
    main(sys.argv[1])
