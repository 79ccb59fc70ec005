"""Agents for the harness: what a command does with the decisions it reads.

python tests/agents/scripted.py first|nonsense|endless|hangs|dies|stubborn
"""

import json
import sys
import time
from typing import Any


def main(manner: str) -> None:
    for asked, line in enumerate(sys.stdin, 1):
        message = json.loads(line)
        if message["kind"] == "over":
            return
        if manner == "hangs" and asked == 2:
            time.sleep(600)
        if manner == "dies" and asked == 2:
            sys.exit(7)
        print(answer(manner, message), flush=True)


def answer(manner: str, message: dict[str, Any]) -> str:
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
