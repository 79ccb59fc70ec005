"""Agents for the harness: what a command does with the decisions it reads.

python tests/agents/scripted.py
    first|nonsense|endless|hangs|dies|stubborn|looks|stares|asks|keeps|breaks
"""

import json
import sys
import time
from typing import Any

STEP = "hire"
"""What the agents with plans say they will do next."""


def main(manner: str) -> None:
    decisions = 0
    for asked, line in enumerate(sys.stdin, 1):
        message = json.loads(line)
        if message["kind"] == "over":
            return
        decisions += message["kind"] == "decision"
        if (manner == "looks" and decisions % 2) or manner in ("asks", "stares"):
            print(json.dumps(look(manner, message)), flush=True)
            continue
        if manner == "hangs" and asked == 2:
            time.sleep(600)
        if manner == "dies" and asked == 2:
            sys.exit(7)
        print(answer(manner, message), flush=True)


def look(manner: str, message: dict[str, Any]) -> dict[str, Any]:
    """Looks: at the rules, then at the table; asks: at the table; stares: at nothing else."""
    asks: dict[str, Any] = {"look": "table", "tokens": {"input": 10, "output": 1}}
    if manner == "stares":
        return asks
    if message["kind"] == "decision":
        assert manner == "looks" or "Table:" not in message["text"]
        assert manner == "looks" or message["legal"] is None
        return {"look": "rules", "arguments": {"about": "turn"}} if manner == "looks" else asks
    if message["tool"] == "rules":
        return {"look": "advise"}
    if message["tool"] == "advise":
        assert message["refused"]
        return {"look": "table", "arguments": {"filter": 7}}
    if message["refused"]:
        return {"look": "table", "arguments": {"filter": "1-1"}}
    assert manner == "looks" or "Table:" in message["text"]
    return {"action": 1, "tokens": {"input": 100, "output": 5}}


def planned(manner: str, message: dict[str, Any]) -> dict[str, Any]:
    """Keeps: what it said, where it may; breaks: anything else, where it may."""
    fits = [one["action"].partition(":")[0] == STEP for one in message["legal"]]
    wanted = manner == "keeps"
    at = fits.index(wanted) if wanted in fits else 0
    return {"action": at + 1, "plan": [STEP, STEP]}


def answer(manner: str, message: dict[str, Any]) -> str:
    if manner in ("keeps", "breaks"):
        return json.dumps(planned(manner, message))
    if manner == "nonsense":
        return "I would rather not."
    if manner == "endless":
        kind = message["legal"][0]["action"].partition(":")[0]
        said: list[object] = ["9" * 5000, "[" * 100_000, {"type": []}, f"{kind}:{'x' * 9000}"]
        return json.dumps({"action": said[message["attempt"] - 1]})
    if manner == "stubborn" and message["attempt"] == 1:
        return json.dumps({"action": 0})
    return json.dumps({"action": 1, "tokens": {"input": 100, "output": 5}})


main(sys.argv[1])
