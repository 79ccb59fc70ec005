"""From the acknowledged action to the start of the bot's search, on an idle machine."""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

from bench.figure import Figure
from bench.load import Connection, request
from bench.running import Running, serving

TURNS = 60
GAME = "montana"


def delays(running: Running) -> list[float]:
    """Milliseconds between an acknowledgement and the bot's first thought, for each turn."""
    acknowledged: list[float] = []
    connection = Connection(running.port)
    while len(acknowledged) < TURNS:
        acknowledged += one_match(connection, TURNS - len(acknowledged))
    starts = sorted(entry["time"] for entry in running.log_lines("bot begins to think"))
    found = []
    for moment in acknowledged:
        # A worker may begin before the answer has reached us, so look from a little earlier on.
        first = next(time for time in starts if time > moment - 0.02)
        found.append((first - moment) * 1000)
    return found


def one_match(connection: Connection, most: int) -> list[float]:
    """Play first legal actions against a bot; when each turn of ours was acknowledged."""
    seats = [{"kind": "human", "name": "bench"}, {"kind": "bot", "level": "easy"}]
    wanted = json.dumps({"game": GAME, "seats": seats}).encode()
    created = json.loads(connection.exchange(request("POST", "/v1/matches", {}, wanted)))
    address = f"/v1/matches/{created['id']}"
    headers = {"Authorization": f"Bearer {created['seats'][0]['token']}"}
    moments: list[float] = []
    match = ours_to_act(connection, address, headers)
    while len(moments) < most and match["status"] != "over":
        legal = match["legal_actions"]["actions"]
        move = {"action": legal[0]["action"], "version": match["version"]}
        body = json.dumps(move).encode()
        time.sleep(0.05)
        message = request("POST", f"{address}/actions", headers, body)
        answer = json.loads(connection.exchange(message))
        if answer["status"] == "active" and 0 not in answer["to_act"]:
            moments.append(time.time())
        match = ours_to_act(connection, address, headers)
    return moments


def ours_to_act(connection: Connection, address: str, headers: dict[str, str]) -> dict[str, Any]:
    """The match once seat 0 may act or it is over."""
    tag: dict[str, str] = {}
    while True:
        query = "?include=legal-actions" + ("&wait=30" if tag else "")
        body = connection.exchange(request("GET", address + query, {**headers, **tag}))
        if connection.status == 200:
            match: dict[str, Any] = json.loads(body)
            if match["status"] == "over" or 0 in match["to_act"]:
                return match
            tag = {"If-None-Match": f'"{match["version"]}"'}


def figures() -> list[Figure]:
    """The median and the 95th percentile."""
    with serving(RAILHEAD_LOG_LEVEL="debug", RAILHEAD_BOT_BUDGET_FACTOR="0.05") as running:
        found = delays(running)
    cuts = statistics.quantiles(found, n=20)
    beside = f"{TURNS} turns over HTTP; 95th percentile {cuts[18]:.1f} ms"
    name = f"{GAME}: acknowledged action to start of search, median"
    return [Figure(name, round(statistics.median(found), 2), "ms", "<= 20", beside)]
