"""Serves with the Railhead of this environment from an empty folder, and plays a match over HTTP.

`python try_wheel.py FOLDER compiled|plain` ends with status 1 where the engines are not as said.
"""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

from railhead.client import Choice, Turn, bot
from railhead.games import vectors
from railhead.games.montana import state


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def choose(turn: Turn) -> Choice:
    """Any legal action."""
    return random.choice(turn.actions)  # noqa: S311 - no secret


def main(folder: Path, wanted: str) -> None:
    """Say what was tried. Raises where it does not work."""
    found = "plain" if str(state.__file__).endswith(".py") else "compiled"
    if found != wanted:
        sys.exit(f"the engines are {found}, not {wanted}: {state.__file__}, {vectors.__file__}")
    port = free_port()
    (folder / "empty").mkdir()
    served = subprocess.Popen(
        [str(Path(sys.executable).with_name("railhead")), "serve"],
        cwd=folder / "empty",
        env={**os.environ, "RAILHEAD_PORT": str(port), "RAILHEAD_BOT_BUDGET_FACTOR": "0.1"},
    )
    try:
        url = f"http://127.0.0.1:{port}"
        playing = bot(url, game="montana", against="easy", first_seconds=60)(choose)
        (played,) = playing.play(1)
    finally:
        served.send_signal(signal.SIGINT)
        status = served.wait(60)
    if status:
        sys.exit(f"railhead serve ended with status {status}")
    python = ".".join(map(str, sys.version_info[:3]))
    print(f"{wanted}, Python {python}: played to {played.result['scores']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
