"""Plays a match of each game with the Railhead of this environment, and one over HTTP.

It serves from an empty folder.

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

import railhead
from railhead.ai.search.levels import Player
from railhead.client import Choice, Turn, bot
from railhead.games import vectors
from railhead.games.game import CHANCE, OVER
from railhead.games.montana import state
from railhead.games.options import complete
from railhead.games.random import Random
from railhead.games.registry import Catalogue, shipped_rulesets


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def choose(turn: Turn) -> Choice:
    """Any legal action."""
    return random.choice(turn.actions)  # noqa: S311 - no secret


def play_each_game() -> None:
    """A match of each game by a weak bot for every seat, without a service."""
    for name, ruleset in shipped_rulesets().items():
        options = complete(ruleset.options, {})
        game, chance = Catalogue().game(ruleset, options), Random(1)
        match = game.start(game.draw_setup(ruleset.min_seats, options, chance))
        players = [Player(name, "novice", seed=1, scale=0.1) for _ in range(ruleset.min_seats)]
        choices = 0
        while match.actor() != OVER:
            if match.actor() == CHANCE:
                match.sample_chance(chance)
                continue
            seat = int(match.actor())
            match.play(seat, players[seat].choose(match, seat).action)
            choices += 1
        print(f"{name}: {choices} choices to {match.scores()}")


def main(folder: Path, wanted: str) -> None:
    """Say what was tried. Raises where it does not work."""
    found = "plain" if str(state.__file__).endswith(".py") else "compiled"
    if found != wanted:
        sys.exit(f"the engines are {found}, not {wanted}: {state.__file__}, {vectors.__file__}")
    play_each_game()
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
    print(f"{railhead.__version__}, {wanted}, Python {python}: played to {played.result['scores']}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
